;   score.asm - the score of a turn, by the rules of 1982.
;
;   Entry points: score_count, score_show, side_points.

;----------------------------------------------------------------------
;   score_count: Russian losses and German cities minus German losses; for
;   experts only cities, minus German losses and Russian strength
;   IN       unit tables, cities_german, level_..., initial_...
;   OUT      score, score_high
;   CLOBBERS A, X, Y
;   CYCLES   6,000
;----------------------------------------------------------------------
.proc           score_count
                ldx #UNIT_LAST
                ldy #FIRST_RUSSIAN
                jsr side_points
                sta zp_sum              ; Russian strength
                lda #0
                ldy level
                cpy #EXPERT
                beq cities              ; C set
                lda initial_russian
                sec
                sbc zp_sum
                ldx #0
                stx zp_sum
cities          sta score
                ldx level_cities
city            lda cities_german - 1,x
                beq theirs
                lda score
                clc
                adc goal_points - 1,x
                scc
                lda #255
                sta score
theirs          dex
                bne city

                lda level_zones
                beq total
                ldx #GERMANS
                ldy #1
                jsr side_points
                eor #$ff
                sec
                adc initial_german
                clc
                adc zp_sum
                scc
                lda #255
                sta zp_sum
total           lda score
                sec
                sbc zp_sum
                sta score
                lda #0
                sbc #0
                sta score_high
                rts
.endp

;----------------------------------------------------------------------
;   side_points: combat strength of units that are alive, arrived or not
;   IN       X last unit, Y first
;   OUT      A, one point for 128
;   CLOBBERS X, Y
;   CYCLES   26 a unit
;----------------------------------------------------------------------
.proc           side_points
                sty zp_limit
                ldy #0                  ; high byte
                sty zp_product
unit            lda unit_arrival,x
                bmi next                ; destroyed or left out
                lda unit_combat,x
                clc
                adc zp_product
                sta zp_product
                scc
                iny
next            dex
                cpx zp_limit
                bcs unit
                tya
                asl zp_product
                rol @
                rts
.endp

;----------------------------------------------------------------------
;   score_show: writes the score to text line 3
;   IN       score, score_high
;   CLOBBERS A, X, Y
;   CYCLES   260
;----------------------------------------------------------------------
.proc           score_show
                lda #0
                ldx #3
clear           sta text + AT_SCORE,x
                dex
                bpl clear
                ldx #AT_SCORE
                lda score
                ldy score_high
                bpl positive
                ldy #MINUS
                sty text + AT_SCORE
                eor #$ff
                clc
                adc #1
positive        inx
                jmp text_number
.endp
