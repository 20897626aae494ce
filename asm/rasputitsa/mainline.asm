;   mainline.asm - the turn sequence.
;
;   Entry points: campaign, turn_begin, order_phase.

;----------------------------------------------------------------------
;   campaign: turn after turn until the last; does not return
;----------------------------------------------------------------------
campaign        jsr turn_begin
                lda turn
                cmp #TURN_LAST
                bcs over
                jsr order_phase
                jmp campaign

over            lda #MSG_OVER
                jsr text_message
stop            jmp stop

;----------------------------------------------------------------------
;   turn_begin: date, season, reinforcements
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           turn_begin
                inc turn
                jsr calendar_step
                jsr frame_wait          ; the date changes between frames
                jsr text_date
                jsr season_step
                jmp reinforce
.endp

;----------------------------------------------------------------------
;   order_phase: the interrupt takes orders and the opponent thinks, until
;   START is pressed with the button up; then his plans become orders
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           order_phase
                lda #MSG_PROMPT
                jsr text_message
                lda #1
                sta zp_orders_open
                jsr thinking_run
                lda #0
                sta zp_orders_open
settle          lda zp_button           ; it may have lifted a unit between
                bne settle              ; the last two instructions
                lda #MSG_MOVING
                jsr text_message
                jmp thinking_orders
.endp
