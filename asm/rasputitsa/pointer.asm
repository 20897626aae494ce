;   pointer.asm - the pointer: paddles 2 and 3, for example a touch tablet
;                 or a mouse. Interrupt side.
;
;   Entry points: pointer_frame, pointer_column, pointer_row, eighth.
;   Owns pointer_across to pointer_leads.

;----------------------------------------------------------------------
;   pointer_frame: the cursor follows the pointer from when the pointer
;   moves until the stick is used
;   IN       PADDL2, PADDL3; zp_stick 0
;   OUT      zp_stick: the edges of the map's window that it pushes against
;   CLOBBERS A, X, Y
;   CYCLES   720
;----------------------------------------------------------------------
.proc           pointer_frame
                lda PADDL2
                ldx PADDL3
                cmp #POINTER_NONE
                bcs none
                cpx #POINTER_NONE
                bcs none
                ldy pointer_leads
                bne leads
                sbc pointer_across      ; carry is clear: less 1
                clc
                adc #POINTER_JITTER + 1
                cmp #2 * POINTER_JITTER + 1
                bcs leads
                txa
                sec
                sbc pointer_down
                clc
                adc #POINTER_JITTER
                cmp #2 * POINTER_JITTER + 1
                bcs leads
none            rts

leads           lda PADDL2
                sta pointer_across
                stx pointer_down
                lda #1
                sta pointer_leads
                jsr pointer_column
                ldx #PUSH_EAST          ; the frame stays in the window
                cmp #POINTER_EAST + 1
                bcs wall_east
                ldx #0
                cmp #POINTER_WEST
                bcs column
                ldx #PUSH_WEST
                lda #POINTER_WEST
                bne column              ; always
wall_east       lda #POINTER_EAST
column          stx zp_stick

                sta zp_object           ; and the cursor on the map
                lda zp_view_x
                clc
                adc #MAP_STEPS_EAST
                bcs west
                cmp zp_object
                bcs west
                sta zp_object
west            lda zp_view_x
                sec
                sbc #MAP_STEPS_WEST - MAP_STEPS_EAST
                bcc placed
                cmp zp_object
                bcc placed
                sta zp_object
placed          lda zp_object
                sta zp_cursor_x
                sta HPOSP0

                jsr pointer_row
                ldx #PUSH_SOUTH
                cmp #POINTER_SOUTH + POINTER_ABOVE + 1
                bcs wall_south
                ldx #0
                cmp #POINTER_NORTH + POINTER_ABOVE
                bcs row
                ldx #PUSH_NORTH
                lda #POINTER_NORTH + POINTER_ABOVE
                bne row                 ; always
wall_south      lda #POINTER_SOUTH + POINTER_ABOVE
row             sec
                sbc #POINTER_ABOVE
                sta zp_object
                txa
                ora zp_stick
                sta zp_stick

                lda zp_view_y + 1
                bne south
                lda zp_view_y           ; YV small: CY from 28 - YV / 2 on
                lsr @
                eor #$ff
                sec
                adc #MAP_STEPS_NORTH / 2
                bcc drawn               ; below 0: none
                cmp zp_object
                bcs limit
                bcc drawn               ; always
south           lda zp_view_y           ; YV large: CY up to 330 - YV / 2
                lsr @
                eor #$ff
                sec
                adc #<[[MAP_STEPS_SOUTH - 256] / 2]
                cmp zp_object
                bcs drawn
limit           sta zp_object
drawn           lda zp_object
                cmp zp_cursor_y
                beq done
                pha
                jsr cursor_erase
                pla
                sta zp_cursor_y
                jmp cursor_draw
done            rts
.endp

;   The cursor's column. IN PADDL2. OUT A: CX. CYCLES 30.
.proc           pointer_column
                lda PADDL2
                lsr @
                lsr @
                adc #0                  ; 168 clocks for 226 steps:
                bit PADDL2              ; v - v / 4 - v / 128
                bpl small
                clc
                adc #1
small           eor #$ff
                sec
                adc PADDL2
                clc
                adc #POINTER_CLOCK
                rts
.endp

;   IN PADDL3. OUT A: CY + POINTER_ABOVE. CLOBBERS zp_object. CYCLES 30.
.proc           pointer_row
                lda PADDL3
                lsr @
                sta zp_object           ; 120 rows for 226 steps:
                lsr @                   ; v / 2 + v / 32
                lsr @
                lsr @
                lsr @
                clc
                adc zp_object
                rts
.endp

;   IN A -128 to 127. OUT A / 8, rounded down. CYCLES 24.
.proc           eighth
                cmp #$80
                ror @
                cmp #$80
                ror @
                cmp #$80
                ror @
                rts
.endp
