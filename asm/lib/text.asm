;   text.asm - words and numbers on the screen.
;
;   Entry points: text_put, number_put.

DIGIT_ZERO      = $10           ; screen code of 0

;----------------------------------------------------------------------
;   text_put: writes a text to its place on the screen
;   IN       X, Y address of a record (high, low): the target address (two
;            bytes), at most 253 screen codes, $FF
;   CLOBBERS A, X, Y
;   CYCLES   51 + 20 for each character
;----------------------------------------------------------------------
.proc           text_put
                sty zp_record
                stx zp_record + 1
                ldy #1
target          lda (zp_record),y
                sta zp_text,y
                dey
                bpl target
                inw zp_record
                inw zp_record
                ldy #0
letter          lda (zp_record),y
                cmp #$ff
                beq done
                sta (zp_text),y
                iny
                bne letter
done            rts
.endp

;   Writes the text :1
.macro          text_show
                ldx #>:1
                ldy #<:1
                jsr text_put
.endm

;----------------------------------------------------------------------
;   number_put: writes a number in decimal, with blanks for leading zeros
;   IN       A number, X digits (1 to 3), zp_text address of the first one
;   CLOBBERS A, X, Y
;   CYCLES   230 at most
;----------------------------------------------------------------------
.proc           number_put
                dex
digit           ldy #0
                sec
ten             sbc #10
                bcc units
                iny
                bne ten
units           adc #10 + DIGIT_ZERO            ; carry is clear
                sty number_tens
                pha
                txa
                tay
                pla
                sta (zp_text),y
                lda number_tens
                dex
                bmi done
                tay
                bne digit
blank           txa                             ; only leading zeros are left
                tay
                lda #0
                sta (zp_text),y
                dex
                bpl blank
done            rts
.endp
