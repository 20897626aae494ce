;   game.asm - the sequence of turns.
;
;   Entry points: game, thinking_listen, demo_leave.

;----------------------------------------------------------------------
;   game: plays from the first position until the game is left
;   IN       computers, option_plies
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game
                jsr game_screen
                jsr game_begin
                jsr input_clear
turn            lda winner
                bne over
                ldx zp_turn
                lda computers
                and computer_bit,x
                bne computer
                jsr inputs_drop
                jsr prompt_show

person          jsr action_wait
                lda action
                bne act
                jsr person_poll
                lda action
                bne act
                lda haste
                bne person
                jsr frame_wait
                jmp person
act             jsr action_do
                bcs left
                lda refused_why
                bne person
                beq turn

computer        jsr thinking_show
                jsr think
                lda game_left
                bne left
                jsr action_do
                lda game_left
                beq turn
                rts

over            jsr over_show
                lda computers
                cmp #BOTH_SIDES
                bne person
                lda #END_SECONDS                ; no person will continue
                jsr idle
left            rts
.endp
BOTH_SIDES      = 3             ; computers

;----------------------------------------------------------------------
;   idle: waits some seconds or until an input; not at all if `haste` is set
;   IN       A seconds
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           idle
                sta zp_count
second_more     mva second zp_work
frame           lda haste
                bne done
                jsr input_get
                bne done
                jsr frame_wait
                dec zp_work
                bne frame
                dec zp_count
                bne second_more
done            rts
.endp

;----------------------------------------------------------------------
;   thinking_show: shows line and keys while the computer thinks
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           thinking_show
                line_is BOTTOM_LINE text_nothing
                lda zp_turn
                jsr line_side
                line_add text_thinks
                jsr line_show
                lda computers
                cmp #BOTH_SIDES
                beq demo
                keys_are keys_none
                rts
demo            keys_are keys_demo
                rts
.endp

;----------------------------------------------------------------------
;   thinking_listen: refuses input while the computer thinks; in a
;   demonstration any input ends the game
;   OUT      game_left, think_over
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           thinking_listen
                jsr input_get
                beq done
                cmp #EVENT_RELEASE
                beq done
                jsr demo_leave
                beq done
                sound_start effect_buzz
done            rts
.endp

;----------------------------------------------------------------------
;   demo_leave: there was an input; a demonstration ends
;   OUT      Z set if it ends; game_left, think_over
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           demo_leave
                lda computers
                cmp #BOTH_SIDES
                bne done
                mva #1 game_left
                sta think_over
                cmp #1                          ; Z
done            rts
.endp

;----------------------------------------------------------------------
;   inputs_drop: discards inputs from before the turn
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           inputs_drop
                jsr input_get
                beq done
                cmp #EVENT_RELEASE
                beq inputs_drop
                jsr input_clear
                sound_start effect_buzz
done            rts
.endp

;----------------------------------------------------------------------
;   over_show: shows who has won, and how
;   IN       winner, reason
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           over_show
                line_is BOTTOM_LINE text_nothing
                ldx winner
                cpx #WINNER_NOBODY
                beq how
                dex
                txa
                jsr line_side
how             ldy reason
                ldx texts_high - 1,y
                lda texts_low - 1,y
                tay
                jsr line_text
                jsr line_show
                lda computers
                cmp #BOTH_SIDES
                bne played
                keys_are keys_demo
                jmp sound
played          keys_are keys_end
sound           sound_start effect_won
                sound_start effect_won_low
                rts

;   By reason
texts_low       dta l(text_crossed), l(text_no_piece)
                dta l(text_no_move), l(text_draw)
texts_high      dta h(text_crossed), h(text_no_piece)
                dta h(text_no_move), h(text_draw)
.endp

;----------------------------------------------------------------------
;   game_screen: builds the screen: empty board, players, panel
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game_screen
                jsr screen_off
                jsr screen_clear
                jsr borders_draw
                jsr panel_draw
                lda #0
                sta game_left
                sta picked
                jsr picked_draw
                mva #CURSOR_START cursor
                jsr cursor_draw
                mva #COLOUR_STRIP colours+DLI_STRIP
                ldx #>game_list
                ldy #<game_list
                jmp screen_on
.endp
CURSOR_START    = $66           ; the middle of the board
