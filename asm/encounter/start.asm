;   start.asm - from a cold machine or RESET to the title.
;
;   Entry point: start (RUNAD, DOSVEC).

;----------------------------------------------------------------------
;   start: from a cold machine, and again after RESET
;----------------------------------------------------------------------
start           program_begin
                jmp title
