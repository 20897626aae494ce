;   interrupt.asm - display list interrupts, and the frame routine in the
;                   deferred vertical blank.
;
;   Entry points: dli_tiles, dli_text (through VDSLST), vbi_start (VVBLKD).

;----------------------------------------------------------------------
;   dli_tiles, dli_text: the lines below are tiles, or text. A frame has one
;   of each, in this order.
;----------------------------------------------------------------------
dli_tiles       pha
                lda #>font
                sta WSYNC
                sta CHBASE
                lda #<dli_text
                sta VDSLST
                lda #>dli_text
                sta VDSLST + 1
                pla
                rti

dli_text        pha
                txa
                pha
                ldx colours_shown + COLOUR_PAPER
                lda #OS_FONT
                sta WSYNC
                sta CHBASE
                stx COLPF2
                lda colours_shown + COLOUR_INK
                sta COLPF1
                pla
                tax
                pla
                rti

;----------------------------------------------------------------------
;   vbi_start: deferred vertical blank routine
;----------------------------------------------------------------------
vbi_start       cld
                jsr vbi_frame
                jmp XITVBV

;----------------------------------------------------------------------
;   vbi_frame: the work of every frame: input, sound, colours, cursor, clock
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           vbi_frame
                ;@budget 1500
                lda #<dli_tiles
                sta VDSLST
                lda #>dli_tiles
                sta VDSLST + 1
                jsr colours_frame
                jsr cursor_frame
                jsr sound_frame
                inc think_clock
                bne clock
                inc think_clock + 1
clock           jmp input_frame
.endp

;----------------------------------------------------------------------
;   cursor_frame: makes the cursor blink unless it is frozen; hides it while
;   cursor_x is 0
;   CLOBBERS A
;   CYCLES   28
;----------------------------------------------------------------------
.proc           cursor_frame
                lda frozen
                bne shown
                lda RTCLOK + 2
                and #BLINK
                beq shown
                lda #0
                beq put
shown           lda cursor_x
put             sta HPOSP0
                rts
.endp
