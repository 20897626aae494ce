;   mainline.asm - the turn sequence.
;
;   Entry points: campaign, turn_begin, order_phase, start_asked,
;   handicap_poll.

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

.ifdef RULES_1981
campaign_over   lda #MSG_OVER
                jsr text_message
stop            jmp stop
.else
campaign_over   jmp ending              ; D 29
.endif

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
                jsr supply_check
                jsr handicap_poll
                jsr score_count
                jmp score_show
.endp

;----------------------------------------------------------------------
;   order_phase: the interrupt takes orders and the opponent thinks until
;   START is accepted; then his plans become orders
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
order_phase     lda #MSG_PROMPT
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
                jsr handicap_poll
                lda CONSOL
                and #CONSOLE_START
                beq down
                sta start_released
                lda start_tap
                beq no
down            lda #0
                sta start_tap
                lda zp_button
                bne no
.ifndef RULES_1981                      ; D 28
                lda start_released
                beq no
                lda thinking_passes
                beq early
.endif
                sec
                rts
.ifndef RULES_1981
early           lda #MSG_THINKING
                jsr text_notice
.endif
no              clc
                rts
.endp

;----------------------------------------------------------------------
;   handicap_poll: OPTION was pressed: the German musters become half as
;   large again, halves rounded up; in the corrected rules the combat
;   strengths too
;   IN       zp_handicap HANDICAP_WANTED when there is something to do
;   OUT      unit_muster, unit_combat; handicap_used; zp_handicap 0
;   CLOBBERS A, X
;   CYCLES   18; 3,000 once in a campaign
;----------------------------------------------------------------------
.proc           handicap_poll
                lda zp_handicap
                cmp #HANDICAP_WANTED
                bne done
                sta handicap_used
                ldx #GERMANS
unit            lda unit_muster,x
                lsr @
                adc unit_muster,x       ; carry is the half left over
                scc
                lda #255
                sta unit_muster,x
.ifndef RULES_1981
                lda unit_combat,x       ; D 27
                lsr @
                adc unit_combat,x
                scc
                lda #255
                sta unit_combat,x
.endif
                dex
                bne unit
                stx zp_handicap
done            rts
.endp
                ert HANDICAP_WANTED <> 1
