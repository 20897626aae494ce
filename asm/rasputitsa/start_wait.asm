;   start_wait.asm - waiting for START.
;
;   Entry point: start_wait.

;----------------------------------------------------------------------
;   start_wait: until START goes down; it has to be up first
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           start_wait
held            lda CONSOL
                and #CONSOLE_START
                beq held
up              lda CONSOL
                and #CONSOLE_START
                bne up
                rts
.endp
