;   handicap_frame.asm - OPTION in the rules of 1981. Interrupt side.
;
;   Entry point: option_frame.

;----------------------------------------------------------------------
;   option_frame: OPTION, once a game and with the button up: asks, and if
;   OPTION is pressed again during the notice, makes a request that
;   `option_poll` fulfils
;   OUT      zp_handicap; colour of the text window
;   CLOBBERS A
;   CYCLES   70
;----------------------------------------------------------------------
.proc           option_frame
                lda CONSOL
                and #CONSOLE_OPTION
                cmp option_was
                sta option_was
                bcs done                ; it was not pressed now
                lda zp_handicap
                bpl done                ; not HANDICAP_FREE
                lda zp_trigger
                beq done
                lda notice_wait
                beq asks
                lda message_notice
                cmp #MSG_OPTION
                beq takes
asks            lda #MSG_OPTION
                bne notice              ; always
takes           lda #WINDOW_HANDICAP
                sta dli_colours + DLI_WINDOW
                lda #HANDICAP_WANTED
                sta zp_handicap
                lda #MSG_HANDICAP
notice          sta message_notice
                lda #2 * NOTICE_FRAMES
                sta notice_wait
done            rts
.endp
