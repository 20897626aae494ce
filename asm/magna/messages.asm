;   messages.asm - the two lines at the bottom: what has happened, and what
;                  is expected or why something was refused.
;
;   Entry points: message_put, message_clear, place_put, digit_put.

ROW_HAPPENED    = 0
ROW_EXPECTED    = SCREEN_WIDTH

;----------------------------------------------------------------------
;   message_put: writes a message
;   IN       A ROW_..., Y message (MESSAGE_...)
;   OUT      message_end: after the last letter
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           message_put
                tax
                lda message_low,y
                sta zp_record
                lda message_high,y
                sta zp_record + 1
                ldy #0
letter          lda (zp_record),y
                cmp #$ff
                beq rest
                sta messages + 1,x
                inx
                iny
                bne letter
rest            stx message_end
blank           cpy #SCREEN_WIDTH - 1
                bcs done
                lda #0
                sta messages + 1,x
                inx
                iny
                bne blank
done            rts
.endp

;   Writes message :2 in row :1
.macro          message row,number
                lda #:row
                ldy #:number
                jsr message_put
.endm

;----------------------------------------------------------------------
;   place_put: appends the name of a place to the last message
;   IN       A place
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           place_put
                pha
                lsr @
                lsr @
                clc
                adc #'A'-$20
                jsr code_put
                pla
                and #3
                clc
                adc #1

;   Appends a digit to the last message. IN A 0 to 9
number_digit    ora #DIGIT_ZERO
code_put        ldx message_end
                sta messages + 1,x
                inc message_end
                rts
.endp
