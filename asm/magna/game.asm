;   game.asm - the course of a game, step by step.
;
;   Entry point: game.

;----------------------------------------------------------------------
;   game: one game, to its victory
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

;   A step is complete: what is accepted now, what the console shows
.proc           state_tell
                jsr legal_list
                jsr view_make
                jmp step_done
.endp

;   OUT A what the player who acts does; skip_count
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

;   The step for eye and ear: all of it for a person, of a robot's turn
;   only what everybody notices
.proc           step_see
                ldx zp_actor
                jsr is_robot
                beq person
                lda demo
                bne person
                jmp blast
person          jmp step_show
.endp

;   Does the program play ship X? OUT Z clear when it does
.proc           is_robot
                lda computers
                and ship_bit,x
                rts
.endp

ship_bit        dta 1, 2, 4, 8

;   The robots' own game: everybody may look at it; any input ends it
.proc           demo_see
                jsr person_see
                message ROW_EXPECTED,MESSAGE_DEMO
                lda #DEMO_STEP
                jmp eye_pause
.endp

demo_over       jsr sound_off
                mva #PANEL_COLOUR colours+COLOUR_PANEL  ; no flash is left
                jmp play_on
