;   orders.asm - the button: lifts and describes a unit, takes orders.
;                Interrupt side, order phase only.
;
;   Entry points: button_frame, unit_release.
;   Owns zp_button to zp_beep, the orders of German units. A lifted unit
;   disappears only from the picture: it stays in `occupants` (D 30).

;----------------------------------------------------------------------
;   button_frame: one frame with the button down. A description takes four
;   frames: the unit is looked up and the old text cleared; name; strength;
;   cross. Frames with time to spare update the message.
;   IN       STICK0, CH
;   CLOBBERS A, X, Y
;   CYCLES   1,490 (a drag that gives an order)
;----------------------------------------------------------------------
.proc           button_frame
                ldx zp_button
                cpx #BUTTON_NAME
                beq name
                cpx #BUTTON_STRENGTH
                beq strength
                cpx #BUTTON_CROSS
                beq cross
                lda STICK0
                cmp #STICK_CENTRE
                bne deflected
                cpx #BUTTON_HELD
                beq held
                jsr input_centred
                jmp unit_lift
held            jsr input_centred
.if DRAGGING
                jmp drag_frame
.else
                jmp path_frame
.endif

deflected       cpx #BUTTON_UP
                bne order
                inc zp_button           ; BUTTON_BLIND
order           jmp order_frame

name            inc zp_button
                lda zp_unit
                beq ground
.if DRAGGING
                jsr drag_begin
.endif
                jmp unit_name_line
ground          jmp place_ground_line
strength        inc zp_button
                lda zp_unit
                beq city
                jmp unit_strength_line
city            jmp place_city_line
cross           inc zp_button
                jmp path_show
.endp
                ert BUTTON_UP + 1 <> BUTTON_BLIND
                ert BUTTON_NAME + 1 <> BUTTON_STRENGTH
                ert BUTTON_STRENGTH + 1 <> BUTTON_CROSS
                ert BUTTON_CROSS + 1 <> BUTTON_HELD

;----------------------------------------------------------------------
;   unit_lift: finds the unit under the cursor, highlights the cursor, shows
;   the terrain in place of the symbol, prepares the path
;   OUT      zp_unit, 0 = none; zp_button, message_hint, place_x, place_y
;   CLOBBERS A, X, Y
;   CYCLES   841
;----------------------------------------------------------------------
.proc           unit_lift
                ;   y = (671 - 2 CY - YV) / 16; the remainder is how far
                ;   the cursor is north of the southern edge
                lda zp_cursor_y
                asl @                   ; clears carry
                adc zp_view_y
                tay
                lda zp_view_y + 1
                adc #0
                tax                     ; X, Y = 2 CY + YV
                tya
                eor #$ff
                sec
                adc #<671
                sta zp_home_y
                txa
                eor #$ff
                adc #>671               ; 0 to 2: bits 9 and 8
                asl @
                asl @
                asl @
                asl @
                sta zp_home_x
                lda zp_home_y
                lsr @
                lsr @
                lsr @
                lsr @
                ora zp_home_x
                tay
                sty place_y
                lda zp_home_y           ; row of the square's upper edge
                and #15
                lsr @
                clc
                adc zp_cursor_y
                sbc #0                  ; carry is clear: less 1
                sta zp_home_y

                ;   x = (XV + 192 - CX) / 8; the remainder is how far the
                ;   cursor is west of the eastern edge
                lda #192
                sec
                sbc zp_cursor_x
                clc
                adc zp_view_x
                tax
                ror @                   ; nine bits
                lsr @
                lsr @
                pha
                txa
                and #7
                clc
                adc zp_cursor_x
                sta zp_home_x
                pla
                sta place_x

                ldx #SQUARE_LIFT
                jsr square_find
                ldy #0
                lda (zp_lift_unit),y
                sta zp_unit
                ldy #MSG_NOBODY
                tax
                beq described
                lda unit_cover,x
                ldy #0
                sta (zp_lift),y
                lda #CURSOR_LIT
                sta PCOLR0
                lda #KEY_NONE
                sta CH
                lda #1
                sta zp_path_wait
                jsr path_home
                ldy #MSG_LOOK
                cpx #FIRST_RUSSIAN
                bcs described
                comforts_lift
                ldy #MSG_STEER
                lift_again
described       sty message_hint
                lda #BUTTON_NAME
                sta zp_button
                jmp text_clear_unit
.endp
