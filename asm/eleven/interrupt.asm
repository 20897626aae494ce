;   interrupt.asm - the display list interrupt and the frame of the deferred
;                   vertical blank routine.
;
;   Entry points: dli (through VDSLST), vbi_start (VVBLKD).

;----------------------------------------------------------------------
;   dli: below the board, and on the title: sets the OS's letters and their
;   colours. A blank line follows, so the timing does not matter.
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
;   OUT      colours of the next frame, input, sound
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
;   cursor_frame: makes the cursor blink
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
