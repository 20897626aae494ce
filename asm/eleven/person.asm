;   person.asm - a person's cursor and keys, prompts and refusals.
;
;   Entry points: person_poll, prompt_show, refusal_show.

;----------------------------------------------------------------------
;   person_poll: handles one input of the side to move
;   IN       winner, zp_turn, computers; cursor, picked
;   OUT      action, if something is to be done; cursor, picked
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           person_poll
                jsr input_get
                beq done
                cmp #EVENT_RELEASE
                beq done
                stx who
                cpx #INPUT_KEYS
                beq his
                ldy winner
                bne his
                ldy computers
                bne one
                cpx zp_turn                     ; two players: one stick each
                beq his
                bne not_his
one             cpx #2                          ; one player: both sticks
                bcc his
not_his         ldx #>text_not_yours
                ldy #<text_not_yours
                jmp refuse_text

his             cmp #EVENT_OPTION
                beq undo
                cmp #EVENT_DELETE
                beq undo
                ldx winner
                bne over
                cmp #EVENT_BUTTON
                jeq person_button
                bcc person_way
                cmp #' '
                beq let_go
                cmp #EVENT_ESCAPE
                beq let_go
                jmp no_key
over            cmp #EVENT_START
                bne no_key
                mva #ACTION_TITLE action
done            rts

undo            mva #ACTION_UNDO action
                rts
let_go          lda picked
                bne piece_down
.endp
                ert * <> no_key

;   A key without a meaning now
.proc           no_key
                ldx #>text_no_key
                ldy #<text_no_key
                jmp refuse_text
.endp

;   Puts the piece in hand back
.proc           piece_down
                mva #0 picked
                jsr board_draw
.endp
                ert * <> picked_new

;   Another piece is in hand, or none
.proc           picked_new
                jsr picked_draw
                sound_start effect_bleep
                jmp prompt_show
.endp

;   Event A, EVENT_UP to EVENT_RIGHT: moves the cursor, or the piece in hand if
;   the button is held
.proc           person_way
                tay
                lda picked
                beq cursor_moves
                cmp cursor
                bne cursor_moves
                ldx who
                cpx #INPUT_KEYS
                beq cursor_moves
                lda input_held,x
                bne push
cursor_moves    lda cursor
                clc
                adc steps - 1,y
                tax
                lda board,x
                cmp #WALL
                beq edge
                stx cursor
                jmp cursor_draw
edge            sound_start effect_buzz
                rts

push            lda picked
                sta action_from
                clc
                adc steps - 1,y
                sta action_to
                mva #ACTION_MOVE action
                rts

steps           dta ROW_STEP, -ROW_STEP, -1, 1
.endp
                ert EVENT_UP <> 1
                ert EVENT_RIGHT <> 4

;   The button: picks up, moves, puts back
.proc           person_button
                lda picked
                bne in_hand
                ldy cursor
                jsr piece_at
                bcs nobody
                mva cursor picked
                jsr targets_draw
                jmp picked_new
nobody          ldx #>text_nobody
                ldy #<text_nobody
                jmp refuse_text

in_hand         cmp cursor
                jeq piece_down
                sta action_from
                mva cursor action_to
                mva #ACTION_MOVE action
                rts
.endp

;----------------------------------------------------------------------
;   prompt_show: shows what is expected, and the keys
;   IN       winner, picked, zp_turn; with a piece in hand, zp_count the number
;            of squares to which it may go
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           prompt_show
                line_is BOTTOM_LINE text_nothing
                lda picked
                beq free
                jsr line_square
                lda zp_count
                beq stuck
                line_add text_in_hand
                jmp hand
stuck           line_add text_stuck
hand            keys_are keys_hand
                jmp keys
free            lda zp_turn
                jsr line_side
                line_add text_pick_up
                keys_are keys_pick
keys            jsr panel_undo
                jmp line_show
.endp

;----------------------------------------------------------------------
;   refusal_show: shows why the last action was refused
;   IN       refused_why, action_from, action_to
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           refusal_show
                ldx refused_why
                cpx #WHY_SQUARE
                beq held
                cpx #WHY_STRENGTH
                beq strength
                cpx #WHY_NO_MOVE
                beq no_move
                lda texts_low - WHY_NO_UNDO,x
                tay
                lda texts_high - WHY_NO_UNDO,x
                tax
                jmp refuse_text

no_move         ldx action_to
                lda board,x
                cmp #WALL
                beq off
                lda picked
                bne step
                ldx #>text_nobody
                ldy #<text_nobody
                jmp refuse_text
off             ldx #>text_off
                ldy #<text_off
                jmp refuse_text
step            line_is BOTTOM_LINE text_one_step
                lda picked
                jsr line_square
                jmp refuse

held            line_is BOTTOM_LINE text_square
                lda action_to
                jsr line_square
                line_add text_held
                jmp refuse

strength        line_is BOTTOM_LINE text_strength
                lda zp_turn
                jsr line_side
                line_add text_blank
                lda action_from
                and #ROW_BITS
                ora zp_own
                tax
                lda board,x
                jsr line_number
                line_add text_comma
                lda zp_turn
                eor #WHITE ^ BLACK
                jsr line_side
                line_add text_blank
                lda action_to
                and #ROW_BITS
                ora zp_foe
                tax
                lda board,x
                jsr line_number
                jmp refuse

texts_low       dta l(text_no_undo), l(text_over)
texts_high      dta h(text_no_undo), h(text_over)
.endp
                ert WHY_OVER <> WHY_NO_UNDO + 1

;   Shows text X, Y (high, low) in the bottom line, with a buzz
.proc           refuse_text
                sty zp_cell
                stx zp_cell + 1
                line_is BOTTOM_LINE text_nothing
                ldx zp_cell + 1
                ldy zp_cell
                jsr line_text
.endp
                ert * <> refuse

.proc           refuse
                jsr line_show
                sound_start effect_buzz
                rts
.endp
