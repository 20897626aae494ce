;   start.asm - start of the program, up to the title.
;
;   Entry point: start (RUNAD, DOSVEC).

;----------------------------------------------------------------------
;   start: entered after a cold start and after RESET
;----------------------------------------------------------------------
start           program_begin
                jmp title
