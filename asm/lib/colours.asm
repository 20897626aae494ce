;   colours.asm - colours that display list interrupts set, attract mode
;                 applied. What a frame shows in one colour alone is left to
;                 the shadows of the OS.
;
;   Entry point: colours_frame (vertical blank).
;   Needs: COLOUR_COUNT, 1 to 128; colours and colours_shown, so many bytes
;   each.

;----------------------------------------------------------------------
;   colours_frame: what the interrupts of the coming frame show
;   OUT      colours_shown
;   CLOBBERS A, X
;   CYCLES   8 + 21 for each colour
;----------------------------------------------------------------------
.proc           colours_frame
                ldx #COLOUR_COUNT - 1
mask            lda colours,x
                eor COLRSH
                and DRKMSK
                sta colours_shown,x
                dex
                ;@loop COLOUR_COUNT
                bpl mask
                rts
.endp
