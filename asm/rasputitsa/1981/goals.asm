;   goals.asm - the scoring squares of 1981. Read only.

;----------------------------------------------------------------------
;   Scoring squares: Moscow, Leningrad, Sevastopol, Stalingrad
;----------------------------------------------------------------------
goal_x          ins 'generated/goal_x.bin'
goal_y          ins 'generated/goal_y.bin'
goal_points     ins 'generated/goal_points.bin'
                ert * - goal_x <> 3 * GOAL_COUNT
