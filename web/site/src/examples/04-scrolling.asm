; Fine scrolling: a line of text moves by single pixels. Every eighth time it moves on by a character instead.

SDLSTL  = $0230
HSCROL  = $D404
RTCLOK  = 20

        org $2000
start   mwa #list SDLSTL
        mva #0 pixel
        mwa #text address

next    lda RTCLOK              ; once in each picture
same    cmp RTCLOK
        beq same
        dec pixel
        bpl show
        mva #3 pixel            ; four colour clocks are a character of mode 2
        inw address
        lda address
        cmp #<textend
        bne show
        mwa #text address
show    mva pixel HSCROL
        jmp next

pixel   dta 0

list    dta $70,$70,$70,$70,$70,$70
        dta $52                 ; mode 2 with horizontal scrolling, its text where
address dta a(text)
        dta $41,a(list)

        org $2100
text    dta d'                                                '
        dta d'this line is longer than the screen is wide: ANTIC reads it from another place each time ...'
textend
        dta d'                                                '

        run start
