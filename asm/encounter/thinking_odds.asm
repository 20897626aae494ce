;   thinking_odds.asm - odds for the enemy's unknown pieces, and the average
;                       gain of an attack on them.
;
;   Entry points: odds_count, gain_of.
;   Owns gain_..., loss_..., unseen_kind, still, boldness, caution.

;   Values of pieces; index kind
kind_value      dta 0, 60, 45, 32, 24, 18, 13, 10, 16, 6, 20, 14
                dta FLAG_VALUE
                ert * - kind_value <> KIND_COUNT + 1

;   Added because an attack reveals attacker and defender: high ranks should
;   stay unknown, and Scouts are there to explore
kind_shown      dta 0, -7, -5, -4, -3, -2, -1, -1, -2, 7, -2
                ert * - kind_shown <> SPY + 1

;----------------------------------------------------------------------
;   odds_count: computes all tables of the odds
;   IN       zp_side; known, unseen, owner; quiet
;   OUT      zp_foe, zp_known; the tables
;   CLOBBERS A, X, Y
;   CYCLES   150,000
;----------------------------------------------------------------------
.proc           odds_count
                lda #OWNER_PLAYER + OWNER_COMPUTER
                sec
                sbc zp_own
                sta zp_foe
                lda zp_side
                eor #PLAYER ^ COMPUTER
                pha
                jsr known_of
                pla
                tax
                jsr unseen_count
                jsr still_count
                ldx #SPY
kind            stx zp_self
                jsr odds_of
                ldx zp_self
                dex
                bne kind

                lda quiet
                ldx #CAUTION_MAX
                cmp #CAUTION_LESS
                bcc careful
                dex
                cmp #CAUTION_LITTLE
                bcc careful
                dex
                cmp #CAUTION_NONE
                scc
                dex
careful         stx caution
                sec
                sbc #PATIENCE
                scs
                lda #0
                lsr @
                lsr @
                clc
                adc #CURIOSITY
                sta boldness
                rts
.endp

;   Sets unseen_kind, unseen_movers, unseen_fixed for side X
.proc           unseen_count
                lda #0
                sta unseen_movers
                ldy #0
kind            lda unseen,x
                sta unseen_kind,y
                cpy #BOMB
                bcs next
                adc unseen_movers       ; carry is clear
                sta unseen_movers
next            inx
                inx
                iny
                cpy #KIND_COUNT + 1
                bcc kind
                lda unseen_kind + BOMB
                clc
                adc unseen_kind + FLAG
                sta unseen_fixed
                rts
.endp

;   Sets still and still_movers: unknown pieces that have not moved, and how
;   many of these can
.proc           still_count
                lda #0
                sta still
                ldy #SQUARE_LAST
square          lda owner,y
                cmp zp_foe
                bne next
                lda (zp_known),y
                sne
                inc still
next            dey
                cpy #SQUARE_NONE
                bne square
                lda still
                sec
                sbc unseen_fixed
                bcs some
                mva still unseen_fixed  ; in SUPER fixed ones may be gone
                lda #0                  ; without having been seen
some            sta still_movers
                rts
.endp

;----------------------------------------------------------------------
;   odds_of: computes the four averages of a kind
;   IN       zp_self
;   OUT      gain_moved, gain_still, loss_moved, loss_still of that kind
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           odds_of
                ldx #GENERAL
                ldy #SPY
                jsr gain_sum
                lda unseen_movers
                jsr average
                ldx zp_self
                sta gain_moved,x

                ldx #BOMB               ; (movers * average + fixed) / all
                ldy #FLAG
                jsr gain_sum
                ldy still_movers
                beq fixed
again           ldx zp_self
                lda gain_moved,x
                jsr sum_add
                dey
                bne again
fixed           lda still
                jsr average
                ldx zp_self
                sta gain_still,x

                jsr loss_sum
                lda unseen_movers
                jsr average
                ldx zp_self
                sta loss_moved,x

                lda #0                  ; half of movers * average / all
                sta zp_sum
                sta zp_sum + 1
                ldy still_movers
                beq none
still_one       ldx zp_self
                lda loss_moved,x
                jsr sum_add
                dey
                bne still_one
none            lda still
                jsr average
                lsr @
                ldx zp_self
                sta loss_still,x

                lda gain_moved,x
                clc
                adc kind_shown,x
                sta gain_moved,x
                lda gain_still,x
                clc
                adc kind_shown,x
                sta gain_still,x
                rts
.endp

;   OUT zp_sum the gains from all unknown pieces of kinds X to Y
.proc           gain_sum
                lda #0
                sta zp_sum
                sta zp_sum + 1
                sty zp_gone
kind            ldy unseen_kind,x
                beq next
                sty zp_count
                txa
                pha
                tay
                jsr gain_of
                sta zp_danger
                ldy zp_count
piece           lda zp_danger
                jsr sum_add
                dey
                bne piece
                pla
                tax
next            cpx zp_gone
                inx
                bcc kind
                rts
.endp

;   OUT zp_sum the losses to all unknown pieces that beat zp_self
.proc           loss_sum
                lda #0
                sta zp_sum
                sta zp_sum + 1
                mva zp_self zp_defender
                ldx #SPY
kind            stx zp_attacker
                jsr fight_decide
                cmp #REMOVED_DEFENDER
                bne next
                ldy unseen_kind,x
                beq next
piece           ldx zp_self
                lda kind_value,x
                jsr sum_add
                dey
                bne piece
next            ldx zp_attacker
                dex
                bne kind
                rts
.endp

;   Adds A, signed, to zp_sum; keeps Y
.proc           sum_add
                ldx #0
                cmp #$80
                scc
                dex
                clc
                adc zp_sum
                sta zp_sum
                txa
                adc zp_sum + 1
                sta zp_sum + 1
                rts
.endp

;----------------------------------------------------------------------
;   gain_of: the gain of zp_self if it attacks a kind
;   IN       Y the kind
;   OUT      A signed
;   CLOBBERS X, Y
;   CYCLES   80
;----------------------------------------------------------------------
.proc           gain_of
                sty zp_defender
                ldx zp_self
                stx zp_attacker
                jsr fight_decide
                cmp #REMOVED_ATTACKER
                beq lost
                cmp #REMOVED_ATTACKER | REMOVED_DEFENDER
                beq even
                lda kind_value,y
                rts
lost            lda #0
                sec
                sbc kind_value,x
                rts
even            lda #0
                rts
.endp

;----------------------------------------------------------------------
;   average: divides a sum, rounding towards 0
;   IN       zp_sum signed, A number (0 gives 0)
;   OUT      A signed
;   CLOBBERS X, zp_sum
;   CYCLES   30 for each unit of the result
;----------------------------------------------------------------------
.proc           average
                sta zp_count
                ldx #0
                tay
                beq done
                lda zp_sum + 1
                pha
                bpl divide
                sec
                txa
                sbc zp_sum
                sta zp_sum
                txa
                sbc zp_sum + 1
                sta zp_sum + 1
divide          lda zp_sum
                sec
                sbc zp_count
                sta zp_sum
                lda zp_sum + 1
                sbc #0
                sta zp_sum + 1
                bcc divided
                inx
                bne divide
divided         pla
                bpl done
                txa
                eor #$ff
                tax
                inx
done            txa
                rts
.endp
