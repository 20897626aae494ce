;   console.asm - the console: its fixed parts, lamps and digits.
;
;   Entry points: console_build, console_on, console_dark, console_view,
;   lamps_off, digits_number, digits_flicker, digits_draw.

DIGITS_AT       = body + PANEL_COLUMN
COLUMN_LAST     = 17            ; of the last column's glass

;----------------------------------------------------------------------
;   console_build: draws everything that never changes: words, numbers,
;   glass, the shapes of the lamps
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           console_build
                text_show name_text
                text_show columns_text
                text_show alert_text
                text_show combat_text
                jsr rows_build
                jsr lamps_build
                ldx #COLOUR_COUNT - 1
colour          lda colours_start,x
                sta colours,x
                dex
                bpl colour
                ldx #4
shadow          lda shadows_start,x
                sta COLOR0,x
                dex
                bpl shadow
                rts
.endp

;   The letters of the rows, and reflections on the lamps' glass
.proc           rows_build
                mwa #body+SCREEN_WIDTH zp_text
                ldx #'A'-$20
row             txa
                ldy #SCREEN_WIDTH               ; its second line
                sta (zp_text),y
                ldy #COLUMN_LAST
glint           lda #CHAR_GLINT
                sta (zp_text),y
                tya
                clc
                adc #SCREEN_WIDTH
                tay
                lda #CHAR_GLINT + 1
                sta (zp_text),y
                tya
                sec
                sbc #SCREEN_WIDTH + 5           ; one lamp to the left
                tay
                bpl glint
                adw zp_text #4*SCREEN_WIDTH
                inx
                cpx #'E'-$20
                bcc row
                rts
.endp

;   The players: one column of lamps each; the outer ones also a status lamp
.proc           lamps_build
                lda #LAMP_LINE + LAMP_TOP
                sta zp_line
row             ldy #0
line            lda lamp_shape,y
                ldx zp_line
                .rept 4
                sta players + # * $100,x
                .endr
                inc zp_line
                iny
                cpy #LAMP_LINES
                bcc line
                lda zp_line
                clc
                adc #LAMP_PITCH - LAMP_LINES
                sta zp_line
                cmp #LAMP_LINE + LAMP_TOP + 4 * LAMP_PITCH
                bcc row

                ldy #STATUS_LINES - 1
status          lda status_shape,y
                sta players + STATUS_LINE + 2,y
                sta players + $300 + STATUS_LINE + 2,y
                dey
                bpl status
                ldx #DIGITS_LINES - 1           ; behind the digits
                lda #$ff
window          sta missiles + DIGITS_LINE,x
                dex
                bpl window
                rts
.endp

;----------------------------------------------------------------------
;   console_on: turns on the screen from the next vertical blank on
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           console_on
                ldx #3
column          lda lamp_positions,x
                sta HPOSP0,x
                lda missile_positions,x
                sta HPOSM0,x
                lda #1                          ; double width
                sta SIZEP0,x
                dex
                bpl column
                mva #$ff SIZEM                  ; four times
                mva #0 VDELAY
                mva #>player_memory PMBASE
                mva #>font CHBAS
                mva #$11 GPRIOR                 ; players in front; missiles
                mwa #display_list SDLSTL        ; have a colour of their own
                mwa #dli_name VDSLST
                ldx #>vbi_start
                ldy #<vbi_start
                jsr vbi_on
                jsr frame_wait
                mva #$c0 NMIEN
                mva #$3e SDMCTL                 ; players line by line
                jsr frame_wait
                mva #3 GRACTL
                rts

lamp_positions  :4 dta LAMP_LEFT + # * LAMP_STEP
missile_positions
                :4 dta PANEL_LEFT + # * 8
.endp

;----------------------------------------------------------------------
;   console_dark: turns off all lamps and digits
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           console_dark
                jsr lamps_off
                ldx #DIGIT_BLANK
                stx digits_left
                stx digits_right
                jmp digits_draw
.endp

;----------------------------------------------------------------------
;   lamps_off: turns off the lamps of the matrix and the status lamps
;   OUT      A 0
;   CLOBBERS X
;----------------------------------------------------------------------
.proc           lamps_off
                ldx #LAMP_COUNT - 1
                lda #LAMP_OFF
lamp            sta lamps,x
                dex
                bpl lamp
                rts
.endp

;----------------------------------------------------------------------
;   console_view: sets the lamps to what the acting player may see
;   IN       view_lamps, view_alert, view_combat
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           console_view
                ldx #PLACES - 1
lamp            lda view_lamps,x
                sta lamps,x
                dex
                bpl lamp
                ldx view_alert
                lda alert_lamp,x
                sta lamps + LAMP_ALERT
                lda view_combat
                sta lamps + LAMP_COMBAT
                rts

alert_lamp      dta LAMP_OFF, LAMP_FLASHING, LAMP_STEADY
.endp
                ert LAMP_STEADY <> 1

;----------------------------------------------------------------------
;   digits_number: shows a number on the digits
;   IN       A 0 to 99, X FLASH_...
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           digits_number
                stx digits_flash
                ldx #DIGIT_BLANK
                cmp #10
                bcc units
                ldx #0
ten             inx
                sbc #10                         ; carry is set
                cmp #10
                bcs ten
units           stx digits_left
                sta digits_right
                jmp digits_draw
.endp

;----------------------------------------------------------------------
;   digits_flicker: flashes the digits; called once a frame
;   IN       digits_left, digits_right, digits_flash
;   CLOBBERS A, X, Y
;   CYCLES   20; 600 if they change
;----------------------------------------------------------------------
.proc           digits_flicker
                lda RTCLOK + 2
                and #FLASH_FRAMES
                cmp digits_phase
                bne change
                rts
change          sta digits_phase
.endp

digits_draw     ldx digits_left
                ldy digits_right
                lda digits_phase
                bne shown                       ; lit
                lda digits_flash
                lsr @
                scc
                ldy #DIGIT_BLANK
                lsr @
                scc
                ldx #DIGIT_BLANK
shown           txa                             ; falls through
                ert * <> digits_codes

;   Draws two digits. IN A, Y codes: 0 to 9, DIGIT_P, DIGIT_BLANK
.proc           digits_codes
                sty zp_digit
                ldy #0
                jsr digit_put
                lda zp_digit
                ldy #4

;   IN A code, Y characters from the left
digit_put       tax
                lda segments,x
                sta zp_segments
                jsr across                      ; top
                sta DIGITS_AT + 1,y
                txa
                sta DIGITS_AT + 2,y
                jsr across                      ; middle
                sta DIGITS_AT + 2 * SCREEN_WIDTH + 1,y
                txa
                sta DIGITS_AT + 2 * SCREEN_WIDTH + 2,y
                jsr across                      ; bottom
                sta DIGITS_AT + 4 * SCREEN_WIDTH + 1,y
                txa
                sta DIGITS_AT + 4 * SCREEN_WIDTH + 2,y
                lda #0
                jsr side
                iny
                iny
                iny
                lda #CHAR_RIGHT

;   One side. IN A offset of its characters, Y its position
side            sta zp_side
                lda zp_segments
                and #3
                lsr zp_segments
                lsr zp_segments
                tax
                lda side_starts,x
                tax
                clc
                .rept DIGIT_ROWS
                lda side_chars + #,x
                seq
                adc zp_side
                sta DIGITS_AT + # * SCREEN_WIDTH,y
                .endr
                rts

;   OUT A, X the two characters of the next horizontal segment
across          lda #0
                tax
                lsr zp_segments
                bcc none
                lda #CHAR_ACROSS
                ldx #CHAR_ACROSS + 1
none            rts

side_starts     :4 dta # * DIGIT_ROWS
.endp
                ert DIGIT_ROWS <> 5
