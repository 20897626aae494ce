;   mode_entry.asm - chooses the mode of a lifted corps. Interrupt side.
;
;   Entry points: mode_frame, mode_blink.

;----------------------------------------------------------------------
;   mode_frame: one frame with the stick deflected while a mode is chosen: up
;   standard, right assault, down forced march, left entrenched
;   IN       STICK0; Y and zp_unit a German unit
;   OUT      unit_mode; entrenched units lose their orders
;   CLOBBERS A, X, Y
;   CYCLES   1,250
;----------------------------------------------------------------------
.proc           mode_frame
                lda STICK0
                ldx #WEST
which           cmp stick_code,x
                beq main
                dex
                ;@loop 4
                bpl which
                inc zp_debounce         ; as an order
                lda zp_debounce
                cmp #DEBOUNCE
                bcc done
                dec zp_debounce
                lda #MSG_DIAGONAL
                jmp order_error

main            cpy #AIR_FIRST
                bcc ground
                txa
                beq grounded            ; STANDARD
                cpx #ENTRENCHED
                bne ground
grounded        lda #MSG_AIR
                jmp order_error

ground          txa
                sta unit_mode,y
                inc zp_stick_used
                lda beep_pitch,x
                asl @                   ; an octave lower than an order
                tax
                ldy #BEEP_VOICE
                jsr beep
                ldx zp_unit
                lda unit_mode,x
                cmp #ENTRENCHED
                bne described
                jsr path_drop
described       lda #BUTTON_NAME        ; write its mode again
                sta zp_button
                jmp text_clear_unit
done            jmp message_frame
.endp
                ert STANDARD <> NORTH || ASSAULT <> EAST
                ert FORCED_MARCH <> SOUTH || ENTRENCHED <> WEST

;----------------------------------------------------------------------
;   mode_blink: makes the mode's word inverse, so that it blinks, while a mode
;   is chosen
;   CLOBBERS A, X, Y
;   CYCLES   160 and the message
;----------------------------------------------------------------------
MODE_LETTERS    = 10

.proc           mode_blink
                lda mode_select
                beq done
                ldx #MODE_LETTERS - 1
letter          lda text + AT_MODE,x
                beq next
                ora #$80
                sta text + AT_MODE,x
next            dex
                ;@loop 10
                bpl letter
done            jmp message_frame
.endp
