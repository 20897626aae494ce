;   data.asm - character set and display lists. Read only. Begins with the
;              character set, which needs a 1K boundary.

font            ins 'generated/encounter.chr'
                ert * - font <> $400
                ert font & $3ff

;----------------------------------------------------------------------
;   The display list of a game
;----------------------------------------------------------------------
game_list       dta BLANK_8, BLANK_8, BLANK_4
                dta TEXT_LINE | MEMORY | INTERRUPT, a(screen)
                :20 dta TILE_LINE
                dta TILE_LINE | INTERRUPT, BLANK_2
                :3 dta TEXT_LINE
                dta JUMP_WAIT, a(game_list)
                ert [game_list ^ [* - 1]] & $fc00       ; no 1K crossing
                ert [screen ^ [screen + LINES * LINE - 1]] & $f000

;----------------------------------------------------------------------
;   The display list of the title, and the addresses of its lines
;----------------------------------------------------------------------
TITLE_NAME      = screen        ; 20 wide letters
TITLE_LINE      = screen + 20   ; 20 letters
TITLE_TILES     = screen + LINE ; four lines of tiles
TITLE_TEXT      = screen + 5 * LINE
TITLE_ROWS      = 9
TITLE_GAMES     = TITLE_TEXT + LINE     ; the marks of the two games

title_list      dta BLANK_8, BLANK_8, BLANK_8, BLANK_8
                dta NAME_LINE | MEMORY, a(TITLE_NAME)
                dta BLANK_4, WIDE_LINE, BLANK_8, BLANK_8 | INTERRUPT
                dta TILE_LINE, TILE_LINE, BLANK_4
                dta TILE_LINE, TILE_LINE, BLANK_8 | INTERRUPT
                dta BLANK_8
                .rept TITLE_ROWS
                dta TEXT_LINE, BLANK_2
                .endr
                dta JUMP_WAIT, a(title_list)
                ert [title_list ^ [* - 1]] & $fc00      ; no 1K crossing

