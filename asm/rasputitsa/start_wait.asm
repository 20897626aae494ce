;   start_wait.asm - waits for the player to begin.
;
;   Entry points: start_wait, begin_look.

;----------------------------------------------------------------------
;   start_wait: waits until START is up, then until it is pressed
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

;----------------------------------------------------------------------
;   begin_look: on the title, RETURN, the space bar and the button of stick
;   or pointer begin the game as START does
;   OUT      Z set while one of them is down
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           begin_look
                lda CONSOL
                and #CONSOLE_START
                beq done
                lda STRIG0
                beq done
                lda PADDL2
                cmp #POINTER_NONE
                bcs keys
                lda PTRIG2
                beq done
keys            lda SKSTAT
                and #KEY_IS_UP
                bne done
                lda KBCODE
                and #KEY_BITS
                cmp #KEY_RETURN
                beq done
                cmp #KEY_SPACE
done            rts
.endp
