;   plan.asm - the computer player: chooses a unit's kind of plan, by the
;              rules of 1981.
;
;   Entry point: plan_choose.

;----------------------------------------------------------------------
;   plan_choose: the kind of plan of a seasoned unit in this order phase
;   IN       zp_self; unit_ratio, danger_east, force_ratio; zp_near
;   OUT      unit_plan
;   CLOBBERS A, X, Y
;   CYCLES   69
;----------------------------------------------------------------------
.proc           plan_choose
                ;@budget 69
                ldx zp_self
                ldy #PLAN_NOTHING
                lda unit_type,x
                cmp #MILITIA
                beq chosen
                iny                     ; PLAN_JOIN
                .if DEFECT_8       ; D 8
                lda force_ratio
                lsr @
                cmp unit_ratio,x
                beq chosen
                .else
                lda zp_near
                beq chosen
                .endif
                iny                     ; PLAN_FLEE
                lda danger_east,x
                cmp #DANGER_FLEE
                bcs chosen
                lda unit_muster,x
                lsr @
                cmp unit_combat,x
                bcs chosen
                iny                     ; PLAN_LINE
chosen          tya
                sta unit_plan,x
                rts
.endp
                ert PLAN_JOIN <> PLAN_NOTHING + 1
                ert PLAN_FLEE <> PLAN_JOIN + 1
                ert PLAN_LINE <> PLAN_FLEE + 1
