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
;   order_phase: the interrupt takes orders until START is pressed with
;   the button up. START must have been released before.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           order_phase
                lda #MSG_PROMPT
                jsr text_message
                lda #1
                sta zp_orders_open
held            jsr start_pressed
                beq held
wait            jsr start_pressed
                bne wait
                lda zp_button
                bne wait
                sta zp_orders_open
settle          lda zp_button           ; it may have lifted a unit between
                bne settle              ; the last two instructions
                lda #MSG_MOVING
                jmp text_message
.endp

;   OUT Z set while START is down. CLOBBERS A.
.proc           start_pressed
                lda CONSOL
                and #CONSOLE_START
                rts
.endp
