;   units.asm - squares, terrain, steps, zones of control; units on the
;               map.
;
;   Entry points: square_find, terrain_at, order_trial, step_trial,
;   zoc_find, zoc_near, unit_place, unit_remove.
;   Owns map, occupants, terrain_type and the unit tables while the order
;   phase is closed; while it is open the interrupt exchanges one symbol of
;   the map (orders.asm) and the main program writes none of it.
;   `occupants` and `unit_cover` tell what a square holds; the picture of an
;   occupied square never does.

;----------------------------------------------------------------------
;   square_find: the addresses of a square in the map and in the occupants
;   IN       A x (0 to 46), Y y (0 to 39), X the pair of pointers to set:
;            SQUARE_MAIN, or SQUARE_LIFT in the interrupt
;   OUT      the pair
;   CLOBBERS A
;   CYCLES   38
;----------------------------------------------------------------------
SQUARE_MAIN     = 0
SQUARE_LIFT     = zp_lift - zp_squares

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
;   terrain_at: the terrain of a square, under a unit if there is one
;   IN       A x, Y y
;   OUT      A and terrain_type: TERRAIN_..., sea for the border and all
;            squares beyond it; inside the border also zp_square and
;            zp_occupant
;   CLOBBERS Y; X is kept
;   CYCLES   87
;----------------------------------------------------------------------
.proc           terrain_at
                cmp #MAP_X_WEST + 1
                bcs outside
                cpy #MAP_ROW_Y
                bcs outside
                sty zp_terrain_y
                eor #$ff                ; as square_find, but keeps X
                sec
                adc row_low,y
                sta zp_square
                sta zp_occupant
                lda row_high,y
                sbc #0
                sta zp_square + 1
                ora #>[occupants - map]
                sta zp_occupant + 1
                ldy #0
                lda (zp_occupant),y
                bne covered
                lda (zp_square),y
                tay
known           terrain_seen
                lda terrain_types,y
                bpl found
                and #$ff - SOUTH_NEXT
                ldy zp_terrain_y
                cpy #MAP_NORTHERN_Y
                bcs found
                adc #1
found           sta terrain_type
                rts

covered         tay
.if DEFECT_NOBODY
                lda unit_combat,y
                beq bare                ; 0 is clear country
.endif
                lda unit_cover,y
bare            tay
                jmp known
outside         lda #TERRAIN_SEA
                sta terrain_type
                rts
.endp

;----------------------------------------------------------------------
;   order_trial: whether a unit can be ordered to a neighbour of its square
;   IN       X unit, A direction
;   OUT      C clear if passable, set if it is sea, border or the other half
;            of a blocked pair; terrain_type; zp_at_..., zp_heading,
;            zp_to_...
;   CLOBBERS A, Y; X is kept
;   CYCLES   153; 420 to a coast or estuary
;----------------------------------------------------------------------
order_trial     sta zp_heading
                lda unit_x,x
                sta zp_at_x
                lda unit_y,x
                sta zp_at_y

;----------------------------------------------------------------------
;   step_trial: the same from any square
;   IN       zp_at_x, zp_at_y, zp_heading
;   OUT      C, terrain_type, zp_to_x, zp_to_y
;   CLOBBERS A, Y; X is kept
;   CYCLES   136; 400 to a coast or estuary
;----------------------------------------------------------------------
.proc           step_trial
                ldy zp_heading
                lda zp_at_y
                clc
                adc step_y,y
                sta zp_to_y
                lda zp_at_x
                clc
                adc step_x,y
                sta zp_to_x
                ldy zp_to_y
                jsr terrain_at
                cmp #TERRAIN_COAST
                bcc done
                cmp #TERRAIN_SEA
                bcs done
                lda zp_at_x
                asl @
                asl @
                ora zp_heading
                ldy #BLOCKED_COUNT - 1
step            cmp blocked_key,y
                beq found
                dey
                bpl step
                clc
done            rts
found           lda blocked_y,y
                eor zp_at_y
                beq done                ; carry is set
                clc
                rts
.endp
                ert BLOCKED_COUNT > 128

;----------------------------------------------------------------------
;   zoc_find: whether a square is in a zone of control of unit X's enemy. A
;   unit of X's own side on the square cancels the zone, but X itself does
;   not.
;   IN       A x (-1 to 46), Y y (any), X unit
;   OUT      C set if it is
;   CLOBBERS A, Y; X is kept
;   CYCLES   175
;----------------------------------------------------------------------
.proc           zoc_find
                stx zp_asking
                cpy #MAP_ROW_Y
                bcs border
                jsr zoc_aim
aimed           ldy #AROUND_CENTRE
                lda (zp_around),y
                beq near
                cmp zp_asking
                beq near
                cpx #FIRST_RUSSIAN
                bcs russian
                cmp #FIRST_RUSSIAN      ; C set: an enemy
                rts
russian         eor #$ff                ; C set: an enemy, 1 to 54
                cmp #$100 - FIRST_RUSSIAN
                rts
near            zones_reach zoc_none
                cpx #FIRST_RUSSIAN
                jcs near_russian
                jmp near_german
border          jmp zoc_border
.endp
zoc_aimed       = zoc_find.aimed    ; with zp_around and zp_asking set

;----------------------------------------------------------------------
;   zoc_near: the same, regardless of a unit on the square itself. Squares
;   outside the map count as empty.
;   IN       A x (-1 to 46), Y y (0 to 38), X unit
;   OUT      C set if the square is in an enemy zone
;   CLOBBERS A, Y; X is kept
;   CYCLES   165
;----------------------------------------------------------------------
.proc           zoc_near
                zones_reach zoc_none
                jsr zoc_aim
                cpx #FIRST_RUSSIAN
                bcs near_russian
                jmp near_german
.endp

;   Offsets from the square north-west of the middle
AROUND_NORTH    = 1
AROUND_WEST     = MAP_COLUMNS
AROUND_CENTRE   = MAP_COLUMNS + 1
AROUND_EAST     = MAP_COLUMNS + 2
AROUND_SOUTH    = 2 * MAP_COLUMNS + 1

;   IN A x, Y y. OUT zp_around: address of the occupant to the north-west.
;   Squares beyond the eastern and western border alias those of the border
;   itself, a row further. CLOBBERS A. CYCLES 38.
.proc           zoc_aim
                clc
                adc #1
                eor #$ff                ; row address - [x + 1]
                sec
                adc row_low + 1,y
                sta zp_around
                lda row_high + 1,y
                sbc #0
                ora #>[occupants - map]
                sta zp_around + 1
                rts
.endp

;   Jumps to :2 if the neighbour at offset :1 is German.
.macro          zoc_of_german
                ldy #:1
                lda (zp_around),y
                beq clear
                cmp #FIRST_RUSSIAN
                bcc :2
clear
.endm

;   One enemy at a side is enough; at the corners there must be two.
.local          near_russian
                zoc_of_german AROUND_WEST, yes
                zoc_of_german AROUND_NORTH, yes
                zoc_of_german AROUND_SOUTH, yes
                zoc_of_german AROUND_EAST, yes
                zoc_of_german AROUND_WEST - MAP_COLUMNS, one_1
two_1           zoc_of_german AROUND_WEST + MAP_COLUMNS, one_2
                zoc_of_german AROUND_EAST - MAP_COLUMNS, one_3
                clc                     ; only one corner is left
                rts
one_1           zoc_of_german AROUND_WEST + MAP_COLUMNS, yes
one_2           zoc_of_german AROUND_EAST - MAP_COLUMNS, yes
one_3           zoc_of_german AROUND_EAST + MAP_COLUMNS, yes
                clc
                rts
yes             sec
                rts
.endl

;   Jumps to :2 if the neighbour at offset :1 is Russian.
.macro          zoc_of_russian
                ldy #:1
                lda (zp_around),y
                cmp #FIRST_RUSSIAN
                bcs :2
.endm

;   Not in an enemy zone
zoc_none = zoc_border.none

.local          near_german
                zoc_of_russian AROUND_EAST, yes
                zoc_of_russian AROUND_NORTH, yes
                zoc_of_russian AROUND_SOUTH, yes
                zoc_of_russian AROUND_WEST, yes
                zoc_of_russian AROUND_EAST - MAP_COLUMNS, one_1
                zoc_of_russian AROUND_EAST + MAP_COLUMNS, one_2
                zoc_of_russian AROUND_WEST - MAP_COLUMNS, one_3
                clc                     ; only one corner is left
                rts
one_1           zoc_of_russian AROUND_EAST + MAP_COLUMNS, yes
one_2           zoc_of_russian AROUND_WEST - MAP_COLUMNS, yes
one_3           zoc_of_russian AROUND_WEST + MAP_COLUMNS, yes
yes             rts                     ; C of the last comparison
.endl

;   The rows y = 39 and -1, where supply lines may run, border on one row of
;   the map; those beyond them on none. IN A x, Y y, X unit. OUT C.
.proc           zoc_border
                cpy #MAP_ROW_Y
                beq north
                cpy #$ff
                bne none
                iny
                beq row                 ; the row north of y = -1
north           dey                     ; the row south of y = 39
row             jsr zoc_aim
                ldy #AROUND_CENTRE
                jsr enemy
                bcs done
                ldy #AROUND_EAST
                jsr enemy
                bcc none
                ldy #AROUND_WEST

;   IN Y offset, X unit. OUT C set if an enemy is there.
enemy           lda (zp_around),y
                beq none
                cpx #FIRST_RUSSIAN
                bcc german
                eor #$ff
                cmp #$100 - FIRST_RUSSIAN
                rts
german          cmp #FIRST_RUSSIAN
done            rts
none            clc
                rts
.endp

;----------------------------------------------------------------------
;   unit_aim: sets the pointers to the square of a unit
;   IN       X unit; unit_x, unit_y
;   OUT      zp_square, zp_occupant, Y = 0
;   CLOBBERS A; X is kept
;   CYCLES   69
;----------------------------------------------------------------------
.proc           unit_aim
                stx zp_placing
                lda unit_x,x
                ldy unit_y,x
                ldx #SQUARE_MAIN
                jsr square_find
                ldx zp_placing
                ldy #0
                rts
.endp

;----------------------------------------------------------------------
;   unit_place: puts a unit on its square, unless the square is occupied
;   IN       X unit; unit_x, unit_y
;   OUT      Z set if placed; map, occupants, unit_cover
;   CLOBBERS A, Y; X is kept
;   CYCLES   119
;----------------------------------------------------------------------
.proc           unit_place
                jsr unit_aim
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

;----------------------------------------------------------------------
;   unit_remove: takes a unit off the map; the terrain reappears
;   IN       X unit, on the map; unit_x, unit_y
;   OUT      map, occupants
;   CLOBBERS A, Y; X is kept
;   CYCLES   99
;----------------------------------------------------------------------
.proc           unit_remove
                jsr unit_aim
                tya
                sta (zp_occupant),y
                lda unit_cover,x
                sta (zp_square),y
                rts
.endp
