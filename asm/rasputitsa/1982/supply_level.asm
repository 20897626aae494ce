;   supply_level.asm - supply and fog as the level has them; ice beside those
;                      who are due.
;
;   Entry points: supply_by_level, fog_step, ice_due.

;   No supply on the first two levels
.proc           supply_by_level
                lda level_zones
                jne supply_check
                rts
.endp

;----------------------------------------------------------------------
;   fog_step: of a Russian unit in a German zone one bit more is known, of
;   all others one less
;   IN       level_fog, unit tables; those not there count by their square
;   OUT      unit_fog
;   CLOBBERS A, X, Y
;   CYCLES   30,000
;----------------------------------------------------------------------
.proc           fog_step
                lda level_fog
                beq done
                ldx #UNIT_LAST
unit            jsr unit_aim
                lda (zp_occupant),y
                beq alone
                cmp #FIRST_RUSSIAN
                bcc seen
alone           lda unit_x,x
                ldy unit_y,x
                jsr zoc_near
                bcs seen
                lda unit_fog,x
                cmp level_fog
                bcs next
                inc unit_fog,x
                bcc next                ; always
seen            lda unit_fog,x
                beq next
                dec unit_fog,x
next            dex
                cpx #FIRST_RUSSIAN
                bcs unit
done            rts
.endp

.if DEFECT_DUE
;----------------------------------------------------------------------
;   ice_due: whether a unit due on this turn enters where another of its
;   side with a lower number stands: the water there is left alone
;   IN       X who stands there; turn
;   OUT      C set when so
;   CLOBBERS A; X, Y are kept
;   CYCLES   2,000
;----------------------------------------------------------------------
.proc           ice_due
                tya
                pha
                stx zp_placing
                ldy #GERMANS
                cpx #FIRST_RUSSIAN
                bcc unit
                ldy #UNIT_LAST
unit            cpy zp_placing
                clc
                beq done
                lda unit_arrival,y
                cmp turn
                bne next
                lda unit_x,y
                cmp unit_x,x
                bne next
                lda unit_y,y
                cmp unit_y,x
                beq done                ; carry is set
next            dey
                bne unit                ; always
done            pla
                tay
                rts
.endp
.endif
