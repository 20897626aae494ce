;   waves.asm - a wavy picture: writes a different HSCROL on every line after
;               a wait for WSYNC.

                icl 'common.inc'

ROWS            = 24            ; of mode 2
LINES           = 180           ; that are scrolled
count           = $90

start           lda #>SCREEN
                ldx #6
                jsr fill
                lda #$22
                jsr screen_on
                sei
                lda #0
                sta NMIEN

again           lda VCOUNT
                cmp #16
                bne again
                inc count
                ldy count
                ldx #LINES
line            sta WSYNC
                lda wave,y
                sta HSCROL
                iny
                dex
                bne line
                jmp again

                .align $100,0
wave            .rept 256               ; with more, a line's DMA would run on
                dta [#/4]&7             ; into the next and lose the list
                .endr

                org LIST
                dta $70,$70,$70
                .rept ROWS
                dta $52,a(SCREEN + #*64)
                .endr
                dta $41,a(LIST)

                run start
