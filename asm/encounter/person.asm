;   person.asm - a person's turn: cursor, button and keys.
;
;   Entry points: person_begin, person_event, held_drop, cursor_step,
;   keys_show.
;   Changes to the game go through `action` (mainline.asm).

;----------------------------------------------------------------------
;   person_begin: a person is to move
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           person_begin
                jsr input_clear
                jsr cursor_put
.endp
.proc           person_prompt
                lda held
                cmp #SQUARE_NONE
                bne holds
                prompt prompt_play
                ldx #>keys_play
                ldy #<keys_play
                jmp keys_show
holds           prompt prompt_held
                ldx #>keys_held
                ldy #<keys_held
.endp

;----------------------------------------------------------------------
;   keys_show: shows the keys that are accepted now
;   IN       X, Y five records of `text_put`, KEYS_SIZE each (high, low)
;   CLOBBERS A, X, Y
;   CYCLES   2,300
;----------------------------------------------------------------------
.proc           keys_show
                sty zp_list
                stx zp_list + 1
                lda #KEY_LINES
                sta zp_row
line            ldx zp_list + 1
                ldy zp_list
                jsr text_put
                adb zp_list #KEYS_SIZE
                scc
                inc zp_list + 1
                dec zp_row
                bne line
                rts
.endp

;----------------------------------------------------------------------
;   person_event: handles an input
;   IN       A EVENT_... or a letter
;   OUT      action, if something is to be done
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           person_event
                cmp #EVENT_RELEASE
                beq done
                ldx resign_key
                ldy #0
                sty resign_key
                cmp #EVENT_OPTION
                beq resigns
                cmp #'R'
                beq resigns
                cmp #EVENT_BUTTON
                beq button
                bcs key
                jsr cursor_step
                bcs done
                jmp person_prompt
key             cmp #EVENT_DELETE
                beq lets_go
                cmp #' '
                beq lets_go
refuses         refused reply_not_now

resigns         sta resign_key
                cpx resign_key
                beq resigned
                prompt prompt_resign
                sound_start effect_bleep
done            rts
resigned        mva #ACTION_RESIGN action
                rts

lets_go         lda held
                cmp #SQUARE_NONE
                beq refuses
                jmp let_go
.endp

;   The button: picks up, moves, lets go
.proc           button
                lda held
                cmp #SQUARE_NONE
                beq pick_up
                cmp cursor
                beq let_go
                sta action_from
                mva cursor action_to
                mva #ACTION_MOVE action
                rts
.endp

;   Picks up the piece under the cursor
.proc           pick_up
                ldx turn
                jsr side_choose
                ldy cursor
                lda owner,y
                cmp zp_own
                bne nobody
                lda (zp_kinds),y
                cmp #BOMB
                bcs fixed
                jsr move_first          ; does it have a move?
next            bcs boxed
                lda zp_from
                cmp cursor
                beq free
                jsr move_next
                jmp next
free            sta held
                mva #COLOUR_HELD PCOLR0+MARK_FROM
                lda held
                ldx #MARK_FROM
                jsr mark_put
                lda #TILE_TARGET
                jsr targets_draw
                sound_start effect_lift
                jmp person_prompt
nobody          refused reply_not_yours
fixed           refused reply_fixed
boxed           refused reply_boxed
.endp

.proc           let_go
                jsr held_drop
                jsr marks_last
                sound_start effect_drop
                jmp person_prompt
.endp

;----------------------------------------------------------------------
;   held_drop: lets go of a held piece and removes the targets' marks
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           held_drop
                lda held
                cmp #SQUARE_NONE
                beq done
                lda #TILE_OPEN
                jsr targets_draw
                mva #SQUARE_NONE held
done            rts
.endp

;----------------------------------------------------------------------
;   cursor_step: moves the cursor by a square; in a set-up it stays within the
;   player's rows
;   IN       A EVENT_UP to EVENT_RIGHT; phase
;   OUT      C set: refused
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           cursor_step
                tax
                lda cursor
                clc
                adc event_step - 1,x
                ldx phase
                cmp cursor_end - PHASE_SETUP,x
                bcs edge
                tay
                and #$0f
                cmp #COLUMNS
                bcs edge
                sty cursor
                jsr cursor_put
                sound_start effect_bleep
                clc
                rts
edge            ldx #>reply_edge
                ldy #<reply_edge
                jsr refuse
                sec
                rts

event_step      dta ROW, -ROW, $ff, 1
cursor_end      dta HOME_ROWS * ROW, SQUARE_LAST + 1
.endp
