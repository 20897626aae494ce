;   join.asm - the computer player: where the reserve goes, by the rules of
;              1981.
;
;   Entry points: join_weakest, thinking_copy.

;----------------------------------------------------------------------
;   join_weakest: makes the square of the unit in the greatest danger the
;   objective; an eighth of the distance is subtracted from the danger
;   IN       zp_self, zp_here_x, zp_here_y; force_ratio, unit_ratio
;   OUT      objective
;   CLOBBERS A, X, Y
;   CYCLES   9,000
;----------------------------------------------------------------------
.proc           join_weakest
                lda force_ratio
                lsr @
                sta zp_best
                ldy #UNIT_LAST
unit            lda unit_ratio,y
                cmp zp_best
                bcc next
                lda unit_arrival,y
                cmp turn
                bcs next
                lda unit_x,y            ; both on the map: no overflow
                sec
                sbc zp_here_x
                bcs west
                eor #$ff
                adc #1
west            sta zp_apart_x
                lda unit_y,y
                sec
                sbc zp_here_y
                bcs north
                eor #$ff
                adc #1
north           clc
                adc zp_apart_x
                .if DEFECT_7       ; D 7
                sta zp_apart_x
                and #4
                bne next
                lda zp_apart_x
                .endif
                lsr @
                lsr @
                lsr @
                sta zp_apart_x
                lda unit_ratio,y
                sec
                sbc zp_apart_x
                bcc next
                cmp zp_best
                bcc next
                sta zp_best
                sty zp_choice
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                ldx zp_self             ; the unit itself was a candidate
                ldy zp_choice
                lda unit_x,y
                sta objective_x,x
                lda unit_y,y
                sta objective_y,x
                rts
.endp

                .if DEFECT_10
;----------------------------------------------------------------------
;   thinking_copy: sets the objectives that units have before they are
;   planned for the first time  [spec: game-rules 22, 4]
;   CLOBBERS A, X
;   CYCLES   1,981
;----------------------------------------------------------------------
.proc           thinking_copy
                ldx #RUSSIANS
unit            lda objective_start_x - 1,x
                sta objective_x + FIRST_RUSSIAN - 1,x
                lda objective_start_y - 1,x
                sta objective_y + FIRST_RUSSIAN - 1,x
                dex
                bne unit
                rts
.endp

;   x of unit 55, 56 ...
objective_start_x
                dta 3, 8, 13, 18, 23, 2, 7, 12, 17, 22, 1, 6
                dta 11, 16, 21, 0, 5, 10, 15, 20
                :84 dta 0
;   y
objective_start_y
                dta 133, 197, 189, 62, 85, 56, 229, 197, 221, 221, 85, 176
                dta 10, 169, 255, 157, 97, 109, 169, 0, 157, 117, 93, 96
                :41 dta 0
                dta 224, 71, 176, 14, 189, 202, 88, 41, 240, 208, 7, 189
                dta 62, 85, 74, 76, 249, 83, 189, 62, 85, 74, 74, 74
                dta 133, 197, 189, 62, 85, 56, 229, 197, 221, 221, 85, 96
                dta 0, 0, 0
                ert * - objective_start_x <> 2 * RUSSIANS
                .endif
