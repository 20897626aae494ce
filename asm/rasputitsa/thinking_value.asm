;   thinking_value.asm - the computer player: the objective of a unit in the
;                        front line.
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
;   line_advance: moves the objective of a unit by one square to the option
;   of greatest value, or leaves it. (It may leave the map. D 13)
;   IN       X and zp_self unit, zp_here_x, zp_here_y; its objective; the
;            results of `thinking_prepare`
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
                .if DEFECT_13 = 0      ; D 13: the last of equal options wins
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
