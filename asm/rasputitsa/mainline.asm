;   mainline.asm - the turn sequence.
;
;   Entry points: campaign, turn_begin, order_phase, start_asked,
;   option_poll.

;----------------------------------------------------------------------
;   turn_begin: begins a new week: date, season, reinforcements, supply,
;   score
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
;   order_phase: the interrupt takes orders and the computer plans until
;   START is accepted; then its plans become orders
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
settle          lda zp_button           ; a unit may have been lifted since
                bne settle              ; START was accepted
                comforts_march
                jsr watch_begin
                jmp thinking_orders
                ert MSG_PROMPT <> 0

;----------------------------------------------------------------------
;   start_asked: checks the console after each unit the computer considers
;   IN       start_tap: START was pressed since the last check
;   OUT      C set if START ends the order phase. It does not while the
;            button is down, nor in the corrected rules before a complete
;            pass and before START was up once since the phase began
;   CLOBBERS A, X
;   CYCLES   60; more if a handicap was requested
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
