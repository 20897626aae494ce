;   hit.asm - the effect of a hit, by the rules of 1981.
;
;   Entry point: unit_hit.

;----------------------------------------------------------------------
;   unit_hit: a hit costs 1 muster and 5 combat strength. A unit breaks and
;   loses its orders when its combat strength is at most half its muster
;   strength (plain Germans) or seven eighths of it (all others).
;   IN       X unit
;   OUT      A HIT_STANDS, HIT_BROKEN or HIT_DESTROYED; unit tables
;   CLOBBERS Y; X is kept
;   CYCLES   70; 180 if the unit is destroyed
;----------------------------------------------------------------------
HIT_STANDS      = 0
HIT_BROKEN      = 1
HIT_DESTROYED   = 2

.proc           unit_hit
                lda unit_combat,x
                sec
                blow_subtract
                beq dies
                bcc dies
                sta unit_combat,x
                dec unit_muster,x
                cpx #FIRST_RUSSIAN
                bcs tough
                lda unit_type,x
                and #$f0
                bne tough
                lda unit_muster,x
                lsr @
                bpl limit               ; always
tough           lda unit_muster,x
                lsr @
                lsr @
                lsr @
                eor #$ff
                sec
                adc unit_muster,x
limit           cmp unit_combat,x
                lda #HIT_STANDS
                bcc done
                sta unit_orders,x
                lda #IDLE
                sta unit_time,x
                lda #HIT_BROKEN
done            rts
dies            jsr unit_destroy
                lda #HIT_DESTROYED
                rts
.endp
                ert HIT_STANDS <> 0
