;   cities.asm - the names of the cities. Read only.

;----------------------------------------------------------------------
;   Cities and ports, the scoring squares first
;----------------------------------------------------------------------
city_x          ins 'generated/city_x.bin'
city_y          ins 'generated/city_y.bin'
city_name       ins 'generated/city_name.bin'
                ert * - city_x <> 3 * CITY_COUNT
city_names      ins 'generated/city_names.bin'
                ert * - city_names > $100
