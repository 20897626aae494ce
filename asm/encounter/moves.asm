;   moves.asm - the moves of a side and their legality.
;
;   Entry points: move_first, move_next, reach_next, is_shuttle, can_move,
;   move_check, legal_list.
;   Moves are listed by square, A1, B1 ... J10, then by way, up, left, right,
;   down, and then by distance, near squares first.

;----------------------------------------------------------------------
;   move_first, move_next: the first move of the side to move, and the next
;   one after it, without those that break the two-square rule
;   IN       zp_own, zp_kinds, zp_side; for move_next also zp_from, zp_to,
;            zp_way, zp_open, unchanged since the last call
;   OUT      C clear: zp_from, zp_to; C set: no more moves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
move_first      jsr reach_first
                jmp move_next.told
.proc           move_next
                jsr reach_next
told            bcs none
                jsr is_shuttle
                beq move_next
                clc
none            rts
.endp

;----------------------------------------------------------------------
;   reach_first, reach_next: the same, ignoring the two-square rule
;----------------------------------------------------------------------
reach_first     lda #$ff
                sta zp_from
                bne reach_next.piece
.proc           reach_next
                lda zp_open
                bne step
turn            inc zp_way
                lda zp_way
                cmp #WAYS
                bcs piece
                lda zp_from
                sta zp_to
step            ldy zp_way
                lda zp_to
                clc
                adc way_step,y
                sta zp_to
                tax
                lda owner,x
                bmi turn                ; a wall
                cmp zp_own
                beq turn
                eor #OWNER_NOBODY       ; not 0: an enemy ends the line
                bne enemy
                ldy zp_from
                lda (zp_kinds),y
                cmp #SCOUT
                bne enemy
                sta zp_open
                clc
                rts
enemy           mva #0 zp_open
                clc
                rts

piece           inc zp_from
                ldy zp_from
                cpy #SQUARE_LAST + 1
                bcs none
                lda owner,y
                cmp zp_own
                bne piece
                lda (zp_kinds),y
                cmp #BOMB
                bcs piece
                mva #0 zp_open
                mva #$ff zp_way
                bmi turn
none            rts
.endp

;   Steps of the ways
way_step        dta ROW, $ff, 1, -ROW

;----------------------------------------------------------------------
;   is_shuttle: whether this would be the third move in a row between the same
;   two squares
;   IN       zp_from, zp_to, zp_side
;   OUT      Z set if so
;   CLOBBERS A, X, Y
;   CYCLES   34
;----------------------------------------------------------------------
.proc           is_shuttle
                ldx zp_side
                lda zp_from
                cmp history_to,x
                bne no
                cmp before_from,x
                bne no
                lda zp_to
                cmp history_from,x
                bne no
                cmp before_to,x
no              rts
.endp

;----------------------------------------------------------------------
;   can_move: whether a side has a move
;   IN       X side
;   OUT      C set if it has none
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           can_move
                jsr side_choose
                jmp move_first
.endp

;----------------------------------------------------------------------
;   move_check: whether the side to move may make a move
;   IN       action_from, action_to; turn
;   OUT      A 0 with Z set if it may, else WHY_...; zp_from, zp_to the move
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           move_check
                ldx turn
                jsr side_choose
                jsr reach_first
next            bcs no
                lda zp_from
                cmp action_from
                bne other
                lda zp_to
                cmp action_to
                beq found
other           jsr reach_next
                jmp next
found           jsr is_shuttle
                beq shuttle
                lda #0
                rts
shuttle         lda #WHY_SHUTTLE
                rts
no              lda #WHY_NO_MOVE
                rts
.endp

;----------------------------------------------------------------------
;   legal_list: lists all legal moves of the side to move
;   OUT      legal_count, legal_moves (from, to)
;   CLOBBERS A, X, Y, variables marked U in memory.inc
;----------------------------------------------------------------------
.proc           legal_list
                lda #0
                sta legal_count
                sta legal_count + 1
                mwa #legal_moves zp_list
                lda winner
                bne done
                ldx turn
                jsr side_choose
                jsr move_first
next            bcs done
                ldy #0
                lda zp_from
                sta (zp_list),y
                iny
                lda zp_to
                sta (zp_list),y
                lda zp_list
                adc #2                  ; carry is clear
                sta zp_list
                scc
                inc zp_list + 1
                inw legal_count
                jsr move_next
                jmp next
done            rts
.endp
