;   display.asm - the display list and the rows of the graphics modes, clearing.
;
;   Owned RAM: ADRESS, HOLD1, SAVADR are work.
;   Entry points: none outside the ROM.

;----------------------------------------------------------------------
;   screen_build_list: writes the display list after MEMTOP
;   IN       MEMTOP, SAVMSC, TXTMSC, DINDEX, BOTSCR
;   CLOBBERS A, X, Y, HOLD1, ADRESS
;----------------------------------------------------------------------
.proc screen_build_list
        lda MEMTOP
        sta ADRESS
        lda MEMTOP+1
        sta ADRESS+1
        ldy #1                  ; from MEMTOP
        lda #DL_BLANK_8
        jsr emit
        jsr emit
        jsr emit
        jsr screen_rows
        sta HOLD1
        lda mode_antic,x
        ora #DL_LMS
        jsr emit
        lda SAVMSC
        jsr emit
        lda SAVMSC+1
        jsr emit
lines   dec HOLD1
        beq shown
        lda mode_antic,x
        jsr emit
        cpx #FIRST_LONG
        bcc lines
        cpy #LONG_LINES+6       ; 94 lines are out
        bne lines
        dec HOLD1
        ora #DL_LMS
        jsr emit
        lda #0
        jsr emit
        clc
        lda SAVMSC+1
        adc #>[LONG_LINES*40+$50]
        jsr emit
        jmp lines

shown   lda BOTSCR
        cmp #WINDOW_ROWS
        bne jump
        lda #DL_TEXT|DL_LMS
        jsr emit
        lda TXTMSC
        jsr emit
        lda TXTMSC+1
        jsr emit
        lda #DL_TEXT
        jsr emit
        jsr emit
        jsr emit
jump    lda #DL_JVB
        jsr emit
        clc                     ; the list's own address
        lda MEMTOP
        adc #1
        jsr emit
        lda MEMTOP+1
        adc #0
emit    sta (ADRESS),y
        iny
        rts
.endp

;----------------------------------------------------------------------
;   screen_rows: rows of the part in work. BOTSCR alone tells whether
;   there is a window: programs give a screen of mode 0 one, and set
;   DINDEX to another mode.
;   IN       DINDEX, BOTSCR, SWPFLG
;   OUT      A = rows, X = DINDEX
;----------------------------------------------------------------------
.proc screen_rows
        ldx DINDEX
        lda BOTSCR
        cmp #WINDOW_ROWS
        beq split
        cpx #0
        beq done
        lda mode_rows,x
        rts
split   bit SWPFLG
        bmi done                ; the window itself
        lda mode_split_rows,x
done    rts
.endp

;----------------------------------------------------------------------
;   screen_clear: clears from the screen's begin to the top of memory,
;   which in a graphics mode takes the text window along; the cursor
;   goes to the first position. Programs move SAVMSC and RAMTOP: at or
;   above RAMTOP no more than the page's rest is cleared.
;   IN       DINDEX, SAVMSC, RAMTOP
;   CLOBBERS A, X, Y, SAVADR
;----------------------------------------------------------------------
.proc screen_clear
        ldy SAVMSC
        lda #0
        sta SAVADR
        ldx SAVMSC+1
page    stx SAVADR+1
byte    sta (SAVADR),y
        iny
        bne byte
        inx
        cpx RAMTOP
        bcc page
        jsr editor_reset_map
.endp                           ; falls through
        ert *<>screen_home

;   The cursor goes to the first position, where input begins from then on if it
;   has begun.   CLOBBERS A X
.proc screen_home
        lda #0
        sta BUFSTR
        sta ROWCRS
        jsr screen_first_column
        sta LOGCOL
        sta BUFSTR+1
        rts
.endp

;   The first column of a row of S: that of the left margin in mode 0, else 0.
;   (E: has its own, editor_first_column: text has a margin in any mode.)
;   OUT A = COLCRS   CLOBBERS X
.proc screen_first_column
        lda #0
        sta COLCRS+1
        ldx DINDEX
        bne column
        lda LMARGN
column  sta COLCRS
        rts
.endp
