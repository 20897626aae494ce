;   order_entry.asm - puts a lifted unit down and takes orders. Interrupt
;                     side, order phase only.
;
;   Entry points: unit_release, order_frame.
;   Owns the orders of German units.

;----------------------------------------------------------------------
;   unit_release: the button was released
;   CLOBBERS A, X, Y
;   CYCLES   1,019
;----------------------------------------------------------------------
.proc           unit_release
                lda #1                  ; end the sound at once
                sta zp_beep
                jsr input_centred
                jsr cursor_rearm
                lda #CURSOR_DARK
                sta PCOLR0
                jsr text_clear_unit
                jsr arrow_erase
                jsr cross_erase
                ldy #0
                sty zp_button           ; BUTTON_UP
                sty message_hint
                sty zp_cross_shown
                unit_let_go
                ldx zp_unit
                beq nobody
                sty zp_unit
                lda unit_symbol,x
                sta (zp_lift),y
                comforts_let_go
nobody          rts
.endp

;----------------------------------------------------------------------
;   order_frame: one frame with the button down and the stick deflected:
;   gives an order at once, and repeats it while the stick is held
;   IN       STICK0; zp_unit
;   CLOBBERS A, X, Y
;   CYCLES   1,243 (an order that is taken)
;----------------------------------------------------------------------
.proc           order_frame
                lda zp_stick_used
                beq fresh
                dec zp_debounce         ; held: repeat after some time
                bne done
fresh           ldy zp_unit
                bne somebody
                lda zp_button           ; over an empty square there is
                cmp #BUTTON_BLIND       ; no unit to order (D 26)
                bne done
somebody        lda #MSG_RUSSIAN
                cpy #FIRST_RUSSIAN
                bcs order_error
                orders_by_mode
                lda unit_orders,y
                cmp #ORDERS_MAX
                lda #MSG_EIGHT
                bcs order_error
                lda zp_cross_shown
                bne ready
                lda #MSG_CROSS          ; also if no unit was looked for yet
                bne order_error

ready           lda STICK0
                ldx #WEST
which           cmp stick_code,x
                beq main
                dex
                ;@loop 4
                bpl which
                inc zp_debounce         ; diagonal: perhaps on the way to
                lda zp_debounce         ; a direction
                cmp #DEBOUNCE
                bcc done
                dec zp_debounce
                lda #MSG_DIAGONAL
                bne order_error
main            stx zp_direction
                jsr order_check
                bne order_error
                jmp order_accept
done            jmp message_frame
.endp

;   IN A the error's message. Sounds until the stick is centred.
.proc           order_error
                jsr order_refuse
                jmp message_frame
.endp

.proc           order_refuse
                cmp zp_error
                beq done                ; already reported
                sta zp_error
                ldx #ERROR_PITCH
                ldy #ERROR_VOICE
                jsr beep
done            rts
.endp

;   IN X pitch, Y distortion and volume. CLOBBERS A.
.proc           beep
                stx AUDF1
                sty AUDC1
                lda #BEEP_FRAMES
                sta zp_beep
                rts
.endp

;----------------------------------------------------------------------
;   order_check: whether a corps can ever execute one more order (D 33). Its
;   cross is on the last square of its path.
;   IN       zp_direction; zp_unit with its cross shown
;   OUT      A and Z: 0 if it can, else the message with the reason
;   CLOBBERS X, Y, place_x, place_y
;   CYCLES   476
;----------------------------------------------------------------------
.proc           order_check
                lda zp_cross_y          ; player rows south of the unit
                sec
                sbc zp_home_y
                jsr eighth
                ldy zp_unit
                eor #$ff
                sec
                adc unit_y,y
                sta place_y
                lda zp_cross_x          ; colour clocks east of it
                sec
                sbc zp_home_x
                jsr eighth
                eor #$ff
                sec
                adc unit_x,y
                sta place_x

                jsr place_blocked
                lda #MSG_BLOCKED
                bcs refused

                ldx zp_direction        ; the square ahead
                lda place_y
                clc
                adc step_y,x
                tay
                lda place_x
                clc
                adc step_x,x
                cpy #MAP_ROW_Y          ; -1 is 255
                bcs beyond
                cmp #MAP_ROW_X
                bcs beyond
                eor #$ff                ; `square_find`, without the occupant
                sec
                adc row_low,y
                sta zp_object
                lda row_high,y
                sbc #0
                sta zp_object + 1
                ldy #0
                lda (zp_object),y
                cmp #CODE_SEA           ; units are not looked at
                beq sea
                tya
                rts
sea             lda #MSG_SEA
                rts
beyond          lda #MSG_BORDER
refused         rts
.endp

;----------------------------------------------------------------------
;   order_accept: appends the order
;   IN       zp_direction; zp_unit a German unit with room for it
;   CLOBBERS A, X, Y
;   CYCLES   628
;----------------------------------------------------------------------
.proc           order_accept
                lda #ORDER_REPEAT
                ldx zp_stick_used
                beq first
                lda #ORDER_FASTER
first           sta zp_debounce
                lda #1
                sta zp_stick_used
                ldx zp_direction
                lda beep_pitch,x
                tax
                ldy #BEEP_VOICE
                jsr beep

                ldy zp_unit
                lda unit_orders,y
                pha
                and #3                  ; slot in its byte
                tax
                lda slot_mask,x
                sta zp_mask
                txa
                asl @
                asl @
                ora zp_direction
                tax
                pla
                cmp #4
                bcs second
                lda unit_orders_1,y
                and zp_mask
                ora slot_order,x
                sta unit_orders_1,y
                bcc written             ; always
second          lda unit_orders_2,y
                and zp_mask
                ora slot_order,x
                sta unit_orders_2,y
written         lda unit_orders,y
                clc
                adc #1
                sta unit_orders,y
                ldx zp_direction
                jmp cross_step          ; move the cross
.endp
