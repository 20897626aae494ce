;   game.asm - the course of a game, step by step.
;
;   Entry point: game.

;----------------------------------------------------------------------
;   game: plays one game until victory
;   IN       option_level, option_players, computers, demo
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game
                mva computers computers_were
                jsr game_set
                jsr robots_reset
                jsr state_tell
step            jsr choose
                sta action_done
                ldx player
                stx zp_actor
                jsr action_do
                inw step_count
                jsr state_tell
                jsr step_see
                lda phase
                cmp #PHASE_WON
                bne step
                rts
.endp

;   A step is complete: updates the accepted actions and the console's view
.proc           state_tell
                jsr legal_list
                jsr view_make
                jmp step_done
.endp

;   OUT A the acting player's action; skip_count
.proc           choose
                ldx player
                jsr is_robot
                bne robot
                mva #0 skip_count
                jmp person_choose

robot           lda demo
                beq unseen
                jsr demo_see
                jmp think
unseen          lda phase
                bne think
                jsr robot_announce
think           ldx player
                jmp robot_choose
.endp

;   Shows the step: all of it to a person; of a robot's turn only what all
;   players notice
.proc           step_see
                ldx zp_actor
                jsr is_robot
                beq person
                lda demo
                bne person
                jmp blast
person          jmp step_show
.endp

;   Whether the program plays ship X. OUT Z clear if it does
.proc           is_robot
                lda computers
                and ship_bit,x
                rts
.endp

ship_bit        dta 1, 2, 4, 8

;   The demonstration game of two robots: shows everything; any input ends it
.proc           demo_see
                jsr person_see
                message ROW_EXPECTED,MESSAGE_DEMO
                lda #DEMO_STEP
                jmp eye_pause
.endp

demo_over       jsr sound_off
                mva #PANEL_COLOUR colours+COLOUR_PANEL  ; no flash is left
                jmp play_on
