;   sounds.asm - sound effects: channel, steps of frames, AUDF, AUDC, then 0.

effect_slide    dta 0, 2, 90, $a6, 2, 84, $a4, 2, 90, $a3, 2, 84, $a2, 0
effect_promoted dta 1, 5, 121, $a8, 5, 96, $a8, 5, 81, $a8, 10, 60, $a8
                dta 4, 60, $a4, 0
effect_fallen   dta 1, 6, 81, $a8, 6, 102, $a8, 6, 128, $a8, 10, 162, $a6
                dta 4, 162, $a3, 0
effect_removed  dta 2, 6, 40, $88, 6, 60, $86, 6, 90, $84, 8, 140, $82, 0
effect_undo     dta 0, 3, 60, $a6, 3, 70, $a6, 3, 80, $a6, 0
effect_won      dta 1, 10, 121, $aa, 10, 96, $aa, 10, 81, $aa, 20, 60, $aa
                dta 10, 81, $aa, 30, 60, $aa, 8, 60, $a6, 8, 60, $a3, 0
effect_won_low  dta 2, 20, 243, $a8, 20, 193, $a8, 20, 243, $a8
                dta 36, 243, $a6, 0
