;   texts.asm - all texts on the screen, in screen codes. Read only. Each text
;               ends with $FF; those for `text_put` begin with their address.

kind_sign       dta d'123456789SBF'
                ert * - kind_sign <> KIND_COUNT

names
NAME_GENERAL    = * - names
                dta d'GENERAL', $ff
NAME_COLONEL    = * - names
                dta d'COLONEL', $ff
NAME_MAJOR      = * - names
                dta d'MAJOR', $ff
NAME_CAPTAIN    = * - names
                dta d'CAPTAIN', $ff
NAME_LIEUTENANT = * - names
                dta d'LIEUTENANT', $ff
NAME_SERGEANT   = * - names
                dta d'SERGEANT', $ff
NAME_CORPORAL   = * - names
                dta d'CORPORAL', $ff
NAME_MINER      = * - names
                dta d'MINER', $ff
NAME_SCOUT      = * - names
                dta d'SCOUT', $ff
NAME_SPY        = * - names
                dta d'SPY', $ff
NAME_BOMB       = * - names
                dta d'BOMB', $ff
NAME_FLAG       = * - names
                dta d'FLAG', $ff

name_start      dta NAME_GENERAL, NAME_COLONEL, NAME_MAJOR, NAME_CAPTAIN
                dta NAME_LIEUTENANT, NAME_SERGEANT, NAME_CORPORAL
                dta NAME_MINER, NAME_SCOUT, NAME_SPY, NAME_BOMB, NAME_FLAG
                ert * - name_start <> KIND_COUNT

;----------------------------------------------------------------------
;   A game: beside the board and above it
;----------------------------------------------------------------------
text_last       dta a(screen + LINE_BOARD * LINE + SIDE_LEFT)
                dta d'FROM      TO', $ff

status_normal   dta a(screen + LINE_STATUS * LINE + 1)
                dta d'MILITARY ENCOUNTER  MOVE      QUIET ', $ff
status_super    dta a(screen + LINE_STATUS * LINE + 1)
                dta d'SUPER ENCOUNTER     MOVE      QUIET ', $ff
status_low      dta l(status_normal), l(status_super)
status_high     dta h(status_normal), h(status_super)

head_left       dta a(screen + [LINE_LIST - 1] * LINE + SIDE_LEFT)
                dta d' TO PLACE      ', $ff
head_yours      dta a(screen + [LINE_LIST - 1] * LINE + SIDE_LEFT)
                dta d' YOUR PIECES   ', $ff

KEYS            = screen + LINE_KEYS * LINE + SIDE_LEFT
keys_setup      dta a(KEYS), d' STICK   CURSOR ', $ff
                dta a(KEYS + LINE), d' BUTTON  FREEZE ', $ff
                dta a(KEYS + 2 * LINE), d' SELECT  FILL   ', $ff
                dta a(KEYS + 3 * LINE), d' START   BEGIN  ', $ff
                dta a(KEYS + 4 * LINE), d'                ', $ff
keys_frozen     dta a(KEYS), d' STICK   KIND   ', $ff
                dta a(KEYS + LINE), d' BUTTON  PLACE  ', $ff
                dta a(KEYS + 2 * LINE), d' 1-9BFS  PLACE  ', $ff
                dta a(KEYS + 3 * LINE), d' DELETE  EMPTY  ', $ff
                dta a(KEYS + 4 * LINE), d' SPACE   LET GO ', $ff
keys_play       dta a(KEYS), d' STICK   CURSOR ', $ff
                dta a(KEYS + LINE), d' BUTTON  PICK UP', $ff
                dta a(KEYS + 2 * LINE), d' OPTION OR R    ', $ff
                dta a(KEYS + 3 * LINE), d'         RESIGN ', $ff
                dta a(KEYS + 4 * LINE), d'                ', $ff
keys_held       dta a(KEYS), d' STICK   CURSOR ', $ff
                dta a(KEYS + LINE), d' BUTTON  GO     ', $ff
                dta a(KEYS + 2 * LINE), d' SPACE   LET GO ', $ff
                dta a(KEYS + 3 * LINE), d' OPTION OR R    ', $ff
                dta a(KEYS + 4 * LINE), d'         RESIGN ', $ff
keys_wait       dta a(KEYS), d' NO KEY NOW     ', $ff
                dta a(KEYS + LINE), d'                ', $ff
                dta a(KEYS + 2 * LINE), d'                ', $ff
                dta a(KEYS + 3 * LINE), d'                ', $ff
                dta a(KEYS + 4 * LINE), d'                ', $ff
keys_over       dta a(KEYS), d' START   TITLE  ', $ff
                dta a(KEYS + LINE), d'                ', $ff
                dta a(KEYS + 2 * LINE), d'                ', $ff
                dta a(KEYS + 3 * LINE), d'                ', $ff
                dta a(KEYS + 4 * LINE), d'                ', $ff
KEYS_SIZE       = 19            ; of each of the five
                ert * - keys_over <> KEY_LINES * KEYS_SIZE

;----------------------------------------------------------------------
;   Prompts
;----------------------------------------------------------------------
prompt_setup    dta d'PUT YOUR ARMY ON ROWS 1 TO 4', $ff
prompt_ready    dta d'ALL 40 ARE PLACED: START BEGINS', $ff
prompt_frozen   dta d'WHICH PIECE SHALL STAND HERE?', $ff
prompt_arrives  dta d'THE COMPUTER SETS UP ITS ARMY', $ff
prompt_play     dta d'YOUR MOVE. WHICH PIECE?', $ff
prompt_held     dta d'WHERE SHALL IT GO?', $ff
prompt_resign   dta d'RESIGN? THE SAME KEY ONCE MORE: YES', $ff
prompt_thinks   dta d'THE COMPUTER IS THINKING ...', $ff
prompt_demo     dta d'A DEMONSTRATION: ANY KEY ENDS IT', $ff

;----------------------------------------------------------------------
;   Reasons for refusals
;----------------------------------------------------------------------
reply_no_move   dta d'IT CANNOT GO THERE', $ff
reply_two       dta d'NOT TO AND FRO BETWEEN TWO SQUARES', $ff
reply_missing   dta d'PIECES ARE LEFT. SELECT PLACES THEM', $ff
reply_stuck     dta d'NO PIECE COULD MOVE OUT', $ff
reply_none      dta d'NO SUCH PIECE IS LEFT', $ff
reply_not_now   dta d'THAT MAKES NO SENSE NOW', $ff
reply_edge      dta d'NO FURTHER', $ff
reply_not_yours dta d'NONE OF YOUR PIECES IS THERE', $ff
reply_fixed     dta d'BOMBS AND THE FLAG NEVER MOVE', $ff
reply_boxed     dta d'IT CANNOT MOVE', $ff

;----------------------------------------------------------------------
;   Parts of event texts
;----------------------------------------------------------------------
part_your       dta d'YOUR ', $ff
part_enemy      dta d'ENEMY ', $ff
part_piece      dta d'PIECE', $ff
part_attacks    dta d' ATTACKS ', $ff
part_a_piece    dta d'A PIECE', $ff
part_removed    dta d' IS REMOVED', $ff
part_both       dta d'BOTH ARE REMOVED', $ff
part_flag       dta d'THE FLAG IS TAKEN', $ff
part_moves      dta d' MOVES TO ', $ff

over_won        dta d'YOU HAVE WON: ', $ff
over_lost       dta d'YOU HAVE LOST: ', $ff
over_blue       dta d'BLUE HAS WON: ', $ff
over_red        dta d'RED HAS WON: ', $ff
over_nobody     dta d'NOBODY HAS WON: ', $ff
because_flag    dta d'THE FLAG IS TAKEN', $ff
because_stuck   dta d'NO MOVE IS LEFT', $ff
because_resign  dta d'RESIGNED', $ff
because_draw    dta d'200 QUIET MOVES', $ff
because_low     dta l(because_flag), l(because_stuck)
                dta l(because_resign), l(because_draw)
because_high    dta h(because_flag), h(because_stuck)
                dta h(because_resign), h(because_draw)
over_low        dta l(over_won), l(over_lost), l(over_nobody)
                dta l(over_blue), l(over_red), l(over_nobody)
over_high       dta h(over_won), h(over_lost), h(over_nobody)
                dta h(over_blue), h(over_red), h(over_nobody)
OVER_DEMO       = 3             ; the texts of a demonstration

;----------------------------------------------------------------------
;   The title
;----------------------------------------------------------------------
words_name      dta a(TITLE_NAME + 5), d'encounter', $ff
words_line      dta a(TITLE_LINE + 1)
                dta d'find the enemy flag', $ff
words_choice    dta a(TITLE_TEXT + 3)
                dta d'SELECT  CHOOSES THE GAME:', $ff
words_normal    dta a(TITLE_TEXT + LINE + 5)
                dta d'MILITARY  A FIGHT SHOWS BOTH RANKS', $ff
words_super     dta a(TITLE_TEXT + 2 * LINE + 5)
                dta d'SUPER     ITS RANKS STAY HIDDEN', $ff
words_begin     dta a(TITLE_TEXT + 4 * LINE + 3)
                dta d'START   BEGINS', $ff
words_reset     dta a(TITLE_TEXT + 5 * LINE + 3)
                dta d'RESET   LEADS BACK TO THIS TITLE', $ff
words_authors   dta a(TITLE_TEXT + 8 * LINE + 6)
                dta d'(C) THE AUTHORS OF FRONT800', $ff
words_low       dta l(words_name), l(words_line), l(words_choice)
                dta l(words_normal), l(words_super), l(words_begin)
                dta l(words_reset), l(words_authors)
WORDS_COUNT     = * - words_low
words_high      dta h(words_name), h(words_line), h(words_choice)
                dta h(words_normal), h(words_super), h(words_begin)
                dta h(words_reset), h(words_authors)
