;   strike.asm - the computer player: which units attack which Germans, and
;                which stay. Only in the default edition loaded from a file,
;                at the expert level.
;
;   Entry points: strike_worths (once in an order phase), strike_consider
;   (once a unit), strike_orders (when the week begins).
;   Owns german_worth; writes plans, objectives, orders.
;
;   A unit with a German near checks once whether an attack is worthwhile.
;   What counts most is the number of ways in which the German cannot
;   retreat: a surrounded army dies when it breaks. A unit that is worn down,
;   or in a city, does not attack. At most three units attack one German, so
;   that a single corps cannot draw more than those from the line.

STRIKE_RANGE    = 3             ; squares to a German that is considered
STRIKERS        = 3             ; most attackers of one German: two bits
STRIKE_PURSUIT  = 4             ; orders in the direction of the attack
STRIKE_FIRM     = 10            ; added to half a German's strength
GUARD_RANGE     = 2             ; a city is held while a German is so near
                ert 8 * 255 / STRIKE_FIRM > 255

;----------------------------------------------------------------------
;   strike_worths: the worth of every German as a target: its muster strength
;   divided by what is left of its combat strength
;   IN       turn, unit tables
;   OUT      german_worth: 0 if not on the map; the two lowest bits are 0
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
                lsr @                   ; their strength on the ground
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
;   strike_consider: decides whether a unit attacks or stays in place
;   IN       X and zp_self unit, zp_here_x, zp_here_y; its objective is its
;            own square; german_worth, near_range
;   OUT      C set if it does either; its plan and objective
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
;   strike_sides: the value of an attack on a German from every side
;   IN       X German; zp_at_x, zp_at_y its square; zp_self, zp_here_x,
;            zp_here_y; german_worth
;   OUT      the best attack so far: zp_strike_whom, zp_choice direction,
;            zp_target_x, zp_target_y the square from which to attack;
;            zp_best and zp_strike_low its value
;   CLOBBERS A, Y; X is kept
;   CYCLES   1,400 to 9,000, depending on the open sides
;----------------------------------------------------------------------
.proc           strike_sides
                lda #0
                sta zp_strike_shut_all
                lda #WEST
                sta zp_heading
way             jsr step_trial          ; can it retreat there?
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
                beq free                ; the unit is there itself
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
                ldy zp_heading          ; the attacker closes its own side
                sec
                sbc zp_strike_shut,y
                sta zp_strike_far
                tya
                eor #2
                tay
                lda zp_strike_shut,y    ; its first way leads ahead
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
                eor #2                  ; towards it
                sta zp_choice
                lda zp_to_x
                sta zp_target_x
                lda zp_to_y
                sta zp_target_y
next            dec zp_heading
                bpl side
                rts
.endp

;   The value of an attack from 0 to 3 squares away, by the number of closed
;   ways minus 1: less with distance, and much more if all five are closed
strike_promise  dta 48, 64, 80, 96, 255
                dta 36, 48, 60, 72, 255
                dta 30, 40, 50, 60, 220
                dta 22, 30, 38, 46, 170

;   The distance of zp_to_x, zp_to_y. OUT A. CLOBBERS zp_apart_x.
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

;   Whether zp_to_x, zp_to_y is the objective of another unit. OUT Z set if
;   so. CLOBBERS A, Y.
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
;   strike_orders: appends orders in the direction of its attack for a unit
;   that attacks
;   IN       X unit, with the orders that lead to its objective
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

;   Four orders in one direction; masks that keep some of the first four
strike_slots    dta $00, $55, $aa, $ff
strike_kept     dta $00, $03, $0f, $3f
