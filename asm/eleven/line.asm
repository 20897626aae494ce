;   line.asm - the two lines below the board: what has happened, and what
;              is expected or why something was refused.
;
;   Entry points: line_begin, line_text, line_square, line_number,
;   line_side, line_show; macros line_add, line_is.

;----------------------------------------------------------------------
;   line_begin: begins a new line
;   IN       X, Y address where it will be shown (high, low)
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           line_begin
                sty line_at
                stx line_at + 1
                lda #0
                sta zp_line
                ldx #LINE_SIZE - 1
blank           sta line,x
                dex
                bpl blank
                rts
.endp

;----------------------------------------------------------------------
;   line_text: adds a text
;   IN       X, Y its address (high, low); it ends with $FF
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           line_text
                sty zp_word
                stx zp_word + 1
                ldx zp_line
                ldy #0
letter          lda (zp_word),y
                cmp #$ff
                beq done
                sta line,x
                inx
                iny
                bne letter
done            stx zp_line
                rts
.endp

;   Begins a line at :1 with the text :2
.macro          line_is
                ldx #>[:1]
                ldy #<[:1]
                jsr line_begin
                line_add :2
.endm

;   Adds text :1
.macro          line_add
                ldx #>:1
                ldy #<:1
                jsr line_text
.endm

;----------------------------------------------------------------------
;   line_square, line_number, line_side: adds a square's name, a number
;   below 100, the name of a side
;   IN       A square; number; WHITE or BLACK
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           line_square
                pha
                and #$0f
                clc
                adc #CHAR_LETTER_A - 1
                jsr line_character
                pla
                lsr @
                lsr @
                lsr @
                lsr @
.endp
                ert * <> line_number

.proc           line_number
                ldx #0
                sec
ten             sbc #10
                bcc units
                inx
                bne ten
units           adc #10 + CHAR_DIGIT            ; carry is clear
                pha
                txa
                beq less
                clc
                adc #CHAR_DIGIT
                jsr line_character
less            pla
.endp
                ert * <> line_character

.proc           line_character
                ldx zp_line
                sta line,x
                inc zp_line
                rts
.endp

.proc           line_side
                tax
                bne black
                line_add text_white
                rts
black           line_add text_black
                rts
.endp

;----------------------------------------------------------------------
;   line_show: writes the line to the screen
;   CLOBBERS A, Y
;----------------------------------------------------------------------
.proc           line_show
                mwa line_at zp_word
                ldy #LINE_SIZE - 1
letter          lda line,y
                sta (zp_word),y
                dey
                bpl letter
                rts
.endp
