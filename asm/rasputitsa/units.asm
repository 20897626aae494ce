;   units.asm - squares, and units on the map.
;
;   Entry points: square_find, unit_place.
;   Owns map, occupants and the unit tables while the order phase is
;   closed; while it is open the interrupt exchanges one symbol of the map
;   (orders.asm) and the main program writes none of it.

;----------------------------------------------------------------------
;   square_find: where a square lies in the map and in the occupants
;   IN       A x, Y y, X which pair of pointers to set: SQUARE_MAIN, or
;            SQUARE_LIFT, SQUARE_AHEAD in the interrupt
;   OUT      the pair
;   CLOBBERS A
;   CYCLES   38
;----------------------------------------------------------------------
SQUARE_MAIN     = 0
SQUARE_LIFT     = zp_lift - zp_squares
SQUARE_AHEAD    = zp_ahead - zp_squares

.proc           square_find
                eor #$ff                ; row address - x
                sec
                adc row_low,y
                sta zp_square,x
                sta zp_occupant,x
                lda row_high,y
                sbc #0
                sta zp_square + 1,x
                ora #>[occupants - map]
                sta zp_occupant + 1,x
                rts
.endp
                ert [>map | >[map + MAP_SIZE]] & >[occupants - map]

;----------------------------------------------------------------------
;   unit_place: puts a unit on its square, or leaves it if somebody is
;   there
;   IN       X unit; unit_x, unit_y
;   OUT      Z set when placed; map, occupants, unit_cover
;   CLOBBERS A, Y; X is kept
;   CYCLES   107
;----------------------------------------------------------------------
.proc           unit_place
                stx zp_placing
                lda unit_x,x
                ldy unit_y,x
                ldx #SQUARE_MAIN
                jsr square_find
                ldx zp_placing
                ldy #0
                lda (zp_occupant),y
                bne done
                txa
                sta (zp_occupant),y
                lda (zp_square),y
                sta unit_cover,x
                lda unit_symbol,x
                sta (zp_square),y
                tya                     ; Z
done            rts
.endp
