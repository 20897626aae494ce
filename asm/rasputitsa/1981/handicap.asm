;   handicap.asm - the effect of OPTION in the rules of 1981.
;
;   Entry point: option_poll.

;----------------------------------------------------------------------
;   option_poll: if OPTION was pressed, raises the German muster strengths
;   by half, rounded up; in the corrected rules also the combat strengths
;   IN       zp_handicap HANDICAP_WANTED if there is something to do
;   OUT      unit_muster, unit_combat; handicap_used; zp_handicap 0
;   CLOBBERS A, X
;   CYCLES   18; 3,000 once in a campaign
;----------------------------------------------------------------------
.proc           option_poll
                lda zp_handicap
                cmp #HANDICAP_WANTED
                bne done
                sta handicap_used
                ldx #GERMANS
unit            lda unit_muster,x
                lsr @
                adc unit_muster,x       ; carry is the remaining half
                scc
                lda #255
                sta unit_muster,x
.if DEFECT_27 = 0
                lda unit_combat,x       ; D 27
                lsr @
                adc unit_combat,x
                scc
                lda #255
                sta unit_combat,x
.endif
                dex
                bne unit
                stx zp_handicap
done            rts
.endp
                ert HANDICAP_WANTED <> 1
