;   scroll.asm - fine scrolling in both directions in every frame. Each mode
;                line of the display list has its own address.

                icl 'common.inc'

ROWS            = 24
x               = $90           ; in colour clocks
y               = $92           ; in lines
address         = $94
count           = $96

start           lda #>SCREEN
                ldx #$40
                jsr fill
                lda #>FONT
                ldx #4
                jsr fill
                lda #>FONT
                sta CHBAS
                lda #$22
                jsr screen_on
again           jsr frame_wait
                inc count
                inc x
                lda count
                lsr @
                sta y
                lda x
                and #3
                eor #3
                sta HSCROL
                lda y
                and #7
                sta VSCROL
                lda y                   ; 128 bytes a row
                lsr @
                lsr @
                lsr @
                lsr @
                pha
                lda x
                lsr @
                lsr @
                and #$3f
                sta address
                pla
                ora #>SCREEN
                sta address + 1
                ldx #0
row             lda address
                sta LIST + 4,x
                lda address + 1
                sta LIST + 5,x
                lda address
                eor #$80
                sta address
                bmi same
                inc address + 1
same            inx
                inx
                inx
                cpx #3 * ROWS
                bne row
                jmp again

                org LIST
                dta $70,$70,$70
                .rept ROWS - 1
                dta $74,a(SCREEN)
                .endr
                dta $54,a(SCREEN)
                dta $41,a(LIST)

                run start
