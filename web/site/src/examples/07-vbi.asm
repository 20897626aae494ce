; A vertical blank interrupt: a routine that runs in every frame, whatever the main program does.

SETVBV  = $E45C         ; sets one of the operating system's vectors
XITVBV  = $E462         ; where a deferred routine ends
COLOR4  = $02C8         ; the border's colour
RTCLOK  = 20

        org $2000
start   ldy #<picture
        ldx #>picture
        lda #7                  ; the deferred routine
        jsr SETVBV
main    jmp main                ; the main program does nothing

picture lda RTCLOK
        lsr
        lsr
        sta COLOR4
        jmp XITVBV

        run start
