; A display list: the program of ANTIC, the chip that makes the picture.
; Two lines of large text, then a line of small text.

SDLSTL  = $0230         ; the address of the display list
COLOR0  = $02C4         ; the operating system's copies of the colours

        org $2000
start   mwa #list SDLSTL
        mva #$CA COLOR0
wait    jmp wait

list    dta $70,$70,$70         ; 24 blank lines
        dta $47,a(large)        ; mode 7, with the address of its text
        dta $07                 ; mode 7 again: the next twenty characters
        dta $70
        dta $42,a(small)        ; mode 2
        dta $41,a(list)         ; start again with the next picture

large   dta d'    A DISPLAY LIST  '
        dta d'   OF THREE LINES   '
small   dta d'    it says what ANTIC is to draw       '

        run start
