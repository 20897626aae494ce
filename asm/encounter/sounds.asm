;   sounds.asm - sound effects: channel, then steps of frames, AUDF, AUDC. A 0
;                ends an effect.

;   A piece is picked up; let go
effect_lift     dta 0, 2, 96, $a8, 2, 72, $a8, 2, 60, $a6, 0
effect_drop     dta 0, 2, 60, $a6, 2, 72, $a6, 2, 96, $a4, 0
;   Marching feet
effect_march    dta 0, 2, 30, $86, 6, 0, $00, 2, 34, $84, 0
;   Steel on steel
effect_clash    dta 1, 2, 12, $8a, 3, 40, $0a, 4, 0, $00
                dta 2, 16, $8a, 3, 44, $0a, 4, 0, $00
                dta 2, 10, $8c, 3, 36, $0c, 8, 60, $06, 0
;   The player's piece has won its fight; it is lost; both are lost
effect_won      dta 0, 6, 121, $a8, 6, 96, $a8, 6, 81, $a8, 12, 60, $a8, 0
effect_lost     dta 0, 8, 121, $a8, 8, 136, $a8, 8, 162, $a8, 16, 193, $a6, 0
effect_both     dta 0, 10, 162, $a8, 2, 0, $00, 14, 162, $a6, 0
;   A Bomb goes off
effect_bomb     dta 1, 4, 20, $8f, 6, 60, $8d, 8, 100, $8a, 10, 140, $86
                dta 12, 180, $83, 0
;   The end
effect_victory  dta 0, 10, 121, $aa, 10, 96, $aa, 10, 81, $aa, 20, 60, $aa
                dta 10, 81, $aa, 30, 60, $aa, 0
effect_defeat   dta 0, 14, 121, $aa, 14, 128, $aa, 14, 136, $aa
                dta 14, 144, $aa, 40, 193, $a8, 0
