;   lines.asm - whole lines, in screen codes. Read only.

;----------------------------------------------------------------------
;   Whole lines, each ending with $FF
;----------------------------------------------------------------------
.if DEFECT_29
line_first      dta d'       RASPUTITSA 1941-42', $ff
line_second     dta d'   (C) THE AUTHORS OF FRONT800', $ff
.else
line_first      dta d'HOLD THE BUTTON OVER A CORPS UNTIL', $ff
line_second     dta d'THE CROSS APPEARS. PUSH TO ORDER.', $ff
.endif
line_watch      dta d'HOLD SELECT: FASTER, BUTTON: SLOWER', $ff
line_pause      dta d'SPACE: HALT AND MARCH ON', $ff

.if DEFECT_29 = 0
line_over       dta d'POINTS OF 255. THE CAMPAIGN IS OVER', $ff

;   Verdicts, and the lowest score for each
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
                dta d'       BEGIN: START, RETURN KEY OR BUTTON       '
                ert * - title_lines <> 4 * 48
.endif
