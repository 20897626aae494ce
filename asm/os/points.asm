;   points.asm - S: points and characters, and the cursor that they go to.
;
;   Owned RAM: ATACHR; TMPCHR is work.
;   Entry points: screen_get, screen_put.
;
;   How the cursor moves and what it points to is in pixels.asm.

;----------------------------------------------------------------------
;   screen_get: the point or character under the cursor, which moves on.
;   Nothing else does: reading a text's last column makes no row.
;   OUT      A = ATACHR, the value unless Y, the status, is an error
;   CLOBBERS X
;----------------------------------------------------------------------
        published $F593
.proc screen_get
        jsr screen_enter
        bcs screen_error
        jsr screen_read
        sta ATACHR
        jsr screen_advance
        jmp screen_leave
.endp

;   IN Y = status   OUT A = ATACHR, Y, and the main cursor selected
.proc screen_error
        sty TMPCHR
        jsr screen_select_main
        lda ATACHR
        ldy TMPCHR
        rts
.endp

;----------------------------------------------------------------------
;   screen_select_main: the cursor is that of the graphics part, not of
;   its text window
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc screen_select_main
        lda SWPFLG
        beq done
        jsr screen_swap
done    rts
.endp

;----------------------------------------------------------------------
;   screen_put: a point or character at the cursor, which moves on. EOL
;   goes to the next row and CLEAR clears, in every mode.
;   IN       A = value
;   OUT      A = value, Y = status
;   CLOBBERS X
;----------------------------------------------------------------------
        published $F5B7
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
        jsr screen_scrolls
        bcs fixed
        jsr editor_advance
        jmp editor_leave
fixed   jsr screen_advance
        jmp screen_leave
end_of_line
        jsr screen_scrolls
        bcs next
        jsr editor_newline
        jmp editor_leave
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

;----------------------------------------------------------------------
;   screen_enter: the begin of every operation on S: at its cursor
;   OUT      C clear; or C set, Y = ST_RANGE
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc screen_enter
        jsr screen_begin
.endp                           ; falls through
        ert *<>screen_require_cursor

;----------------------------------------------------------------------
;   screen_require_cursor: a cursor outside the screen is an error once:
;   it goes home, so that what is put next is seen. A right margin
;   outside comes back to the last column.
;   OUT      C clear; or C set, Y = ST_RANGE
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc screen_require_cursor
        lda #39
        cmp RMARGN
        bcs margin
        sta RMARGN
margin  jsr screen_check_cursor
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
