;   nmi.asm - display list interrupt, vertical blank and RESET key.
;
;   Owned RAM: RTCLOK ATRACT DRKMSK COLRSH CDTMV1-5 CDTMF3-5, the shadows of
;     the input registers (PADDL STICK PTRIG STRIG LPEN).
;   Entry points: nmi_entry ($FFFA), nmi_init (INTINV), vbi_stage1 (SYSVBV),
;     vbi_exit (XITVBV), vbi_leave (default of VVBLKD), vbi_set (SETVBV).
;
;   A vertical blank handler finds Y, X, A, P, PC at S+1 ... S+6. The decimal
;   flag is the interrupted program's: nothing here adds or subtracts.

SPEAKER_OFF   = $08

;----------------------------------------------------------------------
;   nmi_entry: tells the three apart. A display list interrupt gets
;   nothing saved, so that it loses no time.
;   CYCLES   to (VDSLST) 11, to (VVBLKI) 38
;----------------------------------------------------------------------
        published $E7B4
.proc nmi_entry
        bit NMIST
        bpl other
        jmp (VDSLST)
other   pha
        lda NMIST
        and #$20
        beq blank
        jmp WARMSV
blank   txa
        pha
        tya
        pha
        sta NMIRES
        jmp (VVBLKI)
.endp

;----------------------------------------------------------------------
;   vbi_stage1: what must happen in every frame: clock, attract mode,
;   timer 1. It ends here when a transfer is in progress (CRITIC) or
;   when the program interrupted had interrupts off.
;   IN       the stack as above
;   CLOBBERS A, X, Y
;   CYCLES   125 to vbi_exit, 135 to stage 2, a (CDTMA1) that is an RTS
;            included
;----------------------------------------------------------------------
        published $E7D1
.proc vbi_stage1
        inc RTCLOK+2
        bne attract
        inc ATRACT
        inc RTCLOK+1
        bne attract
        inc RTCLOK
attract lda #$FE                ; all of a colour
        ldx #0
        ldy ATRACT
        bpl awake
        sta ATRACT              ; stays there until a key resets it
        ldx RTCLOK+1
        lda #$F6                ; no bright luminance
awake   sta DRKMSK
        stx COLRSH
        lda COLOR1
        eor COLRSH
        and DRKMSK
        sta COLPF1
        ldx #0
        jsr vbi_count_down
        bne timed
        jsr expired
timed   lda CRITIC
        bne vbi_exit
        tsx
        lda $0104,x             ; P
        and #$04
        beq vbi_stage2
        bne vbi_exit            ; always
expired jmp (CDTMA1)
.endp

;----------------------------------------------------------------------
;   vbi_exit: the end of every vertical blank handler: back to the
;   program
;----------------------------------------------------------------------
.proc vbi_exit
        ;@budget 22
        pla
        tay
        pla
        tax
        pla
        rti
.endp

;----------------------------------------------------------------------
;   vbi_stage2: the shadows of output registers are written, those of
;   input registers read; timers 2 to 5; key repeat. IRQs are served
;   meanwhile.
;   IN       the stack as above
;   CLOBBERS A, X, Y
;   CYCLES   981 to (VVBLKD), a (CDTMA2) that is an RTS included, IRQs
;            apart
;----------------------------------------------------------------------
.proc vbi_stage2
        cli
        lda SDLSTH
        sta DLISTH
        lda SDLSTL
        sta DLISTL
        lda SDMCTL
        sta DMACTL
        lda CHBAS
        sta CHBASE
        lda CHACT
        sta CHACTL
        lda GPRIOR
        sta PRIOR
        lda #SPEAKER_OFF
        sta CONSOL
        ldx #8
colours lda PCOLR0,x
        eor COLRSH
        and DRKMSK
        sta COLPM0,x
        dex
        bpl colours

        ldx #CDTMV2-CDTMV1
        jsr vbi_count_down
        bne flags
        jsr expired
flags   ldx #CDTMV3-CDTMV1
flag    lda CDTMV1,x
        ora CDTMV1+1,x
        beq idle                ; the flag is the program's
        jsr vbi_count_down
        sta CDTMF3-[CDTMV3-CDTMV1],x
idle    inx
        inx
        cpx #CDTMV5-CDTMV1+2
        bcc flag

        jsr vbi_repeat_key
        jsr vbi_read_controllers
        lda PENH
        sta LPENH
        lda PENV
        sta LPENV
        jmp (VVBLKD)
expired jmp (CDTMA2)
.endp

;----------------------------------------------------------------------
;   vbi_count_down: one frame less on a timer
;   IN       X = timer - CDTMV1
;   OUT      A = 0, Z set when it has just reached zero; else A = $FF
;            (also if it was zero before)
;   CYCLES   44
;----------------------------------------------------------------------
.proc vbi_count_down
        ;@budget 48             ; if the timers crossed a page; they do not
        lda CDTMV1,x
        bne low
        lda CDTMV1+1,x
        beq going               ; does not run
        dec CDTMV1+1,x
low     dec CDTMV1,x
        lda CDTMV1,x
        ora CDTMV1+1,x
        beq zero
going   lda #$FF
zero    rts
.endp

;----------------------------------------------------------------------
;   vbi_read_controllers: joysticks, buttons and paddles; a new paddle
;   scan is started. A paddle's button is a direction of the joystick
;   in its port.
;   CLOBBERS A, X, Y
;   CYCLES   386
;----------------------------------------------------------------------
.proc vbi_read_controllers
        ;@budget 400            ; likewise
        ldx #3
        ldy #1
sticks  lda PORTA,y
        lsr @
        lsr @
        lsr @
        lsr @
        sta STICK0,x
        dex
        lda PORTA,y
        and #$0F
        sta STICK0,x
        dey
        dex
        ;@loop 2
        bpl sticks

        ldx #3
pots    lda POT0,x
        sta PADDL0,x
        lda POT4,x
        sta PADDL4,x
        lda TRIG0,x
        sta STRIG0,x
        dex
        ;@loop 4
        bpl pots
        sta POTGO

        ldx #3
        ldy #6
buttons lda STICK0,x            ; bit 2 the even paddle, bit 3 the odd one
        lsr @
        lsr @
        lsr @
        pha
        lda #0
        rol @
        sta PTRIG0,y
        pla
        and #1
        sta PTRIG1,y
        dey
        dey
        dex
        ;@loop 4
        bpl buttons
        rts
.endp

;----------------------------------------------------------------------
;   nmi_init: lets the vertical blank in
;   CLOBBERS A
;   CYCLES   12
;----------------------------------------------------------------------
.proc nmi_init
        lda #$40
        sta NMIEN
        rts
.endp

;----------------------------------------------------------------------
;   vbi_set: changes a timer or a vertical blank vector in one piece as
;   seen by the vertical blank: the two bytes are stored at the start
;   of a scan line, after the vertical blank's own would have begun.
;   Only an interrupt routine that begins in the few cycles between and
;   lasts to line 248 could come between them.
;   IN       A = 1-5 timer, 6 VVBLKI, 7 VVBLKD; X = high, Y = low byte
;   OUT      I as it was
;   CLOBBERS A, X
;   CYCLES   61 and the rest of a line
;----------------------------------------------------------------------
        published $E912
.proc vbi_set
        asl @
        sta WSYNC
        pha                     ; the exchange of A and X takes up the time
        txa                     ; from cycle 105 to cycle 13 of the next line
        pha
        tsx
        lda $0102,x
        tax
        pla
        nop
        nop
        php
        sei
        sta CDTMV1-1,x
        tya
        sta CDTMV1-2,x
        plp
        pla
        rts
.endp

;   What VVBLKD leads to at first.   CYCLES 3
        published $E93E
.proc vbi_leave
        jmp vbi_exit
.endp
