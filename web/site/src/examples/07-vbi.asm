; A vertical blank interrupt: something that happens in every picture, whatever the main program does.

SETVBV  = $E45C         ; sets one of the operating system's vectors
XITVBV  = $E462         ; how a deferred routine ends
COLOR4  = $02C8         ; the border's colour
RTCLOK  = 20

        org $2000
start   ldy #<picture
        ldx #>picture
        lda #7                  ; the deferred routine
        jsr SETVBV
main    jmp main                ; the main program has nothing to do with it

picture lda RTCLOK
        lsr
        lsr
        sta COLOR4
        jmp XITVBV

        run start
