;   lines.asm - whole lines, in screen codes. Never written to.

;----------------------------------------------------------------------
;   Each closed by $FF
;----------------------------------------------------------------------
line_first      dta d'HOLD THE BUTTON OVER A CORPS UNTIL', $ff
.if COMFORTS
line_second     dta d'THE CROSS APPEARS. SELECT: LESSON', $ff
.else
line_second     dta d'THE CROSS APPEARS. PUSH TO ORDER.', $ff
.endif
line_watch      dta d'HOLD SELECT: FASTER, BUTTON: SLOWER', $ff
line_pause      dta d'SPACE: HALT AND MARCH ON', $ff

mode_label      dta d'MODE'
MODE_LABEL_SIZE = * - mode_label

;   Levels and years on the title, twelve letters each
level_names     dta d'LEARNER     ', d'BEGINNER    ', d'INTERMEDIATE'
                dta d'ADVANCED    ', d'EXPERT      '
                dta d'EXPERT, 1941', d'EXPERT, 1942'
LEVEL_NAME      = 12

;   The title: its big letters, and whole lines for the screen
title_letters   dta d'RASPUTITSA'
TITLE_SIZE      = * - title_letters
title_lines     dta d'       THE WAR IN THE EAST, 1941 TO 1943        '
                dta d'    SELECT: LEVEL        OPTION: SAVED GAME     '
                dta d'          (C) THE AUTHORS OF FRONT800           '
                ert * - title_lines <> 3 * 48
title_begin     dta d'START, RETURN OR BUTTON'
HINT_LETTERS    = * - title_begin
title_error     dta d'I/O ERROR '
ERROR_LETTERS   = * - title_error
