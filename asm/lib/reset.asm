;   reset.asm - makes RESET restart the program.
;
;   Needs: start.

;----------------------------------------------------------------------
;   reset_here: from now on RESET leads to `start`, through the warm start
;   of the OS and DOSVEC. A DOS in memory is bypassed.
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           reset_here
                mwa #start DOSVEC
                mwa #nothing DOSINI
                mva #1 BOOT?
nothing         rts
.endp
