;   game.asm - a game from its first position to its end: effects of moves,
;              end of the game.
;
;   Entry points: game_begin, move_do, settle, resign, hopeless.
;   Owns turn, move_count, quiet, winner, reason, last_..., fight_...,
;   history_..., before_...

;----------------------------------------------------------------------
;   game_begin: sets up the first position from both set-ups
;   IN       setup_own, setup_theirs
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game_begin
                jsr board_clear
                mwa #setup_own zp_cells
                ldx #PLAYER
                jsr army_place
                mwa #setup_theirs zp_cells
                ldx #COMPUTER
                jsr army_place
                lda #0
                sta turn
                sta move_count
                sta move_count + 1
                sta quiet
                sta winner
                sta reason
                jsr last_none
                ldx #7
history         sta history_from,x              ; A is SQUARE_NONE
                dex
                bpl history
                jmp settle
.endp
                ert before_to + 2 - history_from <> 8

;   Records that the last step was not a move
.proc           last_none
                lda #0
                sta fight_attacker
                sta fight_defender
                sta fight_removed
                lda #SQUARE_NONE
                sta last_from
                sta last_to
                rts
.endp

;----------------------------------------------------------------------
;   move_do: makes a legal move
;   IN       turn; zp_from, zp_to
;   OUT      the game after it; turn is the other side, unless the Flag was
;            taken
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           move_do
                jsr last_none
                inw move_count
                inc quiet
                ldx turn
                stx mover
                jsr side_choose
                ldx zp_side
                lda history_from,x
                sta before_from,x
                lda history_to,x
                sta before_to,x
                lda zp_from
                sta last_from
                sta history_from,x
                lda zp_to
                sta last_to
                sta history_to,x

                tay
                lda owner,y
                bne attack
                jsr witness_move
                jsr piece_move
over            lda turn
                eor #PLAYER ^ COMPUTER
                sta turn
                jmp settle

attack          jsr fight
                cmp #FLAG_TAKEN
                bne over
                lda #REASON_FLAG
                ldx turn
                inx
                bne game_over
.endp

;   Ends the game: winner X, reason A
.proc           game_over
                sta reason
                stx winner
                rts
.endp

;----------------------------------------------------------------------
;   fight: the piece on zp_from attacks the one on zp_to
;   OUT      A what was removed (also from the board); fight_...; quiet
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           fight
                ldy zp_from
                lda (zp_kinds),y
                sta zp_attacker
                sta fight_attacker
                ldy zp_to
                lda (zp_enemy_kinds),y
                sta zp_defender
                sta fight_defender
                jsr fight_decide
                sta fight_removed
                mva #0 quiet
                jsr witness_fight
                lda fight_removed
                and #REMOVED_DEFENDER | FLAG_TAKEN
                beq defended
                ldx zp_to
                jsr piece_remove
defended        lda fight_removed
                and #REMOVED_ATTACKER
                beq moves
                ldx zp_from
                jsr piece_remove
                jmp done
moves           jsr piece_move
done            lda fight_removed
                rts
.endp

;----------------------------------------------------------------------
;   settle: checks whether the game is over. Not called if the Flag was taken,
;   since it is over then.
;   IN       turn
;   OUT      winner, reason
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           settle
                ldx turn
                jsr can_move
                bcs stuck
                lda quiet
                cmp #QUIET_LIMIT
                bcc done
                lda #REASON_DRAW
                ldx #WINNER_NOBODY
                bne game_over
stuck           lda turn
                eor #PLAYER ^ COMPUTER
                tax
                inx
                lda #REASON_NO_MOVE
                bne game_over
done            rts
.endp

;----------------------------------------------------------------------
;   resign: a side gives up
;   IN       X side
;   OUT      winner, reason
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           resign
                jsr last_none
                txa
                eor #PLAYER ^ COMPUTER
                tax
                inx
                lda #REASON_RESIGNED
                bne game_over
.endp

;----------------------------------------------------------------------
;   hopeless: whether the computer should forfeit: it has at most one piece
;   that can ever move, and the player has five or more. (Both players see how
;   many pieces there are and which Bombs were removed.)
;   OUT      C set if so
;   CLOBBERS A
;   CYCLES   35
;----------------------------------------------------------------------
.proc           hopeless
                lda pieces + COMPUTER
                sec
                sbc bombs + COMPUTER
                cmp #HOPELESS_COUNT + 2       ; the Flag is included
                bcs no
                lda pieces + PLAYER
                sbc bombs + PLAYER      ; carry is clear: one less
                cmp #HOPEFUL_COUNT
                rts
no              clc
                rts
.endp
