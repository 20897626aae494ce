;   destroy.asm - the destruction of a unit; the flash and sound of a shot.
;
;   Entry points: unit_destroy, combat_shot.
;   Owns lost_german, lost_russian, sound channel 1 while a shot lasts.

;----------------------------------------------------------------------
;   unit_destroy: removes a unit. Its last square stays in the tables.
;   IN       X unit, on the map
;   OUT      unit tables, map, occupants, lost_german, lost_russian
;   CLOBBERS A, Y; X is kept
;   CYCLES   150
;----------------------------------------------------------------------
.proc           unit_destroy
                death_noted
                death_spoils
                jsr unit_remove
                tya                     ; 0
                sta unit_muster,x
                sta unit_combat,x
                sta unit_orders,x
                lda #IDLE
                sta unit_time,x
                arrival_of_dead
                sta unit_arrival,x
                cpx #FIRST_RUSSIAN
                bcc german
                iny
german          lda lost_german,y       ; Y was 0
                clc
                adc #1
                bcs done                ; 255 means 255 or more
                sta lost_german,y
done            rts
.endp
                ert lost_russian <> lost_german + 1

;----------------------------------------------------------------------
;   combat_shot: turns the defender's symbol into a solid block for the
;   duration of a shot. Does nothing if pauses are off.
;   IN       zp_foe, zp_to_..., eye_delay
;   CLOBBERS A, X, Y
;   CYCLES   13 without pauses, else 120 and the shot
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
                shot_shown
                ldy #0
                ldx zp_foe
                lda unit_symbol,x
                sta (zp_square),y
done            rts
.endp
                ert SHAPE_SOLID <> SHAPE_BITS
