;   plan.asm - the computer player: chooses a unit's kind of plan, by the
;              rules of 1982.
;
;   Entry point: plan_choose.

RANGE_RESERVE   = 6             ; distance of the nearest German of a reserve
DANGER_RATIO    = 48            ; danger and force ratio at which a unit flees
RETIRE_RANGE    = 3             ; distance at which a German makes it retire
RETIRE          = 6             ; ... by this many squares

;----------------------------------------------------------------------
;   plan_choose: the kind of plan of a seasoned unit in this order phase. At
;   the expert level a unit that is too weak to stand entrenches if it is in
;   an enemy zone; with RESERVE_FORCED reserves march fast, and with RETIRES
;   units near a German give ground in the dry season.
;   IN       zp_self; near_range, danger_east, force_ratio; its objective is
;            its own square
;   OUT      unit_plan, unit_mode, objective_x
;   CLOBBERS A, X, Y
;   CYCLES   300; 900 if it gives ground
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
                adc force_ratio         ; plus the carry of the shift
                cmp #DANGER_RATIO
                bcs chosen
                iny                     ; PLAN_LINE
chosen          tya
                strikes_marked
                sta unit_plan,x
.if RETIRES
                ;   In summer the Germans surround and destroy the units they
                ;   reach. So a unit leaves while its way is open, except from
                ;   a city.
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
