;   polls.asm - a main loop that polls, as half of all games do: VCOUNT for a
;               line, CONSOL for a key, TRIG0 for a button, RANDOM for a small
;               number, RTCLOK for the next frame.

                icl 'common.inc'

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #$22
                jsr screen_on

again           lda #40                 ; a line in the upper third
                jsr line
                lda #4
                sta COLBK
                lda #64
                jsr line
                lda #0
                sta COLBK

                ldx #150                ; wait for a key, but not for long
key             lda CONSOL
                and #7
                cmp #7
                bne again
                lda TRIG0
                beq again
                dex
                bne key

number          lda RANDOM              ; six numbers below 3
                cmp #3
                bcs number
                tay
                sta SCREEN + 400,y
                dec tries
                bne number
                lda #6
                sta tries

                jsr frame_wait
                jmp again

;   Waits for a line. IN A its number / 2. CLOBBERS nothing.
line            cmp VCOUNT
                bne line
                rts

tries           dta 6

                text_list

                run start
