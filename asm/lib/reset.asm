;   reset.asm - where RESET leads.
;
;   Needs: start.

;----------------------------------------------------------------------
;   reset_here: RESET leads back to `start`, through the warm start of
;   the OS and DOSVEC. A DOS in memory is not asked.
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           reset_here
                mwa #start DOSVEC
                mwa #nothing DOSINI
                mva #1 BOOT?
nothing         rts
.endp
