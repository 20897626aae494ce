; Fine scrolling: a line of text moves by one colour clock a frame, and its address by a byte every four frames.

SDLSTL  = $0230
HSCROL  = $D404
RTCLOK  = 20

        org $2000
start   mwa #list SDLSTL
        mva #0 pixel
        mwa #text address

next    lda RTCLOK              ; once a frame
same    cmp RTCLOK
        beq same
        dec pixel
        bpl show
        mva #3 pixel            ; a character of mode 2 is four colour clocks wide
        inw address
        lda address
        cmp #<textend
        bne show
        mwa #text address
show    mva pixel HSCROL
        jmp next

pixel   dta 0

list    dta $70,$70,$70,$70,$70,$70
        dta $52                 ; mode 2 with horizontal scrolling and an address
address dta a(text)
        dta $41,a(list)

        org $2100
text    dta d'                                                '
        dta d'this line is longer than the screen is wide: ANTIC reads it from another place each time ...'
textend
        dta d'                                                '

        run start
