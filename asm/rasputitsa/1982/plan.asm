;   plan.asm - the opponent: how a unit is planned, by the rules of 1982.
;
;   Entry point: plan_choose.

RANGE_RESERVE   = 6             ; who has no German nearer is the reserve
DANGER_RATIO    = 48            ; danger and force ratio that make one flee
RETIRE_RANGE    = 3             ; a German so near makes one give ground
RETIRE          = 6             ; ... so many squares

;----------------------------------------------------------------------
;   plan_choose: how a seasoned unit is planned in this order phase. With
;   experts the reserve marches fast, and who is too weak to stand entrenches
;   if a German holds him where he is. In the dry season, who is found gives
;   ground to the experts.
;   IN       zp_self; near_range, danger_east, force_ratio; its objective is
;            its own square
;   OUT      unit_plan, unit_mode, objective_x
;   CLOBBERS A, X, Y
;   CYCLES   300; 900 where it gives ground
;----------------------------------------------------------------------
.proc           plan_choose
                ldx zp_self
                ldy #PLAN_NOTHING
                lda unit_type,x
                and #TYPE_BITS
                cmp #MILITIA_TYPE
                beq chosen
                iny                     ; PLAN_JOIN
                lda near_range,x
                cmp #RANGE_RESERVE
.if RESERVE_FORCED
                lda #FORCED_MARCH
                bcs mode
.else
                bcs chosen
.endif
                iny                     ; PLAN_FLEE
                lda unit_muster,x
                lsr @
                cmp unit_combat,x
                bcs weak
                lda danger_east,x
                asl @
                adc force_ratio         ; with what overflowed
                cmp #DANGER_RATIO
                bcs chosen
                iny                     ; PLAN_LINE
chosen          tya
                strikes_marked
                sta unit_plan,x
.if RETIRES
                ;   Whom the Germans find in summer they shut in, and then he
                ;   dies: he goes while his way is open. In cities they stay.
                tay
                beq stays
                lda level
                cmp #EXPERT
                bne stays
                lda near_range,x
                cmp #RETIRE_RANGE + 1
                bcs stays
                lda dli_colours + DLI_GROUND
                cmp #GROUND_DRY
                bne stays
                ldy unit_cover,x
                lda terrain_types,y
                cmp #TERRAIN_CITY
                beq stays
                lda #EAST
                jsr order_trial
                bcs stays
                lda zp_to_x
                ldy zp_to_y
                jsr zoc_find
                bcs stays
                lda zp_at_x
                sbc #RETIRE - 1         ; carry is clear
                bcc stays
                sta objective_x,x
                lda #PLAN_NOTHING
                sta unit_plan,x
stays
.endif
                rts

weak            lda level
                cmp #EXPERT
                bne chosen
                lda unit_x,x
                ldy unit_y,x
                jsr zoc_near
                ldy #PLAN_FLEE
                bcc chosen
                ldy #PLAN_NOTHING
                lda #ENTRENCHED
.if RESERVE_FORCED
mode            pha
                lda level
                cmp #EXPERT
                beq follows
                pla
                jmp chosen
follows         pla
.endif
                sta unit_mode,x
                bcs chosen              ; always
.endp
                ert PLAN_JOIN <> PLAN_NOTHING + 1
                ert PLAN_FLEE <> PLAN_JOIN + 1
                ert PLAN_LINE <> PLAN_FLEE + 1
