;   position.asm - the first position of a game, legal moves, the end.
;
;   Entry points: position_start, legal_list, position_judge, piece_life.

;----------------------------------------------------------------------
;   position_start: all pieces at home, White to move
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           position_start
                ldy #0
                tya
sums            sta board,y                     ; and the border
                iny
                bne sums
                ldx #BOARD_SIZE - 1
edge            txa
                and #$0f
                cmp #SIZE + 1
                beq walled
                tay
                beq walled
                cpx #SQUARE_FIRST
                bcc walled
                cpx #SQUARE_BEHIND
                bcc open
walled          cmp #SIZE + 2
                bcs open                        ; a sum
                lda #WALL
                sta board,x
open            dex
                cpx #$ff
                bne edge

                lda #0
                sta zp_undo
                sta zp_clock
                sta zp_clock + 1
                sta zp_worth
                sta zp_worth + 1
                lda #BLACK
                jsr set_up
                lda #0
                sta zp_worth_foe
                sta zp_worth_foe + 1
                jsr side_change
                lda #WHITE
.endp
                ert * <> set_up

;   Puts the pieces of side A on their first squares and adds up their worth
.proc           set_up
                jsr side_set
                ldx zp_side
                ldy #0
piece           sty zp_count
                lda start_strength,y
                sta piece_strength,x
                lda #LIFE
                sta piece_due,x
                lda start_square,y
                ldy zp_turn
                beq place
                sta zp_square                   ; the mirrored row
                and #ROW_BITS
                eor #$ff
                sec
                adc #BLACK_MIRROR
                sta zp_work
                lda zp_square
                and #$0f
                ora zp_work
place           sta piece_square,x
                tay
                inx
                txa
                dex
                sta board,y
                jsr piece_on
                ldy zp_count
                inx
                iny
                cpy #PIECES
                bcc piece
                rts
.endp

;----------------------------------------------------------------------
;   legal_list: lists the legal moves of the side to move, by square and then
;   forward, left, right, backward
;   OUT      legal_count; legal_moves, pairs: from, to
;   CLOBBERS A, X, Y
;   CYCLES   15,000
;----------------------------------------------------------------------
.proc           legal_list
                lda #0
                sta legal_count
                sta legal_count + 1
                lda winner
                bne done
                ldy #SQUARE_FIRST
square          sty zp_square
                jsr piece_at
                bcs next
                stx zp_piece
                lda #FORWARD
way             jsr way_set
                jsr move_allowed
                bcs other
                lda legal_count
                inc legal_count
                asl @
                tay
                lda zp_from
                sta legal_moves,y
                lda zp_target
                sta legal_moves + 1,y
other           ldx zp_way
                inx
                txa
                ldx zp_piece
                cmp #WAYS
                bcc way
next            ldy zp_square
                iny
                cpy #SQUARE_BEHIND
                bcc square
done            rts
.endp

;----------------------------------------------------------------------
;   piece_at: the piece of the side to move on a square
;   IN       Y any byte
;   OUT      C clear: X the piece; C set: there is none
;   CLOBBERS A, X
;   CYCLES   35
;----------------------------------------------------------------------
.proc           piece_at
                ;@budget 35
                ldx board,y
                beq none
                dex
                cpx zp_side
                bcc none
                cpx zp_behind
                bcs no
                tya                             ; a sum is no piece
                cmp piece_square,x
                bne none
                clc
                rts
none            sec
no              rts
.endp

;----------------------------------------------------------------------
;   piece_life: moves of its own side until a piece falls
;   IN       X piece, of any side
;   OUT      A 1 to 11
;   CLOBBERS Y
;   CYCLES   26
;----------------------------------------------------------------------
.proc           piece_life
                ;@budget 26
                ldy #WHITE
                cpx #BLACK_PIECES
                scc
                iny
                lda piece_due,x
                sec
                sbc zp_clock,y
                rts
.endp

;----------------------------------------------------------------------
;   position_judge: after a move: the other side's turn, or the end
;   IN       zp_target; move_count, including this move
;   OUT      winner, reason; the side to move
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           position_judge
                lda zp_target
                and #ROW_BITS
                cmp zp_goal
                bne goes_on
                lda #REASON_CROSSED
                ldx zp_turn
                jmp wins

goes_on         jsr side_change
                ldx zp_side
                lda #0
piece           ora piece_strength,x
                inx
                cpx zp_behind
                bcc piece
                tay
                lda #REASON_NO_PIECE
                cpy #0
                beq lost
                jsr legal_list
                lda legal_count
                beq stuck
                lda move_count
                cmp #<MOVE_LIMIT
                lda move_count + 1
                sbc #>MOVE_LIMIT
                bcc done
                mva #WINNER_NOBODY winner
                mva #REASON_DRAW reason
done            rts

stuck           lda #REASON_NO_MOVE
lost            pha
                lda zp_turn
                eor #WHITE ^ BLACK
                tax
                pla
wins            sta reason
                inx
                stx winner
                rts
.endp
                ert WINNER_WHITE <> WHITE + 1
                ert WINNER_BLACK <> BLACK + 1
