;   colours.asm - applies attract mode to the colours that display list
;                 interrupts set. Colours that stay the same for a whole
;                 frame are left to the shadows of the OS.
;
;   Entry point: colours_frame (vertical blank).
;   Needs: COLOUR_COUNT, 1 to 128; colours and colours_shown, COLOUR_COUNT
;   bytes each.

;----------------------------------------------------------------------
;   colours_frame: computes the colours for the next frame's interrupts
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
