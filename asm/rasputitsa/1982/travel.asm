;   travel.asm - animates what moves from one square to the next: a unit that
;                marches, and a shot. Main program, while the armies march.
;
;   Entry points: march_glide, shot_fly.
;   Owns player 1, sound channel 1 and travel_...

TRAVEL_FRAMES   = 9
TRAVEL_MARCH    = 0             ; offset in `travels`
TRAVEL_SHOT     = 4
GLIDE_GERMAN    = $0c
GLIDE_RUSSIAN   = $46
SHOT_COLOUR     = $3c
WINDOW_COLUMNS  = 19            ; squares that are entirely on the screen
WINDOW_ROWS     = 8

;   AUDF1, its step; AUDC1, its step
travels         dta $c8, 0, $28, 1
                dta $10, $10, $8e, 2

shot_shape      dta %00000000
                dta %00010000
                dta %00111000
                dta %01111100
                dta %00111000
                dta %00010000
                dta %00000000
                dta %00000000

;----------------------------------------------------------------------
;   shot_fly: shows a shot from the attacker to the defender
;   IN       zp_actor, zp_heading, zp_to_...
;   CLOBBERS A, X, Y
;   CYCLES   nine frames if it is visible
;----------------------------------------------------------------------
.proc           shot_fly
                lda #<shot_shape
                sta zp_from
                lda #>shot_shape
                sta zp_from + 1
                ldx zp_actor
                lda #SHOT_COLOUR
                ldy #TRAVEL_SHOT
                bne travel              ; always
.endp

;----------------------------------------------------------------------
;   march_glide: shows the march of a unit that was taken off the map
;   IN       X unit; unit_x, unit_y its old square; zp_heading, zp_to_...
;   CLOBBERS A, Y; X is kept
;   CYCLES   nine frames if it is visible
;----------------------------------------------------------------------
.proc           march_glide
                lda unit_symbol,x       ; its shape is in both tile sets
                asl @
                asl @
                asl @
                sta zp_from
                lda #>[tiles_north + $100]
                sta zp_from + 1
                lda #GLIDE_GERMAN
                cpx #FIRST_RUSSIAN
                bcc german
                lda #GLIDE_RUSSIAN
german          ldy #TRAVEL_MARCH
.endp
                ert <tiles_north
                ert [SHAPE_AIR & 32] = 0

;----------------------------------------------------------------------
;   travel: both. Shows nothing if pauses are off, SELECT is pressed, or one
;   of the squares is not on the screen.
;   IN       X unit on the first square, Y TRAVEL_..., A colour; zp_from the
;            picture; zp_heading, zp_to_...
;   CLOBBERS A, Y; X is kept
;----------------------------------------------------------------------
.proc           travel
                sta PCOLR1
                sta COLPM1              ; in this frame too
                stx travel_unit
                ldx #0
                stx travel_x
                stx travel_y
sound           lda travels,y
                sta travel_sound,x
                iny
                inx
                cpx #4
                bcc sound
                ldx travel_unit
                lda eye_delay
                beq done
                lda CONSOL
                and #CONSOLE_SELECT
                beq done
                lda unit_x,x
                ldy unit_y,x
                jsr travel_seen
                bcs done
                lda zp_to_x
                ldy zp_to_y
                jsr travel_seen
                bcc seen
done            lda colours_start + 1
                sta PCOLR1
                ldx travel_unit
                rts

seen            lda #TRAVEL_FRAMES
                sta travel_left
frame           jsr travel_erase        ; at once: the map does not show it
                ldx travel_unit
                lda unit_x,x            ; XV + 192 - 8 x
                asl @
                asl @
                asl @
                eor #$ff
                sec
                adc #192
                clc
                adc zp_view_x
                clc
                adc travel_x
                sta HPOSP1
                lda unit_y,x            ; 334 - YV / 2 - 8 y
                asl @
                asl @
                asl @
                sta zp_product
                lda zp_view_y + 1
                lsr @
                lda zp_view_y
                ror @
                clc
                adc zp_product
                eor #$ff
                sec
                adc #<334
                clc
                adc travel_y
                tax
                ldy #0
row             lda (zp_from),y
                sta arrow_rows,x
                inx
                iny
                cpy #8
                bcc row

                lda travel_pitch
                sta AUDF1
                clc
                adc travel_sound + 1
                sta travel_pitch
                lda travel_voice
                sta AUDC1
                and #$0f
                beq silent
                lda travel_voice
                sec
                sbc travel_sound + 3
                sta travel_voice
silent          ldy zp_heading
                lda travel_x
                clc
                adc pixel_x,y
                sta travel_x
                lda travel_y
                clc
                adc pixel_y,y
                sta travel_y
                jsr frame_wait
                dec travel_left
                bne frame
                jsr travel_erase        ; now the square itself shows it
                jmp done
.endp

.proc           travel_erase
                lda #0
                ldx #PLAYER_ROWS - 1
row             sta arrow_rows,x
                dex
                bpl row
                rts
.endp

;   Whether a square is entirely on the screen. IN A x, Y y. OUT C clear if it
;   is. CLOBBERS A, zp_product.
.proc           travel_seen
                sta zp_product
                lda zp_view_x           ; x - XV / 8
                lsr @
                lsr @
                lsr @
                eor #$ff
                sec
                adc zp_product
                cmp #WINDOW_COLUMNS
                bcs done
                sty zp_product          ; y + YV / 16: one row from the top
                lda zp_view_y + 1       ; to the last but one
                lsr @
                lda zp_view_y
                ror @
                lsr @
                lsr @
                lsr @
                clc
                adc zp_product
                sec
                sbc #MAP_ROW_Y - WINDOW_ROWS
                cmp #WINDOW_ROWS
done            rts
.endp
