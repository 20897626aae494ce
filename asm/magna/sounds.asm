;   sounds.asm - the sounds of the game; bleep and buzz are in the library.
;                Read only.
;   Each: its channel, steps of frames, AUDF, AUDC, then 0.

PURE            = $a0           ; AUDC without volume
NOISE           = $80
RASP            = $c0

;   A red alert: the siren rises and falls
effect_siren    dta 0
                .rept 3
                .rept 8
                dta 3, 140 - 10 * #, PURE + 8
                .endr
                .rept 8
                dta 3, 70 + 10 * #, PURE + 8
                .endr
                .endr
                dta 0

;   FIRE
effect_weapon   dta 1
                .rept 14
                dta 1, 20 + 9 * #, PURE + 10 - # / 2
                .endr
                dta 0

;   A hit
effect_blast    dta 2
                .rept 15
                dta 4, 40 + 12 * #, NOISE + 15 - #
                .endr
                dta 0

;   Magna
effect_charge   dta 1
                .rept 10
                dta 3, 120 - 10 * #, PURE + 8, 2, 60 - 5 * #, PURE + 6
                .endr
                dta 12, 14, PURE + 4, 0

;   Black Hole
effect_drain    dta 1
                .rept 16
                dta 4, 60 + 12 * #, RASP + 10 - # / 2
                .endr
                dta 0

;   Space Wrinkle
effect_wrinkle  dta 1, 5, 121, PURE + 8, 5, 60, PURE + 8
                dta 5, 96, PURE + 8, 5, 47, PURE + 8
                dta 5, 81, PURE + 8, 5, 40, PURE + 8
                dta 5, 60, PURE + 8, 9, 30, PURE + 6, 0

;   End the turn, please
effect_reminder dta 2, 8, 60, PURE + 8, 4, 60, PURE
                dta 8, 60, PURE + 8, 0

;   The robot at work
effect_robot    dta 0, 5, 45, PURE + 6, 5, 91, PURE + 6, 5, 60, PURE + 6
                dta 5, 30, PURE + 6, 5, 121, PURE + 6, 5, 53, PURE + 6
                dta 5, 72, PURE + 6, 5, 35, PURE + 6, 5, 108, PURE + 6
                dta 5, 40, PURE + 6, 5, 81, PURE + 6, 5, 47, PURE + 6
                dta 5, 64, PURE + 6, 5, 33, PURE + 6, 0

;   Victory
effect_victory  dta 0, 10, 121, PURE + 8, 2, 0, PURE
                dta 10, 121, PURE + 8, 2, 0, PURE
                dta 10, 121, PURE + 8, 2, 0, PURE, 24, 91, PURE + 8
                dta 12, 121, PURE + 8, 12, 91, PURE + 8
                dta 40, 72, PURE + 8, 10, 72, PURE + 4, 0
