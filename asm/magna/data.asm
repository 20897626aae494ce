;   data.asm - character set, display list, colours, shapes. Read only.
;              (Texts are in texts.asm, sounds in sounds.asm.)
;   Begins with the character set, which needs a 1K boundary.

                .align $400,0
font            ins 'generated/magna.chr'
                ert * - font <> $400

;----------------------------------------------------------------------
;   Display list. One text row is eight scan lines.
;----------------------------------------------------------------------
BLANK_2         = $10
BLANK_4         = $30
BLANK_8         = $70
DLI             = $80
NAME_LINE       = $47           ; mode 7 with an address
TEXT_FIRST      = $42           ; mode 2 with an address
TEXT_LINE       = $02
JUMP_WAIT       = $41

display_list    dta BLANK_8, BLANK_8, BLANK_8 + DLI
                dta NAME_LINE, a(name_row)
                dta BLANK_4
                dta TEXT_FIRST, a(body)
                .rept 3                 ; rows A to C of the lamps
                dta TEXT_LINE, TEXT_LINE, TEXT_LINE, TEXT_LINE + DLI
                .endr
                :3 dta TEXT_LINE        ; row D
                dta TEXT_LINE + DLI
                :2 dta TEXT_LINE        ; status lamps
                dta BLANK_4 + DLI
                :2 dta TEXT_LINE        ; messages
                dta BLANK_2
                dta JUMP_WAIT, a(display_list)
display_list_end
                ert [display_list ^ [display_list_end - 1]] & $fc00

;----------------------------------------------------------------------
;   Colours
;----------------------------------------------------------------------
;   The name, line by line; its last two lines are empty
name_colours    dta $82, $84, $86, $88, $8a, $8c, $8e
                dta $8e, $8c, $8a, $88, $86, $84, $82
                ert * - name_colours <> NAME_LINES

;   `colours` at the start. Attract mode reduces brightness 12 to 4; 8 and 10
;   would become 0 and 2, as dark as unlit lamps.
colours_start   dta PANEL_COLOUR, $0c, $30, $c2, $1c, $00
                dta $22, $2c, $2c, $22          ; lamps
                dta $30, $3c, $3c, $30          ; status lamps
                ert * - colours_start <> COLOUR_COUNT

;   COLOR0 to COLOR4 of the OS: the name's row
shadows_start   dta $80, $1c, $90, $00, $00

;----------------------------------------------------------------------
;   A lamp: a disc of 8 pixels, two colour clocks wide, one scan line high
;----------------------------------------------------------------------
lamp_shape      dta $18, $3c, $3c, $7e, $7e, $7e
                :14 dta $ff
                dta $7e, $7e, $7e, $3c, $3c, $18
LAMP_LINES      = * - lamp_shape
LAMP_TOP        = [LAMP_PITCH - LAMP_LINES] / 2

;   The lamps below it
status_shape    dta $3c, $7e
                :8 dta $ff
                dta $7e, $3c
STATUS_LINES    = * - status_shape

;----------------------------------------------------------------------
;   Seven-segment digits. Bits: 0 top, 1 middle, 2 bottom, 3 upper left,
;   4 lower left, 5 upper right, 6 lower right
;----------------------------------------------------------------------
segments        dta %1111101, %1100000, %0110111, %1100111, %1101010
                dta %1001111, %1011111, %1100001, %1111111, %1101111
                dta %0111011, 0                 ; P, blank
                ert * - segments <> DIGIT_BLANK + 1

;   The characters of a side from the top, by its two segments
side_chars      dta 0, 0, 0, 0, 0
                dta CHAR_BEGINS, CHAR_DOWN, CHAR_ENDS, 0, 0
                dta 0, 0, CHAR_BEGINS, CHAR_DOWN, CHAR_ENDS
                dta CHAR_BEGINS, CHAR_DOWN, CHAR_BOTH
                dta CHAR_DOWN, CHAR_ENDS
                ert * - side_chars <> 4 * DIGIT_ROWS
