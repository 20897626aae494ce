;   text.asm - numbers, words and messages in the text block.
;
;   Entry points: text_number, text_word, text_label, text_string,
;   text_message, text_notice, message_frame, text_clear_unit, text_date.
;   The interrupt writes lines 1 and 2 while the order phase is open, the
;   main program while it is closed: never both.

;----------------------------------------------------------------------
;   text_number: a byte in decimal, without leading zeros
;   IN       A value, X offset
;   OUT      X offset after the last digit
;   CLOBBERS A, Y
;   CYCLES   181
;----------------------------------------------------------------------
.proc           text_number
                stx zp_text_start
                number_digits digit
                sta text,x
                inx
                rts

digit           cpx zp_text_start
                bne put                 ; zeros count after a digit
                cpy #DIGIT_ZERO
                beq skip
put             sta zp_number
                tya
                sta text,x
                inx
                lda zp_number
skip            rts
.endp

;----------------------------------------------------------------------
;   text_word: a word of up to eight letters and a space
;   IN       A word (WORD_...), X offset
;   OUT      X offset after the space
;   CLOBBERS A, Y
;   CYCLES   199
;----------------------------------------------------------------------
.proc           text_word
                word_write
.endp

;----------------------------------------------------------------------
;   text_label: a text that ends with $FF
;   IN       Y label (LABEL_...), X offset
;   OUT      X offset after it
;   CLOBBERS A, Y
;   CYCLES   17 + 18 for each character, 359 at most
;----------------------------------------------------------------------
.proc           text_label
                lda labels,y
                bmi done
                sta text,x
                inx
                iny
                ;@loop 19
                bne text_label
done            rts
.endp

;----------------------------------------------------------------------
;   text_string: a text that ends with $FF. Main program, while the order
;   phase is closed.
;   IN       A, Y its address (low, high), X offset
;   OUT      X offset after it
;   CLOBBERS A, Y
;   CYCLES   20 + 20 for each character
;----------------------------------------------------------------------
.proc           text_string
                sta zp_from
                sty zp_from + 1
                ldy #0
letter          lda (zp_from),y
                bmi done
                sta text,x
                inx
                iny
                bne letter
done            rts
.endp

;   Writes text :1 at offset :2
.macro          text_put
                lda #<:1
                ldy #>:1
                ldx #:2
                jsr text_string
.endm

;----------------------------------------------------------------------
;   text_message: sets the prompt: the message shown from the next frame on
;   unless an error, a hint or a notice takes precedence
;   IN       A message (MSG_...)
;   CLOBBERS nothing
;   CYCLES   15
;----------------------------------------------------------------------
.proc           text_message
                sta message_prompt
                rts
.endp

;----------------------------------------------------------------------
;   text_notice: shows a message for some time instead of the prompt
;   IN       A message (MSG_...)
;   CLOBBERS A
;   CYCLES   20
;----------------------------------------------------------------------
.proc           text_notice
                sta message_notice
                lda #NOTICE_FRAMES
                sta notice_wait
                rts
.endp

;----------------------------------------------------------------------
;   message_frame: writes the message line, which only the interrupt does.
;   In order of precedence it shows an error, a hint about the held unit, a
;   notice of the main program, the prompt of the phase.
;   CLOBBERS A, X, Y
;   CYCLES   530, 35 when nothing is new
;----------------------------------------------------------------------
.proc           message_frame
                lda zp_error
                bne due
                lda message_hint
                bne due
                ldx notice_wait
                beq prompt
                dec notice_wait
                lda message_notice
                bne due
prompt          lda message_prompt
due             cmp message_shown
                beq done
                sta message_shown

                pha                     ; messages + 32 * A
                lsr @
                lsr @
                lsr @
                sta zp_object + 1
                pla
                asl @
                asl @
                asl @
                asl @
                asl @
                clc
                adc #<messages
                sta zp_object
                lda zp_object + 1
                adc #>messages
                sta zp_object + 1
                ldy #MESSAGE_SIZE - 1
letter          lda (zp_object),y
                sta text + AT_MESSAGE,y
                dey
                lda (zp_object),y
                sta text + AT_MESSAGE,y
                dey
                ;@loop 16
                bpl letter
done            rts
.endp
                ert MESSAGE_SIZE <> 32

;----------------------------------------------------------------------
;   text_clear_unit: clears offsets 8 to 90, the description of a unit
;   CLOBBERS A, X
;   CYCLES   569
;----------------------------------------------------------------------
CLEAR_THIRD     = [AT_UNIT_END - AT_UNIT + 1 + 2] / 3

.proc           text_clear_unit
                lda #0
                ldx #CLEAR_THIRD - 1
clear           sta text + AT_UNIT,x
                sta text + AT_UNIT + CLEAR_THIRD,x
                sta text + AT_UNIT_END + 1 - CLEAR_THIRD,x
                dex
                ;@loop 28
                bpl clear
                rts
.endp

;----------------------------------------------------------------------
;   text_date: the date line
;   IN       day, month, year
;   CLOBBERS A, X, Y
;   CYCLES   800
;----------------------------------------------------------------------
.proc           text_date
                lda #0
                ldx #AT_DATE_END - AT_DATE
clear           sta text + AT_DATE,x
                dex
                ;@loop 20
                bpl clear
                ldx #AT_DATE
                lda month
                clc
                adc #WORD_MONTH
                jsr text_word
                lda day
                jsr text_number
                ldy #LABEL_CENTURY
                jsr text_label
                lda year
                jmp text_number
.endp
