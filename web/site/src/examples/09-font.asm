; A custom character set: the letter A becomes a tank.

CHBAS   = $02F4         ; high byte of the character set's address
SAVMSC  = $58           ; address of the screen memory
ROM     = $E000         ; the built-in character set

        org $2000
start   ldx #0
copy    mva ROM,x font,x
        mva ROM+$100,x font+$100,x
        mva ROM+$200,x font+$200,x
        mva ROM+$300,x font+$300,x
        inx
        bne copy
        ldx #7
shape   mva tank,x font+33*8,x  ; the screen code of A is 33
        dex
        bpl shape
        mva #>font CHBAS
        ldy #0
put     mva text,y (SAVMSC),y
        iny
        cpy #text_end-text
        bne put
wait    jmp wait

tank    dta %00000000
        dta %00011111
        dta %00111000
        dta %01111110
        dta %11111111
        dta %10100101
        dta %01111110
        dta %00000000

text    dta d'A A AAA  every A is a tank now'
text_end

        org $3000
font    .ds $400

        run start
