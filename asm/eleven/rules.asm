;   rules.asm - moves: checks, makes and takes them back.
;
;   Entry points: side_set, side_change, way_set, move_allowed, move_make,
;   move_unmake.
;   The same routines serve the game and the search. What a move changes goes
;   into a record, from which the move is taken back or described.
;
;   A row of the board is 16 bytes: wall, eleven squares, wall, the sum of
;   White's strengths on it, the sum of Black's. So the high nibble of a square
;   is the index of its row's sums, and with a strength in the low nibble that
;   of a piece's worth there.

;   Sum of a side's strengths (:1 zp_own or zp_foe) in the row of square A. OUT
;   A sum, Y its index
.macro          row_sum
                and #ROW_BITS
                ora :1
                tay
                lda board,y
.endm

;   Puts piece X on square Y: the board holds its number + 1
.macro          piece_put
                inx
                txa
                dex
                sta board,y
.endm

;----------------------------------------------------------------------
;   side_set: sets the side to move
;   IN       A WHITE, BLACK
;   OUT      zp_turn, zp_side, zp_behind, zp_own, zp_foe, zp_goal, zp_values
;   CLOBBERS A, X
;   CYCLES   60
;----------------------------------------------------------------------
.proc           side_set
                ;@budget 60
                sta zp_turn
                tax
                clc
                adc #COLUMN_WHITE
                sta zp_own
                eor #COLUMN_WHITE ^ COLUMN_BLACK
                sta zp_foe
                lda first,x
                sta zp_side
                lda behind,x
                sta zp_behind
                lda goals,x
                sta zp_goal
                lda values,x
                sta zp_values + 1
                mva #<values_white zp_values
                rts

first           dta 0, BLACK_PIECES
behind          dta PIECES, BLACK_PIECES + PIECES
goals           dta SIZE * ROW_STEP, ROW_STEP
values          dta h(values_white), h(values_black)
.endp

;----------------------------------------------------------------------
;   side_change: changes to the other side
;   OUT      as `side_set`; zp_worth, zp_worth_foe
;   CLOBBERS A, X
;   CYCLES   92
;----------------------------------------------------------------------
.proc           side_change
                ;@budget 92
                lda zp_worth
                ldx zp_worth_foe
                sta zp_worth_foe
                stx zp_worth
                lda zp_worth + 1
                ldx zp_worth_foe + 1
                sta zp_worth_foe + 1
                stx zp_worth + 1
                lda zp_turn
                eor #WHITE ^ BLACK
                jmp side_set
.endp

;----------------------------------------------------------------------
;   way_set: sets the way in which pieces of the side move
;   IN       A FORWARD, LEFT, RIGHT, BACKWARD
;   OUT      zp_way, zp_step
;   CLOBBERS A, Y
;   CYCLES   22
;----------------------------------------------------------------------
.proc           way_set
                ;@budget 22
                sta zp_way
                ora zp_side
                tay
                lda way_steps,y
                sta zp_step
                rts
.endp

;----------------------------------------------------------------------
;   move_allowed: whether a piece may move that way
;   IN       X piece of the side, not removed; zp_step
;   OUT      C clear: it may; zp_from, zp_target. C set: it may not. Then Z
;            clear: A occupies the square; Z set: the enemy's strength
;            zp_against is too great
;   CLOBBERS A, Y
;   CYCLES   77 at most
;----------------------------------------------------------------------
.proc           move_allowed
                ;@budget 77
                lda piece_square,x
                sta zp_from
                clc
                adc zp_step
                sta zp_target
                tay
                lda board,y
                bne held
                tya
                row_sum zp_foe
                clc
                beq free
                sta zp_against
                lda zp_from
                row_sum zp_own                  ; own side's, itself included
                clc
                sbc zp_against                  ; C: more than the enemy's
                lda #0
                bcc strength
                clc
free            rts
strength        sec
                tay                             ; Z
                rts
held            sec
                rts
.endp

;----------------------------------------------------------------------
;   move_make: makes a move
;   IN       zp_piece, zp_way; zp_from, zp_target from `move_allowed`
;   OUT      the position; a record of the position before
;   CLOBBERS A, X, Y
;   CYCLES   460; if pieces age, 220 more and 200 for each
;----------------------------------------------------------------------
.proc           move_make
                ldx zp_piece
                ldy zp_undo
                txa
                sta undo + UNDO_PIECE,y
                lda zp_from
                sta undo + UNDO_FROM,y
                lda piece_strength,x
                sta undo + UNDO_STRENGTH,y
                lda piece_due,x
                sta undo + UNDO_DUE,y
                lda zp_worth
                sta undo + UNDO_WORTH,y
                lda zp_worth + 1
                sta undo + UNDO_WORTH + 1,y
                tya
                clc
                adc #UNDO_SIZE
                sta zp_undo

                ldy zp_from
                lda #0
                sta board,y
                jsr piece_off
                lda zp_way
                bne not_forward
                jsr promote
                jmp arrive
not_forward     cmp #BACKWARD
                bne arrive
                jsr retreat
arrive          ldy zp_target
                tya
                sta piece_square,x
                piece_put
                jsr piece_on

                ldy zp_turn                     ; its life begins again, those
                ldx zp_clock,y                  ; of the others continue
                inx
                stx zp_clock,y
                txa
                clc
                adc #LIFE
                ldx zp_piece
                sta piece_due,x
.endp
                ;   continues with pieces_age
                ert * <> pieces_age

;----------------------------------------------------------------------
;   pieces_age: a piece whose life has run out falls by a step; one of
;   strength 1 is removed
;   OUT      the rest of the record
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           pieces_age
                lda #0
                sta zp_aged
                ldy zp_turn
                lda zp_clock,y
                ldx zp_side
                .rept PIECES                    ; rarely any of them
                cmp piece_due + #,x
                beq some
                .endr
                bne done

some            sta zp_work
piece           lda zp_work
                cmp piece_due,x
                bne next
                lda piece_strength,x
                beq next
                jsr piece_fall
next            inx
                cpx zp_behind
                bcc piece

done            ldy zp_undo
                lda zp_aged
                sta undo,y
                inc zp_undo
                rts
.endp

;   Piece X falls: its life has run out at zp_work
.proc           piece_fall
                ldy piece_square,x
                jsr piece_off
                inc zp_aged
                ldy zp_undo
                inc zp_undo
                txa
                sta undo,y
                lda zp_work
                clc
                adc #LIFE
                sta piece_due,x
                ldy piece_strength,x
                lda falls_to,y
                sta piece_strength,x
                bne on
                ldy piece_square,x
                sta board,y
                rts
on              ldy piece_square,x
                jmp piece_on
.endp

;----------------------------------------------------------------------
;   promote, retreat: the effect of a step forward or backward on a piece
;   IN       X piece, zp_target
;   OUT      piece_strength
;   CLOBBERS A, Y
;   CYCLES   75 at most
;----------------------------------------------------------------------
.proc           promote
                ;@budget 75
                jsr own_row
                ldy piece_strength,x
                cpy #STRENGTH_TOP
                bcs done
                sec
                sbc home_row,x
                bcc done                        ; behind its first row
                cmp piece_strength,x
                bcc done
                lda rises_to,y
                sta piece_strength,x
done            rts
.endp

.proc           retreat
                jsr own_row
                ldy piece_strength,x
                cpy #2
                bcc done
                cmp piece_strength,x
                bcs done
                lda falls_to,y
                sta piece_strength,x
done            rts
.endp

;   OUT A the row of zp_target, 1 to 11, counted from the moving side
.proc           own_row
                lda zp_target
                lsr @
                lsr @
                lsr @
                lsr @
                ldy zp_turn
                beq done
                eor #$ff                        ; 12 - row
                sec
                adc #SIZE + 1
done            rts
.endp

;----------------------------------------------------------------------
;   piece_off, piece_on: subtracts a piece's strength and worth from a row, or
;   adds them
;   IN       X piece of the side, Y a square of that row
;   CLOBBERS A, Y
;   CYCLES   63
;----------------------------------------------------------------------
.proc           piece_off
                ;@budget 63
                tya
                row_sum zp_own
                sec
                sbc piece_strength,x
                sta board,y
                tya
                and #ROW_BITS
                ora piece_strength,x
                tay
                lda zp_worth
                sec
                sbc (zp_values),y
                sta zp_worth
                scs
                dec zp_worth + 1
                rts
.endp

.proc           piece_on
                ;@budget 63
                tya
                row_sum zp_own
                clc
                adc piece_strength,x
                sta board,y
                tya
                and #ROW_BITS
                ora piece_strength,x
                tay
                lda zp_worth
                clc
                adc (zp_values),y
                sta zp_worth
                scc
                inc zp_worth + 1
                rts
.endp

;----------------------------------------------------------------------
;   move_unmake: takes back the last move in the record
;   IN       the side to move is that which made it
;   OUT      the position before it; zp_piece the piece that moved
;   CLOBBERS A, X, Y
;   CYCLES   180; 105 more for each piece that had aged
;----------------------------------------------------------------------
.proc           move_unmake
                ldy zp_undo
                dey
                lda undo,y
                sta zp_aged
                beq moved
aged            dey
                ldx undo,y
                sty zp_undo
                jsr piece_rise
                ldy zp_undo
                dec zp_aged
                bne aged

moved           tya
                sec
                sbc #UNDO_SIZE
                sta zp_undo
                tay
                ldx undo + UNDO_PIECE,y
                stx zp_piece
                lda piece_strength,x
                sta zp_strength
                lda undo + UNDO_STRENGTH,y
                sta piece_strength,x
                lda undo + UNDO_DUE,y
                sta piece_due,x
                lda undo + UNDO_WORTH,y
                sta zp_worth
                lda undo + UNDO_WORTH + 1,y
                sta zp_worth + 1
                lda undo + UNDO_FROM,y
                sta zp_from

                ldy piece_square,x              ; leaves the target
                sta piece_square,x
                lda #0
                sta board,y
                tya
                row_sum zp_own
                sec
                sbc zp_strength
                sta board,y

                ldy zp_from                     ; and returns to its old square
                piece_put
                tya
                row_sum zp_own
                clc
                adc piece_strength,x
                sta board,y

                ldx zp_turn
                dec zp_clock,x
                rts
.endp

;   Undoes the fall of piece X; the record restores its worth
.proc           piece_rise
                ;@budget 84
                lda piece_strength,x
                sta zp_strength
                tay
                lda rises_to,y
                sta piece_strength,x
                ldy zp_turn
                lda zp_clock,y
                sta piece_due,x
                ldy piece_square,x
                piece_put                       ; it may have been removed
                tya
                row_sum zp_own
                clc
                adc piece_strength,x
                sec
                sbc zp_strength
                sta board,y
                rts
.endp
