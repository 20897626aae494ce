;   irq.asm - maskable interrupts: serial port, POKEY timers, keys, PIA, BRK.
;
;   Owned RAM: none (POKMSK is shared with everybody who uses POKEY).
;   Entry points: irq_entry ($FFFE), irq_dispatch (default of VIMIRQ),
;     break_irq (default of BRKKY), irq_ignore, nmi_ignore (of all others that
;     the system has no use for).
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

;   The serial port's input, which cannot wait.   CYCLES 19 to (VSERIN)
.proc irq_serial_input
        lda #IRQ_IN^$FF
        sta IRQEN
        lda POKMSK
        sta IRQEN
        jmp (VSERIN)
.endp

        published $E6F3
.proc irq_entry
        jmp (VIMIRQ)
.endp

;----------------------------------------------------------------------
;   irq_dispatch: the most urgent first
;   CYCLES   to (VSERIN) 30, to (VKEYBD) 101, to (VBREAK) 121
;----------------------------------------------------------------------
        published $E6F6
.proc irq_dispatch
        pha
        lda IRQST
        and #IRQ_IN
        beq irq_serial_input
        irq_serve IRQ_OUT VSEROR
        lda #IRQ_OUT_DONE       ; shows the idle port: means something only
        bit POKMSK              ; to who asked for it
        beq timers
        irq_serve IRQ_OUT_DONE VSEROC
timers  irq_serve IRQ_TIMER1 VTIMR1
        irq_serve IRQ_TIMER2 VTIMR2
        lda #IRQ_TIMER4
        bit IRQST
        bne irq_dispatch_keys   ; around what stands between
        eor #$FF
        jsr irq_acknowledge
        jmp (VTIMR4)
.endp

;----------------------------------------------------------------------
;   break_irq: the BREAK key: output goes on, the cursor is back
;   CYCLES   26
;----------------------------------------------------------------------
        published $E754
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

;   The second half of irq_dispatch
.proc irq_dispatch_keys
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

;   The end of an interrupt that nobody serves.
        published $E7B2
.proc irq_ignore
        ;@budget 10
        pla
.endp                           ; falls through
        published $E7B3
.proc nmi_ignore
        rti
.endp
