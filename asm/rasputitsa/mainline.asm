;   mainline.asm - the turn sequence.
;
;   Entry points: campaign, turn_begin, order_phase, start_asked,
;   option_poll.

;----------------------------------------------------------------------
;   turn_begin: what a new week brings: date, season, reinforcements,
;   supply, score
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           turn_begin
                inc turn
                jsr calendar_step
                jsr frame_wait          ; the date changes between frames
                jsr text_date
                jsr season_step
                jsr reinforce
                turn_supply
                jsr option_poll
                jsr score_count
                jmp score_show
.endp

;----------------------------------------------------------------------
;   order_phase: the interrupt takes orders and the opponent thinks until
;   START is accepted; then his plans become orders
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
order_phase     comforts_week
                lda #MSG_PROMPT
                sta start_released
                sta start_tap
                sta start_was
                jsr text_message
                lda #1
                sta zp_orders_open
                jsr thinking_run
movement_begins lda #0
                sta zp_orders_open
settle          lda zp_button           ; it may have lifted a unit since
                bne settle              ; START was accepted
                comforts_march
                jsr watch_begin
                jmp thinking_orders
                ert MSG_PROMPT <> 0

;----------------------------------------------------------------------
;   start_asked: looks at the console, between two units the opponent
;   thinks about
;   IN       start_tap: START was down since the last look
;   OUT      C set when START ends the order phase: not while the button
;            is down; in the corrected rules not before a complete pass,
;            nor before it was up once since the phase began
;   CLOBBERS A, X
;   CYCLES   60; more when a handicap was asked for
;----------------------------------------------------------------------
.proc           start_asked
                comforts_look
                jsr option_poll
                lda CONSOL
                and #CONSOLE_START
                beq down
                sta start_released
                lda start_tap
                beq up
down            lda #0
                sta start_tap
                lda zp_button
                bne no
.if DEFECT_28 = 0                      ; D 28
                lda start_released
                beq no
                lda thinking_passes
                beq early
.endif
                idle_asks no
                sec
                rts
.if DEFECT_28 = 0
early           start_refused
                lda #MSG_THINKING
                jsr text_notice
.endif
up              idle_thinks
no              clc
                rts
.endp
