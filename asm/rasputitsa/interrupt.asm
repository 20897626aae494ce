;   interrupt.asm - display list interrupts and the frame of the deferred
;                   vertical blank routine.
;
;   Entry points: dli_1 to dli_16 (through VDSLST), vbi_start (VVBLKD),
;   colours_frame.
;
;   The screen changes only in horizontal or vertical blank. The visible
;   part of a scan line lasts from cycle 17 to 111, and a program that
;   waited for WSYNC continues at cycle 105. With an `lda abs` before it,
;   the first store is at cycle 111 (112 or 113 if DMA delays it); the
;   second, of a value already in X, is at cycle 0 to 9 of the next line.
;   [AHRM 4.8]

;----------------------------------------------------------------------
;   Display list interrupts. Each puts its successor into VDSLST. All are in
;   one page, so the low byte is enough. The vertical blank routine has
;   already applied attract mode to the colours.
;----------------------------------------------------------------------
                .align $100,0

;   End of the date line: yellow strip, trees, northern tiles
dli_1           pha
                txa
                pha
                lda zp_next + 2 - DLI_FIRST
                sta VDSLST
                ldx zp_shown + DLI_TREES
                sta WSYNC
                lda.w zp_shown + DLI_STRIP
                sta COLBK
                stx COLPF0
                lda #>tiles_north
                sta CHBASE
                pla
                tax
                pla
                rti

;   First gap: changes nothing, unless the whole map window is southern
dli_2           pha
                lda #<dli_3
                sta VDSLST
                pla
                rti

;   Second gap: ground. If the first map row is a single line, DLI 4 follows
;   114 cycles later and must reach WSYNC on a line of mode 7 that fetches
;   its names. So the successor is set first here, and last in dli_switch.
dli_3           pha
                lda zp_next + 4 - DLI_FIRST
                sta VDSLST
                sta WSYNC
                lda.w zp_shown + DLI_GROUND
                sta COLBK
                pla
                rti

;   A map row that changes nothing
.macro          dli_row
                pha
                lda zp_next + :1 - DLI_FIRST
                sta VDSLST
                pla
                rti
.endm

dli_4           dli_row 5
dli_5           dli_row 6
dli_6           dli_row 7
dli_7           dli_row 8
dli_8           dli_row 9
dli_9           dli_row 10
dli_10          dli_row 11
dli_11          dli_row 12

dli_12          pha
                lda #<dli_13
                sta VDSLST
                pla
                rti

;   Replaces DLI 2 or one of 4 to 12: the rows below are southern
dli_switch      pha
                txa
                pha
                ldx zp_shown + DLI_MOUNTAINS
                sta WSYNC
                lda south_page
                sta CHBASE
                stx COLPF0
                lda zp_after
                sta VDSLST
                pla
                tax
                pla
                rti

;   Below the map: letters of the OS, text window. The next line fetches
;   80 bytes from cycle 10 on, hence X.
dli_13          pha
                txa
                pha
                lda #<dli_14
                sta VDSLST
                ldx zp_shown + DLI_WINDOW
                sta WSYNC
                lda CHBAS
                sta CHBASE
                stx COLPF2
                pla
                tax
                pla
                rti

;   End of text line 1: strip
dli_14          pha
                sta WSYNC
                lda.w zp_shown + DLI_TEXT_STRIP
                sta COLBK
                lda #<dli_15
                sta VDSLST
                pla
                rti

;   Above the message line: black on yellow
dli_15          pha
                txa
                pha
                lda #<dli_16
                sta VDSLST
                ldx zp_shown + DLI_PAPER
                sta WSYNC
                lda.w zp_shown + DLI_LETTERS
                sta COLPF1
                stx COLPF2
                pla
                tax
                pla
                rti

;   Below the message line: bottom. (The vertical blank routine names dli_1
;   as well, but the OS leaves it out when it interrupts an IRQ.)
dli_16          pha
                sta WSYNC
                lda.w zp_shown + DLI_BOTTOM
                sta COLBK
                letters_blink
                lda #<dli_1
                sta VDSLST
                pla
                rti

south_page      dta h(tiles_south)      ; `lda abs` takes four cycles
dli_end
                ert >dli_1 <> >[dli_end - 1]

;----------------------------------------------------------------------
;   vbi_start: deferred vertical blank routine
;   OUT      everything that the next frame shows
;   CYCLES   1,835 at most from here to the jump, proved; 2,000 machine
;            cycles with refresh and the DMA of the first lines. The window
;            has moved after 1,600, and the map begins at line 44.
;----------------------------------------------------------------------
vbi_start       cld
                jsr vbi_frame
vbi_exit        jmp XITVBV

.proc           vbi_frame
                ;@budget 1824
                jsr colours_frame
                jsr trigger_frame
                jsr option_frame
                view_sent
                lda zp_orders_open
                beq up
                lda #0
                sta ATRACT              ; no attract mode while orders are given
                lda zp_trigger
                bne listen
                jmp button_frame
listen          jsr start_frame
up              lda zp_button
                beq free
                jmp unit_release
free            jmp cursor_frame
.endp

;----------------------------------------------------------------------
;   colours_frame: applies attract mode to the colours of the display list
;   interrupts and makes the first interrupt the next one
;   CLOBBERS A, X
;   CYCLES   193
;----------------------------------------------------------------------
.proc           colours_frame
                lda #<dli_1
                sta VDSLST
                ldx #DLI_COLOUR_COUNT - 1
mask            lda dli_colours,x
                eor COLRSH
                and DRKMSK
                sta zp_shown,x
                dex
                ;@loop 9
                bpl mask
                rts
.endp

;----------------------------------------------------------------------
;   trigger_frame: the button of the stick, or of the pointer
;   OUT      zp_trigger
;   CLOBBERS A, X
;   CYCLES   30
;----------------------------------------------------------------------
.proc           trigger_frame
                lda STRIG0
                ldx PADDL2
                cpx #POINTER_NONE
                bcs alone
                and PTRIG2
alone           sta zp_trigger
                rts
.endp

;----------------------------------------------------------------------
;   start_frame: remembers that START was pressed, so that a short tap is not
;   lost while the main program is busy
;   OUT      start_tap
;   CLOBBERS A, X
;   CYCLES   34
;----------------------------------------------------------------------
.proc           start_frame
                lda CONSOL
                and #CONSOLE_START
                ldx start_was
                sta start_was
                eor #CONSOLE_START
                cpx #CONSOLE_START
                bne done                ; was down before
                ora start_tap
                sta start_tap
done            rts
.endp
