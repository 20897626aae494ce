;   start.asm - from a cold machine or RESET to the title.
;
;   Entry point: start (RUNAD, DOSVEC).

;----------------------------------------------------------------------
;   start: from a cold machine, and again after RESET
;----------------------------------------------------------------------
start           cld
                ldx #$ff
                txs
                jsr reset_here
                jsr screen_off
                jsr memory_clear
                jsr machine_ask
                jmp title
