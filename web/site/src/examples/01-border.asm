; The smallest program that shows something: the colour of the border, changed line by line.

WSYNC   = $D40A         ; writing here waits for the end of the line
VCOUNT  = $D40B         ; which pair of lines is being drawn
COLBK   = $D01A         ; the border's colour

        org $2000
start   lda VCOUNT
        clc
        adc 20          ; the clock counts frames at address 20
        sta WSYNC
        sta COLBK
        jmp start

        run start
