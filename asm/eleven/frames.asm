;   frames.asm - players over the board: the cursor, the mark of the piece in
;                hand, a moving piece.
;
;   Entry points: cursor_draw, picked_draw, slide, slide_end.

;----------------------------------------------------------------------
;   cursor_draw, picked_draw: draws the frame at the square of the cursor or
;   of the piece in hand; 0: hides it
;   IN       cursor; picked
;   CLOBBERS A, X, Y
;   CYCLES   3,000
;----------------------------------------------------------------------
.proc           cursor_draw
                mva #>cursor_rows zp_rows+1
                lda cursor
                jsr frame_draw
                sta HPOSP0
                rts
.endp

.proc           picked_draw
                mva #>picked_rows zp_rows+1
                lda picked
                jsr frame_draw
                sta HPOSP1
                rts
.endp

;   Draws a frame at square A in the player at zp_rows. OUT A its colour clock
.proc           frame_draw
                pha
                mva #0 zp_rows
                tay
clear           sta (zp_rows),y
                iny
                bne clear
                pla
                beq nowhere
                pha
                jsr square_y
                tay
                ldx #CELL_HEIGHT
row             lda frame_rows,x
                sta (zp_rows),y
                iny
                dex
                bpl row
                pla
                jmp square_x
nowhere         rts

frame_rows      dta $ff, $81, $81, $81, $81, $81, $81, $81, $81
                dta $81, $81, $81, $81, $81, $81, $81, $ff
                ert * - frame_rows <> CELL_HEIGHT + 1
.endp

;   square_x, square_y: IN A square. OUT A its colour clock; its scan line
.proc           square_x
                and #$0f
                asl @
                asl @
                asl @
                clc
                adc #BOARD_X - CELL_WIDTH
                rts
.endp

.proc           square_y
                and #ROW_BITS
                eor #$ff                        ; 16 * [11 - row] + BOARD_TOP
                sec
                adc #SIZE * ROW_STEP + BOARD_TOP
                rts
.endp
                ert ROW_STEP <> CELL_HEIGHT


;----------------------------------------------------------------------
;   slide: shows a piece that moves from one square to another
;   IN       zp_from, zp_target; the piece's side is to move
;   OUT      the old square is drawn empty
;   CLOBBERS A, X, Y
;   CYCLES   16 frames
;----------------------------------------------------------------------
.proc           slide
                mva zp_from zp_square
                jsr square_cell
                jsr shape_take
                lda zp_turn
                lsr @
                lda #COLOUR_WHITE
                ldx #COLOUR_BLACK
                bcc colour
                lda #COLOUR_BLACK
                ldx #COLOUR_WHITE
colour          sta PCOLR3
                stx PCOLR2
                lda zp_from
                jsr square_x
                sta slide_x
                lda zp_target
                jsr square_x
                sec
                sbc slide_x
                jsr sign
                stx slide_right
                lda zp_from
                jsr square_y
                sta slide_y
                lda zp_target
                jsr square_y
                sec
                sbc slide_y
                jsr sign
                stx slide_down

                ldx #0                          ; erase the old shape
                txa
clear           sta ink_rows,x
                sta body_rows,x
                inx
                bne clear
                jsr frame_wait
                jsr slide_draw
                lda #CHAR_EMPTY
                jsr square_four
                ldx #SLIDE_FRAMES
step            stx zp_count
                jsr frame_wait
                lda slide_y
                clc
                adc slide_down
                sta slide_y
                lda zp_count
                lsr @                           ; half as many clocks
                bcc draw
                lda slide_x
                clc
                adc slide_right
                sta slide_x
draw            jsr slide_draw
                ldx zp_count
                dex
                bne step
                rts

;   OUT X the sign of A: 1, 0 or -1
sign            ldx #0
                tay
                beq signed
                bmi minus
                inx
                rts
minus           dex
signed          rts
.endp
                ert SLIDE_FRAMES <> CELL_HEIGHT
                ert SLIDE_FRAMES <> 2 * CELL_WIDTH

;----------------------------------------------------------------------
;   slide_end: hides the moving piece after it has arrived
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           slide_end
                jsr frame_wait
                lda #0
                sta HPOSP2
                sta HPOSP3
                rts
.endp

;   Draws the piece at slide_x, slide_y and clears the rows above and below
.proc           slide_draw
                ldy slide_y
                dey
                lda #0
                sta body_rows,y
                sta ink_rows,y
                iny
                tax
row             lda slide_body,x
                sta body_rows,y
                lda slide_ink,x
                sta ink_rows,y
                iny
                inx
                cpx #CELL_HEIGHT
                bcc row
                lda #0
                sta body_rows,y
                sta ink_rows,y
                lda slide_x
                sta HPOSP2
                sta HPOSP3
                rts
.endp

;   Reads the shape of the piece drawn at zp_cell: black and white points are
;   the body; those that are not in the side's colour are also ink
.proc           shape_take
                ldx #0
                ldy #0
                jsr half
                ldy #LINE_SIZE
half            jsr character                   ; left: points 7 to 4
                iny
                jsr character                   ; right
                txa
                clc
                adc #8
                tax
                rts

;   Copies character Y of the square to eight rows from X on; keeps X and Y
character       sty zp_count
                lda (zp_cell),y
                and #$7f
                asl @                           ; characters + 8 * code
                sta zp_glyph
                lda #0
                rol @
                asl zp_glyph
                rol @
                asl zp_glyph
                rol @
                adc #>characters                ; carry is clear
                sta zp_glyph + 1
                ldy #0
row             lda (zp_glyph),y
                sta zp_work
                sty zp_word
                ldy #4
point           asl zp_work                     ; 11 white, 01 black
                lda #0
                rol @
                eor zp_turn
                eor #1                          ; White: ink is black
                asl zp_work
                bcs lit
                lda #0
lit             rol slide_body,x
                lsr @
                rol slide_ink,x
                dey
                bne point
                inx
                ldy zp_word
                iny
                cpy #8
                bcc row
                txa
                sec
                sbc #8
                tax
                ldy zp_count
                rts
.endp
