;   lines.asm - whole lines, in screen codes. Read only.

;----------------------------------------------------------------------
;   Each ends with $FF
;----------------------------------------------------------------------
line_first      dta d'HOLD THE BUTTON OVER A CORPS UNTIL', $ff
.if COMFORTS
line_second     dta d'THE CROSS APPEARS. SELECT: LESSON', $ff
.else
line_second     dta d'THE CROSS APPEARS. PUSH TO ORDER.', $ff
.endif
line_watch      dta d'HOLD SELECT: FASTER, BUTTON: SLOWER', $ff
line_pause      dta d'SPACE: HALT AND MARCH ON', $ff

;   File names of saved games, for CIO
disk_name       dta c'D:EASTFRNT.SAV', $9b
tape_name       dta c'C:', $9b

mode_label      dta d'MODE'
MODE_LABEL_SIZE = * - mode_label

;   The title: its big letters, and whole lines for the screen
title_letters   dta d'RASPUTITSA'
TITLE_SIZE      = * - title_letters
title_lines     dta d'       THE WAR IN THE EAST, 1941 TO 1943        '
                dta d'    SELECT: LEVEL        OPTION: SAVED GAME     '
                dta d'          (C) THE AUTHORS OF FRONT800           '
                ert * - title_lines <> 3 * 48
title_begin     dta d'START, RETURN OR BUTTON'*
HINT_LETTERS    = * - title_begin

;   Levels on the title
level_begins    dta l(name_learner), l(name_beginner)
                dta l(name_intermediate), l(name_advanced), l(name_expert)
name_learner    dta d'LEARNER', $ff
name_beginner   dta d'BEGINNER', $ff
name_intermediate dta d'INTERMEDIATE', $ff
name_advanced   dta d'ADVANCED', $ff
name_expert     dta d'EXPERT', $ff
LONGEST_LEVEL   = 12            ; also "EXPERT, 1941"
                ert >name_learner <> >name_expert
