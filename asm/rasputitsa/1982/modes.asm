;   modes.asm - movement modes and air units in the week's execution; the
;               colours of cities.
;
;   Entry points: unit_week, flights, mode_cost, arrived_mode, city_paint.
;   Owns german_bonus.

;----------------------------------------------------------------------
;   unit_week: prepares a unit for the week
;   IN       X unit
;   OUT      C set if it has no first order to schedule: an air unit that
;            will support others; german_bonus, unit_combat, unit_time
;   CLOBBERS A; X is kept
;   CYCLES   50
;----------------------------------------------------------------------
.proc           unit_week
                cpx #FIRST_RUSSIAN
                bcs ground
                lda level_bonus
                sta german_bonus,x
                cpx #AIR_FIRST
                bcc ground
                lda unit_mode,x
                cmp #FORCED_MARCH
                beq forced
                lda #IDLE
                sta unit_time,x
                sec
                rts

ground          lda unit_mode,x
                cmp #FORCED_MARCH
                bne done
forced
.if DEFECT_C9 = 0
                lda unit_arrival,x      ; not for destroyed units
                bmi done
.endif
                lsr unit_combat,x
                bne done
                inc unit_combat,x
done            clc
                rts
.endp

;----------------------------------------------------------------------
;   flights: air units in assault mode fly to the ends of their paths, highest
;   number first. A German corps there gains their strength as a bonus, which
;   is smaller the farther they flew.
;   OUT      german_bonus; their orders are used up
;   CLOBBERS A, X, Y
;   CYCLES   700 for each
;----------------------------------------------------------------------
.proc           flights
                ldx #AIR_LAST
unit            lda unit_mode,x
                cmp #ASSAULT
                bne next
                jsr flight
next            dex
                cpx #AIR_FIRST
                bcs unit
                rts

;   Flight of unit X. X is kept.
flight          lda unit_x,x
                sta zp_to_x
                lda unit_y,x
                sta zp_to_y
.if DEFECT_C1 = 0
                lda unit_orders,x
                lsr @
                sne
                lda #1
                sta zp_factor           ; half the distance, 1 at least
.endif
                lda unit_orders,x
                sta zp_tries
                beq there
step            lda unit_orders_1,x
                and #3
                tay
                square_beyond
                lsr unit_orders_2,x
                ror unit_orders_1,x
                lsr unit_orders_2,x
                ror unit_orders_1,x
                dec zp_tries
                bne step
                lda #0
                sta unit_orders,x

there           stx zp_actor
                lda zp_to_x
                ldy zp_to_y
                jsr unit_on
                beq landed
                cmp #FIRST_RUSSIAN
                bcs landed
                sta zp_foe
.if DEFECT_NOBODY
                tay
                lda unit_combat,y
                beq landed
.endif
.if DEFECT_C1
                ldx zp_foe
                dec german_bonus,x      ; + 255: divided by 0, orders left
.else
                ldx zp_actor
                lda unit_combat,x
                sta zp_product
                ldx #8
                jsr divide
                ldx zp_foe
                clc
                adc german_bonus,x
                scc
                lda #255
                sta german_bonus,x
.endif
landed          ldx zp_actor
                rts
.endp

;----------------------------------------------------------------------
;   mode_cost: the cost of terrain in the unit's mode: half as much again in
;   an assault, half plus 2 on a forced march
;   IN       X unit, A subturns
;   OUT      A
;   CLOBBERS Y; X is kept
;   CYCLES   35
;----------------------------------------------------------------------
.proc           mode_cost
                ldy unit_mode,x
                cpy #ASSAULT
                bcc done
                beq slower
                cpy #FORCED_MARCH
                bne done
                lsr @
                clc
                adc #2
done            rts
slower          sta zp_product
                lsr @
                clc
                adc zp_product
                rts
.endp

;----------------------------------------------------------------------
;   arrived_mode: entrenches a Russian unit that is at its objective, at the
;   expert level only
;   IN       X unit
;   OUT      unit_mode
;   CLOBBERS A; X is kept
;   CYCLES   20
;----------------------------------------------------------------------
.proc           arrived_mode
                lda level
                cmp #EXPERT
                bne done
                lda #ENTRENCHED
                sta unit_mode,x
done            rts
.endp

;----------------------------------------------------------------------
;   city_paint: colours a city by its owner
;   IN       X the unit on it
;   OUT      unit_cover
;   CLOBBERS A; X is kept
;   CYCLES   20
;----------------------------------------------------------------------
.proc           city_paint
                lda unit_cover,x
                and #SHAPE_BITS
                ora #COLOUR_WHITE
                cpx #FIRST_RUSSIAN
                bcc german
                ora #COLOUR_RED
german          sta unit_cover,x
                rts
.endp
                ert COLOUR_RED & COLOUR_WHITE <> COLOUR_WHITE
