;   thinking.asm - the opponent: when he thinks, and who plans how.
;
;   Entry points: thinking_run (while the interrupt serves the player),
;   thinking_copy.
;   Owns what memory.inc has under "Thinking". Reads the units; writes
;   objectives only, until `thinking_orders` makes orders of them.

;----------------------------------------------------------------------
;   thinking_run: passes over the Russian units, until START is accepted
;   OUT      objectives; thinking_passes
;   CLOBBERS A, X, Y
;   CYCLES   between two looks at START 23,600; before the first 820,000
;----------------------------------------------------------------------
.proc           thinking_run
                jsr thinking_prepare
                lda #0
                sta thinking_passes
pass            ldx #UNIT_LAST
unit            stx thinking_unit
                jsr thinking_consider
polled          jsr start_asked
                bcs done
                ldx thinking_unit
                dex
                cpx #FIRST_RUSSIAN
                bcs unit
                inc thinking_passes
                bne pass
                dec thinking_passes     ; 255: that many or more
                bne pass
done            rts
.endp
thinking_polled = thinking_run.polled

;----------------------------------------------------------------------
;   thinking_prepare: what stays as it is for a whole order phase
;   IN       turn, unit tables
;   OUT      force_ratio; of every unit unit_plan, and of those seasoned
;            (here since before this turn) unit_ratio, danger_..., and
;            their own squares for objectives
;   CLOBBERS A, X, Y
;   CYCLES   820,000
;----------------------------------------------------------------------
.proc           thinking_prepare
                jsr nearest_gather
                jsr ratio_overall
                ldx #UNIT_LAST
unit            stx zp_self
                lda #PLAN_NOTHING
                sta unit_plan,x
                lda turn
                cmp unit_arrival,x
                bcc next
                .ifdef RULES_1981       ; D 10: an arrival's objective is
                beq next                ; whatever the table holds
                .endif
                lda unit_x,x
                sta zp_here_x
                sta objective_x,x
                lda unit_y,x
                sta zp_here_y
                sta objective_y,x
                .ifndef RULES_1981
                lda unit_arrival,x
                cmp turn
                beq next
                .endif
                jsr ratio_unit
                jsr plan_choose
next            ldx zp_self
                dex
                cpx #FIRST_RUSSIAN
                bcs unit
                rts
.endp

;----------------------------------------------------------------------
;   plan_choose: how a seasoned unit is planned in this order phase
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
                .ifdef RULES_1981       ; D 8
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

;----------------------------------------------------------------------
;   thinking_consider: one step in the planning of one unit. Only those of
;   the line think again in the next pass.
;   IN       X unit, 55 to 158; what `thinking_prepare` leaves
;   OUT      its objective
;   CLOBBERS A, X, Y
;   CYCLES   23,500 in the front line, 9,000 joining, else 50
;----------------------------------------------------------------------
.proc           thinking_consider
                stx zp_self
                lda unit_x,x
                sta zp_here_x
                lda unit_y,x
                sta zp_here_y
                lda unit_plan,x
                cmp #PLAN_LINE
                jeq line_advance
                tay
                beq done
                lda #PLAN_NOTHING       ; a second look would say the same
                sta unit_plan,x
                cpy #PLAN_JOIN
                beq join_weakest

                lda zp_here_x           ; PLAN_FLEE
                sec
                sbc #FLIGHT
                bcs inside
                lda #0
inside          sta objective_x,x
done            rts
.endp

;----------------------------------------------------------------------
;   join_weakest: the objective becomes the square of the unit that is in
;   the greatest danger, less an eighth of the way there
;   IN       zp_self, zp_here_x, zp_here_y; force_ratio, unit_ratio
;   OUT      objective
;   CLOBBERS A, X, Y
;   CYCLES   9,000
;----------------------------------------------------------------------
.proc           join_weakest
                lda force_ratio
                lsr @
                sta zp_best
                ldy #UNIT_LAST
unit            lda unit_ratio,y
                cmp zp_best
                bcc next
                lda unit_arrival,y
                cmp turn
                bcs next
                lda unit_x,y            ; both on the map: no overflow
                sec
                sbc zp_here_x
                bcs west
                eor #$ff
                adc #1
west            sta zp_apart_x
                lda unit_y,y
                sec
                sbc zp_here_y
                bcs north
                eor #$ff
                adc #1
north           clc
                adc zp_apart_x
                .ifdef RULES_1981       ; D 7
                sta zp_apart_x
                and #4
                bne next
                lda zp_apart_x
                .endif
                lsr @
                lsr @
                lsr @
                sta zp_apart_x
                lda unit_ratio,y
                sec
                sbc zp_apart_x
                bcc next
                cmp zp_best
                bcc next
                sta zp_best
                sty zp_choice
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                ldx zp_self             ; the unit itself was a candidate
                ldy zp_choice
                lda unit_x,y
                sta objective_x,x
                lda unit_y,y
                sta objective_y,x
                rts
.endp

                .ifdef RULES_1981
;----------------------------------------------------------------------
;   thinking_copy: the objectives that units have before they are planned
;   for the first time  [spec: game-rules 22, 4]
;   CLOBBERS A, X
;   CYCLES   1,981
;----------------------------------------------------------------------
.proc           thinking_copy
                ldx #RUSSIANS
unit            lda objective_start_x - 1,x
                sta objective_x + FIRST_RUSSIAN - 1,x
                lda objective_start_y - 1,x
                sta objective_y + FIRST_RUSSIAN - 1,x
                dex
                bne unit
                rts
.endp

;   x of unit 55, 56 ...
objective_start_x
                dta 3, 8, 13, 18, 23, 2, 7, 12, 17, 22, 1, 6
                dta 11, 16, 21, 0, 5, 10, 15, 20
                :84 dta 0
;   y
objective_start_y
                dta 133, 197, 189, 62, 85, 56, 229, 197, 221, 221, 85, 176
                dta 10, 169, 255, 157, 97, 109, 169, 0, 157, 117, 93, 96
                :41 dta 0
                dta 224, 71, 176, 14, 189, 202, 88, 41, 240, 208, 7, 189
                dta 62, 85, 74, 76, 249, 83, 189, 62, 85, 74, 74, 74
                dta 133, 197, 189, 62, 85, 56, 229, 197, 221, 221, 85, 96
                dta 0, 0, 0
                ert * - objective_start_x <> 2 * RUSSIANS
                .endif
