;   movement.asm - executes the week: scheduling, 32 subturns with recovery,
;                  marches, capture of scoring squares.
;
;   Entry points: movement, schedule_unit, unit_act, unit_ahead, unit_move,
;   city_enter, eye_wait.
;   Owns unit_time, cities_german; the orders of all units while the order
;   phase is closed.

;----------------------------------------------------------------------
;   movement: the week. In every subturn every unit, highest number first,
;   recovers and then acts if it is scheduled for this subturn.
;   OUT      all unit tables, map, occupants, cities_german, lost_...
;   CLOBBERS A, X, Y
;   CYCLES   155,000 if no unit moves; 300,000 in an average week, 600,000
;            in a bloody one
;----------------------------------------------------------------------
.proc           movement
                lda #0
                sta lost_german
                sta lost_russian
                sta zp_subturn
                ldx #UNIT_LAST
schedule        week_begins grounded
                lda #0
                jsr schedule_unit
grounded        dex
                bne schedule
                week_flights

subturn         jsr option_poll
                ldx #UNIT_LAST
unit            unit_wakes
                lda unit_muster,x
                sec
                sbc unit_combat,x
                cmp #2
                bcs recover
recovered       lda unit_time,x
                cmp zp_subturn
                beq act
next            dex
                bne unit
                inc zp_subturn
                lda zp_subturn
                cmp #SUBTURNS
                bcc subturn
                rts

recover         inc unit_combat,x
                cmp RANDOM
                bcc recovered
                inc unit_combat,x
                bcs recovered           ; always

act             stx zp_actor
                jsr unit_act
                ldx zp_actor
                bne next                ; always
.endp

;----------------------------------------------------------------------
;   schedule_unit: sets when a unit will try its first order: the current
;   subturn plus the cost of the terrain ahead
;   IN       X unit, A subturn; month
;   OUT      unit_time, IDLE if it has no orders or cannot go there;
;            terrain_type
;   CLOBBERS A, Y; X is kept
;   CYCLES   20 without orders, 220, 585 to a coast or estuary
;----------------------------------------------------------------------
.proc           schedule_unit
                ldy unit_orders,x
                beq rests
                sta zp_tick
                lda unit_orders_1,x
                and #3
                jsr order_trial
                bcs rests
                ground_cost
                clc
                adc zp_tick
                sta unit_time,x
                rts
rests           lda #IDLE
                sta unit_time,x
                rts
.endp
                ert [SHAPE_INFANTRY & 1] = 0 || SHAPE_ARMOR & 1

;----------------------------------------------------------------------
;   unit_ahead: the square to which a unit's first order leads
;   IN       X unit
;   OUT      zp_heading, zp_to_x, zp_to_y
;   CLOBBERS A, Y; X is kept
;   CYCLES   46
;----------------------------------------------------------------------
.proc           unit_ahead
                lda unit_orders_1,x
                and #3
                sta zp_heading
                tay
                lda unit_x,x
                clc
                adc step_x,y
                sta zp_to_x
                lda unit_y,x
                clc
                adc step_y,y
                sta zp_to_y
                rts
.endp

;----------------------------------------------------------------------
;   unit_act: executes a unit's first order: it marches, fights, or waits
;   because a friendly unit or a zone of control is in the way
;   IN       X unit, also in zp_actor; zp_subturn
;   OUT      unit tables, map, occupants
;   CLOBBERS A, X, Y
;   CYCLES   145 if it waits for a friendly unit, 900 for a march, 2,900 for
;            a fight with a long retreat; pauses not counted
;----------------------------------------------------------------------
.proc           unit_act
                jsr unit_ahead
                lda zp_to_x
                ldy zp_to_y
                ldx #SQUARE_MAIN
                jsr square_find
                ldx zp_actor
                ldy #0
                lda (zp_occupant),y
                beq free
                sta zp_foe
.if DEFECT_NOBODY
                tay
                lda unit_combat,y
                beq wait
                tya
.endif
                cmp #FIRST_RUSSIAN
                bcs russian
                cpx #FIRST_RUSSIAN
                bcs fight
                bcc wait
russian         cpx #FIRST_RUSSIAN
                bcc fight

wait            lda zp_subturn
                clc
                adc #RETRY
                sta unit_time,x
                rts

free            lda unit_x,x
                ldy unit_y,x
                jsr zoc_near
                bcc march
                lda zp_to_x
                ldy zp_to_y
                jsr zoc_near
                bcs wait
march           jsr unit_march
                jmp watch_step

fight           jsr combat
                bcc stays
                ldx zp_actor
                jsr unit_ahead          ; a retreat has used zp_heading
                jsr unit_march
stays           jmp watch_step
.endp

;   The march itself. IN X unit; zp_to_..., an empty square; zp_subturn.
.proc           unit_march
                jsr unit_move
                lsr unit_orders_2,x
                ror unit_orders_1,x
                lsr unit_orders_2,x
                ror unit_orders_1,x
.if DEFECT_4 = 0
                jsr city_enter          ; D 4: every entry counts
.endif
                orders_shorten arrived
                beq arrived
.if DEFECT_4
                jsr city_enter          ; D 4
.endif
                lda zp_subturn
                jsr schedule_unit
                jmp eye_wait
arrived         lda #IDLE
                sta unit_time,x
                rts
.endp

;----------------------------------------------------------------------
;   unit_move: moves a unit to another square
;   IN       X unit; zp_to_x, zp_to_y, empty and passable
;   OUT      unit_x, unit_y, unit_cover, map, occupants
;   CLOBBERS A, Y; X is kept
;   CYCLES   219
;----------------------------------------------------------------------
.proc           unit_move
                move_noted
                jsr unit_remove
                march_shown
                lda zp_to_x
                sta unit_x,x
                lda zp_to_y
                sta unit_y,x
                jmp unit_place
.endp

;----------------------------------------------------------------------
;   city_enter: gives a scoring square to the side that enters it
;   IN       X unit
;   OUT      cities_german
;   CLOBBERS A, Y; X is kept
;   CYCLES   98
;----------------------------------------------------------------------
.proc           city_enter
                ldy #GOAL_COUNT - 1
goal            lda goal_x,y
                cmp unit_x,x
                bne next
                lda goal_y,y
                cmp unit_y,x
                beq here
next            dey
                bpl goal
                rts
here            lda #0
                cpx #FIRST_RUSSIAN
                rol @
                eor #1
                city_sounds
                sta cities_german,y
                city_colour
                rts
.endp

;----------------------------------------------------------------------
;   eye_wait: a pause so that the player can follow; none while SELECT is
;   pressed
;   IN       eye_delay, in steps of 1,280 cycles; 0 = no pause
;   CLOBBERS A, Y; X is kept
;   CYCLES   25 + 1,290 * eye_delay
;----------------------------------------------------------------------
.proc           eye_wait
                lda CONSOL
                and #CONSOLE_SELECT
                beq done
                lda eye_delay
                beq done
                sta zp_tick
                eye_sounds
longer          ldy #0
spin            dey
                bne spin
                dec zp_tick
                bne longer
                eye_silent
done            rts
.endp
