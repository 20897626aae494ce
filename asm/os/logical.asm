;   logical.asm - rows and logical lines of the screen editor: which rows belong
;   together, and moving them. All work on the text in work (mode 0, or the text
;   window after screen_swap).
;
;   Owned RAM: LOGMAP (bit set = the row begins a logical line), LOGCOL, SCRFLG;
;     TOADR, HOLD2, HOLD3, SUBTMP, TMPX1 are work.
;   Entry points: those below; rows are in X.

;   Every row a logical line of its own.   CLOBBERS A X
.proc editor_reset_map
        ldx #2
        lda #$FF
map     sta LOGMAP,x
        dex
        bpl map
        rts
.endp

;   IN X = row   OUT C set = it begins a logical line   CLOBBERS A Y
.proc logical_starts
        stx TMPX1
        txa
        jsr bit_of_map
        and LOGMAP,x
        cmp #1
        ldx TMPX1
        rts
.endp

;   IN X = row, which then begins a logical line   CLOBBERS A X Y
.proc logical_mark
        txa
        jsr bit_of_map
        ora LOGMAP,x
        sta LOGMAP,x
        rts
.endp

;   IN X = row, which then continues the one above   CLOBBERS A X Y
.proc logical_unmark
        txa
        jsr bit_of_map
        eor #$FF
        and LOGMAP,x
        sta LOGMAP,x
        rts
.endp

;   OUT X = first row of the cursor's logical line   CLOBBERS A Y
.proc logical_first_row
        ldx ROWCRS
row     jsr logical_starts
        bcs found
        dex
        bpl row
        inx
found   rts
.endp

;   OUT X = last row of the cursor's logical line   CLOBBERS A Y
.proc logical_last_row
        ldx ROWCRS
row     inx
        cpx BOTSCR
        bcs passed
        jsr logical_starts
        bcc row
passed  dex
        rts
.endp

;   OUT A = LOGCOL = the cursor's column in its logical line   CLOBBERS X Y
.proc logical_column
        jsr logical_first_row
        lda COLCRS
row     cpx ROWCRS
        bcs done
        adc #40                 ; C is clear
        inx
        bne row                 ; always
done    sta LOGCOL
        rts
.endp

;----------------------------------------------------------------------
;   logical_extend: from the end of a row to the next row of the same
;   logical line, which is inserted if it has to be
;   OUT      C clear, ROWCRS = that row; or C set: the line has its
;            three rows
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc logical_extend
        ldx ROWCRS
        inx
        cpx BOTSCR
        bcs another
        jsr logical_starts
        bcs another
        inc ROWCRS
        rts
another jsr logical_first_row
        inx
        cpx ROWCRS              ; C clear: the cursor is in the third row
        bcc full
        inc ROWCRS
        lda ROWCRS
        cmp BOTSCR
        bcs bottom
        tax
        jsr rows_down
        jmp join
bottom  jsr logical_scroll
join    ldx ROWCRS
        jsr logical_unmark
        clc
        rts
full    sec
        rts
.endp

;----------------------------------------------------------------------
;   logical_scroll: everything up, until a logical line begins in the
;   top row
;   OUT      ROWCRS, the input's row in BUFSTR, SCRFLG + 1 for each row
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc logical_scroll
        ldx #0
        jsr rows_up
        dec ROWCRS
        dec BUFSTR
        inc SCRFLG
        ldx #0
        jsr logical_starts
        bcc logical_scroll
        rts
.endp

;----------------------------------------------------------------------
;   rows_up: the rows below row X move up over it; the bottom row is
;   blank and begins a logical line
;   CLOBBERS A, X, Y
;   CYCLES   about 24,000 for the whole screen
;----------------------------------------------------------------------
.proc rows_up
        stx HOLD3
next    ldx HOLD3
        inx
        cpx BOTSCR
        bcs bottom
        ldy HOLD3
        stx HOLD3
        jsr row_copy
        jmp next
bottom  lda HOLD3
        jsr row_blank
        ldx HOLD3
        jmp logical_mark
.endp

;----------------------------------------------------------------------
;   rows_down: row X and those below move down; row X is blank and
;   keeps its mark
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc rows_down
        stx SUBTMP
        ldx BOTSCR
        dex
        stx HOLD3
next    ldy HOLD3
        cpy SUBTMP
        beq here
        dec HOLD3
        ldx HOLD3
        jsr row_copy
        jmp next
here    tya
.endp                           ; falls through
        ert *<>row_blank

;   IN A = row   CLOBBERS A X Y
.proc row_blank
        jsr screen_row_address
        ldy #39
        lda #BLANK
byte    sta (ADRESS),y
        dey
        bpl byte
        rts
.endp

;   IN X = row, Y = row it is copied to, with its mark   CLOBBERS A X Y
.proc row_copy
        sty HOLD2
        txa
        pha
        tya
        jsr screen_row_address
        lda ADRESS
        sta TOADR
        lda ADRESS+1
        sta TOADR+1
        pla
        pha
        jsr screen_row_address
        ldy #39
byte    lda (ADRESS),y
        sta (TOADR),y
        dey
        bpl byte
        pla
        tax
        jsr logical_starts
        ldx HOLD2
        bcs mark
        jmp logical_unmark
mark    jmp logical_mark
.endp
