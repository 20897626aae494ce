;   pixels.asm - S: where the cursor goes, where on the screen that is, and what
;   stands there.
;
;   Owned RAM: the cursor $54-$5F and its copy for the text window $290-$29B,
;     SWPFLG, DMASK, CHAR; ADRESS, TMPCHR, SAVADR are work.
;   Entry points: none outside the ROM.

;----------------------------------------------------------------------
;   screen_swap: exchanges the cursors of the graphics part and of its
;   text window
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
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

;----------------------------------------------------------------------
;   screen_begin: the main cursor is selected, what it stood on in a
;   text is whole again, and CTRL-1 lets output go on
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc screen_begin
        jsr screen_select_main
        lda DINDEX
        bne suspend
        jsr cursor_hide
suspend lda SSFLAG
        bne suspend
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
        jsr screen_first_column
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
;   CLOBBERS A, X, SAVADR
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
;   screen_plot: ATACHR at the cursor, as a character or a colour. The
;   next line will start here.
;   OUT      CHAR (in text), OLDROW, OLDCOL
;   CLOBBERS A, X, Y, ADRESS, DMASK, SAVADR, TMPCHR
;----------------------------------------------------------------------
.proc screen_plot
        jsr screen_remember
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
;   OUT      A; CHAR, in text as the screen has it, else as A
;   CLOBBERS X, Y, ADRESS, DMASK, SAVADR, TMPCHR
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
        ora code_internal,x
        rts
.endp

.proc screen_to_atascii
        jsr screen_code_block
        ora code_atascii,x
        rts
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
