;   order_entry.asm - putting a lifted unit down, taking orders. Interrupt
;                     side, order phase only.
;
;   Entry points: unit_release, order_frame.
;   Owns the orders of German units.

;----------------------------------------------------------------------
;   unit_release: the button has come up
;   CLOBBERS A, X, Y
;   CYCLES   1,019
;----------------------------------------------------------------------
.proc           unit_release
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
nobody          rts
.endp

;----------------------------------------------------------------------
;   order_frame: one frame of the button down with the stick deflected
;   IN       STICK0; zp_unit
;   CLOBBERS A, X, Y
;   CYCLES   1,243 (an order that is taken)
;----------------------------------------------------------------------
.proc           order_frame
                lda zp_stick_used
                bne done
                ldy zp_unit
                bne somebody
                lda zp_button           ; over an empty square there is
                cmp #BUTTON_BLIND       ; nothing to be ordered (D 26)
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
                lda #MSG_CROSS          ; also when nobody was looked for
                bne order_error

ready           inc zp_debounce
                lda zp_debounce
                cmp #DEBOUNCE
                bcc done
                dec zp_debounce         ; stays ripe until it is taken
                lda STICK0
                ldx #WEST
which           cmp stick_code,x
                beq main
                dex
                ;@loop 4
                bpl which
                lda #MSG_DIAGONAL
                bne order_error
main            stx zp_direction
                jsr order_check
                bne order_error
                jmp order_accept
done            jmp message_frame
.endp

;   A: the error's message. Sounds as long as the stick is deflected.
.proc           order_error
                cmp zp_error
                beq done                ; sounding already
                sta zp_error
                ldx #ERROR_PITCH
                ldy #ERROR_VOICE
                jsr beep
done            jmp message_frame
.endp

;   X pitch, Y distortion and volume. CLOBBERS nothing else.
.proc           beep
                stx AUDF1
                sty AUDC1
                sty zp_beep             ; any value but 0
                rts
.endp

;----------------------------------------------------------------------
;   order_check: whether a corps could ever execute one more order (D 33).
;   The cross stands on the last square of its path.
;   IN       zp_direction; zp_unit with its cross shown
;   OUT      A and Z: 0 when it could, else the message that says why not
;   CLOBBERS X, Y, place_x, place_y
;   CYCLES   476
;----------------------------------------------------------------------
.proc           order_check
                lda zp_cross_y          ; player rows south of the unit
                sec
                sbc zp_home_y
                jsr squares
                eor #$ff
                sec
                adc unit_y,y
                sta place_y
                lda zp_cross_x          ; colour clocks east of it
                sec
                sbc zp_home_x
                jsr squares
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
                cmp #CODE_SEA           ; nobody stands there
                beq sea
                tya
                rts
sea             lda #MSG_SEA
                rts
beyond          lda #MSG_BORDER
refused         rts

;   IN A -64 to 64. OUT A an eighth of it; Y zp_unit.
squares         cmp #$80
                ror @
                cmp #$80
                ror @
                cmp #$80
                ror @
                ldy zp_unit
                rts
.endp

;----------------------------------------------------------------------
;   order_accept: takes the order
;   IN       zp_direction; zp_unit a German unit with room for it
;   CLOBBERS A, X, Y
;   CYCLES   628
;----------------------------------------------------------------------
.proc           order_accept
                inc zp_stick_used
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
                jmp cross_step          ; the cross goes ahead
.endp
