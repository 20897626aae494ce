;   campaign.asm - the campaign of 1982.
;
;   Entry points: campaign, campaign_resumed, option_poll.

;----------------------------------------------------------------------
;   campaign: turn after turn until the last, for learners until Moscow is
;   German; does not return
;----------------------------------------------------------------------
campaign        ldx month
                lda month_trees - 1,x
                sta dli_colours + DLI_TREES
week            jsr turn_begin
                lda turn
                cmp level_last
                bcs campaign_over
                lda level
                bne goes_on             ; not LEARNER
                lda cities_german
                bne campaign_over
goes_on         jsr turn_summary
                jsr order_phase
                jsr movement
                jmp week

campaign_over   jmp ending
                ert LEARNER

.proc           option_poll
                rts
.endp
