;   action.asm - actions: moves, and moves taken back.
;
;   Entry points: game_begin, action_do, board_show.
;   Person, computer and host all act through `action`, `action_from` and
;   `action_to`.

;----------------------------------------------------------------------
;   game_begin: begins a new game and shows its first position
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game_begin
                lda #0
                sta byte_count
                sta byte_count + 1
                sta skip_count
                jsr game_reset
                jsr board_show
                jmp step_done
.endp

;   Sets the first position of a game
.proc           game_reset
                lda #0
                sta move_count
                sta move_count + 1
                sta last_from
                sta last_to
                sta winner
                sta reason
                sta event_count
                sta picked
                jmp position_start
.endp

;----------------------------------------------------------------------
;   board_show: shows everything that depends on the position
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           board_show
                jsr picked_draw
                jsr board_draw
                jsr panel_move
                jmp events_tell
.endp

;----------------------------------------------------------------------
;   action_do: carries out an action or refuses it
;   IN       action, action_from, action_to
;   OUT      action 0; refused_why, 0 = done; C set if the game is left
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           action_do
                ldx action
                lda #0
                sta action
                sta refused_why
                cpx #ACTION_TITLE
                beq title
                cpx #ACTION_UNDO
                beq undo
                jsr move_find
                bcs refuse
                jsr move_do
                clc
                rts

undo            jsr undo_do
                bcs refuse
                rts

title           lda winner
                bne leave
                lda #WHY_OVER
refuse          sta refused_why
                jsr step_refused
                jsr refusal_show
                clc
leave           rts
.endp

;----------------------------------------------------------------------
;   move_find: the requested move
;   IN       action_from, action_to
;   OUT      C clear: zp_piece, zp_way, zp_from, zp_target; C set: A WHY_...
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           move_find
                lda winner
                bne over
                ldy action_from
                jsr piece_at
                bcs no_move
                stx zp_piece
                lda #FORWARD
way             jsr way_set
                lda action_from
                clc
                adc zp_step
                cmp action_to
                beq found
                ldx zp_way
                inx
                txa
                cmp #WAYS
                bcc way
no_move         lda #WHY_NO_MOVE
                sec
                rts

found           ldx zp_piece
                jsr move_allowed
                bcc done
                beq strength
                cmp #WALL
                beq no_move
                lda #WHY_SQUARE
                sec
                rts
strength        lda #WHY_STRENGTH
                sec
done            rts
over            lda #WHY_OVER
                sec
                rts
.endp

;----------------------------------------------------------------------
;   move_do: makes, shows and describes a move
;   IN       zp_piece, zp_way, zp_from, zp_target
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           move_do
                jsr history_here
                lda zp_way
                asl @
                asl @
                asl @
                asl @
                asl @
                ora zp_piece
                ldy #0
                sta (zp_word),y

                sty picked
                lda haste
                bne made
                mva zp_target cursor
                jsr board_draw                  ; without targets
                jsr picked_draw
                jsr cursor_draw
                sound_start effect_slide
                jsr slide
made            jsr game_move
                lda haste
                bne judged
                mva last_to zp_square
                jsr square_draw
                jsr slide_end
                jsr panel_move
                jsr events_tell
                jsr events_show
judged          jsr board_show
                jmp step_done
.endp
                ert WAY_SHIFT <> 32

;   OUT zp_word address of the next move in the history
.proc           history_here
                lda #<history
                clc
                adc move_count
                sta zp_word
                lda #>history
                adc move_count + 1
                sta zp_word + 1
                rts
.endp

;   Applies the move zp_piece, zp_way, zp_from, zp_target to the game
.proc           game_move
                inw move_count
                mva zp_from last_from
                mva zp_target last_to
                jsr move_make
                jsr events_note
                mva #0 zp_undo
                jmp position_judge
.endp

;----------------------------------------------------------------------
;   undo_do: takes back the last move, and further ones until it is a person's
;   turn. The game is replayed up to there, so that everything is restored.
;   OUT      C clear: done; C set: A WHY_...
;   CLOBBERS A, X, Y
;   CYCLES   10,000 for each move of the game
;----------------------------------------------------------------------
.proc           undo_do
                jsr undo_find
                bcs none
                jsr replay
                lda haste
                bne shown
                sound_start effect_undo
shown           jsr board_show
                line_is TOP_LINE text_taken
                jsr line_show
                jsr step_done
                clc
                rts
none            lda #WHY_NO_UNDO                ; carry is set
                rts
.endp

;----------------------------------------------------------------------
;   undo_find: the number of moves that remain after taking back
;   IN       move_count, computers
;   OUT      replay_left; C set if there is nothing to take back
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           undo_find
                mwa move_count replay_left
back            lda replay_left
                ora replay_left + 1
                sec
                beq done
                .nowarn dew replay_left
                lda replay_left                 ; the side to move then
                and #1
                tax
                lda computer_bit,x
                and computers
                bne back
                clc
done            rts
.endp

;   Bits of `computers`, by side
computer_bit    dta 1, 2

;   Replays replay_left moves of the game
.proc           replay
                jsr game_reset
move            jsr history_here
                lda move_count
                cmp replay_left
                bne again
                lda move_count + 1
                cmp replay_left + 1
                beq done
again           ldy #0
                lda (zp_word),y
                pha
                and #WAY_SHIFT - 1
                sta zp_piece
                pla
                lsr @
                lsr @
                lsr @
                lsr @
                lsr @
                jsr way_set
                ldx zp_piece
                jsr move_allowed                ; sets its squares; is allowed
                jsr game_move
                jmp move
done            rts
.endp
