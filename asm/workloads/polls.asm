;   polls.asm - a main loop that waits: for a line by VCOUNT, for a key by
;               CONSOL, for a button, for RANDOM to be small, for the frame's
;               number. Half of all games wait so.

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

                ldx #150                ; a key, or a while without one
key             lda CONSOL
                and #7
                cmp #7
                bne again
                lda TRIG0
                beq again
                dex
                bne key

number          lda RANDOM              ; a number below 3, six times
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

;   IN A half a line's number. OUT the beam is there. CLOBBERS nothing.
line            cmp VCOUNT
                bne line
                rts

tries           dta 6

                text_list

                run start
