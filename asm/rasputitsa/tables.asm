;   tables.asm - the constant tables of the rules: calendar, terrain,
;                movement, combat, scoring. Read only.

;----------------------------------------------------------------------
;   Calendar; index month - 1
;----------------------------------------------------------------------
month_days      dta 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
month_trees     dta $12, $12, $12, $d2, $d8, $d6, $c4, $d4, $c2, $12, $12, $12
month_ground    dta GROUND_SAME, GROUND_SAME, GROUND_SAME, GROUND_MUD
                dta GROUND_DRY, GROUND_SAME, GROUND_SAME, GROUND_SAME
                dta GROUND_SAME, GROUND_MUD, GROUND_SNOW, GROUND_SAME

;   Which part of `move_costs` the month reads
month_costs     dta COSTS_SNOW, COSTS_SNOW, COSTS_SNOW, COSTS_MUD
                dta COSTS_DRY, COSTS_DRY, COSTS_DRY, COSTS_DRY
                dta COSTS_DRY, COSTS_MUD, COSTS_SNOW, COSTS_SNOW

;----------------------------------------------------------------------
;   Terrain
;----------------------------------------------------------------------
;   Type of a map code below 192; units are not looked up here. With
;   SOUTH_NEXT it is the next type in the southern half.
SOUTH_NEXT      = $80

terrain_types   dta TERRAIN_CLEAR
                :6 dta TERRAIN_HILLS            ; 1
                :68 dta TERRAIN_CITY            ; 7
                :4 dta TERRAIN_ICE_SWAMP        ; 75
                :26 dta TERRAIN_ICE_RIVER       ; 79
                :22 dta TERRAIN_SWAMP           ; 105
                dta TERRAIN_SEA                 ; 127, the border
                :15 dta TERRAIN_SWAMP           ; 128
                :21 dta TERRAIN_RIVER           ; 143
                :5 dta TERRAIN_RIVER | SOUTH_NEXT
                .rept COAST_CODES               ; 169
                dta TERRAIN_COAST
                .endr
                dta TERRAIN_COAST | SOUTH_NEXT  ; 186 in 1981
                :2 dta TERRAIN_ESTUARY          ; 187
                .rept SEA_CODES                 ; 189
                dta TERRAIN_SEA
                .endr
                .rept TERRAIN_CODES - COLOUR_RED
                dta TERRAIN_CITY
                .endr
                ert * - terrain_types <> TERRAIN_CODES
                ert TERRAIN_COAST <> TERRAIN_RIVER + 1
                ert TERRAIN_ESTUARY <> TERRAIN_COAST + 1

;   Subturns needed to enter a terrain in dry season, mud and snow; for each
;   season ten entries for infantry, then ten for armor
move_costs
COSTS_DRY       = * - move_costs
                dta 6, 12, 8, 0, 0, 18, 14, 8, 20, IMPASSABLE
                dta 4, 8, 6, 0, 0, 18, 13, 6, 16, IMPASSABLE
COSTS_MUD       = * - move_costs
                dta 24, 30, 24, 0, 0, 30, 30, 26, 28, IMPASSABLE
                dta 30, 30, 30, 0, 0, 30, 30, 30, 30, IMPASSABLE
COSTS_SNOW      = * - move_costs
                dta 10, 16, 10, 12, 12, 24, 28, 12, 24, IMPASSABLE
                dta 6, 10, 8, 8, 8, 24, 28, 8, 20, IMPASSABLE
                ert * - move_costs <> 6 * TERRAIN_COUNT

;   What a terrain is worth to a defender: 1 half its strength, 2 all of it,
;   3 twice its strength
defence_number  dta 2, 3, 3, 2, 2, 2, 1, 1, DEFENCE_ESTUARY, DEFENCE_SEA
                ert * - defence_number <> TERRAIN_COUNT

;   A step to the north, east, south, west
step_x          dta 0, $ff, 0, 1
step_y          dta 1, 0, $ff, 0

;   Steps that are blocked although both squares are coast, from both ends:
;   a key (4 * x + direction), all different; y
blocked_key     ins 'generated/blocked_key.bin'
blocked_y       ins 'generated/blocked_y.bin'
                ert * - blocked_key <> 2 * BLOCKED_COUNT
