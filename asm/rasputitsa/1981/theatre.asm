;   theatre.asm - tile sets, map, order of battle of 1981. Read only. Begins
;                 with the tile sets, which need 512-byte boundaries.

;----------------------------------------------------------------------
;   Tile sets for mode 7: 64 tiles of 8 bytes
;----------------------------------------------------------------------
                .align $200,0
tiles_north     ins 'generated/north.chr'
tiles_south     ins 'generated/south.chr'
                ert * - tiles_north <> $400

;----------------------------------------------------------------------
;   Map and order of battle before turn 0
;----------------------------------------------------------------------
map_start       ins 'generated/map.bin'
                ert * - map_start <> MAP_SIZE

unit_start_x    ins 'generated/unit_x.bin'
unit_start_y    ins 'generated/unit_y.bin'
unit_strength   ins 'generated/unit_muster.bin'
unit_enters     ins 'generated/unit_arrival.bin'
unit_type       ins 'generated/unit_type.bin'
unit_number     ins 'generated/unit_corps.bin'
unit_symbol     ins 'generated/unit_symbol.bin'
                ert * - unit_start_x <> 7 * UNIT_COUNT
