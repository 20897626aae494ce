;   value.asm - the computer player: the value of a square, by the rules of
;               1982.
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
                bcs none
                jsr value_range
                bcs done
                jsr line_add

                ;   Is another Russian unit there?
                lda zp_option
                beq distance            ; OPTION_STAY
                jsr target_unit
                cmp #FIRST_RUSSIAN
                bcc distance
                cmp zp_self
                bne none

                ;   Minus 8 for every square from the unit
distance        lda zp_here_x
                apart zp_target_x
                sta zp_apart_x
                lda zp_here_y
                apart zp_target_y
                clc
                adc zp_apart_x
                cmp #256 / 8
                bcs none
                asl @
                asl @
                asl @
                eor #$ff
                sec
                adc zp_value
                bcs store
none            lda #0
store           sta zp_value
done            rts
.endp

;   The unit on the target. OUT A, 0 none. CLOBBERS X, Y.
.proc           target_unit
                lda zp_target_x
                ldy zp_target_y
.endp

;   The unit on the square A, Y, which may be outside the map. OUT A, 0 none.
;   CLOBBERS X, Y.
.proc           unit_on
                cmp #MAP_ROW_X
                bcs nobody
                cpy #MAP_ROW_Y
                bcs nobody
                ldx #SQUARE_MAIN
                jsr square_find
                ldy #0
                lda (zp_occupant),y
                rts
nobody          lda #0
                rts
.endp
