;   range.asm - the computer player: the value of a square by its distance
;               from the nearest German, by the rules of 1982.
;
;   Entry point: value_range.

CITY_GREAT      = COLOUR_WHITE | 9      ; tiles of cities held by Germans
CITY_MOSCOW     = COLOUR_WHITE | 10

;----------------------------------------------------------------------
;   value_range: the value of a square by its distance from the nearest
;   German. It grows with the distance for a defender and falls for an
;   attacker. Defensible ground and cities held by Germans are worth more.
;   IN       zp_self, zp_target_x, zp_target_y, terrain_type, terrain_code;
;            unit_ratio
;   OUT      A, zp_value; C set if this value is final
;   CLOBBERS X, Y
;   CYCLES   330 and 65 for each German that may be nearest
;----------------------------------------------------------------------
.proc           value_range
                jsr nearest_find
                ldx zp_self
                ldy unit_ratio,x
                cpy #RATIO_ATTACK + 1
                bcc attack
                sty zp_factor
                tay
                beq occupied
                bne ground              ; always

attack          tay
                beq all                 ; a German's own square
                eor #$ff                ; 6 - n
                sec
                adc #RANGE_RESERVE
.if DEFECT_11
                beq occupied
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

ground          ldx terrain_type        ; Y distance
                lda defence_number,x
                cpx #TERRAIN_CITY
                bne bonus
                ldx terrain_code
                bmi bonus               ; red
                cpx #CITY_MOSCOW
                beq all
                asl @
                cpx #CITY_GREAT
                bne bonus
                lda #8
bonus           asl @
                clc
                adc zp_factor
                sta zp_factor
                tya
                jsr multiply
                tax
                lda zp_product
                cpx #1
                bcc store
                lda #255
                clc
store           sta zp_value
                rts

occupied        jsr target_unit         ; by which unit?
                tax
                beq all
                cpx #FIRST_RUSSIAN
                bcs all
                cpx #AIR_FIRST
                bcs all
                lda unit_muster,x
                lsr @
                cmp unit_combat,x
                bcs all                 ; a weak one
                lda #0
                beq finished            ; always
all             lda #255
finished        sta zp_value
                sec
                rts
.endp
