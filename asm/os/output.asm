;   output.asm - E: what is printed, and where the cursor goes with it.
;
;   Owned RAM: OLDCHR OLDADR ESCFLG; HOLD1, TMPROW are work.
;   Entry points: none outside the ROM.

;----------------------------------------------------------------------
;   cursor_show: the cursor is its character inverted. Where a left
;   margin of no sense has led it off the screen there is none.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc cursor_show
        lda #0
        sta OLDADR+1
        lda COLCRS
        cmp #40
        bcs done
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
        jsr keyboard_is_control
        beq control
literal
        lda #0
        sta ESCFLG
        jsr screen_plot
        jmp editor_advance
end_of_line
        jmp editor_newline

control ldx #control_count
look    dex
        cmp control_codes,x     ; it is one of them
        bne look
        txa
        asl @
        tax
        lda control_routines+1,x
        pha
        lda control_routines,x
        pha
        rts                     ; to the routine

control_codes                   ; keyboard_is_control's, but for EOL
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

;   The end of every operation on E:, with LOGCOL as it is then.
;   OUT as screen_leave   CLOBBERS X
.proc editor_leave
        jsr logical_column
        jmp screen_leave
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

;   The first column of a row of E:, always that of the left margin, whatever
;   mode stands above a text window. (For S: see screen_first_column.)
;   OUT A = COLCRS
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
;   editor_end_line: after a line was read: to the begin of the next
;   logical line, but past the row that the cursor went to when the line
;   was full
;   IN       the cursor on the last character read
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_end_line
        jsr logical_last_row
        cpx ROWCRS
        stx ROWCRS
        bne editor_newline
        ldy COLCRS
        cpy RMARGN
        bcc editor_newline
        txa
        jsr screen_row_address
        ldy COLCRS
        lda (ADRESS),y
        beq editor_newline
        jsr editor_newline
.endp                           ; falls through
        ert *<>editor_newline

;----------------------------------------------------------------------
;   editor_newline: what EOL does: to the begin of the next row, which
;   may be one of the same logical line; ESC is forgotten
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_newline
        lda #0
        sta ESCFLG
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
;   it is. It begins where the cursor was when the input began, even if
;   that line is full and the cursor below it; where that place is gone,
;   with the cursor's line. It ends with the last character of its
;   logical line that is not blank.
;   IN       BUFSTR
;   OUT      ROWCRS COLCRS = begin, BUFCNT = characters with EOL
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_measure
        jsr logical_last_row
        cpx BUFSTR
        bcs begin
        jsr editor_restart      ; it is below, or was above the screen's top
begin   lda BUFSTR
        sta ROWCRS
        lda BUFSTR+1
        sta COLCRS
        jsr logical_last_row
        stx TMPROW
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
