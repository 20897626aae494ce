;   score.asm - the score of a turn.
;
;   Entry points: score_count, score_show.

;----------------------------------------------------------------------
;   score_count: German muster strengths, weighted more the further east,
;   minus Russian combat strengths, weighted more the further west, plus the
;   German cities
;   IN       unit tables, cities_german, handicap_used
;   OUT      score
;   CLOBBERS A, X, Y
;   CYCLES   32,000
;----------------------------------------------------------------------
.proc           score_count
                lda #0
                sta zp_sum
                ldx #GERMANS
german
.if DEFECT_19 = 0
                lda turn                ; D 19: units on the map
                cmp unit_arrival,x
                bcc absent
.endif
                lda #SCORE_EDGE
                sec
                sbc unit_x,x
                sta zp_factor
                lda unit_muster,x
                lsr @
                jsr score_add
absent          dex
                bne german
                lda zp_sum
                sta score

                lda #0
                sta zp_sum
.if DEFECT_19
                ldx #UNIT_LAST - 1      ; D 19
.else
                ldx #UNIT_LAST
.endif
russian
.if DEFECT_19 = 0
                lda turn
                cmp unit_arrival,x
                bcc away
.endif
                lda unit_x,x
                sta zp_factor
                lda unit_combat,x
                lsr @
                lsr @
                lsr @
                jsr score_add
away            dex
                cpx #FIRST_RUSSIAN
                bcs russian

                lda score
                sec
                sbc zp_sum
                bcs rest
                lda #0
rest            ldx #GOAL_COUNT - 1
city            ldy cities_german,x
                beq theirs
                clc
                adc goal_points,x
                bcc theirs
                lda #255
theirs          dex
                bpl city
                ldx handicap_used
                beq fair
                lsr @
fair            sta score
                rts
.endp

;   Adds A * zp_factor / 256 to zp_sum, up to 255. CLOBBERS A, Y.
.proc           score_add
                jsr multiply
                clc
                adc zp_sum
                bcc fits
                lda #255
fits            sta zp_sum
                rts
.endp

;----------------------------------------------------------------------
;   score_show: writes the score to text line 1
;   IN       score
;   CLOBBERS A, X, Y
;   CYCLES   210
;----------------------------------------------------------------------
.proc           score_show
                lda #0
                sta text + AT_SCORE
                sta text + AT_SCORE + 1
                sta text + AT_SCORE + 2
                lda score
                ldx #AT_SCORE
                jmp text_number
.endp
