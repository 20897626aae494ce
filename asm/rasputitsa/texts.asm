;   texts.asm - everything that is read on the screen, in screen codes.
;               Never written to.

;----------------------------------------------------------------------
;   Words of eight letters
;----------------------------------------------------------------------
words           ins 'generated/words.bin'
                ert * - words <> 8 * WORD_CORPS
                dta d'CORPS   ', d'ARMY    '
                dta d'JANUARY ', d'FEBRUARY', d'MARCH   '
                dta d'APRIL   ', d'MAY     ', d'JUNE    '
                dta d'JULY    ', d'AUGUST  ', d'SEPTEMBR'
                dta d'OCTOBER ', d'NOVEMBER', d'DECEMBER'
                ert * - words <> 8 * [WORD_MONTH + 13]

;----------------------------------------------------------------------
;   The message line; index MSG_...
;----------------------------------------------------------------------
messages        dta d'YOUR ORDERS? START ENDS THE WEEK'
                dta d'  RUSSIANS DO NOT OBEY BERLIN   '
                dta d'  EIGHT ORDERS ARE THE LIMIT    '
                dta d'  LET THE MALTESE CROSS APPEAR  '
                dta d'NORTH, EAST, SOUTH OR WEST ONLY '
                dta d'NO ORDERS NOW: THE ARMIES MARCH '
                dta d'      THE CAMPAIGN IS OVER      '
                dta d'NOBODY MARCHES ACROSS OPEN WATER'
                dta d'   THE MAP ENDS ON THAT SIDE    '
                dta d' NO WAY ACROSS THE WATER THERE  '
                dta d'THE ARROW SHOWS THE ORDERS. WAIT'
                dta d'PUSH TO ORDER. DELETE TAKES BACK'
                dta d'  SPACE DROPS ALL OF ITS ORDERS '
                dta d'  THE ENEMY: YOU MAY ONLY LOOK  '
                dta d'  NOBODY STANDS ON THIS SQUARE  '
                dta d'THE RUSSIANS PONDER. START LATER'
                dta d'  HALT. SPACE: THEY MARCH AGAIN '
                dta d'  PRESS START TO BEGIN ANOTHER  '
                ert * - messages <> MESSAGE_SIZE * [MSG_LAST + 1]

;----------------------------------------------------------------------
;   Parts of the two lines above it, each closed by $FF
;----------------------------------------------------------------------
labels
LABEL_MUSTER    = * - labels
                dta d'MUSTER: ', $ff
LABEL_STRENGTH  = * - labels
                dta d'  COMBAT STRENGTH: ', $ff
LABEL_CENTURY   = * - labels
                dta d', 19', $ff
LABEL_GERMAN    = * - labels
                dta d' POINTS, GERMAN', $ff
LABEL_RUSSIAN   = * - labels
                dta d' POINTS, RUSSIAN', $ff
LABEL_LOST      = * - labels
                dta d'LOST: ', $ff
LABEL_LOST_GERMAN= * - labels
                dta d' GERMAN, ', $ff
LABEL_LOST_RUSSIAN= * - labels
                dta d' RUSSIAN', $ff
LABEL_NEW       = * - labels
                dta d'  NEW: ', $ff
LABEL_CITY_TAKEN= * - labels
                dta d'TAKEN:', $ff
LABEL_CITY_LOST = * - labels
                dta d'LOST:', $ff
GROUND_IS_CLEAR     = * - labels
                dta d'OPEN COUNTRY', $ff
GROUND_IS_HILLS     = * - labels
                dta d'FOREST', $ff
GROUND_IS_CITY      = * - labels
                dta d'CITY', $ff
GROUND_IS_ICE_SWAMP = * - labels
                dta d'FROZEN SWAMP', $ff
GROUND_IS_ICE_RIVER = * - labels
                dta d'FROZEN RIVER', $ff
GROUND_IS_SWAMP     = * - labels
                dta d'SWAMP', $ff
GROUND_IS_RIVER     = * - labels
                dta d'RIVER', $ff
GROUND_IS_COAST     = * - labels
                dta d'COAST', $ff
GROUND_IS_ESTUARY   = * - labels
                dta d'ESTUARY', $ff
GROUND_IS_SEA       = * - labels
                dta d'OPEN WATER', $ff
GROUND_IS_MOUNTAINS = * - labels
                dta d'MOUNTAINS', $ff
                ert * - labels > $100

;   Names of the terrain types; the last is type 1 in the south
terrain_label   dta GROUND_IS_CLEAR, GROUND_IS_HILLS, GROUND_IS_CITY
                dta GROUND_IS_ICE_SWAMP, GROUND_IS_ICE_RIVER
                dta GROUND_IS_SWAMP, GROUND_IS_RIVER, GROUND_IS_COAST
                dta GROUND_IS_ESTUARY, GROUND_IS_SEA, GROUND_IS_MOUNTAINS
                ert * - terrain_label <> TERRAIN_COUNT + 1

;----------------------------------------------------------------------
;   Cities and ports, the scoring squares first
;----------------------------------------------------------------------
city_x          ins 'generated/city_x.bin'
city_y          ins 'generated/city_y.bin'
city_name       ins 'generated/city_name.bin'
                ert * - city_x <> 3 * CITY_COUNT
city_names      ins 'generated/city_names.bin'
                ert * - city_names > $100

;----------------------------------------------------------------------
;   Whole lines, each closed by $FF
;----------------------------------------------------------------------
.ifdef RULES_1981
line_first      dta d'       RASPUTITSA 1941-42', $ff
line_second     dta d'   (C) THE AUTHORS OF FRONT800', $ff
.else
line_first      dta d'HOLD THE BUTTON OVER A CORPS UNTIL', $ff
line_second     dta d'THE CROSS APPEARS. PUSH TO ORDER.', $ff
.endif
line_watch      dta d'HOLD SELECT: FASTER, BUTTON: SLOWER', $ff
line_pause      dta d'SPACE: HALT AND MARCH ON', $ff

.ifndef RULES_1981
line_over       dta d'POINTS OF 255. THE CAMPAIGN IS OVER', $ff

;   Verdicts, and the score from which on they are passed
verdict_0       dta d'THE ARMIES OF THE EAST ARE BEATEN.', $ff
verdict_1       dta d'THE ADVANCE HAS COME TO NOTHING.', $ff
verdict_2       dta d'THE FRONT HOLDS. NOTHING IS WON.', $ff
verdict_3       dta d'DEEP IN RUSSIA, AND NO DECISION.', $ff
verdict_4       dta d'A VICTORY. RUSSIA FIGHTS ON.', $ff
verdict_5       dta d'A TRIUMPH. RUSSIA IS BEATEN.', $ff
verdict_score   dta 0, 10, 30, 50, 80, 120
VERDICTS        = * - verdict_score
verdict_low     dta l(verdict_0), l(verdict_1), l(verdict_2)
                dta l(verdict_3), l(verdict_4), l(verdict_5)
verdict_high    dta h(verdict_0), h(verdict_1), h(verdict_2)
                dta h(verdict_3), h(verdict_4), h(verdict_5)

;   The title: its big letters, and whole lines for the screen
title_letters   dta d'RASPUTITSA'
TITLE_SIZE      = * - title_letters
title_lines     dta d'       THE WAR IN THE EAST, 1941 TO 1942        '
                dta d'    YOU COMMAND THE GERMAN SIDE, FORTY WEEKS    '
                dta d'          (C) THE AUTHORS OF FRONT800           '
                dta d'              PRESS START TO BEGIN              '
                ert * - title_lines <> 4 * 48
.endif
