;   theatre.asm - tile sets, map, order of battle of 1982. Never written to.
;                 Begins with the tile sets, which need 512-byte boundaries.

                .align $200,0
tiles_north     ins '../generated/1982/north.chr'
tiles_south     ins '../generated/1982/south.chr'
                ert * - tiles_north <> $400

map_packed      ins '../generated/1982/map.bin'

;   The campaign of 1941, then that of 1942
unit_start_x    ins '../generated/1982/unit_x.bin'
unit_start_y    ins '../generated/1982/unit_y.bin'
unit_strength   ins '../generated/1982/unit_muster.bin'
unit_enters     ins '../generated/1982/unit_arrival.bin'
unit_x_1942     ins '../generated/1982/unit_x_1942.bin'
unit_y_1942     ins '../generated/1982/unit_y_1942.bin'
strength_1942   ins '../generated/1982/unit_muster_1942.bin'

unit_type       ins '../generated/1982/unit_type.bin'
unit_number     ins '../generated/1982/unit_corps.bin'
unit_symbol     ins '../generated/1982/unit_symbol.bin'
                ert * - unit_start_x <> 10 * UNIT_COUNT
