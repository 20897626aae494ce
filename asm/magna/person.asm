;   person.asm - a person at the console: view and input.
;
;   Entry points: person_choose, person_see.
;   Stick, button and keys are turned into an action. It is handled like one
;   that a host puts into `action`: it is checked, and then carried out or
;   refused.

;----------------------------------------------------------------------
;   person_choose: waits for an action that is accepted
;   IN       player; legal_count, legal_moves; view_...
;   OUT      A action
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           person_choose
                mva #0 pending
                jsr person_see
                jsr reminder_set
ask             jsr action_wait
                lda action
                bne given
                jsr person_wait
                jsr input_get
                beq ask
                jsr person_event
                jmp ask

given           mvx #0 action
                sta zp_action
                jsr legal_find
                lda zp_action
                bcs refuse
                pha
                sound_start effect_bleep
                pla
                rts

refuse          jsr refusal_of
                sta refused_why
                jsr step_refused
                jsr person_refused
                jmp ask
.endp

;   Shows the reason for a refusal for some time
.proc           person_refused
                sound_start effect_buzz
                lda second
                asl @
                adc second                      ; NOTICE_SECONDS; no carry
                sta notice_wait
                lda #ROW_EXPECTED
                ldy refused_why
                jmp message_put
.endp
                ert NOTICE_SECONDS <> 3

;----------------------------------------------------------------------
;   person_see: shows the console to the acting person; dark before the turn
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           person_see
                mva #KEYS_GAME key_list
                jsr keys_light
                jsr keys_show
                lda phase
                bne seen
                jsr console_dark
                text_show caption_player
                message ROW_HAPPENED,MESSAGE_NONE
                ldx player
                inx
                txa
                ldx #FLASH_RIGHT
                jsr digits_number
                jmp person_expect

seen            jsr console_view
                text_show caption_energy
                ldx #FLASH_NONE
                lda phase
                cmp #PHASE_OVER
                bne acting
                ldx #FLASH_BOTH
acting          lda view_energy
                jsr digits_number               ; continues with ...
.endp

;   ... the message about what is expected
.proc           person_expect
                mva #0 notice_wait
                jsr expected
                lda #ROW_EXPECTED
                jsr message_put
                lda phase
                bne done
                ldx player
                inx
                txa
                jmp place_put.number_digit
done            rts

;   OUT Y message
expected        ldy #MESSAGE_BEGIN
                lda phase
                beq told
                ldy #MESSAGE_OVER
                cmp #PHASE_TURN
                beq turn
                lda view_energy
                bne told
                ldy #MESSAGE_OUT
told            rts

turn            ldy #MESSAGE_WHICH
                lda pending
                bne told
                ldy #MESSAGE_FIGHT
                lda view_combat
                beq galaxy
                lda #ACTION_FIRE
                jsr key_accepted
                bcc told
                ldy #MESSAGE_ONLY_MOVE
                rts
galaxy          ldy #MESSAGE_TRAVEL
                lda view_alert
                beq told
                ldy #MESSAGE_NEAR
                cmp #ALERT_NEAR
                beq told
                ldy #MESSAGE_CALL
                lda #ACTION_EVADE
                jsr key_accepted
                bcc told
                ldy #MESSAGE_CALL_ONLY
                rts
.endp

;   Whether action A is accepted. OUT C clear if it is. Keeps Y
;   CLOBBERS A, X
.proc           key_accepted
                ldx #KEY_ROWS - 1
row             cmp key_action,x
                beq found
                dex
                bpl row
found           lda #0
                cmp key_lit,x                   ; 0 or 1
                rts
.endp

;   A frame: flashing digits, end of a notice, reminder to end the turn
.proc           person_wait
                lda haste
                bne done
                jsr frame_wait
                jsr digits_flicker
                lda notice_wait
                beq remind
                dec notice_wait
                bne remind
                jsr person_expect
remind          lda phase
                cmp #PHASE_OVER
                bne done
                lda reminder_wait
                sne
                dec reminder_wait + 1
                dec reminder_wait
                lda reminder_wait
                ora reminder_wait + 1
                bne done
                sound_start effect_reminder
                jmp reminder_set
done            rts
.endp

;   Sets the time until the next reminder. OUT reminder_wait
.proc           reminder_set
                lda #0
                sta reminder_wait
                sta reminder_wait + 1
                ldx #REMINDER_SECONDS
time            lda reminder_wait
                clc
                adc second
                sta reminder_wait
                scc
                inc reminder_wait + 1
                dex
                bne time
                rts
.endp

;----------------------------------------------------------------------
;   person_event: handles an input
;   IN       A event, X source
;   OUT      action, if the input leads to one
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           person_event
                cpx #INPUT_KEYS
                beq his
                cpx #0
                beq his
                cpx player
                bne ignore                      ; another player's stick
his             cmp #EVENT_RELEASE
                beq ignore
                bcs key
                cmp #EVENT_BUTTON
                beq button
                ldx pending
                beq mark
                sec                             ; a way
                sbc #EVENT_UP
                ora pending
                sta action
ignore          rts

mark            jsr mark_event
                bcs buzz
                rts

button          lda pending
                beq marked
                mva #0 pending                  ; cancel the pending action
                jsr person_expect
                sound_start effect_bleep
                rts
marked          ldx key_mark
                lda key_action,x
                bne press

key             jsr key_find
                bcs buzz
press           cmp #ACTION_MOVE
                bcc simple
                tay
                lda key_lit,x
                beq refused
                stx key_mark
                sty pending
                jsr keys_show
                jsr person_expect
                sound_start effect_bleep
                rts
refused         tya
simple          sta action
                rts

buzz            mva #WHY_NOT_NOW refused_why
                jmp person_refused
.endp
                ert EVENT_DOWN - EVENT_UP <> WAY_DOWN
                ert EVENT_LEFT - EVENT_UP <> WAY_LEFT
                ert EVENT_RIGHT - EVENT_UP <> WAY_RIGHT

;----------------------------------------------------------------------
;   mark_event: moves the mark if the event is a stick's direction
;   IN       A event
;   OUT      C set if it does not
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           mark_event
                cmp #EVENT_DOWN
                beq down
                bcs done
                jsr mark_up
                jmp show
down            jsr mark_down
show            jsr keys_show
                sound_start effect_bleep
                clc
done            rts
.endp
