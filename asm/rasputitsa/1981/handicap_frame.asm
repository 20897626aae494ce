;   handicap_frame.asm - OPTION in the rules of 1981. Interrupt side.
;
;   Entry point: option_frame.

;----------------------------------------------------------------------
;   option_frame: OPTION, once a game and with the button up: takes the
;   wish, which `option_poll` fulfils
;   OUT      zp_handicap; colour of the text window
;   CLOBBERS A
;   CYCLES   36
;----------------------------------------------------------------------
.proc           option_frame
                lda zp_handicap
                bpl done                ; not HANDICAP_FREE
                lda zp_trigger
                beq done
                lda CONSOL
                and #CONSOLE_OPTION
                bne done
                lda #WINDOW_HANDICAP
                sta dli_colours + DLI_WINDOW
                lda #HANDICAP_WANTED
                sta zp_handicap
done            rts
.endp
