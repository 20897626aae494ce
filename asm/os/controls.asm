;   controls.asm - E: what the control codes do; the bell's and the keys' click.
;
;   Owned RAM: TABMAP; HOLD1, TMPROW, TMPCOL are work.
;   Entry points: called by editor_output, all without parameters.

CLICK_LINES   = $7F     ; length of the click in scan lines

;----------------------------------------------------------------------
;   editor_escape: the next character is printed, whatever it is
;   CLOBBERS A
;----------------------------------------------------------------------
.proc editor_escape
        lda #$80
        sta ESCFLG
        rts
.endp

;----------------------------------------------------------------------
;   Cursor movements: a row or column beyond the edge is the one at the
;   other.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_up
        dec ROWCRS
        bpl editor_restart
        ldx BOTSCR
        dex
        stx ROWCRS
        bpl editor_restart      ; always
.endp

.proc editor_down
        inc ROWCRS
        lda ROWCRS
        cmp BOTSCR
        bcc editor_restart
        lda #0
        sta ROWCRS
.endp                           ; falls through
        ert *<>editor_restart

;   What is read will be the cursor's logical line, no longer what stands behind
;   the place where input began.   CLOBBERS A X Y
.proc editor_restart
        jsr logical_first_row
        stx BUFSTR
        lda LMARGN
        sta BUFSTR+1
        rts
.endp

.proc editor_left
        lda LMARGN
        cmp COLCRS
        bcs wrap
        dec COLCRS
        rts
wrap    lda RMARGN
        sta COLCRS
        rts
.endp

.proc editor_right
        lda COLCRS
        cmp RMARGN
        bcs wrap
        inc COLCRS
        rts
wrap    lda LMARGN
        sta COLCRS
        rts
.endp

;----------------------------------------------------------------------
;   editor_backspace: the character before the cursor becomes a blank;
;   stops at the begin of the logical line
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_backspace
        lda LMARGN
        cmp COLCRS
        bcs margin
        dec COLCRS
        bcc blank_out           ; always
margin  ldx ROWCRS
        jsr logical_starts
        bcs done
        dec ROWCRS
        lda RMARGN
        sta COLCRS
blank_out
        lda ROWCRS
        jsr screen_row_address
        ldy COLCRS
        lda #BLANK
        sta (ADRESS),y
done    rts
.endp

;----------------------------------------------------------------------
;   Tabulator stops, by column of the logical line.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_tab
        jsr editor_step
        bcc in_row
        lda ROWCRS              ; a row further: the same line?
        cmp BOTSCR
        bcs line
        tax
        jsr logical_starts
        bcs line
in_row  jsr tab_bit
        and TABMAP,x
        beq editor_tab
        rts
line    dec ROWCRS
        jsr editor_newline
        jmp editor_restart
.endp

.proc editor_set_tab
        jsr tab_bit
        ora TABMAP,x
        sta TABMAP,x
        rts
.endp

.proc editor_clear_tab
        jsr tab_bit
        eor #$FF
        and TABMAP,x
        sta TABMAP,x
        rts
.endp

;   OUT A = bit, X = byte of the cursor's column in TABMAP   CLOBBERS Y
.proc tab_bit
        jsr logical_column
.endp                           ; falls through
        ert *<>bit_of_map

;   IN A = number   OUT A = bit, X = byte in a map   CLOBBERS Y
.proc bit_of_map
        pha
        and #$07
        tay
        pla
        lsr @
        lsr @
        lsr @
        tax
        lda bit_mask,y
        rts
.endp

;----------------------------------------------------------------------
;   editor_delete_line: the whole logical line; what is below moves up
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_delete_line
        jsr logical_first_row
        stx ROWCRS
again   ldx ROWCRS
        jsr rows_up
        ldx ROWCRS
        jsr logical_starts
        bcc again
        jsr editor_first_column
        jmp editor_restart
.endp

;----------------------------------------------------------------------
;   editor_insert_line: a blank logical line; what was here moves down
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_insert_line
        ldx ROWCRS
        jsr rows_down
        ldx ROWCRS
        jsr logical_mark
        jmp editor_first_column
.endp

;----------------------------------------------------------------------
;   editor_insert_char: a blank at the cursor; the rest of the logical
;   line moves right, and the line gets another row if it must and may
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_insert_char
        lda ROWCRS
        sta TMPROW
        lda COLCRS
        sta TMPCOL
        lda #BLANK
        sta HOLD1
row     lda ROWCRS
        jsr screen_row_address
        ldy COLCRS
column  lda (ADRESS),y
        tax
        lda HOLD1
        sta (ADRESS),y
        stx HOLD1
        cpy RMARGN
        iny
        bcc column
        ldx ROWCRS
        inx
        cpx BOTSCR
        bcs last
        jsr logical_starts
        bcs last
        inc ROWCRS
        jsr editor_first_column
        bcc row                 ; always: C as logical_starts left it
last    lda HOLD1
        beq done
        lda #0
        sta SCRFLG
        jsr logical_extend
        bcs done                ; three rows: the character is lost
        lda ROWCRS
        jsr screen_row_address
        ldy LMARGN
        lda HOLD1
        sta (ADRESS),y
        sec
        lda TMPROW
        sbc SCRFLG
        sta TMPROW
done    lda TMPROW
        sta ROWCRS
        lda TMPCOL
        sta COLCRS
        rts
.endp

;----------------------------------------------------------------------
;   editor_delete_char: the rest of the logical line moves left; a last
;   row that has become empty goes
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_delete_char
        jsr logical_last_row
        stx TMPROW
        lda #BLANK
        sta HOLD1
row     lda TMPROW
        jsr screen_row_address
        ldx LMARGN              ; as far as the margin, or the cursor
        lda TMPROW
        cmp ROWCRS
        bne whole
        ldx COLCRS
whole   stx TMPCOL
        ldy RMARGN
column  cpy TMPCOL
        bcc passed
        lda (ADRESS),y
        tax
        lda HOLD1
        sta (ADRESS),y
        stx HOLD1
        dey
        bpl column
passed  lda TMPROW
        dec TMPROW
        cmp ROWCRS
        bne row

        jsr logical_last_row
        cpx ROWCRS
        beq done
        stx TMPROW
        txa
        jsr screen_row_address
        ldy RMARGN
look    lda (ADRESS),y
        bne done
        dey
        bmi empty
        cpy LMARGN
        bcs look
empty   ldx TMPROW
        jmp rows_up
done    rts
.endp

;   CLOBBERS A X
.proc editor_bell
        lda #BELL_CLICKS
        sta HOLD1
again   jsr keyboard_click
        dec HOLD1
        bne again
        rts
.endp

;----------------------------------------------------------------------
;   keyboard_click: a short tone from the speaker
;   CLOBBERS A, X
;   CYCLES   128 scan lines
;----------------------------------------------------------------------
        published $FCD8
.proc keyboard_click
        ldx #CLICK_LINES
line    txa
        and #SPEAKER_OFF        ; changes every eight lines
        sta CONSOL
        sta WSYNC
        dex
        bpl line
        lda #SPEAKER_OFF
        sta CONSOL
        rts
.endp
