;   thinking_ratio.asm - the opponent: how strong the sides are, overall
;                        and around a unit, and where danger comes from.
;                        Once in an order phase.
;
;   Entry points: ratio_overall, ratio_unit.

;----------------------------------------------------------------------
;   ratio_overall: sixteen times German strength by Russian, roughly, of
;   seasoned units: with both sums cut to their high bytes, as much of the
;   sixteen as the German one has room for, the rest off the Russian one
;   IN       turn, unit tables
;   OUT      force_ratio; 255 when there are no Russians to speak of
;   CLOBBERS A, X, Y
;   CYCLES   5,200
;----------------------------------------------------------------------
.proc           ratio_overall
                lda #0
                sta zp_forces
                sta zp_forces + 1
                ldx #UNIT_LAST
                ldy #RUSSIANS
                jsr strength_add
                lda zp_forces + 1
                sta zp_factor

                lda #0
                sta zp_forces + 1
                .if DEFECT_5 = 0      ; D 5: the low byte stays
                sta zp_forces
                .endif
                ldy #GERMANS
                jsr strength_add

                ldx #4
                lda zp_forces + 1
double          cmp #$80
                bcs scaled
                asl @
                dex
                bne double
scaled          sta zp_product
halve           dex
                bmi halved
                lsr zp_factor
                jmp halve
halved          lda zp_factor
                beq none
                ldx #8
                jsr divide
                sta force_ratio
                rts
none            lda #255
                sta force_ratio
                rts
.endp

;   Combat strength of seasoned units. IN X last unit, Y how many, zp_forces.
;   OUT zp_forces; X the unit before them. CLOBBERS A. CYCLES 34 a unit.
.proc           strength_add
                lda unit_arrival,x
                cmp turn
                bcs next
                lda unit_combat,x
                adc zp_forces              ; carry is clear
                sta zp_forces
                bcc next
                inc zp_forces + 1
next            dex
                dey
                bne strength_add
                rts
.endp

;----------------------------------------------------------------------
;   ratio_unit: danger to a unit and its individual force ratio, from the
;   seasoned units of both sides no more than eight squares away. Each is
;   worth a sixteenth of its combat strength.
;   IN       zp_self, zp_here_x, zp_here_y; force_ratio
;   OUT      danger_..., unit_ratio; zp_near not 0 when a German is near,
;            seasoned or not
;   CLOBBERS A, X, Y
;   CYCLES   10,800
;----------------------------------------------------------------------
.proc           ratio_unit
                lda #0
                ldx #3
clear           sta zp_danger,x
                dex
                bpl clear
                sta zp_near
                lda #1
                sta zp_own
                lda zp_here_x
                sec
                sbc #SURROUNDING
                sta zp_edge_x
                lda zp_here_y
                sec
                sbc #SURROUNDING
                sta zp_edge_y
                jsr friends_near
                jsr enemies_near

                ldx zp_self
                lda zp_danger + NORTH
                sta danger_north,x
                lda zp_danger + EAST
                sta danger_east,x
                lda zp_danger + SOUTH
                sta danger_south,x
                lda zp_danger + WEST
                sta danger_west,x
                clc                     ; A is the western one
                adc zp_danger + NORTH
                bcs full
                adc zp_danger + EAST
                bcs full
                adc zp_danger + SOUTH
                bcc total
full            lda #255
total           sta zp_product
                lda zp_own
                sta zp_factor
                ldx #12                 ; sixteen times
                jsr divide
                clc
                adc force_ratio
                ror @
                ldx zp_self
                sta unit_ratio,x
                rts
.endp

;   Both loops below run with carry set at `unit`, which their ends see to.

;   Russians. IN zp_edge_x, zp_edge_y. OUT zp_own. CLOBBERS A, X, Y.
;   CYCLES 17 a unit; 45 in the same rows, 100 near.
.proc           friends_near
                ldy #UNIT_LAST
                sec
unit            lda unit_x,y
                sbc zp_edge_x
                cmp #2 * SURROUNDING + 1
                bcs next
                tax
                lda unit_y,y
                sec
                sbc zp_edge_y
                cmp #2 * SURROUNDING + 1
                bcs next
                sta zp_apart_y
                lda around,x
                ldx zp_apart_y
                adc around,x            ; carry is clear
                cmp #SURROUNDING + 1
                bcs next
                lda unit_arrival,y
                cmp turn
                bcs next
                lda unit_combat,y
                lsr @
                lsr @
                lsr @
                lsr @
                clc
                adc zp_own
                bcc fits
                lda #255
fits            sta zp_own
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                rts
.endp

;   Germans. IN zp_edge_x, zp_edge_y. OUT zp_danger, zp_near. CLOBBERS A,
;   X, Y. CYCLES 17 a unit; 45 in the same rows, 150 near.
.proc           enemies_near
                ldy #GERMANS
                sec
unit            lda unit_x,y
                sbc zp_edge_x
                cmp #2 * SURROUNDING + 1
                bcs next
                sta zp_apart_x
                lda unit_y,y
                sec
                sbc zp_edge_y
                cmp #2 * SURROUNDING + 1
                bcs next
                sta zp_apart_y
                ldx zp_apart_x
                lda around,x
                ldx zp_apart_y
                adc around,x            ; carry is clear
                cmp #SURROUNDING + 1
                bcs next
                lda turn
                cmp unit_arrival,y
                bcc next
                sty zp_near
                beq next                ; not seasoned
                jsr danger_side
                lda unit_combat,y
                lsr @
                lsr @
                lsr @
                lsr @
                clc
                adc zp_danger,x
                bcc fits
                lda #255
fits            sta zp_danger,x
next            dey
                bne more
                rts
more            sec
                bcs unit
.endp

;   Distance of the places 0 to 16 from the middle one
around          dta 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8
                ert * - around <> 2 * SURROUNDING + 1

;----------------------------------------------------------------------
;   danger_side: the direction in which a German lies. On the diagonals it
;   is east, south, west, north in turn.
;   IN       zp_apart_x, zp_apart_y: his place, 0 to 16 from east to west
;            and from south to north, the unit at 8, 8
;   OUT      X direction
;   CLOBBERS A; Y is kept
;   CYCLES   39
;----------------------------------------------------------------------
.proc           danger_side
                ;@budget 39
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
