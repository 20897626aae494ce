;   theatre.asm - tile sets, map, order of battle of 1982. Read only.
;                 Begins with the tile sets, which need 512-byte boundaries.

                .align $200,0
tiles_north     ins '../generated/1982/north.chr'
tiles_south     ins '../generated/1982/south.chr'
                ert * - tiles_north <> $400

map_packed      ins '../generated/1982/map.bin'

;   Units from 1 on: the campaign of 1941, then that of 1942
unit_start_x    = * - 1
                ins '../generated/1982/unit_x.bin',1
unit_start_y    = * - 1
                ins '../generated/1982/unit_y.bin',1
unit_strength   = * - 1
                ins '../generated/1982/unit_muster.bin',1
unit_x_1942     = * - 1
                ins '../generated/1982/unit_x_1942.bin',1
unit_y_1942     = * - 1
                ins '../generated/1982/unit_y_1942.bin',1
strength_1942   = * - 1
                ins '../generated/1982/unit_muster_1942.bin',1

unit_type       = * - 1
                ins '../generated/1982/unit_type.bin',1
unit_number     = * - 1
                ins '../generated/1982/unit_corps.bin',1
                ert * - 1 - unit_start_x <> 8 * UNIT_LAST

;   Turns of arrival in 1941, starting with this unit; see `arrival_1941`
FIRST_ENTERS    = 75
unit_enters     = * - FIRST_ENTERS
                ins '../generated/1982/unit_arrival.bin',FIRST_ENTERS
                ert * - unit_enters <> UNIT_COUNT
