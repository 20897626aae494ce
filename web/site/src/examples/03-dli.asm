; A display list interrupt changes the background colour in the middle of the picture.

SDLSTL  = $0230
VDSLST  = $0200         ; address of the interrupt routine
NMIEN   = $D40E
WSYNC   = $D40A
COLPF2  = $D018

        org $2000
start   mwa #list SDLSTL
        mwa #change VDSLST
        mva #$C0 NMIEN          ; enable display list and vertical blank interrupts
wait    jmp wait

change  pha
        lda #$34                ; red
        sta WSYNC               ; wait for the end of the line, where the change is invisible
        sta COLPF2
        pla
        rti

list    dta $70,$70,$70
        dta $42,a(text)
:10     dta $02
        dta $82                 ; mode 2 with an interrupt in its last scan line
:12     dta $02
        dta $41,a(list)

text
:24     dta d' the lower half has another colour      '

        run start
