;   strike.asm - the opponent: who attacks whom, and who stays where he is.
;                Of the default edition, for experts, from a file.
;
;   Entry points: strike_worths (once in an order phase), strike_consider
;   (once a unit), strike_orders (when the week begins).
;   Owns german_worth; writes plans, objectives, orders.
;
;   A unit with a German near looks once whether an attack promises anything.
;   What counts most are the ways that a German could not retreat: an army
;   that is surrounded dies where it breaks. Who is worn, or in a city, lets
;   them come. No more than three go for one German, so that a single corps
;   draws no more than those away from the line.

STRIKE_RANGE    = 3             ; squares to a German worth looking at
STRIKERS        = 3             ; who go for one German at most: two bits
STRIKE_PURSUIT  = 4             ; orders in the direction of the attack
STRIKE_FIRM     = 10            ; added to half a German's strength
GUARD_RANGE     = 2             ; a city is held while one is so near
                ert 8 * 255 / STRIKE_FIRM > 255

;----------------------------------------------------------------------
;   strike_worths: what every German is worth as a target: his muster
;   strength by what is left of him
;   IN       turn, unit tables
;   OUT      german_worth: 0 not on the map; the two lowest bits are 0
;   CLOBBERS A, X, Y
;   CYCLES   19,000
;----------------------------------------------------------------------
.proc           strike_worths
                ldy #GERMANS
unit            lda turn
                cmp unit_arrival,y
                lda #0
                bcc known
                lda unit_muster,y
                sta zp_product
                lda unit_combat,y
                cpy #AIR_FIRST
                bcc ground
                lsr @                   ; so they fight
                lsr @
ground          lsr @
                clc
                adc #STRIKE_FIRM
                sta zp_factor
                ldx #11                 ; eight times
                jsr divide
                and #$ff - STRIKERS
known           sta german_worth - 1,y
                dey
                bne unit
                rts
.endp

;----------------------------------------------------------------------
;   strike_consider: whether a unit attacks, or stays where it is
;   IN       X and zp_self unit, zp_here_x, zp_here_y; its objective is its
;            own square; german_worth, near_range
;   OUT      C set when that is settled; its plan and objective
;   CLOBBERS A, X, Y
;   CYCLES   2,500 and up to 9,000 for each German in range: 120,000 with
;            twelve of them
;----------------------------------------------------------------------
.proc           strike_consider
                ldy unit_cover,x
                lda terrain_types,y
                cmp #TERRAIN_CITY
                bne field
                lda near_range,x
                cmp #GUARD_RANGE + 1
                bcc hold
field           lda unit_muster,x
                lsr @
                lsr @
                eor #$ff
                sec
                adc unit_muster,x
                cmp unit_combat,x       ; three quarters
                bcc fresh
                lda zp_here_x
                ldy zp_here_y
                jsr zoc_near
                bcs hold
                rts
hold            lda #PLAN_NOTHING
                sta unit_plan,x
                rts

fresh           lda #0
                sta zp_best
                sta zp_strike_low
                ldx #GERMANS
german          lda german_worth - 1,x
                beq next
                lda unit_combat,x
                bpl weaker
                lda #127
weaker          ldy zp_self
                cmp unit_combat,y
                beq even
                bcs next
even            lda unit_x,x
                sta zp_at_x
                sta zp_to_x
                lda unit_y,x
                sta zp_at_y
                sta zp_to_y
                jsr strike_reach
                cmp #STRIKE_RANGE + 1
                bcs next
                jsr strike_sides
next            dex
                bne german
                lda zp_best
                ora zp_strike_low
                clc
                beq done

                ldx zp_strike_whom
                inc german_worth - 1,x
                lda german_worth - 1,x
                and #STRIKERS
                cmp #STRIKERS
                bne more
                lda #0
                sta german_worth - 1,x
more            ldx zp_self
                lda zp_target_x
                sta objective_x,x
                lda zp_target_y
                sta objective_y,x
                lda zp_choice
                ora #PLAN_STRIKE
                sta unit_plan,x
                sec
done            rts
.endp
                ert STRIKERS <> 3 || PLAN_STRIKE & 3

;----------------------------------------------------------------------
;   strike_sides: what an attack on a German promises, from every side
;   IN       X German; zp_at_x, zp_at_y his square; zp_self, zp_here_x,
;            zp_here_y; german_worth
;   OUT      the best one so far: zp_strike_whom, zp_choice direction,
;            zp_target_x, zp_target_y from where; zp_best and zp_strike_low
;            what it promises
;   CLOBBERS A, Y; X is kept
;   CYCLES   1,400 to 9,000, by the sides that are open
;----------------------------------------------------------------------
.proc           strike_sides
                lda #0
                sta zp_strike_shut_all
                lda #WEST
                sta zp_heading
way             jsr step_trial          ; could he retreat there?
                bcs shut
                ldy #0
                lda (zp_occupant),y
                cmp #1
                bcs shut
                lda zp_to_x
                ldy zp_to_y
                jsr zoc_near
shut            lda #0
                rol @
                ldy zp_heading
                sta zp_strike_shut,y
                clc
                adc zp_strike_shut_all
                sta zp_strike_shut_all
                dec zp_heading
                bpl way

                lda #WEST
                sta zp_heading
side            jsr step_trial
                bcs next
                jsr strike_reach
                cmp #STRIKE_RANGE + 1
                bcs next
                sta zp_strike_far
                tay
                beq free                ; it stands there
                ldy #0
                lda (zp_occupant),y
                bne next
                jsr strike_claimed
                beq next
free            lda zp_strike_far
                asl @
                asl @
                adc zp_strike_far
                adc zp_strike_shut_all
                ldy zp_heading          ; who attacks shuts his own side
                sec
                sbc zp_strike_shut,y
                sta zp_strike_far
                tya
                eor #2
                tay
                lda zp_strike_shut,y    ; his first way leads ahead
                clc
                adc zp_strike_far
                tay
                lda strike_promise,y
                ldy terrain_type
                cpy #TERRAIN_RIVER
                bcc dry
                lsr @
dry             sta zp_factor
                lda german_worth - 1,x
                jsr multiply
                cmp zp_best
                bcc next
                bne better
                ldy zp_product
                cpy zp_strike_low
                bcc next
better          sta zp_best
                lda zp_product
                sta zp_strike_low
                stx zp_strike_whom
                lda zp_heading
                eor #2                  ; towards him
                sta zp_choice
                lda zp_to_x
                sta zp_target_x
                lda zp_to_y
                sta zp_target_y
next            dec zp_heading
                bpl side
                rts
.endp

;   What an attack promises, from 0 to 3 squares away, by the number of ways
;   that are shut, less 1: by time, and for all five more than for others
strike_promise  dta 48, 64, 80, 96, 255
                dta 36, 48, 60, 72, 255
                dta 30, 40, 50, 60, 220
                dta 22, 30, 38, 46, 170

;   How far zp_to_x, zp_to_y is. OUT A. CLOBBERS zp_apart_x.
.proc           strike_reach
                lda zp_to_x
                sec
                sbc zp_here_x
                jsr distance
                sta zp_apart_x
                lda zp_to_y
                sec
                sbc zp_here_y
                jsr distance
                clc
                adc zp_apart_x
                rts
.endp

;   Whether another unit is to stand on zp_to_x, zp_to_y. OUT Z set when so.
;   CLOBBERS A, Y.
.proc           strike_claimed
                ldy #UNIT_LAST
unit            lda objective_x,y
                cmp zp_to_x
                bne next
                lda objective_y,y
                cmp zp_to_y
                bne next
                cpy zp_self
                beq next
                lda turn
                cmp unit_arrival,y
                bcs taken
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                rts                     ; Z is clear
taken           lda #0
                rts
.endp

;----------------------------------------------------------------------
;   strike_orders: who attacks goes on in that direction from his objective
;   IN       X unit, with the orders that lead there
;   OUT      its orders and mode
;   CLOBBERS A, Y; X is kept
;   CYCLES   80; 12 for others
;----------------------------------------------------------------------
.proc           strike_orders
                lda unit_plan,x
                and #$ff - WEST
                cmp #PLAN_STRIKE
                bne done
                lda #STANDARD
                sta unit_mode,x
                lda unit_plan,x
                and #WEST
                tay
                lda strike_slots,y
                sta unit_orders_2,x
                ldy unit_orders,x
                eor unit_orders_1,x
                and strike_kept,y
                eor unit_orders_2,x
                sta unit_orders_1,x
                tya
                clc
                adc #STRIKE_PURSUIT
                sta unit_orders,x
done            rts
.endp
                ert STRIKE_RANGE > 3
                ert STRIKE_RANGE + STRIKE_PURSUIT > ORDERS_MAX

;   Four orders in a direction; which of the first four are kept
strike_slots    dta $00, $55, $aa, $ff
strike_kept     dta $00, $03, $0f, $3f
