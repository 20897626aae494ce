;   board.asm - pieces, targets and sums on the screen.
;
;   Entry points: board_draw, square_draw, square_flash, targets_draw,
;   square_cell.

;----------------------------------------------------------------------
;   board_draw: draws all squares, without marks, and the sums beside the rows
;   CLOBBERS A, X, Y
;   CYCLES   33,000
;----------------------------------------------------------------------
.proc           board_draw
                ldy #SQUARE_FIRST
square          tya
                and #$0f
                beq next
                cmp #SIZE + 1
                bcs next
                sty zp_square
                jsr square_draw
                ldy zp_square
next            iny
                cpy #SQUARE_BEHIND
                bcc square
.endp
                ert * <> sums_draw

;   Draws the strengths of both sides on each row
.proc           sums_draw
                ldx #SQUARE_FIRST
row             stx zp_square
                jsr square_cell
                ldy #AT_WHITE_SUM - AT_BOARD
                lda board + COLUMN_WHITE - 1,x
                ldx #CHAR_DIGIT
                jsr sum_put
                ldx zp_square
                ldy #AT_BLACK_SUM - AT_BOARD
                lda board + COLUMN_BLACK - 1,x
                ldx #CHAR_BLACK_DIGIT
                jsr sum_put
                lda zp_square
                clc
                adc #ROW_STEP
                tax
                cpx #SQUARE_BEHIND
                bcc row
                rts
.endp

;   Writes A, 0 to 88, at zp_cell + Y. IN X character of digit 0
.proc           sum_put
                stx zp_work
                ldx #0
                sec
ten             sbc #10
                bcc units
                inx
                bne ten
units           adc #10                         ; carry is clear, then set
                clc
                adc zp_work
                iny
                sta (zp_cell),y
                dey
                txa
                beq blank
                clc
                adc zp_work
blank           sta (zp_cell),y
                rts
.endp

;----------------------------------------------------------------------
;   square_cell: the screen address of a square
;   IN       zp_square
;   OUT      zp_cell address of its upper left character
;   CLOBBERS A, Y
;   CYCLES   44
;----------------------------------------------------------------------
.proc           square_cell
                lda zp_square
                lsr @
                lsr @
                lsr @
                lsr @
                tay
                lda zp_square
                and #$0f
                asl @
                adc rows_low,y                  ; carry is clear
                sta zp_cell
                lda rows_high,y
                adc #0
                sta zp_cell + 1
                rts

;   Column "0" of rows 0 to 11
ROW_0           = screen + SIZE * 2 * LINE_SIZE + AT_BOARD - 2
rows_low        :12 dta l(ROW_0-#*2*LINE_SIZE)
rows_high       :12 dta h(ROW_0-#*2*LINE_SIZE)
.endp

;----------------------------------------------------------------------
;   square_draw: draws a square with its piece
;   IN       zp_square
;   CLOBBERS A, X, Y
;   CYCLES   227
;----------------------------------------------------------------------
.proc           square_draw
                jsr square_cell
                ldy zp_square
                ldx board,y
                bne piece
                lda #CHAR_EMPTY
                jmp square_four
piece           dex
                jsr piece_life
                sta shown_life
                lda #CHAR_WHITE
                cpx #BLACK_PIECES
                scc
                lda #CHAR_BLACK
                sta zp_work

                ldy piece_strength,x            ; the strength
                clc
                adc shape_of,y
                ldy #0
                sta (zp_cell),y
                adc #1
                iny
                sta (zp_cell),y

                lda zp_work                     ; the life span
                adc #CHAR_LIFE
                ldx shown_life
                cpx #10
                scc
                adc #0                          ; carry: a ten
                jsr marked
                ldy #LINE_SIZE
                sta (zp_cell),y
                txa
                cmp #10
                scc
                sbc #10
                clc
                adc zp_work
                adc #CHAR_LIFE_UNIT
                jsr marked
                iny
                sta (zp_cell),y
                rts

;   Changes the colour of A if the piece is old
marked          cpx #LIFE_SHORT + 1
                scs
                ora #INVERSE
                rts

;   By strength
shape_of        dta 0, 0, 2, 4, 0, 6, 0, 0, 8
.endp

;   Writes four characters from A on at zp_cell
.proc           square_four
                ldy #0
                jsr two
                ldy #LINE_SIZE
two             sta (zp_cell),y
                iny
                clc
                adc #1
                sta (zp_cell),y
                adc #1
                rts
.endp

;----------------------------------------------------------------------
;   targets_draw: marks the squares to which the piece in hand may go
;   IN       picked
;   OUT      zp_count, their number
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           targets_draw
                mva #0 zp_count
                ldy picked
                jsr piece_at
                bcs done
                lda #FORWARD
way             jsr way_set
                stx zp_piece
                jsr move_allowed
                bcs next
                inc zp_count
                mva zp_target zp_square
                jsr square_cell
                lda #CHAR_TARGET
                jsr square_four
next            ldx zp_way
                inx
                txa
                ldx zp_piece
                cmp #WAYS
                bcc way
done            rts
.endp

;----------------------------------------------------------------------
;   square_flash: toggles the colours of a square
;   IN       zp_square
;   CLOBBERS A, Y
;   CYCLES   156
;----------------------------------------------------------------------
.proc           square_flash
                jsr square_cell
                ldy #0
                jsr two
                ldy #LINE_SIZE
two             jsr one
                iny
one             lda (zp_cell),y
                eor #INVERSE
                sta (zp_cell),y
                rts
.endp
