;   drag.asm - dragging: the pointer draws the path of a lifted corps.
;              Interrupt side.
;
;   Entry points: drag_begin, drag_frame.
;   Owns drag_x, drag_y, drag_going.

;----------------------------------------------------------------------
;   pointer_square: the pointer's square, relative to the lifted unit
;   IN       PADDL2, PADDL3, zp_home_x, zp_home_y
;   OUT      X squares east, Y squares south; C set if it has none
;   CLOBBERS A
;   CYCLES   150
;----------------------------------------------------------------------
.proc           pointer_square
                lda PADDL2
                cmp #POINTER_NONE
                bcs none
                lda PADDL3
                cmp #POINTER_NONE
                bcs none
                jsr pointer_column
                clc
                adc #CURSOR_MIDDLE_X
                sec
                sbc zp_home_x
                bcs east
                bpl none                ; too far for a signed byte
                bmi across              ; always
east            bmi none
across          jsr eighth
                tax
                jsr pointer_row
                clc
                adc #CURSOR_MIDDLE_Y - POINTER_ABOVE
                sec
                sbc zp_home_y
                jsr eighth
                tay
                clc
                rts
none            sec
                rts
.endp

;   A unit is lifted: the cross stays in place until the pointer moves.
;   CLOBBERS A, X, Y. CYCLES 210.
.proc           drag_begin
                lda #0
                sta drag_going
                jsr pointer_square
                stx drag_x
                sty drag_y
                rts
.endp

;----------------------------------------------------------------------
;   drag_frame: one frame of a unit held with the stick centred. When the
;   pointer moves to another square, the cross of a corps follows it by one
;   square a frame, and orders are given or taken back.
;   CLOBBERS A, X, Y
;   CYCLES   1,440
;----------------------------------------------------------------------
.proc           drag_frame
                ldy zp_unit
                beq rests
                cpy #FIRST_RUSSIAN
                bcs rests
                drag_planned
                lda drag_going
                bne drag_on
                jsr pointer_square
                bcs rests
                cpx drag_x
                bne moved
                cpy drag_y
                beq rests
moved           stx drag_x
                sty drag_y
                inc drag_going
rests           jmp path_frame
.endp

.proc           drag_on
                lda zp_cross_x          ; squares between cross and pointer
                sec
                sbc zp_home_x
                jsr eighth
                eor #$ff
                sec
                adc drag_x
                sta zp_object           ; east
                lda zp_cross_y
                sec
                sbc zp_home_y
                jsr eighth
                eor #$ff
                sec
                adc drag_y
                sta zp_object + 1       ; south
                ora zp_object
                beq stops
                lda zp_object + 1       ; along the longer axis
                jsr distance
                sta zp_mask
                lda zp_object
                jsr distance
                drag_plans
                ldx #EAST
                ldy zp_object
                cmp zp_mask
                bcs along
                ldx #SOUTH
                ldy zp_object + 1
along           tya
                bpl ahead
                txa
                eor #2
                tax
ahead           stx zp_direction

                ldx zp_unit             ; back to the square before?
                ldy unit_orders,x
                beq check
                dey
                jsr order_direction
                eor #2
                cmp zp_direction
                jeq path_back
check           ldy zp_unit
                lda unit_orders,y
                cmp #ORDERS_MAX
                lda #MSG_EIGHT
                bcs refused
                jsr order_check
                bne refused
                jmp order_accept
refused         drag_refuse
stops           lda #0
                sta drag_going
                rts
.endp

;   IN A -128 to 127. OUT A its absolute value.
.proc           distance
                cmp #$80
                bcc done
                eor #$ff
                adc #0                  ; carry is set
done            rts
.endp
