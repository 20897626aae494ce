;   campaign.asm - the campaign of 1982.
;
;   Entry points: campaign, campaign_resumed.

;----------------------------------------------------------------------
;   campaign: turn after turn until the last, or for learners until Moscow is
;   German; does not return
;----------------------------------------------------------------------
campaign        ldx month
                lda month_trees - 1,x
                sta dli_colours + DLI_TREES
week            jsr turn_begin
                jsr campaign_ends
                bcs campaign_over
                jsr turn_summary
campaign_resumed
                jsr order_phase
                jsr movement
                jmp week

campaign_over   jmp ending

;----------------------------------------------------------------------
;   campaign_ends: whether the campaign is over: after the last turn, or for
;   learners as soon as Moscow is German
;   IN       turn, score, cities_german, level_...
;   OUT      C set if it is; campaign_won
;   CLOBBERS A
;   CYCLES   50
;----------------------------------------------------------------------
.proc           campaign_ends
                lda level
                bne counted             ; not LEARNER
                lda cities_german
                bne won
counted         lda turn
                cmp level_last
                bcc done
                lda level
                cmp #EXPERT
                bcs done                ; cannot be won
                lda score_high
                bmi over
                lda score
                cmp level_goal
                bcc over
won             lda #1
                sta campaign_won
over            sec
done            rts
.endp
                ert LEARNER

;   Tells a player who pressed START too early that it is accepted now.
;   CLOBBERS A.
.proc           ready_tell
                lsr start_tried
                bcc done
                lda #MSG_READY
                jmp text_notice
done            rts
.endp
