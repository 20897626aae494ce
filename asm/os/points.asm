;   points.asm - S: points and characters, and the cursor that they go to.
;
;   Owned RAM: the cursor $54-$5F and its copy for the text window $290-$29B,
;     SWPFLG, DMASK, CHAR, ATACHR; ADRESS, TMPCHR, HOLD1, SAVADR are work.
;   Entry points: screen_get, screen_put.

;----------------------------------------------------------------------
;   screen_get: the point or character under the cursor, which moves on.
;   Nothing else does: reading a text's last column makes no row.
;   OUT      A = value, Y = status
;   CLOBBERS X
;----------------------------------------------------------------------
.proc screen_get
        jsr screen_enter
        bcs screen_error
        jsr screen_read
        sta ATACHR
        jsr screen_advance
        jmp screen_leave
.endp

;----------------------------------------------------------------------
;   screen_put: a point or character at the cursor, which moves on. EOL
;   goes to the next row and CLEAR clears, in every mode.
;   IN       A = value
;   OUT      A = value, Y = status
;   CLOBBERS X
;----------------------------------------------------------------------
.proc screen_put
        sta ATACHR
        jsr screen_enter
        bcs screen_error
        lda ATACHR
        cmp #CLEAR
        bne no_clear
        jsr screen_clear
        jmp screen_leave
no_clear
        cmp #EOL
        beq end_of_line
        jsr screen_plot
        jsr screen_remember
        jsr screen_scrolls
        bcs fixed
        jsr editor_advance
        jmp screen_leave
fixed   jsr screen_advance
        jmp screen_leave
end_of_line
        jsr screen_scrolls
        bcs next
        jsr editor_newline
        jmp screen_leave
next    jsr screen_next_row
.endp                           ; falls through
        ert *<>screen_leave

;----------------------------------------------------------------------
;   screen_leave: the end of every operation on S: and E:, which BREAK
;   makes one that has failed: a program that prints can be stopped
;   OUT      A = ATACHR, Y = ST_OK or ST_BREAK, N set = the latter
;   CLOBBERS X
;----------------------------------------------------------------------
.proc screen_leave
        lda DINDEX
        bne no_text
        jsr cursor_show
no_text jsr screen_select_main
        lda ATACHR
        ldy BRKKEY
        bne go_on
        dec BRKKEY              ; $FF
        ldy #ST_BREAK
        rts
go_on   ldy #ST_OK
        rts
.endp

;   IN Y = status   OUT Y, and the main cursor selected
.proc screen_error
        sty TMPCHR
        jsr screen_select_main
        ldy TMPCHR
        rts
.endp

;----------------------------------------------------------------------
;   screen_enter: the begin of every operation on S:
;   OUT      C clear; or C set, Y = ST_RANGE
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc screen_enter
        jsr screen_select_main
        lda DINDEX
        bne suspend
        jsr cursor_hide
suspend lda SSFLAG
        bne suspend
.endp                           ; falls through
        ert *<>screen_require_cursor

;----------------------------------------------------------------------
;   screen_require_cursor: a cursor outside the screen is an error once:
;   it goes home, so that what is put next is seen
;   OUT      C clear; or C set, Y = ST_RANGE
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc screen_require_cursor
        jsr screen_check_cursor
        bcc done
        jsr screen_home
        ldy #ST_RANGE
        sec
done    rts
.endp

;   OUT C set: ROWCRS/COLCRS outside the screen   CLOBBERS A X
.proc screen_check_cursor
        jsr screen_rows
        clc
        sbc ROWCRS              ; rows - 1 - ROWCRS
        bcc outside
        lda COLCRS
        cmp mode_columns,x
        lda COLCRS+1
        sbc mode_columns_high,x
        rts
outside sec
        rts
.endp

;----------------------------------------------------------------------
;   screen_select_main, screen_swap: exchange the cursors of the
;   graphics part and of its text window
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc screen_select_main
        lda SWPFLG
        beq done
        jsr screen_swap
done    rts
.endp

.proc screen_swap
        ldx #11
each    lda ROWCRS,x
        ldy TXTROW,x
        sta TXTROW,x
        sty ROWCRS,x
        dex
        bpl each
        lda SWPFLG
        eor #$FF
        sta SWPFLG
        rts
.endp

;   Where a line will start.   CLOBBERS A
.proc screen_remember
        lda ROWCRS
        sta OLDROW
        lda COLCRS
        sta OLDCOL
        lda COLCRS+1
        sta OLDCOL+1
        rts
.endp

;----------------------------------------------------------------------
;   screen_scrolls: is what S: writes a text that scrolls: mode 0,
;   unless the lines that E: scrolls are a window below it?
;   OUT      C clear = yes
;   CLOBBERS A
;----------------------------------------------------------------------
.proc screen_scrolls
        lda DINDEX
        cmp #1
        bcs done
        lda #WINDOW_ROWS
        cmp BOTSCR
done    rts
.endp

;----------------------------------------------------------------------
;   screen_advance: the cursor moves on, from the last position to the
;   first; what is on the screen stays
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc screen_advance
        ldx DINDEX
        bne graphics
        jsr editor_step         ; within the margins
        bcs screen_wrap
        rts
graphics
        inc COLCRS
        bne same
        inc COLCRS+1
same    lda COLCRS
        cmp mode_columns,x
        lda COLCRS+1
        sbc mode_columns_high,x
        bcs screen_next_row
        rts
.endp

;   CLOBBERS A X
.proc screen_next_row
        lda #0
        sta COLCRS
        sta COLCRS+1
        inc ROWCRS
.endp                           ; falls through
        ert *<>screen_wrap

;   Below the last row is the first.   CLOBBERS A X
.proc screen_wrap
        jsr screen_rows
        cmp ROWCRS
        bne done
        lda #0
        sta ROWCRS
done    rts
.endp

;----------------------------------------------------------------------
;   screen_row_address: where a row of the screen begins
;   IN       A = row, DINDEX
;   OUT      ADRESS
;   CLOBBERS A, X, Y
;   CYCLES   111
;----------------------------------------------------------------------
.proc screen_row_address
        ldy #0
        sty ADRESS+1
        sta ADRESS
        asl @
        rol ADRESS+1
        asl @
        rol ADRESS+1
        adc ADRESS              ; C is clear: rows are below 192
        sta ADRESS
        bcc five
        inc ADRESS+1
five    ldx DINDEX              ; 5 * row, doubled once to three times
        ldy mode_row_doublings,x
double  asl ADRESS
        rol ADRESS+1
        dey
        bne double
        lda ADRESS
        adc SAVMSC              ; C is clear
        sta ADRESS
        lda ADRESS+1
        adc SAVMSC+1
        sta ADRESS+1
        rts
.endp

;----------------------------------------------------------------------
;   screen_locate: the byte and the bits of the point at the cursor
;   OUT      ADRESS, Y = 0, DMASK
;   CLOBBERS A, X, HOLD1, SAVADR
;----------------------------------------------------------------------
.proc screen_locate
        lda ROWCRS
        jsr screen_row_address
        lda COLCRS+1
        sta SAVADR+1
        lda COLCRS
        sta SAVADR
        ldx DINDEX
        lda mode_pixels_less_1,x
        and COLCRS
        clc
        adc mode_pixels_less_1,x
        tay
        lda pixel_mask,y
        sta DMASK
        lda mode_pixels_less_1,x     ; column / pixels in a byte
divide  lsr @
        bcc divided
        lsr SAVADR+1
        ror SAVADR
        jmp divide
divided lda SAVADR
        adc ADRESS              ; C is clear
        sta ADRESS
        bcc same
        inc ADRESS+1
same    ldy #0
        rts
.endp

;----------------------------------------------------------------------
;   screen_plot: ATACHR at the cursor, as a character or a colour
;   OUT      CHAR
;   CLOBBERS A, X, Y, HOLD1, SAVADR
;----------------------------------------------------------------------
.proc screen_plot
        jsr screen_locate
        lda ATACHR
        ldx DINDEX
        cpx #3
        bcs colour
        jsr screen_to_internal
        sta CHAR
colour  sta TMPCHR
        lda DMASK
align   lsr @                   ; from the right of the byte to its place
        bcs aligned
        asl TMPCHR
        jmp align
aligned lda TMPCHR
        eor (ADRESS),y
        and DMASK
        eor (ADRESS),y
        sta (ADRESS),y
        rts
.endp

;----------------------------------------------------------------------
;   screen_read: what screen_plot has put
;   OUT      A, Z
;   OUT      CHAR
;   CLOBBERS X, Y, HOLD1, SAVADR
;----------------------------------------------------------------------
.proc screen_read
        jsr screen_locate
        lda (ADRESS),y
        and DMASK
        sta CHAR
        ldx DINDEX
        cpx #3
        bcc screen_to_atascii
        lda DMASK
align   lsr @
        bcs aligned
        lsr CHAR
        jmp align
aligned lda CHAR
        rts
.endp

;----------------------------------------------------------------------
;   screen_to_internal, screen_to_atascii: between the character codes
;   of programs and of the screen, which differ in the order of the
;   blocks of 32
;   IN       A
;   OUT      A
;   CLOBBERS X, TMPCHR
;   CYCLES   42
;----------------------------------------------------------------------
.proc screen_to_internal
        jsr screen_code_block
        ora internal,x
        rts
internal
        .byte $40, $00, $20, $60
.endp

.proc screen_to_atascii
        jsr screen_code_block
        ora atascii,x
        rts
atascii .byte $20, $40, $00, $60
.endp

;   OUT A = code without its block, X = block
.proc screen_code_block
        sta TMPCHR
        rol @
        rol @
        rol @
        rol @
        and #$03
        tax
        lda TMPCHR
        and #$9F
        rts
.endp

;----------------------------------------------------------------------
;   What a byte of the screen holds, by mode
;----------------------------------------------------------------------
mode_row_doublings
        .byte 3, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3, 3
mode_pixels_less_1
        .byte 0, 0, 0, 3, 7, 3, 7, 3, 7, 1, 1, 1
pixel_mask                      ; for 1, 2, 4 and 8 pixels in a byte
        .byte $FF, $F0, $0F, $C0, $30, $0C, $03
bit_mask
        .byte $80, $40, $20, $10, $08, $04, $02, $01
