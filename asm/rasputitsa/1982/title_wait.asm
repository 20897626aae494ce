;   title_wait.asm - what can be chosen on the title of 1982: the level, for
;                    experts the year, a saved game.
;
;   Entry point: title_wait.

;----------------------------------------------------------------------
;   title_wait: until the campaign is chosen
;   OUT      level, scenario
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_wait
wait            lda CONSOL
                and #CONSOLE_START
                bne wait
                rts
.endp
