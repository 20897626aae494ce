;   attack.asm - one exchange of blows, by the rules of 1982.
;
;   Entry points: combat, air_lands.

;----------------------------------------------------------------------
;   combat: a unit attacks the unit in the square ahead. The defender
;   strikes first.
;   IN       zp_actor attacker, zp_foe defender, zp_to_... its square,
;            zp_heading direction of the attack; zp_subturn
;   OUT      C set = victory: the square is free and the attacker enters
;            it; unit tables, terrain_type
;   CLOBBERS A, X, Y, zp_heading, zp_to_...
;   CYCLES   640 without a retreat, 2,900 with one; pauses not counted
;----------------------------------------------------------------------
.proc           combat
                ldx zp_actor
.if DEFECT_24
                cpx #FINN_FIRST         ; two Finns, who then stand still
                beq refuses             ; for the rest of the week
                cpx #FINN_FIRST + 1
                bne attacks
.else
                lda unit_type,x
                and #PREFIX_BITS
                cmp #PREFIX_FINNISH
                bne attacks
                lda zp_subturn
                clc
                adc #RETRY
                sta unit_time,x
.endif
refuses         clc
                rts

attacks         fight_noted
                jsr combat_shot
                ldx zp_actor
                jsr air_lands
                ldx zp_foe
                jsr air_lands
                jsr blow_choose

                ;   The defender's strike
                lda zp_to_x
                ldy zp_to_y
                jsr terrain_at
                tay
                ldx zp_foe
                lda level
                cmp #EXPERT             ; C: for experts terrain counts twice
                lda defence_number,y
                adc #$ff                ; half at 0, then 1, 2, 4 times
                tay
                lda unit_combat,x
                dey
                bmi half
                beq even
double          asl @
                bcs most
                dey
                bne double
                beq even                ; always
most            lda #255
                bne even                ; always
half            lsr @
even            ldy unit_orders,x
                beq stands
                lsr @                   ; caught on the march
stands          ldy unit_mode,x
                cpy #ENTRENCHED
                bne open
                asl @
                bcs hits
open            jsr supported
                bcs hits
                cmp RANDOM
                bcc strike
hits            ldx zp_actor
                jsr unit_hit
                cmp #HIT_BROKEN
                bcc strike
                bne over                ; destroyed
                inc unit_time,x
over            clc
                rts

strike          ldx zp_actor
                inc unit_time,x
                lda unit_x,x
                ldy unit_y,x
                jsr terrain_at
                cmp #TERRAIN_RIVER      ; river, coast, estuary
                lda unit_combat,x
                bcc roll
                lsr @
roll            jsr supported
                bcs struck
                cmp RANDOM
                bcc over
struck          ldx zp_foe
                jsr unit_hit
                cmp #HIT_BROKEN
                bcc over
                jeq unit_retreat
                rts                     ; destroyed: carry is set
.endp

;   IN X unit, A its strength. OUT A including a German's bonus, C set if it
;   exceeds 255. CLOBBERS nothing else.
.proc           supported
                cpx #FIRST_RUSSIAN
                bcs russian
                adc german_bonus,x      ; carry is clear
                rts
russian         clc
                rts
.endp

;----------------------------------------------------------------------
;   air_lands: an air unit that fights on the ground keeps a quarter of its
;   strength and loses its orders
;   IN       X unit
;   OUT      unit tables
;   CLOBBERS A; X is kept
;   CYCLES   41
;----------------------------------------------------------------------
.proc           air_lands
                jsr unit_flies
                bcc done
                lsr unit_combat,x
                lsr unit_combat,x
                lda #0
                sta unit_orders,x
                lda #IDLE
                sta unit_time,x
done            rts
.endp

;   IN X unit. OUT C set if it is an air unit. CLOBBERS nothing.
.proc           unit_flies
                cpx #AIR_FIRST
                bcc done
                cpx #FIRST_RUSSIAN
                bcs ground
                sec
done            rts
ground          clc
                rts
.endp

;----------------------------------------------------------------------
;   blow_choose: sets the cost of hits in this exchange
;   IN       zp_actor; level_...
;   OUT      zp_blow_muster, zp_blow_combat
;   CLOBBERS A, X, Y
;   CYCLES   28
;----------------------------------------------------------------------
.proc           blow_choose
                ldy zp_actor
                ldx unit_mode,y
                lda level_muster
                ldy level_combat
                cpx #ASSAULT
                bne usual
                lda #ASSAULT_MUSTER
                ldy #ASSAULT_COMBAT
usual           sta zp_blow_muster
                sty zp_blow_combat
                rts
.endp
