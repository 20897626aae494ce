;   mainline.asm - a game from set-up to end, and the one routine that
;                  executes the actions of person, computer and host.
;
;   Entry point: game.

;----------------------------------------------------------------------
;   game: plays a whole game, then goes to the title; does not return
;   IN       option_super, computers, demo
;----------------------------------------------------------------------
game            lda #0
                sta action
                sta byte_count
                sta byte_count + 1
                sta skip_count
                sta winner
                sta move_count
                sta move_count + 1
                sta quiet
                sta resign_key
                mva #SQUARE_NONE held
                jsr screen_game
                jsr arrange
                jsr theirs_fill
                jsr game_begin
                mva #PHASE_PLAY phase
                text_show head_yours
                jsr list_draw
                jsr waiting
                prompt prompt_arrives
                jsr theirs_arrive
                jsr show_position
                mva #CURSOR_START cursor
                jsr step_done

turns           lda winner
                bne over
                ldx turn
                inx
                txa                     ; the side's bit
                and computers
                bne computer_turn

                jsr person_begin
person          jsr action_wait
                lda action
                bne act
                jsr input_get
                beq person
                jsr person_event
                lda action
                beq person
act             jsr action_do
                bcc turns
                bcs person

computer_turn   jsr waiting
                jsr think_prompt
                lda #ACTION_FORFEIT
                sta action
                lda turn
                beq thinks
                jsr hopeless
                bcs act
thinks          jsr think
                mva #ACTION_MOVE action
                bne act

over            mva #PHASE_OVER phase
                jsr show_end
                ldx #>keys_over
                ldy #<keys_over
                jsr keys_show
                jsr input_clear
                mwa #0 think_clock
over_wait       lda demo
                beq stays
                lda think_clock + 1
                cmp #DEMO_END
                bcs title_again
stays           jsr input_get
                beq over_wait
                cmp #EVENT_START
                beq title_again
                cmp #EVENT_RELEASE
                beq over_wait
                lda demo
                bne title_again
                jsr buzz
                jmp over_wait
title_again     jmp title

;----------------------------------------------------------------------
;   action_do: carries out an action in play
;   IN       action, action_from, action_to; turn
;   OUT      C clear: done, `step_done` was called; C set: refused,
;            `step_refused` was called; action 0
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           action_do
                lda action
                ldx #ACTION_NONE
                stx action
                cmp #ACTION_MOVE
                beq moves
                ldx #PLAYER
                cmp #ACTION_RESIGN
                beq resigns
                ldx #COMPUTER
                cmp #ACTION_FORFEIT
                beq resigns
                lda #WHY_NOT_NOW
                bne refuses
moves           jsr move_check
                bne refuses
                jsr held_drop
                jsr waiting
                jsr move_given
                jsr move_do
                jsr show_move
                jmp done
resigns         txa
                pha
                jsr held_drop
                pla
                tax
                jsr resign
done            jsr step_done
                clc
                rts
refuses         jsr message_refused
                sec
                rts

;   `held_drop` has used these
move_given      mva action_from zp_from
                mva action_to zp_to
                rts
.endp

;----------------------------------------------------------------------
;   waiting: clears prompt and keys while no input is expected
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           waiting
                lda #LINE_PROMPT
                jsr line_begin
                ldx #MARK_CURSOR
                jsr mark_hide
                ldx #>keys_wait
                ldy #<keys_wait
                jmp keys_show
.endp

;----------------------------------------------------------------------
;   theirs_arrive: shows how the computer's army takes its places
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           theirs_arrive
                ldx #SQUARE_LAST
square          lda owner,x
                cmp #OWNER_COMPUTER
                bne next
                jsr square_draw
                txa
                pha
                lda #ARRIVE_FRAMES
                jsr pause
                pla
                tax
next            dex
                cpx #SQUARE_NONE
                bne square
                rts
.endp

ARRIVE_FRAMES   = 2
CURSOR_START    = $34           ; E4
DEMO_END        = 2             ; times 256 frames

;   The prompt while the computer thinks
.proc           think_prompt
                lda demo
                bne shown
                prompt prompt_thinks
                rts
shown           prompt prompt_demo
                rts
.endp

;----------------------------------------------------------------------
;   think_poll: input while the computer thinks is refused; in a
;   demonstration it leads to the title
;   CLOBBERS A, X, Y
;   CYCLES   20 with no input
;----------------------------------------------------------------------
.proc           think_poll
                jsr input_get
                beq done
                cmp #EVENT_RELEASE
                beq done
                ldx demo
                jeq buzz
                jmp title
done            rts
.endp
