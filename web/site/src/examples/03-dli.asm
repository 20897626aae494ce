; A display list interrupt: in the middle of the picture the colour of the ground changes.

SDLSTL  = $0230
VDSLST  = $0200         ; the interrupt's routine
NMIEN   = $D40E
WSYNC   = $D40A
COLPF2  = $D018

        org $2000
start   mwa #list SDLSTL
        mwa #change VDSLST
        mva #$C0 NMIEN          ; display list interrupts on, vertical blank too
wait    jmp wait

change  pha
        lda #$34                ; red
        sta WSYNC               ; at the end of the line, where nobody sees it happen
        sta COLPF2
        pla
        rti

list    dta $70,$70,$70
        dta $42,a(text)
:10     dta $02
        dta $82                 ; at the end of this line: the interrupt
:12     dta $02
        dta $41,a(list)

text
:24     dta d' the lower half has another colour      '

        run start
