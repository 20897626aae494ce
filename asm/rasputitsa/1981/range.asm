;   range.asm - the computer player: the value of a square by its distance
;               from the nearest German, by the rules of 1981.
;
;   Entry point: value_range.

;----------------------------------------------------------------------
;   value_range: the value of a square by its distance from the nearest
;   German. It grows with the distance for a defender and falls for an
;   attacker.
;   IN       zp_self, zp_target_x, zp_target_y, terrain_type; unit_ratio
;   OUT      zp_value; C set if the square is worth nothing, regardless of
;            anything else
;   CLOBBERS A, X, Y
;   CYCLES   300 and 65 for each German that may be nearest
;----------------------------------------------------------------------
.proc           value_range
                jsr nearest_find
                ldx zp_self
                ldy unit_ratio,x
                cpy #RATIO_ATTACK + 1
                bcc attack
                sty zp_factor
                tay
                beq nothing             ; occupied
                bne bonus

attack          eor #$ff                ; 9 - n
                sec
                adc #RANGE_ATTACK
                .if DEFECT_11       ; D 11
                beq nothing
                .else
                bpl attractive
                lda #0
attractive
                .endif
                tay
                lda #2 * RATIO_ATTACK
                sec
                sbc unit_ratio,x
                sbc unit_ratio,x
                sta zp_factor
                tya

bonus           ldx terrain_type
                clc
                adc defence_number,x
                beq most                ; counts as 256
                jsr multiply
                tax
                bne full
                lda zp_product
store           sta zp_value
                clc
                rts
most            lda zp_factor
                beq store
full            lda #255
                bne store
nothing         sec
                rts
.endp
