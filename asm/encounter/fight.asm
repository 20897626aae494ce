;   fight.asm - which pieces are removed in a fight.
;
;   Entry point: fight_decide.

;----------------------------------------------------------------------
;   fight_decide: applies the rules of a fight in their order
;   IN       zp_attacker, zp_defender: kinds
;   OUT      A REMOVED_..., FLAG_TAKEN
;   CLOBBERS nothing
;   CYCLES   44
;----------------------------------------------------------------------
.proc           fight_decide
                lda zp_defender
                cmp #FLAG
                beq taken
                cmp zp_attacker
                beq both
                cmp #BOMB
                beq bombed
                lda zp_attacker
                cmp #SPY
                beq spying
                cmp zp_defender         ; an attacked Spy has the highest
                bcc wins            ; number
attacks         lda #REMOVED_ATTACKER
                rts
spying          lda zp_defender
                cmp #GENERAL
                bne attacks
wins            lda #REMOVED_DEFENDER
                rts
bombed          lda zp_attacker
                cmp #MINER
                bne attacks
                beq wins
both            lda #REMOVED_ATTACKER | REMOVED_DEFENDER
                rts
taken           lda #FLAG_TAKEN
                rts
.endp
