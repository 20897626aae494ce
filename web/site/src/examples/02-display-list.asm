; A display list: the program of ANTIC, the chip that fetches the picture.
; Two lines of large text, then a line of small text.

SDLSTL  = $0230         ; address of the display list
COLOR0  = $02C4         ; colours, copied to the chip by the operating system

        org $2000
start   mwa #list SDLSTL
        mva #$CA COLOR0
wait    jmp wait

list    dta $70,$70,$70         ; 24 blank lines
        dta $47,a(large)        ; mode 7, and the address of its text
        dta $07                 ; mode 7 again: the next twenty characters
        dta $70
        dta $42,a(small)        ; mode 2
        dta $41,a(list)         ; back to the start, for the next frame

large   dta d'    A DISPLAY LIST  '
        dta d'   OF THREE LINES   '
small   dta d'    it says what ANTIC is to draw       '

        run start
