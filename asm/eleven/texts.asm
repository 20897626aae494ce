;   texts.asm - all texts on the screen.
;
;   Texts beside the board use the program's characters, those below it the
;   OS's.

;   Line :1 of the panel
.macro          at_panel
                dta a(screen + [:1] * LINE_SIZE + AT_PANEL)
.endm

TOP_LINE        = screen + PANEL_LINES * LINE_SIZE
BOTTOM_LINE     = TOP_LINE + LINE_SIZE

;   In the lines below the board
text_white      dta d"White", $ff
text_black      dta d"Black", $ff
text_blank      dta d" ", $ff
text_nothing    dta $ff
text_start      dta d"A new game: who first crosses wins.", $ff
text_promoted   dta d" is promoted to ", $ff
text_retreat    dta d" goes back and falls to ", $ff
text_aged       dta d" is too old and falls to ", $ff
text_removed    dta d" is too old and is removed", $ff
text_rises      dta d", promoted", $ff
text_falls      dta d", fallen", $ff
text_old        dta d", aged ", $ff
text_gone       dta d", removed ", $ff
text_pick_up    dta d": pick up a piece", $ff
text_in_hand    dta d" in hand: choose a marked square", $ff
text_stuck      dta d" is blocked all round: put it back", $ff
text_thinks     dta d" is thinking ...", $ff
text_crossed    dta d" has crossed the board and wins", $ff
text_no_piece   dta d" wins: no piece is left to the enemy", $ff
text_no_move    dta d" wins: the enemy has no move", $ff
text_draw       dta d"A draw: 999 moves", $ff
text_taken      dta d"Taken back", $ff

;   ... for refusals
text_square     dta d"Blocked by square: ", $ff
text_held       dta d" is held", $ff
text_strength   dta d"Blocked by strength: ", $ff
text_comma      dta d", ", $ff
text_one_step   dta d"Only to the next square, or back on ", $ff
text_off        dta d"There the board ends", $ff
text_nobody     dta d"No piece of yours stands there", $ff
text_no_undo    dta d"There is nothing to take back", $ff
text_over       dta d"The game is over", $ff
text_not_yours  dta d"It is not your turn", $ff
text_no_key     dta d"This key does nothing now", $ff

;   Beside the board
panel_name      at_panel 0
                dta d'ELEVEN'*, $ff
panel_white     at_panel AT_TURN_WHITE-2
                dta d"WHITE", $ff
panel_black     at_panel AT_TURN_BLACK-2
                dta d"BLACK", $ff
panel_white_person at_panel AT_TURN_WHITE-1
                dta d" PERSON  ", $ff
panel_black_person at_panel AT_TURN_BLACK-1
                dta d" PERSON  ", $ff
panel_white_computer at_panel AT_TURN_WHITE-1
                dta d" LEVEL 0", $ff
panel_black_computer at_panel AT_TURN_BLACK-1
                dta d" LEVEL 0", $ff
panel_turn_white at_panel AT_TURN_WHITE
                dta d' TO MOVE'*, $ff
panel_turn_black at_panel AT_TURN_BLACK
                dta d' TO MOVE'*, $ff
panel_no_white  at_panel AT_TURN_WHITE
                dta d"        ", $ff
panel_no_black  at_panel AT_TURN_BLACK
                dta d"        ", $ff
panel_number    at_panel AT_MOVE
                dta d"MOVE     ", $ff
panel_sums      dta a(screen + BOARD_LINES * LINE_SIZE + AT_WHITE_SUM)
                dta d" W  B", $ff

;   Keys: nine lines
keys_pick       dta d'STICK    '*, d" CURSOR  "
                dta d'BUTTON   '*, d" PICK UP "
                dta d'AND PUSH '*, d" MOVE    "
                dta d'OPTION   '*, d" UNDO    "
                dta d"         "
keys_hand       dta d'STICK    '*, d" CURSOR  "
                dta d'BUTTON   '*, d" MOVE    "
                dta d'SPACE    '*, d" LET GO  "
                dta d'OPTION   '*, d" UNDO    "
                dta d"         "
keys_none       dta d"         "
                :8 dta d"         "
keys_end        dta d'START    '*, d" TITLE   "
                dta d'OPTION   '*, d" UNDO    "
                :5 dta d"         "
keys_demo       dta d'ANY KEY  '*, d" TITLE   "
                :7 dta d"         "
                ert * - keys_pick <> 5 * 81
