;   retreat.asm - the retreat of a broken unit.
;
;   Entry point: unit_retreat.

;----------------------------------------------------------------------
;   unit_retreat: a broken unit tries five ways out: away from the attacker,
;   towards home, south, north, away from home. For a square that is
;   occupied, impassable or in an enemy zone it takes a hit.
;   IN       X unit, zp_heading direction of the attack
;   OUT      C set if it left or died, clear if it stays; unit tables, map,
;            occupants, terrain_type
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
.if DEFECT_C3
                jsr unit_flies
                bcs refused
.endif
                jsr unit_move
                retreat_noted
                retreat_ends
.if DEFECT_4 = 0
                jsr city_enter          ; D 4: retreats count too
.endif
                sec
                rts

closed          lda unit_combat,x
                sec
                blow_subtract
                beq dies
                bcc dies
                sta unit_combat,x
refused         dec zp_tries
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

;   Directions of the tries, from the last to the second
retreat_german  dta EAST, NORTH, SOUTH, WEST
retreat_russian dta WEST, NORTH, SOUTH, EAST
RETREATS        = * - retreat_russian + 1
