;   waits.asm - a program that counts lines with WSYNC and does almost
;               nothing else.

                icl 'common.inc'

LINES           = 100
shade           = $90

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #$22
                jsr screen_on
again           ldx #LINES
line            sta WSYNC
                dex
                bne line
                lda shade
                eor #$42
                sta shade
                sta COLBK
                jmp again

                text_list

                run start
