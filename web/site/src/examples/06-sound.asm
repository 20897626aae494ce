; Sound: a scale on the first of the four voices.

AUDF1   = $D200         ; pitch: the higher, the lower the note
AUDC1   = $D201         ; distortion and volume
AUDCTL  = $D208
SKCTL   = $D20F
RTCLOK  = 20

        org $2000
start   mva #0 AUDCTL
        mva #3 SKCTL
again   ldx #0
note    mva scale,x AUDF1
        mva #$A8 AUDC1          ; pure tone, half of the greatest volume
        lda RTCLOK
        clc
        adc #20                 ; a third of a second
wait    cmp RTCLOK
        bne wait
        inx
        cpx #scale_end-scale
        bne note
        jmp again

scale   dta 121,108,96,91,81,72,64,60,64,72,81,91,96,108
scale_end

        run start
