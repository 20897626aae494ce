; A bitmap: mode F has 320 pixels a line. This program draws a pattern in all 192 lines.

SDLSTL  = $0230
COLOR1  = $02C5
COLOR2  = $02C6
pointer = $80
row     = $82

        org $2000
start   mwa #list SDLSTL
        mva #$0E COLOR1
        mva #$94 COLOR2
        mwa #screen pointer
        mva #0 row
line    ldy #39
byte    tya
        eor row
        and row
        sta (pointer),y
        dey
        bpl byte
        adw pointer #40
        inc row
        lda row
        cmp #192
        bne line
wait    jmp wait

; ANTIC's memory counter wraps within 4096 bytes, so the second half needs an address of its own.
list    dta $70,$70,$70
        dta $4F,a(screen)
:101    dta $0F
        dta $4F,a(screen+102*40)
:89     dta $0F
        dta $41,a(list)

screen  = $4010

        run start
