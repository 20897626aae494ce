; ---------------------------------------------------------------------------
; screen.asm - S: opening a graphics mode, points and characters.
;
; Segment: OS ROM; screen_open stands at $F3F6.
; Owned RAM: $54-$5F cursor and its copy $290-$29B, SAVMSC, RAMTOP is read,
;   MEMTOP, BOTSCR, SWPFLG, TABMAP, LOGMAP, DMASK; ADRESS, TMPCHR, HOLD1,
;   SAVADR are work.
; Entry points: screen_open, editor_open, screen_get, screen_put.
;
; Memory, from the top down: screen, display list, MEMTOP. A text window has
; the last 160 bytes of the screen.
; ---------------------------------------------------------------------------

MODES         = 12
FIRST_GTIA    = 9       ; graphics modes 9-11: GPRIOR
FIRST_LONG    = 8       ; 8-11: the screen crosses a 4K line
FIRST_ALIGNED = 7       ; 7-11: the display list ends at a page
LONG_LINES    = 94      ; lines before the 4K line
WINDOW_ROWS   = 4
WINDOW_BYTES  = 160
TEXT_ROWS     = 24
CLEAR         = $7D     ; ATASCII

DL_BLANK_8    = $70     ; display list
DL_LMS        = $40
DL_TEXT       = $02
DL_JVB        = $41
DMA_NORMAL    = $22     ; SDMCTL

; ---------------------------------------------------------------------------
; screen_open - opens S: in the graphics mode of AUX2.
; IN ICAX1Z: OPEN_SPLIT, OPEN_KEEP; ICAX2Z   OUT Y = status
; CLOBBERS A X
; ---------------------------------------------------------------------------
        ert *>$F3F6
        org $F3F6
.proc screen_open
        lda ICAX2Z
        and #$0F
        bne screen_open_mode
.endp                           ; falls through
        ert *<>editor_open

; ---------------------------------------------------------------------------
; editor_open - opens E: in mode 0, which has no window and is always cleared.
; IN -   OUT Y = status   CLOBBERS A X
; ---------------------------------------------------------------------------
.proc editor_open
        lda ICAX1Z
        and #$0F
        sta ICAX1Z
        lda #0
.endp                           ; falls through
        ert *<>screen_open_mode

; IN A = mode
.proc screen_open_mode
        cmp #MODES
        bcc known
        ldy #ST_MODE
        rts
known   sta DINDEX
        jsr screen_reset
        jsr screen_allocate
        bcc room
        lda DINDEX              ; mode 0 there must be
        bne no_room
room    jsr screen_build_list
        jsr screen_home
        lda ICAX1Z
        and #OPEN_KEEP
        bne keep
        jsr screen_clear_window
        jsr screen_clear
keep    php
        sei                     ; no stage 2 between the two bytes
        lda MEMTOP              ; the list begins after it
        clc
        adc #1
        sta SDLSTL
        lda MEMTOP+1
        adc #0
        sta SDLSTH
        plp
        lda #DMA_NORMAL
        sta SDMCTL
        lda #$40
        sta NMIEN
        lda DINDEX
        bne done
        jsr cursor_show
done    ldy #ST_OK
        rts

no_room jsr editor_open
        ldy #ST_MEMORY
        rts
.endp

; ---------------------------------------------------------------------------
; screen_reset - what every opening sets, whatever the mode.
; IN DINDEX, ICAX1Z   OUT -   CLOBBERS A X
; ---------------------------------------------------------------------------
.proc screen_reset
        lda #$02
        sta CHACT
        lda #>os_character_set
        sta CHBAS
        lda POKMSK
        ora #IRQ_KEY|IRQ_BREAK
        sta POKMSK
        sta IRQEN
        ldx #4
colours lda default_colours,x
        sta COLOR0,x
        dex
        bpl colours
        ldx #14
tabs    lda #$01                ; every eight columns
        sta TABMAP,x
        dex
        bpl tabs
        lda #0
        sta SWPFLG
        sta BUFCNT
        sta ESCFLG
        sta OLDADR+1            ; no cursor on the screen
        sta TXTOLD+5
        sta TXTROW
        sta TXTCOL+1
        sta TINDEX
        lda LMARGN
        sta TXTCOL

        ldy #0                  ; GPRIOR
        lda DINDEX
        cmp #FIRST_GTIA
        bcc normal
        cmp #11
        bne gtia
        ldx #$06
        stx COLOR4
gtia    and #$03                ; 9 10 11 to $40 $80 $C0
        lsr @
        ror @
        ror @
        tay
normal  sty TMPCHR
        lda GPRIOR
        and #$3F
        ora TMPCHR
        sta GPRIOR

        ldx #TEXT_ROWS
        lda ICAX1Z
        and #OPEN_SPLIT
        beq whole
        ldy DINDEX
        cpy #FIRST_GTIA
        bcs whole
        ldx #WINDOW_ROWS
whole   stx BOTSCR
        jmp editor_reset_map
default_colours
        .byte $28, $CA, $94, $46, $00
.endp

; ---------------------------------------------------------------------------
; screen_allocate - places screen and display list below RAMTOP.
; IN DINDEX BOTSCR RAMTOP APPMHI
; OUT C clear, SAVMSC TXTMSC MEMTOP set; or C set: not enough memory
; CLOBBERS A X Y HOLD1 ADRESS
; ---------------------------------------------------------------------------
.proc screen_allocate
        ldx DINDEX
        sec
        lda #0
        sbc size_low,x
        sta SAVMSC
        sta ADRESS
        lda RAMTOP
        sbc size_high,x
        sta SAVMSC+1
        sta ADRESS+1
        bcc small
        lda #<[0-WINDOW_BYTES]
        sta TXTMSC
        ldy RAMTOP
        dey
        sty TXTMSC+1

        cpx #FIRST_ALIGNED
        bcc tight
        lda #0
        sta ADRESS
tight   jsr screen_rows
        clc
        adc #8                  ; 3 blank, 2 address, 3 jump
        cpx #FIRST_LONG
        bcc window
        adc #1                  ; C is set: 2 more for the second address
window  ldy BOTSCR
        cpy #WINDOW_ROWS
        bne length
        adc #5                  ; C is set: 6 more
length  sta HOLD1
        clc                     ; MEMTOP = end - length - 1
        lda ADRESS
        sbc HOLD1
        sta MEMTOP
        lda ADRESS+1
        sbc #0
        sta MEMTOP+1
        bcc small
        lda MEMTOP              ; room is there if MEMTOP >= APPMHI
        cmp APPMHI
        lda MEMTOP+1
        sbc APPMHI+1
        bcc small
        clc
        rts
small   sec
        rts
.endp

; ---------------------------------------------------------------------------
; screen_build_list - writes the display list after MEMTOP.
; IN MEMTOP SAVMSC TXTMSC DINDEX BOTSCR   OUT -
; CLOBBERS A X Y HOLD1 ADRESS
; ---------------------------------------------------------------------------
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
        lda antic_mode,x
        ora #DL_LMS
        jsr emit
        lda SAVMSC
        jsr emit
        lda SAVMSC+1
        jsr emit
lines   dec HOLD1
        beq shown
        lda antic_mode,x
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

; ---------------------------------------------------------------------------
; screen_rows - rows of the part in work.
; IN DINDEX BOTSCR   OUT A = rows, X = DINDEX   CLOBBERS -
; ---------------------------------------------------------------------------
.proc screen_rows
        lda BOTSCR
        ldx DINDEX
        beq text                ; mode 0, or the text window
        cmp #WINDOW_ROWS
        beq split
        lda rows,x
        rts
split   lda split_rows,x
text    rts
.endp

; ---------------------------------------------------------------------------
; screen_clear - clears the graphics part, or the text of mode 0; the cursor
; goes to the first position.
; IN DINDEX SAVMSC   OUT -   CLOBBERS A X Y SAVADR
; ---------------------------------------------------------------------------
.proc screen_clear
        lda SAVMSC
        sta SAVADR
        lda SAVMSC+1
        sta SAVADR+1
        ldx #0                  ; end: the top of memory
        ldy RAMTOP
        lda BOTSCR
        cmp #WINDOW_ROWS
        bne end_known
        lda DINDEX
        beq end_known           ; the window itself
        ldx TXTMSC
        ldy TXTMSC+1
end_known
        stx TMPCHR
        sty HOLD1
        jsr screen_fill_zero
.endp                           ; falls through
        ert *<>screen_home

; The cursor goes to the first position.   CLOBBERS A X
.proc screen_home
        lda #0
        sta ROWCRS
        sta COLCRS+1
        ldx DINDEX
        bne column
        jsr editor_reset_map
        lda LMARGN
column  sta COLCRS
        rts
.endp

; ---------------------------------------------------------------------------
; screen_clear_window - clears the text window of a mode just opened.
; ---------------------------------------------------------------------------
.proc screen_clear_window
        lda BOTSCR
        cmp #WINDOW_ROWS
        bne done
        lda TXTMSC
        sta SAVADR
        lda TXTMSC+1
        sta SAVADR+1
        lda #0
        sta TMPCHR
        lda RAMTOP
        sta HOLD1
        jmp screen_fill_zero
done    rts
.endp

; IN SAVADR = start, HOLD1:TMPCHR = end   CLOBBERS A X Y SAVADR
.proc screen_fill_zero
        ldy SAVADR
        lda #0
        sta SAVADR
byte    sta (SAVADR),y
        iny
        bne same
        inc SAVADR+1
same    cpy TMPCHR
        bne byte
        ldx SAVADR+1
        cpx HOLD1
        bne byte
        rts
.endp

; ---------------------------------------------------------------------------
; screen_get - the point or character under the cursor, which moves on.
; OUT A = value, Y = status   CLOBBERS X
; ---------------------------------------------------------------------------
.proc screen_get
        jsr screen_enter
        bcs screen_error
        jsr screen_read
        sta ATACHR
        jsr screen_advance
        jmp screen_leave
.endp

; ---------------------------------------------------------------------------
; screen_put - a point or character at the cursor, which moves on. EOL goes to
; the next row and CLEAR clears, in every mode.
; IN A = value   OUT A = value, Y = status   CLOBBERS X
; ---------------------------------------------------------------------------
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
        bne point
        jsr screen_next_row
        jmp screen_leave
point   jsr screen_plot
        jsr screen_remember
        jsr screen_advance
.endp                           ; falls through
        ert *<>screen_leave

; ---------------------------------------------------------------------------
; screen_leave - the end of every operation on S: and E:.
; OUT A = ATACHR, Y = ST_OK   CLOBBERS X
; ---------------------------------------------------------------------------
.proc screen_leave
        lda DINDEX
        bne no_text
        jsr cursor_show
no_text jsr screen_select_main
        lda ATACHR
        ldy #ST_OK
        rts
.endp

; IN Y = status   OUT Y, and the main cursor selected
.proc screen_error
        sty TMPCHR
        jsr screen_select_main
        ldy TMPCHR
        rts
.endp

; ---------------------------------------------------------------------------
; screen_enter - the begin of every operation on S:.
; OUT C clear; or C set, Y = ST_RANGE   CLOBBERS A X Y
; ---------------------------------------------------------------------------
.proc screen_enter
        jsr screen_select_main
        lda DINDEX
        bne suspend
        jsr cursor_hide
suspend lda SSFLAG
        bne suspend
.endp                           ; falls through
        ert *<>screen_check_cursor

; OUT C set, Y = ST_RANGE: ROWCRS/COLCRS outside the screen   CLOBBERS A X
.proc screen_check_cursor
        jsr screen_rows
        clc
        sbc ROWCRS              ; rows - 1 - ROWCRS
        bcc outside
        lda COLCRS
        cmp columns,x
        lda COLCRS+1
        sbc columns_high,x
        bcs outside
        rts
outside ldy #ST_RANGE
        sec
        rts
.endp

; ---------------------------------------------------------------------------
; screen_select_main, screen_swap - exchange the cursors of the graphics part
; and of its text window.
; CLOBBERS A X Y
; ---------------------------------------------------------------------------
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

; Where a line will start.   CLOBBERS A
.proc screen_remember
        lda ROWCRS
        sta OLDROW
        lda COLCRS
        sta OLDCOL
        lda COLCRS+1
        sta OLDCOL+1
        rts
.endp

; ---------------------------------------------------------------------------
; screen_advance - the cursor moves on, from the last position to the first.
; CLOBBERS A X Y
; ---------------------------------------------------------------------------
.proc screen_advance
        ldx DINDEX
        bne graphics
        jmp editor_advance
graphics
        inc COLCRS
        bne same
        inc COLCRS+1
same    lda COLCRS
        cmp columns,x
        lda COLCRS+1
        sbc columns_high,x
        bcs screen_next_row
        rts
.endp

; CLOBBERS A X Y
.proc screen_next_row
        ldx DINDEX
        bne graphics
        jmp editor_newline
graphics
        lda #0
        sta COLCRS
        sta COLCRS+1
        inc ROWCRS
        jsr screen_rows
        cmp ROWCRS
        bne done
        lda #0
        sta ROWCRS
done    rts
.endp

; ---------------------------------------------------------------------------
; screen_row_address - IN A = row, DINDEX   OUT ADRESS   CLOBBERS A X Y
; CYCLES 111
; ---------------------------------------------------------------------------
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
        ldy row_doublings,x
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

; ---------------------------------------------------------------------------
; screen_locate - the byte and the bits of the point at the cursor.
; OUT ADRESS, Y = 0, DMASK   CLOBBERS A X HOLD1 SAVADR
; ---------------------------------------------------------------------------
.proc screen_locate
        lda ROWCRS
        jsr screen_row_address
        lda COLCRS+1
        sta SAVADR+1
        lda COLCRS
        sta SAVADR
        ldx DINDEX
        lda pixels_less_1,x
        and COLCRS
        clc
        adc pixels_less_1,x
        tay
        lda pixel_mask,y
        sta DMASK
        lda pixels_less_1,x     ; column / pixels in a byte
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

; ---------------------------------------------------------------------------
; screen_plot - ATACHR at the cursor, as a character or a colour.
; CLOBBERS A X Y HOLD1 SAVADR   OUT CHAR
; ---------------------------------------------------------------------------
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

; ---------------------------------------------------------------------------
; screen_read - what screen_plot has put.
; OUT A, Z   CLOBBERS X Y HOLD1 SAVADR   OUT CHAR
; ---------------------------------------------------------------------------
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

; ---------------------------------------------------------------------------
; screen_to_internal, screen_to_atascii - between the character codes of
; programs and of the screen, which differ in the order of the blocks of 32.
; IN A   OUT A   CLOBBERS X TMPCHR   CYCLES 42
; ---------------------------------------------------------------------------
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

; OUT A = code without its block, X = block
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

; ---------------------------------------------------------------------------
; The modes
; ---------------------------------------------------------------------------
antic_mode
        .byte $02, $06, $07, $08, $09, $0A, $0B, $0D, $0F, $0F, $0F, $0F
size_low
        .byte <960, <640, <400, <400, <640, <1120
        .byte <2080, <4000, <7856, <7856, <7856, <7856
size_high
        .byte >960, >640, >400, >400, >640, >1120
        .byte >2080, >4000, >7856, >7856, >7856, >7856
rows    .byte 24, 24, 12, 24, 48, 48, 96, 96, 192, 192, 192, 192
split_rows = *-1
        .byte 20, 10, 20, 40, 40, 80, 80, 160
columns .byte 40, 20, 20, 40, 80, 80, 160, 160, <320, 80, 80, 80
columns_high
        .byte 0, 0, 0, 0, 0, 0, 0, 0, >320, 0, 0, 0
row_doublings
        .byte 3, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3, 3
pixels_less_1
        .byte 0, 0, 0, 3, 7, 3, 7, 3, 7, 1, 1, 1
pixel_mask                      ; for 1, 2, 4 and 8 pixels in a byte
        .byte $FF, $F0, $0F, $C0, $30, $0C, $03
bit_mask
        .byte $80, $40, $20, $10, $08, $04, $02, $01
