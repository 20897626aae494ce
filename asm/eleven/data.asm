;   data.asm - characters and the numbers of the rules.

;   The character set: a 1K boundary
characters      ins 'generated/eleven.chr'
                ert characters & $3ff
                ert * - characters <> $400

;----------------------------------------------------------------------
;   Display lists. The board's begins with 26 blank lines (8 of them always),
;   so that the 204 lines of picture are in the middle.
;----------------------------------------------------------------------
game_list       dta BLANK_8, BLANK_8, BLANK_2
                dta MODE_4 + LOAD, a(screen)
                :21 dta MODE_4
                dta MODE_4 + INTERRUPT, BLANK_4, MODE_2, MODE_2
                dta JUMP_WAIT, a(game_list)
game_list_end
                ert PANEL_LINES <> 23
                ert [game_list ^ [game_list_end - 1]] & $fc00 ; no 1K crossing

title_list      dta BLANK_8, BLANK_8, BLANK_8, BLANK_8
                dta MODE_A + LOAD, a(big_letters)
                :8 dta MODE_A
                dta BLANK_8, BLANK_4
                dta MODE_4 + LOAD, a(screen), MODE_4 + INTERRUPT
                dta BLANK_8
                dta MODE_2, BLANK_4, MODE_2, MODE_2, BLANK_4, MODE_2
                dta MODE_2, BLANK_4, MODE_2, BLANK_4, MODE_2, BLANK_4
                dta MODE_2, MODE_2, MODE_2
                dta JUMP_WAIT, a(title_list)
title_list_end
                ert BIG_LINES <> 9
                ert [title_list ^ [title_list_end - 1]] & $fc00 ; no 1K crossing

;----------------------------------------------------------------------
;   The worth of a piece by row (high nibble of its square) and strength. The
;   strength counts a little, the distance it has covered much more:
;   4 S + (10 + S) * 16 * (own row / 11) to the fourth power. Found by playing
;   such values against each other.
;   :1 own row, :2 strength
;----------------------------------------------------------------------
.macro          value_of
?row            = :1
?strength       = :2
?way            = ?row * ?row * ?row * ?row
?value          = 4 * ?strength + [[10 + ?strength] * 16 * ?way + 7320] / 14641
                .if ?value > 255        ; the last row, where the game is won
?value          = 255
                .endif
                dta b(?value)
.endm

                .align $100,0
values_white    .rept $c0
                value_of #/16 #&15
                .endr
                .align $100,0
values_black    .rept $c0
                value_of 12-#/16 #&15
                .endr
                ert values_black - values_white <> $100

;----------------------------------------------------------------------
;   Set-up: White's pieces, strongest first; Black's rows are mirrored
;----------------------------------------------------------------------
start_square    dta $56, $34, $38, $23, $26, $29, $12, $14, $16, $18, $1a
start_strength  dta 5, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1
                ert * - start_strength <> PIECES
BLACK_MIRROR    = $c0           ; row of a mirrored square = this - row

;   The row from which promotion counts, by piece: its own row at the start,
;   which equals its strength at the start
home_row        dta 5, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1
                dta 0, 0, 0, 0, 0               ; numbers 11 to 15
                dta 5, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1
                ert * - home_row <> PIECE_COUNT

;   Strengths after one step; 0 means removed
rises_to        dta 1, 2, 3, 5, 0, 8, 0, 0, 8
falls_to        dta 0, 0, 1, 2, 0, 3, 0, 0, 5

;   Added to a square, by side and way
way_steps       dta ROW_STEP, -1, 1, -ROW_STEP
                :12 dta 0
                ert * - way_steps <> BLACK_PIECES
                dta -ROW_STEP, -1, 1, ROW_STEP
