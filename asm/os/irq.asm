;   irq.asm - maskable interrupts: serial port, POKEY timers, keys, PIA, BRK.
;
;   Owned RAM: none (POKMSK is shared with everybody who uses POKEY).
;   Entry points: irq_entry ($FFFE), irq_dispatch (default of VIMIRQ),
;     break_irq (default of BRKKY).
;
;   A handler finds A on the stack, the cause acknowledged, and ends PLA, RTI.

IRQ_TIMER1   = $01
IRQ_TIMER2   = $02
IRQ_TIMER4   = $04
IRQ_OUT_DONE = $08
IRQ_OUT      = $10
IRQ_IN       = $20
IRQ_KEY      = $40
IRQ_BREAK    = $80

.proc irq_entry
        jmp (VIMIRQ)
.endp

;   If POKEY's interrupt `mask` is pending: acknowledge it and go to `vector`.
.macro irq_serve mask vector
        lda #:mask
        bit IRQST
        bne next
        eor #$FF
        jsr irq_acknowledge
        jmp (:vector)
next
.endm

;----------------------------------------------------------------------
;   irq_dispatch: the most urgent first
;   CYCLES   to (VSERIN) 41, to (VKEYBD) 102, to (VBREAK) 122
;----------------------------------------------------------------------
.proc irq_dispatch
        pha
        irq_serve IRQ_IN VSERIN
        irq_serve IRQ_OUT VSEROR
        lda #IRQ_OUT_DONE       ; shows the idle port: means something only
        bit POKMSK              ; to who asked for it
        beq timers
        irq_serve IRQ_OUT_DONE VSEROC
timers  irq_serve IRQ_TIMER1 VTIMR1
        irq_serve IRQ_TIMER2 VTIMR2
        irq_serve IRQ_TIMER4 VTIMR4
        irq_serve IRQ_KEY VKEYBD
        irq_serve IRQ_BREAK BRKKY

        bit PACTL
        bpl port_b
        lda PORTA               ; acknowledges
        jmp (VPRCED)
port_b  bit PBCTL
        bpl no_pia
        lda PORTB
        jmp (VINTER)
no_pia  txa
        pha
        tsx
        lda $0103,x             ; P as pushed: bit 4 set by BRK
        and #$10
        beq unknown
        pla
        tax
        jmp (VBREAK)
unknown pla
        tax
.endp                           ; falls through
        ert *<>irq_ignore

.proc irq_ignore
        ;@budget 10
        pla
        rti
.endp

;   IN A = all but the bit to acknowledge   CLOBBERS A   CYCLES 17
.proc irq_acknowledge
        ;@budget 17
        sta IRQEN
        lda POKMSK
        sta IRQEN
        rts
.endp

;----------------------------------------------------------------------
;   break_irq: the BREAK key: output goes on, the cursor is back
;   CYCLES   26
;----------------------------------------------------------------------
.proc break_irq
        ;@budget 26
        lda #0
        sta BRKKEY
        sta SSFLAG
        sta CRSINH
        sta ATRACT
        pla
        rti
.endp
