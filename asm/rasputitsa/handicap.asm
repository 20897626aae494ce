;   handicap.asm - OPTION, once a game: a handicap for the strong.
;
;   Entry points: handicap_frame (interrupt), handicap_serve (main
;   program).
;   Owns handicap_used, zp_handicap.

;----------------------------------------------------------------------
;   handicap_frame: takes the wish, with the button up, at any time
;   OUT      handicap_used, zp_handicap; colour of the text window
;   CLOBBERS A
;   CYCLES   39
;----------------------------------------------------------------------
.proc           handicap_frame
                lda handicap_used
                bne done
                lda STRIG0
                beq done
                lda CONSOL
                and #CONSOLE_OPTION
                bne done
                lda #WINDOW_HANDICAP
                sta dli_colours + DLI_WINDOW
                lda #1
                sta handicap_used
                sta zp_handicap
done            rts
.endp

;----------------------------------------------------------------------
;   handicap_serve: fulfils it. The German musters become half as large
;   again, halves rounded up. In the corrected rules so do the combat
;   strengths, or every corps would break at once (D 27).
;   IN       zp_handicap
;   OUT      unit_muster, unit_combat
;   CLOBBERS A; X, Y are kept
;   CYCLES   14; once a game 5,000
;----------------------------------------------------------------------
.proc           handicap_serve
                lda zp_handicap
                bne serve
                rts
serve           txa
                pha
                ldx #GERMANS
unit            lda unit_muster,x
                jsr half_more
                sta unit_muster,x
.ifndef RULES_1981
                lda unit_combat,x
                jsr half_more
                sta unit_combat,x
.endif
                dex
                bne unit
                stx zp_handicap
                pla
                tax
                rts

;   IN A. OUT A + A / 2 rounded up, 255 at most.
half_more       pha
                lsr @
                sta zp_half
                pla
                adc zp_half             ; carry is the half left over
                bcc fits
                lda #255
fits            rts
.endp
