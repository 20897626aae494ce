;   goals.asm - the cities of 1982 and their values. Read only.

goal_x
city_x          ins '../generated/1982/city_x.bin'
goal_y
city_y          ins '../generated/1982/city_y.bin'
goal_points     ins '../generated/1982/city_points.bin'
                ert * - city_x <> 2 * CITY_COUNT + GOAL_COUNT
city_name       ins '../generated/1982/city_name.bin'
city_names      ins '../generated/1982/city_names.bin'
                ert * - city_names > $100
