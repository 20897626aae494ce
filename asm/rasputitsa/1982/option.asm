;   option.asm - OPTION in the rules of 1982: saves the game.
;
;   Entry points: option_frame (interrupt), option_up (main program).

;----------------------------------------------------------------------
;   option_frame: OPTION with the button up, in the order phase: makes a
;   request that `option_poll` fulfils
;   OUT      save_wanted
;   CLOBBERS A
;   CYCLES   32
;----------------------------------------------------------------------
.proc           option_frame
                lda mode_wait
                beq waits
                dec mode_wait
waits
                lda zp_orders_open
                beq done
                lda zp_trigger
                beq done
                lda CONSOL
                and #CONSOLE_OPTION
                bne done
                lda #1
                sta save_wanted
done            rts
.endp

;   Waits until OPTION is up, so that it does not count twice. CLOBBERS A.
.proc           option_up
                lda CONSOL
                and #CONSOLE_OPTION
                beq option_up
                rts
.endp
