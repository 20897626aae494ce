;   campaign.asm - the campaign of 1981.
;
;   Entry point: campaign.

;----------------------------------------------------------------------
;   campaign: turn after turn until the last; does not return
;----------------------------------------------------------------------
campaign        jsr turn_begin
                lda turn
                cmp #TURN_LAST
                bcs campaign_over
                jsr turn_summary
                jsr order_phase
                jsr movement
                jmp campaign

.if DEFECT_29
campaign_over   lda #MSG_OVER
                jsr text_message
stop            jmp stop
.else
campaign_over   jmp ending              ; D 29
.endif
