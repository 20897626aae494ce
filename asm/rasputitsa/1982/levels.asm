;   levels.asm - settings of the levels of difficulty and the scenarios. Read
;                only.

;----------------------------------------------------------------------
;   `level_rules` of each level
;----------------------------------------------------------------------
FULL            = $80           ; level_zones

levels          dta 4, 12, 255, 0, 0, 14, 1, 48, 1, 5
                dta 4, 12, 150, 0, 0, 14, 17, 79, 1, 25
                dta 2, 8, 75, FULL, 0, 14, 30, 113, 3, 40
                dta 1, 5, 25, FULL, 6, 40, 42, 143, 18, 80
                dta 1, 4, 0, FULL, 7, 40, 47, 166, 18, 255
                ert * - levels <> LEVEL_COUNT * LEVEL_SIZE

;----------------------------------------------------------------------
;   For each scenario: the week before it begins, its last turn, the unit that
;   is never weakened
;----------------------------------------------------------------------
start_day       dta 15, 17
start_month     dta 6, 5
start_year      dta 41, 42

;   The window's first position: XV, half of YV, CX
front_x         dta 224, 92
front_y         dta 120, 160
front_cursor    dta 92, 120
LAST_1942       = 44

;   The cities that are German at the start of 1942, by number
cities_1942     dta 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1
                ert * - cities_1942 <> GOAL_COUNT
