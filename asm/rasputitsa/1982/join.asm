;   join.asm - the computer player: where the reserve goes, by the rules of
;              1982.
;
;   Entry point: join_weakest.

;----------------------------------------------------------------------
;   join_weakest: makes the square of the unit in the greatest danger the
;   objective; half the distance is subtracted from the danger. If no unit is
;   in more than average danger, it is the square of the nearest German.
;   IN       zp_self, zp_here_x, zp_here_y; force_ratio, unit_ratio,
;            near_unit
;   OUT      objective
;   CLOBBERS A, X, Y
;   CYCLES   6,000
;----------------------------------------------------------------------
.proc           join_weakest
                lda force_ratio
                lsr @
                sta zp_best
                ldy #UNIT_LAST
unit            lda unit_arrival,y
                cmp turn
                bcs next
                lda unit_y,y            ; both on the map: no overflow
                sec
                sbc zp_here_y
                bcs north
                eor #$ff
                adc #1
north
.if DEFECT_C7 = 0
                sta zp_apart_y
                lda unit_x,y
                sec
                sbc zp_here_x
                bcs west
                eor #$ff
                adc #1
west            clc
                adc zp_apart_y
.endif
                lsr @
                sta zp_apart_y
                lda unit_ratio,y
                sec
                sbc zp_apart_y
                bcc next
                cmp zp_best
                bcc next
                sta zp_best
                sty zp_choice
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                ldx zp_self
                ldy zp_choice
                lda force_ratio
                lsr @
                cmp zp_best
                bne there
                ldy near_unit,x
there           lda unit_x,y
                sta objective_x,x
                lda unit_y,y
                sta objective_y,x
                rts
.endp
