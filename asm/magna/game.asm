;   game.asm - the course of a game, step by step.
;
;   Entry points: game, step_ended.

;----------------------------------------------------------------------
;   game: one game, to its victory
;   IN       option_level, option_players, computers
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game
                jsr game_set
                jsr robots_reset
step            jsr legal_list
                jsr view_make
                jsr step_done
                lda phase
                cmp #PHASE_WON
                beq done
                mva #0 skip_count
                jsr choose
                sta action_done
                jsr action_do
                inw step_count
                jmp step
done            rts
.endp

;   OUT A what the player who acts does
.proc           choose
                ldx player
                lda computers
                and ship_bit,x
                bne robot
                jmp person_choose
robot           jmp robot_choose

ship_bit        dta 1, 2, 4, 8
.endp

.proc           person_choose
ask             jsr action_wait
                lda action
                beq ask
                ldx #0
                stx action
                sta zp_action
                jsr legal_find
                bcs no
                lda zp_action
                rts
no              lda zp_action
                jsr refusal_of
                sta refused_why
                jsr step_refused
                jmp ask
.endp
