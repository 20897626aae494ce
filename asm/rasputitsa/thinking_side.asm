;   thinking_side.asm - the computer player: the direction of danger.
;
;   Entry point: danger_side.

;   Distance of positions 0 to 16 from the middle
around          dta 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8
                ert * - around <> 2 * SURROUNDING + 1

;----------------------------------------------------------------------
;   danger_side: the direction of a German. On the four diagonals it is
;   east, south, west and north in turn.
;   IN       zp_apart_x, zp_apart_y: its position, 0 to 16 from east to west
;            and from south to north, with the unit at 8, 8
;   OUT      X direction
;   CLOBBERS A; Y is kept
;   CYCLES   40
;----------------------------------------------------------------------
.proc           danger_side
                ;@budget 40
                ldx zp_apart_x
                cpx #SURROUNDING
                lda around,x
                ldx zp_apart_y
                bcs west_half

                cmp around,x            ; |dx| with |dy|
                bcs mainly_east
                cpx #SURROUNDING
                bcs is_north
                .if DEFECT_6       ; D 6
                bcc is_east
                .endif
is_south        ldx #SOUTH
                rts
mainly_east
                .if DEFECT_6       ; D 6
                cpx #SURROUNDING
                bcc is_south
                .endif
is_east         ldx #EAST
                rts

west_half       cmp around,x
                beq upright
                bcs is_west
upright         cpx #SURROUNDING
                bcc is_south
is_north        ldx #NORTH
                rts
is_west         ldx #WEST
                rts
.endp
