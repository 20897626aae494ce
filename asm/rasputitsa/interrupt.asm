;   interrupt.asm - display list interrupts and the deferred vertical
;                   blank routine's frame.
;
;   Entry points: dli_1 to dli_16 (through VDSLST), vbi_start (VVBLKD),
;   colours_frame.
;
;   Everything the screen shows changes in horizontal or vertical blank.
;   The scan line ends for the eye at cycle 111 and begins at cycle 17; a
;   program that waited for WSYNC goes on at cycle 105. `lda abs` before
;   the first store lets that store fall on cycle 111 (112 or 113 where
;   DMA delays it), and the second, already loaded into X, on cycle 0 to
;   9 of the next line.  [AHRM 4.8]

;----------------------------------------------------------------------
;   Display list interrupts. Each names its successor in VDSLST; all lie
;   in one page, so the low byte is enough. Colours come masked for
;   attract mode from the vertical blank.
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

;   First gap: nothing, unless the whole map lies in the south
dli_2           pha
                lda #<dli_3
                sta VDSLST
                pla
                rti

;   Second gap: ground. When the first map row is a single line, DLI 4
;   follows 114 cycles later and must reach WSYNC on a line of mode 7
;   whose names are being fetched: so the successor is set first here,
;   and last in dli_switch.
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

;   Stands in for DLI 2 or one of 4 to 12: the rows below are southern
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

south_page      dta h(tiles_south)      ; read for its four cycles
dli_end
                ert >dli_1 <> >[dli_end - 1]

;----------------------------------------------------------------------
;   vbi_start: deferred vertical blank routine
;   OUT      everything the coming frame shows
;   CYCLES   1,835 from here to the jump at most, proved; with refresh and
;            the DMA of the first lines 2,000 machine cycles. What moves the
;            window takes 1,600, and the map begins at line 44.
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
                sta ATRACT              ; nobody is dimmed who thinks
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
;   colours_frame: the display list interrupts' colours, attract mode
;   applied; the first of them is next
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
;   start_frame: remembers that START went down, however short the tap,
;   while the main program was busy
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
                bne done                ; it was down before
                ora start_tap
                sta start_tap
done            rts
.endp
