;   path.asm - the path of the lifted unit: an arrow that moves along its
;              orders, a maltese cross at their end. Interrupt side.
;
;   Entry points: path_home, path_show, path_frame, path_back, path_drop,
;   arrow_erase, cross_erase, cross_step.
;   Owns zp_path_wait to zp_cross_y, players 1 and 2.

;----------------------------------------------------------------------
;   path_home: restarts the arrow at the unit
;   CLOBBERS A
;   CYCLES   26
;----------------------------------------------------------------------
.proc           path_home
                lda zp_home_x
                sta zp_path_x
                lda zp_home_y
                sta zp_path_y
                lda #0
                sta zp_path_order
                sta zp_path_step
                rts
.endp

;   Moves the cross by a square in the direction in register :1.
.macro          cross_moves
                lda pixel_x,:1
                asl @
                asl @
                asl @
                clc
                adc zp_cross_x
                sta zp_cross_x
                lda pixel_y,:1
                asl @
                asl @
                asl @
                clc
                adc zp_cross_y
                sta zp_cross_y
.endm

;----------------------------------------------------------------------
;   path_show: shows the cross at the end of a corps's orders, so that the
;   stick need not wait for the arrow
;   IN       zp_unit
;   OUT      zp_cross_shown
;   CLOBBERS A, X, Y
;   CYCLES   1,310
;----------------------------------------------------------------------
.proc           path_show
                ldx zp_unit
                beq done
                cpx #FIRST_RUSSIAN
                bcs done
                lda zp_home_x
                sta zp_cross_x
                lda zp_home_y
                sta zp_cross_y
                ldy #0
order           tya
                cmp unit_orders,x
                bcs shown
                sty zp_path_order
                jsr order_direction
                tay
                cross_moves y
                ldy zp_path_order
                iny
                ;@loop 8
                bne order               ; always
shown           jsr path_home
                jsr cross_draw
                inc zp_cross_shown
done            rts
.endp

;----------------------------------------------------------------------
;   path_frame: one frame of a unit held with the stick centred. The space
;   bar drops all orders, the delete key the last one. Every fourth frame
;   the arrow moves. Then follows the message.
;   IN       zp_unit; CH
;   CLOBBERS A, X, Y
;   CYCLES   1,200
;----------------------------------------------------------------------
.proc           path_frame
                ldx zp_unit
                beq done
                cpx #FIRST_RUSSIAN
                bcs done
                lda CH
                cmp #KEY_SPACE
                beq path_drop
                and #KEY_BITS
                cmp #KEY_DELETE
                beq path_undo
                dec zp_path_wait
                path_stands done
                lda #PATH_FRAMES
                sta zp_path_wait
                lda zp_path_order
                cmp unit_orders,x
                bcs at_end

                tay
                jsr order_direction     ; move the arrow by a pixel
                tax
                stx zp_direction
                lda zp_path_x
                clc
                adc pixel_x,x
                sta zp_path_x
                lda zp_path_y
                clc
                adc pixel_y,x
                sta zp_path_y
                inc zp_path_step
                lda zp_path_step
                cmp #MARK_SIZE
                bcc arrow
                lda #0
                sta zp_path_step
                inc zp_path_order
arrow           jsr arrow_draw
done            jmp message_frame

at_end          jsr arrow_erase
                hints_stand home
                ldy #MSG_STEER          ; alternates with the other hint
                cpy message_hint
                bne hint
                ldx zp_unit
                lda unit_orders,x
                beq hint
                iny                     ; MSG_DROP
hint            sty message_hint
home            jsr path_home
                jmp message_frame
.endp

;   Drops all orders. IN X a German unit, lifted.
.proc           path_drop
                lda #KEY_NONE
                sta CH
                lda #0
                sta unit_orders,x
                jsr path_home
                jsr arrow_erase
                jsr cross_erase
                lda zp_home_x
                sta zp_cross_x
                lda zp_home_y
                sta zp_cross_y
                jmp cross_draw
.endp

;   Takes the last order back. IN X a German unit, lifted. CYCLES 800.
.proc           path_undo
                lda #KEY_NONE
                sta CH
                lda unit_orders,x
                bne path_back
                rts
.endp
.proc           path_back
                ldx zp_unit             ; it has an order
                dec unit_orders,x
                ldy unit_orders,x
                jsr order_direction     ; back the way it came
                eor #2
                pha
                jsr path_home
                jsr arrow_erase
                pla
                tax
                jmp cross_step
.endp

;----------------------------------------------------------------------
;   order_direction: one order of a unit
;   IN       X unit, Y index of the order, 0 to 7
;   OUT      A direction
;   CLOBBERS Y
;   CYCLES   51
;----------------------------------------------------------------------
.proc           order_direction
                lda unit_orders_1,x
                cpy #4
                bcc slot
                lda unit_orders_2,x
slot            pha
                tya
                and #3
                tay
                pla
                dey
                bmi found
shift           lsr @
                lsr @
                dey
                ;@loop 3
                bpl shift
found           and #3
                rts
.endp

;----------------------------------------------------------------------
;   Arrow and cross. Rows outside the 128 of a player are not drawn.
;   CLOBBERS A, X, Y
;   CYCLES   erase 175, draw 255; arrow_draw, which does both, 415
;----------------------------------------------------------------------

;   IN zp_path_x, zp_path_y, zp_direction
.proc           arrow_draw
                jsr arrow_erase
                lda zp_path_x
                sta HPOSP1
                lda zp_direction
                asl @
                asl @
                asl @
                tax                     ; MARK_ARROWS is 0
                ldy zp_path_y
                sty zp_arrow_y
                jmp mark_draw           ; zp_object is still the arrow's
.endp
                ert MARK_ARROWS <> 0

.proc           arrow_erase
                lda #<arrow_rows
                sta zp_object
                lda #>arrow_rows
                sta zp_object + 1
                ldy zp_arrow_y
                jmp mark_erase
.endp

;   IN zp_cross_x, zp_cross_y
.proc           cross_draw
                lda zp_cross_x
                sta HPOSP2
                jsr cross_point
                ldx #MARK_CROSS
                jmp mark_draw
.endp

;   Moves the cross by a square. IN X direction. CYCLES 489.
.proc           cross_step
                stx zp_direction
                jsr cross_erase
                ldx zp_direction
                cross_moves x
                jmp cross_draw
.endp
                ert MARK_SIZE <> 8

.proc           cross_erase
                jsr cross_point
                jmp mark_erase
.endp

.proc           cross_point
                lda #<cross_rows
                sta zp_object
                lda #>cross_rows
                sta zp_object + 1
                ldy zp_cross_y
                rts
.endp

;   IN       Y player row, zp_object the player
.proc           mark_erase
                lda #0
                ldx #MARK_SIZE
row             cpy #PLAYER_ROWS
                bcs outside
                sta (zp_object),y
outside         iny
                dex
                ;@loop 8
                bne row
                rts
.endp

;   IN       X shape (MARK_...), Y player row, zp_object the player
.proc           mark_draw
                lda #MARK_SIZE
                sta zp_rows
row             cpy #PLAYER_ROWS
                bcs outside
                lda marks,x
                sta (zp_object),y
outside         inx
                iny
                dec zp_rows
                ;@loop 8
                bne row
                rts
.endp
                ert MSG_DROP <> MSG_STEER + 1
