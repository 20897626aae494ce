;   attack.asm - one exchange of blows, by the rules of 1981.
;
;   Entry point: combat.

;----------------------------------------------------------------------
;   combat: a unit attacks the unit in the square ahead. The defender
;   strikes first.
;   IN       zp_actor attacker, zp_foe defender, zp_to_... its square,
;            zp_heading direction of the attack; zp_subturn
;   OUT      C set = victory: the square is free and the attacker enters
;            it; unit tables, terrain_type
;   CLOBBERS A, X, Y, zp_heading, zp_to_...
;   CYCLES   480 without a retreat, 2,720 with one; pauses not counted
;----------------------------------------------------------------------
.proc           combat
                ldx zp_actor
.if DEFECT_24
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
.if DEFECT_1
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
.if DEFECT_3
                beq strike              ; D 3: broken, but still strikes
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
