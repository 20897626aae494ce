;   thinking_value.asm - the opponent: a unit of the front line chooses
;                        where to go.
;
;   Entry points: line_advance, nearest_gather (once in an order phase),
;   nearest_sift (once a unit), nearest_find, square_value.
;   Owns german_..., near_count.

;   |A - :1| as a signed byte: 0 and 255 are 1 apart
.macro          apart
                sec
                sbc :1
                bpl plus
                eor #$ff
                clc
                adc #1
plus
.endm

;----------------------------------------------------------------------
;   line_advance: the objective of a unit moves by one square to where it
;   is worth most, or stays. (It may leave the map. D 13)
;   IN       X and zp_self unit, zp_here_x, zp_here_y; its objective; what
;            `thinking_prepare` leaves
;   OUT      objective; in the 1981 build terrain_type, which is read again
;            for the next unit (D 9)
;   CLOBBERS A, X, Y
;   CYCLES   23,300
;----------------------------------------------------------------------
.proc           line_advance
                lda objective_x,x
                sta zp_ghost_x
                lda objective_y,x
                sta zp_ghost_y
                jsr line_gather
                jsr nearest_sift
                lda #0
                sta zp_best
                sta zp_choice           ; OPTION_STAY
                tax
option          stx zp_option
                lda zp_ghost_x
                clc
                adc option_x,x
                sta zp_target_x
                lda zp_ghost_y
                clc
                adc option_y,x
                sta zp_target_y
                jsr square_value
                cmp zp_best
                .ifndef RULES_1981      ; D 13: the last of equals wins
                beq next
                .endif
                bcc next
                sta zp_best
                lda zp_option
                sta zp_choice
next            ldx zp_option
                inx
                cpx #OPTION_COUNT
                bcc option

                ldy zp_choice
                ldx zp_self
                lda zp_ghost_x
                clc
                adc option_x,y
                sta objective_x,x
                lda zp_ghost_y
                clc
                adc option_y,y
                sta objective_y,x
                rts
.endp
                ert OPTION_STAY <> 0

;----------------------------------------------------------------------
;   square_value: what a square is worth as objective. 0 also when it
;   cannot be one.
;   IN       zp_target_x, zp_target_y; zp_option, how it lies to the
;            objective zp_ghost_x, zp_ghost_y; zp_self, zp_here_x, zp_here_y;
;            what line_gather, nearest_sift, thinking_prepare leave
;   OUT      A and zp_value
;   CLOBBERS X, Y
;   CYCLES   3,300
;----------------------------------------------------------------------
.proc           square_value
                lda #0
                sta zp_value
                jsr target_trial
                bcs value_none
                jsr value_range
                bcs value_none
                jsr line_add

                ;   Claimed by another unit?
                ldy zp_option
                ldx option_claim,y
                ldy claims,x
                beq unclaimed
                .ifdef RULES_1981       ; D 12: by one not seasoned 32, else
                lda unit_arrival,y      ; 33, wrapping; distance forgotten
                cmp turn
                lda zp_value
                sbc #CLAIMED
                sta zp_value
                rts
                .else
                lda zp_value
                sec
                sbc #CLAIMED
                bcs held
                lda #0
held            sta zp_value
                .endif

                ;   Distance from the unit
unclaimed       lda zp_here_x
                apart zp_target_x
                sta zp_apart_x
                lda zp_here_y
                apart zp_target_y
                clc
                adc zp_apart_x
                cmp #RANGE_LINE
                bcs value_none
                tax
                lda zp_value
                sec
                sbc range_cost,x
                bcc value_none
                sta zp_value
                rts
.endp

value_none      lda #0
                sta zp_value
                rts

range_cost      :7 dta 2 << #
                ert * - range_cost <> RANGE_LINE

;----------------------------------------------------------------------
;   target_trial: whether the objective may go to the target. D 9: in 1981
;   the step is tried from the unit's own square.
;   IN       zp_self, zp_option, zp_ghost_x, zp_ghost_y, and for the option
;            to stay zp_target_x, zp_target_y
;   OUT      C set when not; terrain_type, in the 1981 build not for the
;            option to stay
;   CLOBBERS A, X, Y
;   CYCLES   450
;----------------------------------------------------------------------
.proc           target_trial
                ldx zp_option
                beq stay
                dex
                .ifdef RULES_1981
                txa
                ldx zp_self
                jmp order_trial
                .else
                stx zp_heading
                lda zp_ghost_x
                sta zp_at_x
                lda zp_ghost_y
                sta zp_at_y
                jmp step_trial
                .endif

stay
                .ifndef RULES_1981
                lda zp_target_x
                ldy zp_target_y
                jsr terrain_at
                .endif
                clc
                rts
.endp

;----------------------------------------------------------------------
;   value_range: what the nearest German makes of a square. For the
;   defender more with each square he is away, for the attacker less.
;   IN       zp_self, zp_target_x, zp_target_y, terrain_type; unit_ratio
;   OUT      zp_value; C set when the square is worth nothing, whatever
;            else
;   CLOBBERS A, X, Y
;   CYCLES   300 and 65 for each German in question
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
                .ifdef RULES_1981       ; D 11
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

;----------------------------------------------------------------------
;   nearest_gather: the Germans on the map
;   OUT      german_count, german_x, german_y
;   CLOBBERS A, X, Y
;   CYCLES   1,700
;----------------------------------------------------------------------
.proc           nearest_gather
                ldx #GERMANS
                ldy #0
unit            lda turn
                cmp unit_arrival,x
                bcc next
                lda unit_x,x
                sta german_x,y
                lda unit_y,x
                sta german_y,y
                iny
next            dex
                bne unit
                sty german_count
                rts
.endp

;----------------------------------------------------------------------
;   nearest_sift: the Germans that can be the nearest to a neighbour of the
;   objective: those at most two squares farther away than the nearest to
;   the objective itself
;   IN       zp_ghost_x, zp_ghost_y; german_...
;   OUT      near_count, german_range: their places in german_x, german_y
;   CLOBBERS A, X, Y
;   CYCLES   75 for each German
;----------------------------------------------------------------------
.proc           nearest_sift
                lda #255
                sta zp_best
                ldx german_count
                beq none
measure         lda german_x - 1,x
                apart zp_ghost_x
                sta zp_apart_x
                lda german_y - 1,x
                apart zp_ghost_y
                clc
                adc zp_apart_x
                sta german_range - 1,x
                cmp zp_best
                bcs farther
                sta zp_best
farther         dex
                bne measure

                ;   X counts up, so a place is read before it is written
                ldy #0
                lda zp_best
                clc
                adc #2
                bcc sift
                lda #255
sift            cmp german_range,x
                bcc next
                pha
                txa
                sta german_range,y
                pla
                iny
next            inx
                cpx german_count
                bcc sift
                sty near_count
                rts
none            stx near_count
                rts
.endp

;----------------------------------------------------------------------
;   nearest_find: how far the nearest German is
;   IN       zp_target_x, zp_target_y; what `nearest_sift` leaves
;   OUT      A distance, 255 when there is none
;   CLOBBERS X, Y
;   CYCLES   20 + 65 for each in question
;----------------------------------------------------------------------
.proc           nearest_find
                lda #255
                ldy near_count
                beq done
                sta zp_apart_y          ; the least so far
german          ldx german_range - 1,y
                lda german_x,x
                apart zp_target_x
                sta zp_apart_x
                lda german_y,x
                apart zp_target_y
                clc
                adc zp_apart_x
                cmp zp_apart_y
                bcs farther
                sta zp_apart_y
farther         dey
                bne german
                lda zp_apart_y
done            rts
.endp
