;   data.asm - rows of the map, screen, marks. Read only. (The tables of the
;              rules are in tables.asm, texts in messages.asm and labels.asm.)

;   Address of the square x = 0 of each row: the square (x, y) is x bytes
;   before it. Index y, 0 to 39.
SQUARE_0_0      = map + MAP_ROW_Y * MAP_COLUMNS + MAP_ROW_X
row_low         :ROW_TABLE dta l(SQUARE_0_0 - # * MAP_COLUMNS)
row_high        :ROW_TABLE dta h(SQUARE_0_0 - # * MAP_COLUMNS)

;----------------------------------------------------------------------
;   Screen
;----------------------------------------------------------------------
display_start   dta BLANK_8, BLANK_8, BLANK_8
                dta DATE_LINE, a(text + AT_DATE_LINE)
                dta BLANK_2_DLI, BLANK_2_DLI
                :9 dta MAP_LINE, a(map)
                dta MAP_LINE_LAST, a(map)
                dta BLANK_2_DLI
                dta TEXT_FIRST, a(text), TEXT_LINE
                dta BLANK_2_DLI, TEXT_LINE, BLANK_2_DLI
                dta JUMP_WAIT, a(display_list)
                ert * - display_start <> DISPLAY_LIST_SIZE

;   PCOLR0 to COLOR4
colours_start   dta CURSOR_DARK, $dc, $2f, $00
                dta $6a, $0c, $94, $46, $b0

;   dli_colours
dli_start       dta $1a, $d6, GROUND_DRY, $28
                dta WINDOW_NORMAL, $8a, $00, $3a, $d4
                ert * - dli_start <> DLI_COLOUR_COUNT

;   Low bytes of the handlers of DLI 2 to 13
dli_handlers    dta l(dli_2), l(dli_3), l(dli_4), l(dli_5), l(dli_6)
                dta l(dli_7), l(dli_8), l(dli_9), l(dli_10), l(dli_11)
                dta l(dli_12), l(dli_13)

;   The cursor with an empty row above and below it
cursor_shape    dta 0, $ff, $ff
                :10 dta $81
                dta $ff, $ff, 0
                ert * - cursor_shape <> CURSOR_HEIGHT + 2

;   Marks of eight rows: four arrows, by direction, and the cross
marks
MARK_ARROWS     = * - marks     ; + 8 * direction
                dta %00011000
                dta %00111100
                dta %01111110
                dta %00011000
                dta %00011000
                dta %00011000
                dta %00011000
                dta %00000000

                dta %00000000
                dta %00001000
                dta %00001100
                dta %11111110
                dta %11111110
                dta %00001100
                dta %00001000
                dta %00000000

                dta %00000000
                dta %00011000
                dta %00011000
                dta %00011000
                dta %00011000
                dta %01111110
                dta %00111100
                dta %00011000

                dta %00000000
                dta %00010000
                dta %00110000
                dta %01111111
                dta %01111111
                dta %00110000
                dta %00010000
                dta %00000000

MARK_CROSS      = * - marks
                dta %00100100
                dta %00100100
                dta %11000011
                dta %00000000
                dta %00000000
                dta %11000011
                dta %00100100
                dta %00100100

;   One pixel to the north, east, south, west in player co-ordinates
pixel_x         dta 0, 1, 0, $ff
pixel_y         dta $ff, 0, 1, 0

;   Stick codes of north, east, south, west
stick_code      dta STICK_UP, STICK_RIGHT, STICK_DOWN, STICK_LEFT

;   Masks that keep the other orders of a byte when slot 0 to 3 is written
slot_mask       dta %11111100, %11110011, %11001111, %00111111

;   Direction 0 to 3 in slot 0, in slot 1 ...
slot_order      dta %00, %01, %10, %11
                dta %0000, %0100, %1000, %1100
                dta %000000, %010000, %100000, %110000
                dta %00000000, %01000000, %10000000, %11000000

;   AUDF1 of an order to north, east, south, west
beep_pitch      dta BEEP_NORTH, BEEP_EAST, BEEP_SOUTH, BEEP_WEST
