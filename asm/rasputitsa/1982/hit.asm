;   hit.asm - the effect of a hit, by the rules of 1982; the survivors' gain.
;
;   Entry points: unit_hit, survivors_gain.

;----------------------------------------------------------------------
;   unit_hit: a hit. A unit breaks and loses its orders when its combat
;   strength is at most a quarter of its muster strength on the first two
;   levels, else half (plain Germans) or seven eighths. This limit is doubled
;   on a forced march, and halved in an assault or when entrenched.
;   IN       X unit; zp_blow_muster, zp_blow_combat
;   OUT      A HIT_STANDS, HIT_BROKEN or HIT_DESTROYED; unit tables
;   CLOBBERS Y; X is kept
;   CYCLES   100; 600 if the unit is destroyed
;----------------------------------------------------------------------
HIT_STANDS      = 0
HIT_BROKEN      = 1
HIT_DESTROYED   = 2

.proc           unit_hit
                lda unit_muster,x
                sec
                sbc zp_blow_muster
                sta unit_muster,x
                lda unit_combat,x
                sec
                sbc zp_blow_combat
                beq dies
                bcc dies
                sta unit_combat,x

                lda unit_muster,x
                lsr @
                ldy level_zones
                beq quarter
                cpx #FIRST_RUSSIAN
                bcs tough
                lda unit_type,x
                and #PREFIX_BITS
                bne tough
                lda unit_muster,x
                lsr @
                bpl mode                ; always
tough           lda unit_muster,x
                lsr @
                lsr @
                lsr @
                eor #$ff
                sec
                adc unit_muster,x
                bcs mode                ; always
quarter         lsr @
mode            ldy unit_mode,x
                beq limit               ; STANDARD
                cpy #FORCED_MARCH
                beq double
                lsr @
                bpl limit               ; always
double          asl @
                bcc limit
                lda #255
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
                ert HIT_STANDS | STANDARD

;----------------------------------------------------------------------
;   survivors_gain: each adjacent unit of its side gains a quarter of the
;   muster strength of a destroyed unit
;   IN       X unit, on the map
;   OUT      unit_muster
;   CLOBBERS A, Y; X is kept
;   CYCLES   320
;----------------------------------------------------------------------
.proc           survivors_gain
                lda unit_muster,x
                lsr @
                lsr @
                sta zp_product
                lda unit_x,x
                ldy unit_y,x
                jsr zoc_aim
                stx zp_placing
                ldx #WEST
side            ldy beside,x
                lda (zp_around),y
                beq next
                tay
                cpy #FIRST_RUSSIAN      ; C set: Russian
                lda zp_placing
                bcs russian
                cmp #FIRST_RUSSIAN
                bcs next
                bcc friend              ; always
russian         cmp #FIRST_RUSSIAN
                bcc next
friend
.if DEFECT_NOBODY
                lda unit_combat,y
                beq next
.endif
                lda unit_muster,y
                clc
                adc zp_product
                scc
                lda #255
                sta unit_muster,y
next            dex
                bpl side
                ldx zp_placing
                rts
.endp

;   By direction
beside          dta AROUND_NORTH, AROUND_EAST, AROUND_SOUTH, AROUND_WEST
