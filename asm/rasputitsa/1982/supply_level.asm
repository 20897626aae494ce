;   supply_level.asm - supply and fog, depending on the level; ice near units
;                      that are due.
;
;   Entry points: supply_by_level, fog_step, ice_due.

;   No supply on the first two levels
.proc           supply_by_level
                lda level_zones
                jne supply_check
                rts
.endp

;----------------------------------------------------------------------
;   fog_step: reveals one bit more of Russian units in a German zone, and
;   hides one bit more of all others
;   IN       level_fog, unit tables; also for units not on the map
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
;   ice_due: whether a unit due this turn enters on the square of unit X,
;   which is of its side and has a lower number: the water there stays as it
;   is
;   IN       X the unit on the square; turn
;   OUT      C set if so
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
