;   watch.asm - what the main program shows of a week: the execution, to be
;               watched, hurried or halted, and what has changed since.
;
;   Entry points: watch_begin, watch_step, eye_stall, turn_summary.
;   Owns eye_delay, cities_before; lines 1 and 2 while the order phase is
;   closed.

;----------------------------------------------------------------------
;   watch_begin: the order phase is closed; says what can be done now
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           watch_begin
                jsr text_clear_unit
                jsr print
                dta a(line_watch), AT_UNIT + 1
                jsr print
                dta a(line_pause), AT_LINE_2 + 1
                rts
.endp
