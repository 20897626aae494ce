;   cursor.asm - the cursor and the window that follows it. Interrupt side.
;
;   Entry points: cursor_frame, cursor_rearm, cursor_draw, window_aim,
;   input_centred.
;   Owns zp_view_x to zp_switch, zp_next, zp_after, the map addresses of
;   the display list, player 0.

;----------------------------------------------------------------------
;   cursor_frame: one frame with the button up, and its message. While the
;   stick is centred the cursor follows the pointer, which at the edge of the
;   map's window pushes like the stick, but at most in every other frame.
;   IN       STICK0
;   OUT      cursor and window moved by a step if one is due
;   CLOBBERS A, X, Y
;   CYCLES   1,400 (a diagonal step that draws the cursor and aims the
;            window, and a message)
;----------------------------------------------------------------------
.proc           cursor_frame
                lda STICK0
                eor #STICK_CENTRE
                sta zp_stick            ; PUSH_...
                bne pushed
                jsr input_centred
                jsr pointer_frame
                lda zp_stick
                bne edge
                jsr cursor_rearm
                jmp message_frame

edge            dec zp_wait
                bne done
                jsr cursor_faster
                inc zp_wait
                jsr cursor_column
                jsr window_row
                jmp window_aim
pushed          lda #0
                sta ATRACT
                sta pointer_leads
                dec zp_wait
                bne done
                jsr cursor_faster
                jsr cursor_column
                jsr cursor_row
                jsr window_aim
done            jmp message_frame
.endp

;   Shortens the delay until the next step by a frame, to 1 at least.
.proc           cursor_faster
                dec zp_delay
                bne shorter
                inc zp_delay
shorter         lda zp_delay
                sta zp_wait
                rts
.endp

;----------------------------------------------------------------------
;   cursor_rearm: the next step is due after the full delay
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
;   cursor_column: one step east or west (east if both are pushed) of the
;   cursor, or of the window if the cursor is at the wall
;   IN       zp_stick
;   CLOBBERS A, X
;   CYCLES   45
;----------------------------------------------------------------------
.proc           cursor_column
                lda zp_stick
                ldx zp_cursor_x
                and #PUSH_EAST
                beq west
                cpx #CURSOR_EAST
                bcs wall_east
                inx
                bcc moved
wall_east       txa                     ; over the last column?
                sbc #MAP_STEPS_EAST     ; carry is set
                cmp zp_view_x
                bcs done
                dec zp_view_x
                rts

west            lda zp_stick
                and #PUSH_WEST
                beq done
                cpx #CURSOR_WEST + 1
                bcc wall_west
                dex
moved           stx zp_cursor_x
                stx HPOSP0
                rts
wall_west       txa
                adc #MAP_STEPS_WEST - MAP_STEPS_EAST - 1 ; carry is clear
                cmp zp_view_x
                bcc done
                lda zp_view_x
                cmp #VIEW_X_MAX
                bcs done
                inc zp_view_x
done            rts
.endp

;----------------------------------------------------------------------
;   cursor_row: one step north or south: two lines of the cursor or one of
;   the window
;   IN       zp_stick; these bits are cleared
;   CLOBBERS A, X, Y
;   CYCLES   310
;----------------------------------------------------------------------
.proc           cursor_row
                lsr zp_stick
                bcc south
                ldx zp_cursor_y
                cpx #CURSOR_NORTH + 1
                bcc window_north
                bne up
                lda zp_view_y           ; over the last row?
                ora zp_view_y + 1
                beq done
up              dec zp_cursor_y
                jmp cursor_draw

south           lsr zp_stick
                bcc done
                ldx zp_cursor_y
                cpx #CURSOR_SOUTH
                bcs window_south
                inc zp_cursor_y
                jmp cursor_draw
done            rts
.endp

;----------------------------------------------------------------------
;   window_row: moves the window one line north or south, unless the cursor
;   is over the last row by 2 CY + YV
;   IN       zp_stick; these bits are cleared
;   CLOBBERS A, X
;   CYCLES   65
;----------------------------------------------------------------------
.proc           window_row
                lsr zp_stick
                bcs window_north
                lsr zp_stick
                bcs window_south
                rts
.endp

.proc           window_north
                lda zp_cursor_y
                asl @                   ; clears carry: CY is below 128
                adc zp_view_y
                bcs free
                ldx zp_view_y + 1
                bne free
                cmp #MAP_STEPS_NORTH + 1
                bcc done
free            lda zp_view_y
                bne lower
                dec zp_view_y + 1
lower           dec zp_view_y
done            rts
.endp

.proc           window_south
                lda zp_cursor_y
                asl @                   ; clears carry
                adc zp_view_y
                tax
                lda zp_view_y + 1
                adc #0
                cpx #<MAP_STEPS_SOUTH
                sbc #>MAP_STEPS_SOUTH
                bcs done
                lda zp_view_y
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
;   cursor_draw: draws the cursor at row CY. If it has moved by one row, the
;   empty rows of its shape erase the old cursor.
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

;   Erases the cursor. CLOBBERS A, X, Y. CYCLES 180.
.proc           cursor_erase
                ldx zp_cursor_y
                ldy #CURSOR_HEIGHT
                lda #0
row             sta cursor_rows,x
                inx
                dey
                ;@loop 14
                bne row
                rts
.endp

;----------------------------------------------------------------------
;   window_aim: sets everything that depends on XV and YV: the addresses of
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
first           layer_shown
                clc
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
;   input_centred: the stick is centred: ends a debounce and an error, and
;   counts down a beep
;   CLOBBERS A, X
;   CYCLES   32
;----------------------------------------------------------------------
.proc           input_centred
                lda #0
                sta zp_stick_used
                sta zp_debounce
                sta zp_error
                ldx zp_beep
                beq done
                dec zp_beep
                bne done
                sta AUDC1
done            rts
.endp
