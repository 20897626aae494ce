;   value.asm - the computer player: the value of a square, by the rules of
;               1981.
;
;   Entry point: square_value.

;----------------------------------------------------------------------
;   square_value: the value of a square as objective; also 0 if it cannot be
;   one
;   IN       zp_target_x, zp_target_y; zp_option, its direction from the
;            objective zp_ghost_x, zp_ghost_y; zp_self, zp_here_x, zp_here_y;
;            the results of line_gather, nearest_sift, thinking_prepare
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
                .if DEFECT_12       ; D 12: by one not seasoned 32, else
                lda unit_arrival,y      ; 33, wrapping; distance ignored
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
