;   interrupt.asm - the display list interrupt and the deferred vertical
;                   blank routine's frame.
;
;   Entry points: dli (through VDSLST), vbi_start (VVBLKD).

;----------------------------------------------------------------------
;   dli: below the board, and on the title: letters of the OS, and their
;   colours. A blank line follows, so nothing is in a hurry.
;----------------------------------------------------------------------
.proc           dli
                pha
                txa
                pha
                lda colours_shown + DLI_LETTERS
                ldx colours_shown + DLI_STRIP
                sta WSYNC
                sta COLPF1
                stx COLPF2
                lda #FONT_PAGE
                sta CHBASE
                pla
                tax
                pla
                rti
.endp

;----------------------------------------------------------------------
;   vbi_start: deferred vertical blank routine
;   OUT      colours of the coming frame, input, sound
;----------------------------------------------------------------------
vbi_start       cld
                jsr vbi_frame
vbi_exit        jmp XITVBV

.proc           vbi_frame
                ;@budget 1400
                jsr colours_frame
                jsr think_frame
                jsr cursor_frame
                jsr sound_frame
                jmp input_frame
.endp

;----------------------------------------------------------------------
;   cursor_frame: the cursor blinks
;   OUT      PCOLR0
;   CLOBBERS A, X
;   CYCLES   21
;----------------------------------------------------------------------
.proc           cursor_frame
                ldx #COLOUR_CURSOR
                lda RTCLOK + 2
                and #BLINK_BIT
                seq
                ldx #COLOUR_BLINK
                stx PCOLR0
                rts
.endp
