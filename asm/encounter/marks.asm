;   marks.asm - players: the cursor, the marks on squares, a moving piece.
;
;   Entry points: marks_clear, mark_put, mark_hide, cursor_put, marks_last,
;   glide.
;   Owns the player memory, HPOSP1 to HPOSP3, cursor_x.

;----------------------------------------------------------------------
;   marks_clear: hides all players
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           marks_clear
                lda #0
                tax
                sta cursor_x
                sta frozen
clear           sta player_rows,x
                sta player_rows + 2 * PLAYER_SIZE,x
                inx
                bne clear
                sta HPOSP1
                sta HPOSP2
                sta HPOSP3
                rts
.endp

;----------------------------------------------------------------------
;   mark_put: puts a mark on a square
;   IN       X MARK_..., A square; SQUARE_NONE hides it
;   CLOBBERS A, X, Y
;   CYCLES   1,900
;----------------------------------------------------------------------
.proc           mark_put
                cmp #SQUARE_NONE
                beq mark_hide
                stx zp_mark
                pha
                jsr mark_hide           ; erase the old one
                pla
                pha
                jsr square_x
                ldx zp_mark
                jsr mark_aim
                pla
                jsr square_y
.endp

;   Draws mark zp_mark at player row A
.proc           mark_shape
                ldx zp_mark
                clc
                adc mark_rows,x
                sta zp_screen
                lda mark_page,x
                sta zp_screen + 1
                lda shape_start,x
                tax
                ldy #0
row             lda shapes,x
                sta (zp_screen),y
                inx
                iny
                cpy #SQUARE_SIZE
                bcc row
                rts
.endp

;   Puts mark X at colour clock A; the frame routine positions the blinking
;   cursor
.proc           mark_aim
                cpx #MARK_CURSOR
                beq cursor
                sta HPOSP0,x
                rts
cursor          sta cursor_x
                rts
.endp

;----------------------------------------------------------------------
;   mark_hide: hides a mark
;   IN       X MARK_...
;   CLOBBERS A, Y; X is kept
;   CYCLES   1,500
;----------------------------------------------------------------------
.proc           mark_hide
                lda #0
                jsr mark_aim
                lda mark_rows,x
                sta zp_screen
                lda mark_page,x
                sta zp_screen + 1
                ldy #PLAYER_SIZE - 1
                lda #0
row             sta (zp_screen),y
                dey
                bpl row
                rts
.endp

;   IN A square. OUT A its colour clock
.proc           square_x
                and #$0f
                asl @
                asl @
                asl @
                clc
                adc #BOARD_X
                rts
.endp

;   IN A square. OUT A its player row
.proc           square_y
                and #$f0
                lsr @
                eor #$ff                ; BOARD_Y + 8 * (9 - row)
                sec
                adc #BOARD_Y + 9 * SQUARE_SIZE
                rts
.endp

mark_rows       :MARK_COUNT dta l(player_rows + # * PLAYER_SIZE)
mark_page       :MARK_COUNT dta h(player_rows + # * PLAYER_SIZE)
shape_start     dta 0, 8, 8, 16
shapes          dta $ff, $81, $81, $81, $81, $81, $81, $ff
                dta $e7, $81, $81, $00, $00, $81, $81, $e7
                dta $fe, $fe, $fe, $fe, $fe, $fe, $fe, $fe

;----------------------------------------------------------------------
;   cursor_put: puts the cursor on its square
;   IN       cursor
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           cursor_put
                lda cursor
                ldx #MARK_CURSOR
                jmp mark_put
.endp

;----------------------------------------------------------------------
;   marks_last: marks the squares of the last move
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           marks_last
                mva #COLOUR_LAST PCOLR0+MARK_FROM
                lda last_from
                ldx #MARK_FROM
                jsr mark_put
                lda last_to
                ldx #MARK_TO
                jmp mark_put
.endp

;----------------------------------------------------------------------
;   glide: shows a piece that moves from square to square; it is gone at the
;   end
;   IN       last_from, last_to; mover
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           glide
                lda haste
                bne done
                ldx mover
                lda glide_colours,x
                sta PCOLR0 + MARK_GLIDE
                lda last_to
                jsr square_x
                sta glide_to_x
                lda last_to
                jsr square_y
                sta glide_to_y
                lda last_from
                jsr square_x
                sta glide_x
                lda last_from
                jsr square_y
                sta glide_y
step            jsr frame_wait
                jsr show
                lda glide_x
                cmp glide_to_x
                bne across
                lda glide_y
                cmp glide_to_y
                bne along
                ldx #MARK_GLIDE
                jmp mark_hide
across          ldx #0
                bcc forward
                dec glide_x,x
                jmp step
along           ldx #glide_y - glide_x
                bcc forward
                dec glide_x,x
                jmp step
forward         inc glide_x,x
                jmp step
done            rts

;   Draws the piece at its current position. It moves by at most a row, so the
;   rows above and below its shape erase the old one.
show            lda glide_x
                sta HPOSP0 + MARK_GLIDE
                mva #MARK_GLIDE zp_mark
                ldx glide_y
                lda #0
                sta player_rows + MARK_GLIDE * PLAYER_SIZE - 1,x
                sta player_rows + MARK_GLIDE * PLAYER_SIZE + SQUARE_SIZE,x
                txa
                jmp mark_shape
.endp

glide_colours   dta COLOUR_OWN + 4, COLOUR_THEIRS + 4
