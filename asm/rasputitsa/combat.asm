;   combat.asm - one exchange of blows; breaking, retreat, destruction.
;
;   Entry points: combat, unit_hit, unit_retreat, unit_destroy.
;   Owns lost_german, lost_russian, sound channel 1 while a shot lasts.

BLOW            = 5             ; combat strength a hit costs, and each
                                ; direction a retreat finds closed

;----------------------------------------------------------------------
;   combat: a unit attacks the one in the square ahead. The defender
;   strikes first.
;   IN       zp_actor attacker, zp_foe defender, zp_to_... his square,
;            zp_heading direction of the attack; zp_subturn
;   OUT      C set = victory: the square is free and the attacker enters
;            it; unit tables, terrain_type
;   CLOBBERS A, X, Y, zp_heading, zp_to_...
;   CYCLES   480 without a retreat, 2,720 with one; pauses not counted
;----------------------------------------------------------------------
.proc           combat
                ldx zp_actor
.ifdef RULES_1981
                cpx #FINN_FIRST         ; D 24: two Finns, who then stand
                beq refuses             ; still for the rest of the week
                cpx #FINN_FIRST + 1
                bne attacks
.else
                lda unit_type,x
                and #$f0
                cmp #PREFIX_FINNISH
                bne attacks
                lda zp_subturn
                clc
                adc #RETRY
                sta unit_time,x
.endif
refuses         clc
                rts

attacks         jsr combat_shot
                lda zp_to_x
                ldy zp_to_y
                jsr terrain_at
                tay
.ifdef RULES_1981
                tax                     ; D 1, D 2: the unit whose number is
.else                                   ; the terrain's type
                ldx zp_foe
.endif
                lda defence_number,y
                tay
                lda unit_combat,x
                cpy #2
                beq even
                bcc half
                asl @                   ; 3: twice as strong
                bcc even
                lda #255
                bcs even                ; always
half            lsr @                   ; 1
even            ldy unit_orders,x
                beq stands
                lsr @                   ; caught on the march
stands          cmp RANDOM
                bcc strike
                ldx zp_actor
                jsr unit_hit
                cmp #HIT_BROKEN
.ifdef RULES_1981
                beq strike              ; D 3: broken, and strikes on
.endif
                bcc strike
                clc
                rts

strike          ldx zp_actor
                inc unit_time,x
                lda unit_x,x
                ldy unit_y,x
                jsr terrain_at
                lsr @
                tay
                lda unit_combat,x
                cpy #TERRAIN_RIVER / 2  ; river or coast
                bne roll
                lsr @
roll            cmp RANDOM
                bcc over
                ldx zp_foe
                jsr unit_hit
                cmp #HIT_BROKEN
                beq unit_retreat
over            clc
                rts
.endp
                ert TERRAIN_COAST / 2 <> TERRAIN_RIVER / 2
                ert TERRAIN_COAST / 2 = TERRAIN_ESTUARY / 2
                ert TERRAIN_RIVER / 2 = TERRAIN_SWAMP / 2

;----------------------------------------------------------------------
;   unit_retreat: a broken unit looks for a way out, five times: away from
;   the attacker, home, south, north, away from home. A square that is
;   taken, impassable or in an enemy zone costs it a blow.
;   IN       X unit, zp_heading direction of the attack
;   OUT      C set when it went or died, clear when it stays; unit tables,
;            map, occupants, terrain_type
;   CLOBBERS A, X, Y, zp_heading, zp_to_...
;   CYCLES   660 for the first direction, 2,240 for five
;----------------------------------------------------------------------
.proc           unit_retreat
                lda unit_x,x
                sta zp_at_x
                lda unit_y,x
                sta zp_at_y
                lda #RETREATS
                sta zp_tries
try             jsr step_trial
                bcs closed
                ldy #0
                lda (zp_occupant),y
                bne closed
                lda zp_to_x
                ldy zp_to_y
                jsr zoc_near
                bcs closed
                jsr unit_move
.ifndef RULES_1981
                jsr city_enter          ; D 4: retreats count too
.endif
                sec
                rts

closed          lda unit_combat,x
                sec
                sbc #BLOW
                beq dies
                bcc dies
                sta unit_combat,x
                dec zp_tries
                beq stays
                ldy zp_tries
                lda retreat_russian - 1,y
                cpx #FIRST_RUSSIAN
                bcs homeward
                lda retreat_german - 1,y
homeward        sta zp_heading
                jmp try
dies            jsr unit_destroy
                sec
                rts
stays           clc
                rts
.endp

;   From the last try to the second
retreat_german  dta EAST, NORTH, SOUTH, WEST
retreat_russian dta WEST, NORTH, SOUTH, EAST
RETREATS        = * - retreat_russian + 1

;----------------------------------------------------------------------
;   unit_hit: a blow: 1 of muster, 5 of combat strength. A unit left with
;   no more than half its muster (plain Germans) or seven eighths of it
;   (all others) breaks and forgets its orders.
;   IN       X unit
;   OUT      A HIT_STANDS, HIT_BROKEN or HIT_DESTROYED; unit tables
;   CLOBBERS Y; X is kept
;   CYCLES   70; 180 when it is destroyed
;----------------------------------------------------------------------
HIT_STANDS      = 0
HIT_BROKEN      = 1
HIT_DESTROYED   = 2

.proc           unit_hit
                lda unit_combat,x
                sec
                sbc #BLOW
                beq dies
                bcc dies
                sta unit_combat,x
                dec unit_muster,x
                cpx #FIRST_RUSSIAN
                bcs tough
                lda unit_type,x
                and #$f0
                bne tough
                lda unit_muster,x
                lsr @
                bpl limit               ; always
tough           lda unit_muster,x
                lsr @
                lsr @
                lsr @
                eor #$ff
                sec
                adc unit_muster,x
limit           cmp unit_combat,x
                lda #HIT_STANDS
                bcc done
                sta unit_orders,x
                lda #IDLE
                sta unit_time,x
                lda #HIT_BROKEN
done            rts
dies            jsr unit_destroy
                lda #HIT_DESTROYED
                rts
.endp
                ert HIT_STANDS <> 0

;----------------------------------------------------------------------
;   unit_destroy: a unit is no more. Its last square stays in the tables.
;   IN       X unit, on the map
;   OUT      unit tables, map, occupants, lost_german, lost_russian
;   CLOBBERS A, Y; X is kept
;   CYCLES   150
;----------------------------------------------------------------------
.proc           unit_destroy
                jsr unit_remove
                tya                     ; 0
                sta unit_muster,x
                sta unit_combat,x
                sta unit_orders,x
                lda #IDLE
                sta unit_time,x
                lda #ARRIVES_NEVER
                sta unit_arrival,x
                cpx #FIRST_RUSSIAN
                bcc german
                iny
german          lda lost_german,y       ; Y was 0
                clc
                adc #1
                bcs done                ; 255 and more
                sta lost_german,y
done            rts
.endp
                ert lost_russian <> lost_german + 1

;----------------------------------------------------------------------
;   combat_shot: the defender's symbol becomes a solid block for the time
;   of a shot. Nothing when the eye wants no pauses.
;   IN       zp_foe, zp_to_..., eye_delay
;   CLOBBERS A, X, Y
;   CYCLES   13 without pauses, else 16 * [60 + 1,290 * eye_delay]
;----------------------------------------------------------------------
.proc           combat_shot
                lda eye_delay
                beq done
                lda zp_to_x
                ldy zp_to_y
                ldx #SQUARE_MAIN
                jsr square_find
                ldy #0
                ldx zp_foe
                lda unit_symbol,x
                ora #SHAPE_BITS
                sta (zp_square),y
                ldx #0
step            txa                     ; pitch 8 to 128, volume 15 to 0
                asl @
                asl @
                asl @
                adc #8
                sta AUDF1
                txa
                eor #SHOT_VOICE
                sta AUDC1
                jsr eye_wait
                inx
                cpx #SHOT_STEPS
                bcc step
                ldy #0
                ldx zp_foe
                lda unit_symbol,x
                sta (zp_square),y
done            rts
.endp
                ert SHAPE_SOLID <> SHAPE_BITS
