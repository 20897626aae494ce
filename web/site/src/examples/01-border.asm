; The smallest program that shows something: it changes the border's colour line by line.

WSYNC   = $D40A         ; a write stops the CPU until the end of the line
VCOUNT  = $D40B         ; number of the line being drawn, divided by 2
COLBK   = $D01A         ; the border's colour

        org $2000
start   lda VCOUNT
        clc
        adc 20          ; address 20 counts frames
        sta WSYNC
        sta COLBK
        jmp start

        run start
