;   cursor.asm - the cursor and the window that follows it. Interrupt side.
;
;   Entry points: cursor_frame, cursor_rearm, cursor_draw, window_aim,
;   input_centred.
;   Owns zp_view_x to zp_switch, zp_next, zp_after, the map addresses of
;   the display list, player 0.

;----------------------------------------------------------------------
;   cursor_frame: one frame with the button up
;   IN       STICK0
;   OUT      cursor and window moved by a step if one is due
;   CLOBBERS A, X, Y
;   CYCLES   725 (a diagonal step that draws the cursor and aims)
;----------------------------------------------------------------------
.proc           cursor_frame
                lda STICK0
                eor #STICK_CENTRE
                sta zp_stick            ; 1 up, 2 down, 4 left, 8 right
                bne pushed
                jsr cursor_rearm
                jmp input_centred

pushed          lda #0
                sta ATRACT
                dec zp_wait
                bne done
                dec zp_delay
                bne shorter
                inc zp_delay            ; never below 1
shorter         lda zp_delay
                sta zp_wait
                jsr cursor_column
                jsr cursor_row
                jmp window_aim
done            rts
.endp

;----------------------------------------------------------------------
;   cursor_rearm: the next step comes after the full delay
;   CLOBBERS A
;   CYCLES   14
;----------------------------------------------------------------------
.proc           cursor_rearm
                lda #REPEAT_FIRST
                sta zp_delay
                sta zp_wait
                rts
.endp

;----------------------------------------------------------------------
;   cursor_column: one step east or west (both pushed: east), of the
;   cursor, or of the window when the cursor stands at the wall
;   IN       zp_stick
;   CLOBBERS A, X
;   CYCLES   41
;----------------------------------------------------------------------
.proc           cursor_column
                lda zp_stick
                ldx zp_cursor_x
                and #8
                beq west
                cpx #CURSOR_EAST
                bcs wall_east
                inx
                bcc moved
wall_east       lda zp_view_x
                beq done
                dec zp_view_x
                rts

west            lda zp_stick
                and #4
                beq done
                cpx #CURSOR_WEST + 1
                bcc wall_west
                dex
moved           stx zp_cursor_x
                stx HPOSP0
                rts
wall_west       lda zp_view_x
                cmp #VIEW_X_MAX
                bcs done
                inc zp_view_x
done            rts
.endp

;----------------------------------------------------------------------
;   cursor_row: one step north, then one south, two lines of the cursor
;   or one of the window. North ends where 2 CY + YV is 56 or less: the
;   cursor is over the last row. (South ends at the limits of both.)
;   IN       zp_stick
;   CLOBBERS A, X, Y
;   CYCLES   329
;----------------------------------------------------------------------
.proc           cursor_row
                lsr zp_stick
                bcc south
                lda zp_cursor_y
                asl @                   ; clears carry: CY is below 128
                adc zp_view_y
                bcs free
                ldx zp_view_y + 1
                bne free
                cmp #2 * CURSOR_NORTH + 3
                bcc done
free            lda zp_cursor_y
                cmp #CURSOR_NORTH + 1
                bcc wall_north
                dec zp_cursor_y
                jmp cursor_draw
wall_north      lda zp_view_y
                bne lower
                dec zp_view_y + 1
lower           dec zp_view_y
                rts

south           lsr zp_stick
                bcc done
                lda zp_cursor_y
                cmp #CURSOR_SOUTH
                bcs wall_south
                inc zp_cursor_y
                jmp cursor_draw
wall_south      lda zp_view_y
                cmp #<VIEW_Y_MAX
                lda zp_view_y + 1
                sbc #>VIEW_Y_MAX
                bcs done
                inc zp_view_y
                bne done
                inc zp_view_y + 1
done            rts
.endp

;----------------------------------------------------------------------
;   cursor_draw: the cursor at row CY. It moves by one row at a time; the
;   empty rows of its shape erase the old one.
;   IN       zp_cursor_y
;   CLOBBERS A, X, Y
;   CYCLES   272
;----------------------------------------------------------------------
.proc           cursor_draw
                ldy #CURSOR_HEIGHT + 1
                tya
                clc
                adc zp_cursor_y
                tax
row             lda cursor_shape,y
                sta cursor_rows - 1,x
                dex
                dey
                ;@loop 16
                bpl row
                rts
.endp

;----------------------------------------------------------------------
;   window_aim: everything that follows from XV and YV: the addresses of
;   the ten map rows, the fine scroll registers, the DLI at which the
;   southern tiles begin. Only in the vertical blank.
;   IN       zp_view_x, zp_view_y
;   OUT      display_list, HSCROL, VSCROL, zp_switch, zp_next, zp_after
;   CLOBBERS A, X, Y
;   CYCLES   298
;----------------------------------------------------------------------
.proc           window_aim
                lda zp_view_x
                and #7
                sta HSCROL
                lda zp_view_y
                and #15
                sta VSCROL

                ldy zp_switch           ; last frame's switch is a plain
                bmi row                 ; row again
                lda dli_handlers - DLI_FIRST,y
                sta zp_next - DLI_FIRST,y

row             lda zp_view_y + 1       ; map row at the top, 0 to 31
                lsr @
                lda zp_view_y
                ror @
                lsr @
                lsr @
                lsr @
                tax

                ldy #DLI_NO_SWITCH
                cmp #SWITCH_LAST
                bcc aimed
                ldy #2                  ; before the map begins
                cmp #SWITCH_ROW
                bcs switch
                sbc #SWITCH_ROW + 2     ; carry is clear: row - 29
                eor #$ff
                tay
                iny                     ; 29 - row, 4 to 12
switch          lda #<dli_switch
                sta zp_next - DLI_FIRST,y
                lda dli_handlers + 1 - DLI_FIRST,y
                sta zp_after
aimed           sty zp_switch

                ;   Address of the square at the left edge:
                ;   start of the row + 26 - XV / 8
                txa
                eor #$ff
                sec
                adc #MAP_ROW_Y
                tax                     ; y of that row
                lda zp_view_x
                lsr @
                lsr @
                lsr @
                clc
                adc #MAP_ROW_X - 26
                eor #$ff
                sec
                adc row_low,x
                ldy row_high,x
                bcs first
                dey
first           clc
                .rept MAP_LINES
                sta display_list + LMS_FIRST + 3 * #
                sty display_list + LMS_FIRST + 3 * # + 1
                adc #MAP_COLUMNS
                scc
                iny
                clc
                .endr
                rts
.endp

;----------------------------------------------------------------------
;   input_centred: the stick is centred: end of a beep, of a debounce, of
;   an error
;   CLOBBERS A, X
;   CYCLES   29
;----------------------------------------------------------------------
.proc           input_centred
                lda #0
                sta zp_stick_used
                sta zp_debounce
                sta zp_error
                ldx zp_beep
                beq done
                sta AUDC1
                sta zp_beep
done            rts
.endp
