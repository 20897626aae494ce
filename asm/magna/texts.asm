;   texts.asm - all texts on the screen, in screen codes. Read only.

;----------------------------------------------------------------------
;   Fixed texts: address, codes, $FF
;----------------------------------------------------------------------
name_text       dta a(name_row), d'MAGNA', $ff
columns_text    dta a(body + 2), CHAR_COLUMN, CHAR_COLUMN + 1
                dta 0, 0, 0, CHAR_COLUMN + 2, CHAR_COLUMN + 3
                dta 0, 0, 0, CHAR_COLUMN + 4, CHAR_COLUMN + 5
                dta 0, 0, 0, CHAR_COLUMN_4, CHAR_COLUMN_4 + 1, $ff
alert_text      dta a(body + 17 * SCREEN_WIDTH + 6), d'ALERT', $ff
combat_text     dta a(body + 17 * SCREEN_WIDTH + 21)
                dta d'COMBAT DISPLAY', $ff

;----------------------------------------------------------------------
;   The lists of keys: of the game, of the title
;----------------------------------------------------------------------
labels          dta d'MOVE             '
                dta d'FIRE             '
                dta d'BATTLE STATIONS  '
                dta d'EVASIVE MANEUVERS'
                dta d'SCREEN UP        '
                dta d'MAGNA SCAN       '
                dta d'ENEMY SCAN       '
                dta d'START: BEGIN TURN'
                dta d'OPTION: END TURN '
                dta d'BASIC            '
                dta d'INTERMEDIATE     '
                dta d'ADVANCED         '
                dta d'SELECT: PLAYERS  '
                dta d'START: BEGIN     '
                .rept 4
                dta d'                 '
                .endr
                ert * - labels <> 2 * KEY_ROWS * LABEL_SIZE

;----------------------------------------------------------------------
;   The text beside the digits
;----------------------------------------------------------------------
CAPTION_AT      = body + 2 * SCREEN_WIDTH + PANEL_COLUMN + 10

caption_none    dta a(CAPTION_AT), d'       ', $ff
caption_energy  dta a(CAPTION_AT), d'ENERGY ', $ff
caption_player  dta a(CAPTION_AT), d'PLAYER ', $ff
caption_players dta a(CAPTION_AT), d'PLAYERS', $ff

;   The level, beside the name
level_names     dta d' STARSHIP DUEL'
                dta d'         BASIC'
                dta d'  INTERMEDIATE'
                dta d'      ADVANCED'
                ert * - level_names <> 4 * LEVEL_SIZE

;----------------------------------------------------------------------
;   Messages, at most 39 letters
;----------------------------------------------------------------------
text_none       dta $ff
text_not_now    dta d'THAT KEY MEANS NOTHING NOW', $ff
text_edge       dta d'NOTHING LIES THAT WAY', $ff
text_energy     dta d'TOO LITTLE ENERGY FOR THAT', $ff
text_once       dta d'ONLY ONCE IN A TURN', $ff
text_level      dta d'NOT AT THIS LEVEL', $ff
text_screen     dta d'THE SCREEN IS UP: ONLY MOVE FOLLOWS', $ff
text_battle     dta d'A RED ALERT: BATTLE STATIONS FIRST', $ff
text_combat     dta d'ONLY IN COMBAT', $ff
text_galaxy     dta d'ONLY OUTSIDE COMBAT', $ff
text_siren      dta d'RED ALERT! AN ENEMY IS IN THIS SECTOR', $ff
text_sees_magna dta d'THE SCAN FINDS MAGNA IN SECTOR ', $ff
text_sees_enemy dta d'THE SCAN FINDS AN ENEMY IN SECTOR ', $ff
text_evaded     dta d'EVADED TO SECTOR ', $ff
text_thrown     dta d'A SHIP WAS IN THE WAY: THROWN TO CELL ', $ff
text_missed     dta d'A MISS', $ff
text_hit        dta d'A HIT! THE ENEMY LOSES 3', $ff
text_wrinkle    dta d'A SPACE WRINKLE: OUT OF IT IN SECTOR ', $ff
text_charged    dta d'MAGNA GIVES YOU 5 UNITS OF ENERGY', $ff
text_drained    dta d'THE BLACK HOLE TAKES 3 UNITS OF ENERGY', $ff
text_begin      dta d'START BEGINS THE TURN OF PLAYER ', $ff
text_call       dta d'CALL BATTLE STATIONS, OR EVADE', $ff
text_call_only  dta d'CALL BATTLE STATIONS', $ff
text_travel     dta d'MOVE TO ANOTHER SECTOR', $ff
text_near       dta d'AN ENEMY IS ONE SECTOR AWAY. MOVE', $ff
text_fight      dta d'MOVE A CELL, FIRE, OR ANOTHER LIT KEY', $ff
text_only_move  dta d'YOUR SCREEN IS UP. MOVE A CELL', $ff
text_which      dta d'WHICH WAY?  STICK, OR  -  =  +  *', $ff
text_over       dta d'OPTION ENDS YOUR TURN', $ff
text_out        dta d'YOUR ENERGY IS GONE. OPTION ENDS IT', $ff
text_robot      dta d'THE ROBOT PLAYS', $ff
text_scanning   dta d'SCANNING...', $ff
text_levels     dta d'CHOOSE A LEVEL: B, I OR A', $ff
text_teach      dta d'START: TEACH MODE, A FIXED GAME', $ff
text_alone      dta d'START: YOU AGAINST THE ROBOT', $ff
text_several    dta d'START: PLAYERS IN THE GAME: ', $ff
text_won        dta d'THE GAME IS WON BY PLAYER ', $ff
text_robot_won  dta d'THE ROBOT HAS WON', $ff
text_demo       dta d'TWO ROBOTS PLAY.  ANY KEY: YOUR GAME', $ff

;   Their offsets, by MESSAGE_...
message_low     dta l(text_none), l(text_not_now)
                dta l(text_edge), l(text_energy)
                dta l(text_once), l(text_level)
                dta l(text_screen), l(text_battle)
                dta l(text_combat), l(text_galaxy)
                dta l(text_siren), l(text_sees_magna)
                dta l(text_sees_enemy), l(text_evaded)
                dta l(text_thrown), l(text_missed)
                dta l(text_hit), l(text_wrinkle)
                dta l(text_charged), l(text_drained)
                dta l(text_begin), l(text_call)
                dta l(text_call_only), l(text_travel)
                dta l(text_near), l(text_fight)
                dta l(text_only_move), l(text_which)
                dta l(text_over), l(text_out)
                dta l(text_robot), l(text_scanning)
                dta l(text_levels), l(text_teach)
                dta l(text_alone), l(text_several)
                dta l(text_won), l(text_robot_won)
                dta l(text_demo)
message_high    dta h(text_none), h(text_not_now)
                dta h(text_edge), h(text_energy)
                dta h(text_once), h(text_level)
                dta h(text_screen), h(text_battle)
                dta h(text_combat), h(text_galaxy)
                dta h(text_siren), h(text_sees_magna)
                dta h(text_sees_enemy), h(text_evaded)
                dta h(text_thrown), h(text_missed)
                dta h(text_hit), h(text_wrinkle)
                dta h(text_charged), h(text_drained)
                dta h(text_begin), h(text_call)
                dta h(text_call_only), h(text_travel)
                dta h(text_near), h(text_fight)
                dta h(text_only_move), h(text_which)
                dta h(text_over), h(text_out)
                dta h(text_robot), h(text_scanning)
                dta h(text_levels), h(text_teach)
                dta h(text_alone), h(text_several)
                dta h(text_won), h(text_robot_won)
                dta h(text_demo)
                ert MESSAGE_NOT_NOW <> WHY_NOT_NOW
                ert MESSAGE_GALAXY <> WHY_GALAXY
                ert MESSAGE_SIREN <> MESSAGE_EVENTS + EVENT_SIREN
                ert MESSAGE_DRAINED <> MESSAGE_EVENTS + EVENT_DRAINED
