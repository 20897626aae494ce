;   editor.asm - E: the screen editor, on mode 0 or on a text window.
;
;   Owned RAM: LMARGN RMARGN CRSINH OLDCHR OLDADR LOGCOL BUFCNT BUFSTR ESCFLG
;     DSPFLG SCRFLG; HOLD1, TMPROW, TMPCOL are work.
;   Entry points: editor_get, editor_put (editor_open is in screen.asm).
;
;   A logical line is up to three rows: it grows when a character is put into
;   its last place. What RETURN hands to the program is a logical line. The map
;   of rows that begin one is in logical.asm; the control codes' routines are in
;   controls.asm.

BELL_COLUMN   = 113     ; the input line is nearly full
BELL_CLICKS   = 16
ESCAPE        = $1B     ; ATASCII
BLANK         = 0       ; internal code

;----------------------------------------------------------------------
;   editor_put: prints a character or carries out a control code. May
;   be called through the put pointer of an IOCB, without CIO: programs
;   print so, with anything in X and Y. [sheet: os 6]
;   IN       A = character
;   OUT      A = character, Y = status
;   CLOBBERS X
;----------------------------------------------------------------------
.proc editor_put
        sta ATACHR
        jsr editor_enter
        bcc inside
        jmp screen_error
inside  jsr editor_output
        jmp screen_leave
.endp

;----------------------------------------------------------------------
;   editor_get: the next character of an input line. When there is
;   none, a line is typed and edited first, up to RETURN.
;   IN       ICAX1Z (forced read)
;   OUT      A = character, Y = status
;   CLOBBERS X
;----------------------------------------------------------------------
.proc editor_get
        jsr editor_enter
        bcc inside
error   jmp screen_error
inside  lda BUFCNT
        bne hand_out
        lda ROWCRS
        sta BUFSTR
        lda COLCRS
        sta BUFSTR+1
key     jsr cursor_show
        jsr keyboard_get
        cpy #0
        bmi error
        jsr cursor_hide
        lda ATACHR
        cmp #EOL
        beq typed
        jsr editor_output
        jsr logical_column
        cmp #BELL_COLUMN
        bne key
        jsr editor_bell
        jmp key

typed   jsr editor_measure
hand_out
        dec BUFCNT
        beq ended
        lda ROWCRS
        jsr screen_row_address
        ldy COLCRS
        lda (ADRESS),y
        jsr screen_to_atascii
        sta ATACHR
        lda BUFCNT
        cmp #1                  ; after the last one, stay in the line
        beq leave
        jsr editor_step
leave   jmp screen_leave
ended   jsr editor_newline
        lda #EOL
        sta ATACHR
        jmp screen_leave
.endp

;----------------------------------------------------------------------
;   editor_enter: the begin of every operation on E:. It goes to the
;   text window where there is one; a graphics mode without gives way to
;   mode 0.
;   OUT      C clear; or C set, Y = status
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_enter
        lda BOTSCR
        cmp #WINDOW_ROWS
        beq window
        lda DINDEX
        beq text
        jsr editor_open
        jmp text
window  jsr screen_swap
text    jsr screen_require_cursor
        bcs done
        jsr cursor_hide
        clc
done    rts
.endp

;----------------------------------------------------------------------
;   cursor_show, cursor_hide: the cursor is its character inverted
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc cursor_show
        lda ROWCRS
        jsr screen_row_address
        lda COLCRS
        clc
        adc ADRESS
        sta OLDADR
        lda ADRESS+1
        adc #0
        sta OLDADR+1
        ldy #0
        lda (OLDADR),y
        sta OLDCHR
        ldx CRSINH
        bne done
        eor #$80
        sta (OLDADR),y
done    rts
.endp

.proc cursor_hide
        lda OLDADR+1
        beq done                ; there is none
        ldy #0
        lda OLDCHR
        sta (OLDADR),y
done    rts
.endp

;----------------------------------------------------------------------
;   editor_output: prints a character or carries out what it means, once
;   CTRL-1 lets it
;   IN       ATACHR
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_output
        lda SSFLAG              ; stopped with CTRL-1
        bne editor_output
        lda ATACHR
        cmp #EOL
        beq end_of_line
        lda ESCFLG
        ora DSPFLG
        bne literal
        lda ATACHR
        ldx #control_count-1
look    cmp control_codes,x
        beq control
        dex
        bpl look
literal
        lda #0
        sta ESCFLG
        jsr screen_plot
        jmp editor_advance
end_of_line
        lda #0
        sta ESCFLG
        jmp editor_newline
control txa
        asl @
        tax
        lda control_routines+1,x
        pha
        lda control_routines,x
        pha
        rts                     ; to the routine

control_codes
        .byte $1B, $1C, $1D, $1E, $1F, $7D, $7E, $7F
        .byte $9C, $9D, $9E, $9F, $FD, $FE, $FF
control_count = *-control_codes
control_routines
        .word editor_escape-1
        .word editor_up-1
        .word editor_down-1
        .word editor_left-1
        .word editor_right-1
        .word screen_clear-1
        .word editor_backspace-1
        .word editor_tab-1
        .word editor_delete_line-1
        .word editor_insert_line-1
        .word editor_clear_tab-1
        .word editor_set_tab-1
        .word editor_bell-1
        .word editor_delete_char-1
        .word editor_insert_char-1
.endp

;----------------------------------------------------------------------
;   editor_step: one position on, from the right margin to the next row
;   OUT      C set = went to the next row
;   CLOBBERS A
;----------------------------------------------------------------------
.proc editor_step
        lda COLCRS
        cmp RMARGN
        bcs row
        inc COLCRS
        rts
row     inc ROWCRS
.endp                           ; falls through
        ert *<>editor_first_column

.proc editor_first_column
        lda LMARGN
        sta COLCRS
        rts
.endp

;----------------------------------------------------------------------
;   editor_advance: the cursor after a character: at the right margin
;   the logical line gets another row, or a new line begins when it has
;   three
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_advance
        lda COLCRS
        cmp RMARGN
        bcs margin
        inc COLCRS
        rts
margin  jsr logical_extend
        bcs editor_newline
        bcc editor_first_column ; always
.endp

;----------------------------------------------------------------------
;   editor_newline: to the begin of the next logical line
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_newline
        jsr logical_last_row
        stx ROWCRS
        jsr editor_next_row
        jmp editor_first_column
.endp

;   The next row, which may have to be made by scrolling.   CLOBBERS A X Y
.proc editor_next_row
        inc ROWCRS
        lda ROWCRS
        cmp BOTSCR
        bcc done
        jmp logical_scroll
done    rts
.endp

;----------------------------------------------------------------------
;   editor_measure: after RETURN: where the input begins, and how much
;   it is. It begins where the cursor was when the input began, if that
;   is in the same logical line, else with the line; it ends with the
;   last character that is not blank.
;   IN       BUFSTR
;   OUT      ROWCRS COLCRS = begin, BUFCNT = characters with EOL
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_measure
        jsr logical_last_row
        stx TMPROW
        jsr logical_first_row
        cpx BUFSTR
        beq same_line
        bcs line                ; began above
same_line
        lda TMPROW
        cmp BUFSTR
        bcc line                ; began below
        ldx BUFSTR
        ldy BUFSTR+1
        jmp begin
line    ldy LMARGN
begin   stx ROWCRS
        stx BUFSTR
        sty COLCRS
        sty BUFSTR+1

        lda #0
        sta BUFCNT
        sta HOLD1
next    lda ROWCRS
        cmp TMPROW
        beq inside
        bcs counted
inside  jsr screen_row_address
        inc HOLD1
        ldy COLCRS
        lda (ADRESS),y
        beq empty
        lda HOLD1
        sta BUFCNT
empty   jsr editor_step
        jmp next
counted inc BUFCNT
        lda BUFSTR
        sta ROWCRS
        lda BUFSTR+1
        sta COLCRS
        rts
.endp
