;   start.asm - from power-on or the RESET key to the first program.
;
;   Owned RAM: TRAMSZ TSTDAT WARMST COLDST RAMSIZ RAMTOP MEMLO CKEY; RAMLO is
;     the pointer of everything here.
;   Entry points: start_warm (WARMSV), start_cold (COLDSV).

RIGHT_RUN   = $9FFA     ; header of the right cartridge
RIGHT_FLAGS = $9FFD
RIGHT_INIT  = $9FFE
LEFT_RUN    = $BFFA     ; header of the left cartridge
LEFT_EMPTY  = $BFFC
LEFT_FLAGS  = $BFFD
LEFT_INIT   = $BFFE
FLAG_BOOT   = $01       ; header flags: boot the disk as well
FLAG_START  = $04       ; jump to the run address

RAM_START   = $0200     ; below, RAM is taken for granted
RAM_END     = $D000
FIRST_FREE  = $0700     ; MEMLO without a DOS
CASSETTE_BAUD = $05CC   ; CBAUDL/H of a recorder at 600 baud

;----------------------------------------------------------------------
;   start_warm: the RESET key. A start that had not got to its end
;   begins anew. Programs recognise the routine by its first two
;   opcodes, SEI and LDA abs.
;   OUT      does not return
;----------------------------------------------------------------------
        published $F11B
.proc start_warm
        sei
        lda COLDST
        bne start_cold
        lda #$FF
        bne start_common        ; always
.endp

;----------------------------------------------------------------------
;   start_cold: power-on: nothing is known of the machine
;   OUT      does not return
;----------------------------------------------------------------------
        published $F125
.proc start_cold
        sei
        lda #0
.endp                           ; falls through
        ert *<>start_common

;   IN A = WARMST; I set
.proc start_common
        sta WARMST
        cld
        ldx #$FF
        txs
        jsr start_diagnostic
        jsr start_hardware
        jsr start_size_ram
        lda WARMST
        bne warm

        ldx #$FF                ; RESET from here on is a cold start
        stx COLDST
        inx                     ; clear all but that, and the pointers
low     cpx #WARMST
        bcc page_1
        sta $00,x
page_1  sta $0100,x
        cpx #<COLDST
        beq next
        sta $0200,x
next    inx
        bne low
        tay
        sta RAMLO
        ldx #3
high    stx RAMLO+1
page    sta (RAMLO),y
        iny
        bne page
        inx
        cpx TRAMSZ
        bne high
        lda #<BLKBDV
        sta DOSVEC
        lda #>BLKBDV
        sta DOSVEC+1
        bne set_up              ; always

warm    lda #0                  ; clear $0200-$03EC and $10-$7F
        tax
page_2  sta $0200,x
        cpx #$ED
        bcs page_3
        sta $0300,x
page_3  inx
        bne page_2
        ldx #$10
page_0  sta $00,x
        inx
        bpl page_0

set_up  jsr start_variables
        jsr start_devices
        cli
        lda CONSOL
        lsr @
        bcs no_key
        inc CKEY                ; START is held
no_key  jsr start_cartridges
        jsr start_editor
        lda RTCLOK+2            ; the screen is there with the next frame
frame   cmp RTCLOK+2
        beq frame
        lda WARMST
        bne again
        jsr cassette_boot
        jsr start_boots_disk
        beq booted
        jsr boot_disk
        jmp booted

again   lda BOOT?
        and #$02
        beq no_tape
        jsr start_call_casini
no_tape lda BOOT?
        lsr @
        bcc booted
        jsr boot_call_dosini

booted  lda #0
        sta COLDST
        lda TRAMSZ
        beq no_left
        lda LEFT_FLAGS
        and #FLAG_START
        beq no_left
        jmp (LEFT_RUN)
no_left lda TSTDAT
        beq no_cart
        lda RIGHT_FLAGS
        and #FLAG_START
        beq no_cart
        jmp (RIGHT_RUN)
no_cart jmp (DOSVEC)
.endp

;----------------------------------------------------------------------
;   start_diagnostic: hands the machine to a diagnostic cartridge, if
;   there is one: it sees the hardware as it was left. What RAM holds
;   at power-on may look like its header, so the byte that must be 0
;   must also be ROM.
;   CLOBBERS A
;----------------------------------------------------------------------
.proc start_diagnostic
        lda LEFT_EMPTY
        bne none
        inc LEFT_EMPTY
        lda LEFT_EMPTY
        bne ram
        lda LEFT_FLAGS
        bpl none
        jmp (LEFT_INIT)
ram     dec LEFT_EMPTY
none    rts
.endp

;----------------------------------------------------------------------
;   start_size_ram: counts the pages of RAM, leaving them as they were
;   OUT      TRAMSZ
;   CLOBBERS A, X, Y, RAMLO
;----------------------------------------------------------------------
.proc start_size_ram
        ldx #>RAM_START
        ldy #0
        sty RAMLO
page    stx RAMLO+1
        lda (RAMLO),y
        eor #$FF
        sta (RAMLO),y
        bit CONSOL              ; an empty bus forgets what was written
        cmp (RAMLO),y
        bne found
        eor #$FF
        sta (RAMLO),y
        inx
        cpx #>RAM_END
        bne page
found   stx TRAMSZ
        rts
.endp

        published $F223
        jmp memo_pad

;----------------------------------------------------------------------
;   start_hardware: all chips silent, dark and without interrupts; both
;   joystick ports are inputs
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc start_hardware
        lda #0
        ldx #$1F
zero    sta $D000,x
        sta $D200,x
        sta $D400,x
        dex
        bpl zero
        ldx #$38                ; direction registers, CA2 and CB2 high
        stx PACTL
        stx PBCTL
        sta PORTA
        sta PORTB
        ldx #$3C                ; data registers: motor off, no command
        stx PACTL
        stx PBCTL
        rts
.endp

;----------------------------------------------------------------------
;   start_variables: the OS variables that are not zero
;   IN       TRAMSZ = RAM size in pages
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc start_variables
        lda #2
        sta LMARGN
        lda #39
        sta RMARGN
        ldx #VECTOR_BYTES-1
vectors lda vector_defaults,x
        sta VDSLST,x
        dex
        bpl vectors
        stx BRKKEY              ; $FF: not pressed
        lda #<break_irq
        sta BRKKY
        lda #>break_irq
        sta BRKKY+1
        lda TRAMSZ
        sta RAMTOP
        sta RAMSIZ
        sta MEMTOP+1
        lda #>FIRST_FREE
        sta MEMLO+1
        lda #<CASSETTE_BAUD
        sta CBAUDL
        lda #>CASSETTE_BAUD
        sta CBAUDH
        lda #0
        sta MEMTOP
        sta MEMLO
        sta TRAMSZ              ; from here on: left cartridge present
        sta TSTDAT
        rts
.endp

;----------------------------------------------------------------------
;   start_devices: handlers, CIO, SIO; vertical blanks begin
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc start_devices
        jsr EDITRV+12
        jsr SCRENV+12
        jsr KEYBDV+12
        jsr PRINTV+12
        jsr CASETV+12
        jsr DISKIV
        ldx #HANDLER_BYTES-1
names   lda handler_defaults,x
        sta HATABS,x
        dex
        bpl names
        jsr CIOINV
        jsr SIOINV
        jmp INTINV
.endp

;----------------------------------------------------------------------
;   start_cartridges: finds the cartridges and lets them initialise
;   OUT      TSTDAT, TRAMSZ = 1 where there is one
;   CLOBBERS A, X, Y, RAMLO
;----------------------------------------------------------------------
.proc start_cartridges
        lda #>RIGHT_RUN
        jsr start_test_header
        bne left
        jsr right
        lda #1
        sta TSTDAT
left    lda #>LEFT_RUN
        jsr start_test_header
        bne none
        jsr init
        lda #1
        sta TRAMSZ
none    rts
right   jmp (RIGHT_INIT)
init    jmp (LEFT_INIT)
.endp

;----------------------------------------------------------------------
;   start_test_header: is this a cartridge header?
;   IN       A = its page
;   OUT      Z set = yes
;   CLOBBERS A, Y, RAMLO
;----------------------------------------------------------------------
.proc start_test_header
        sta RAMLO+1
        lda #$F0
        sta RAMLO
        ldy #$0C
        lda (RAMLO),y           ; must be 0
        bne no
        dey
        lda (RAMLO),y           ; must not be RAM
        eor #$FF
        sta (RAMLO),y
        cmp (RAMLO),y
        beq ram
        lda #0
        rts
ram     eor #$FF
        sta (RAMLO),y
        lda #1
no      rts
.endp

;----------------------------------------------------------------------
;   start_boots_disk: a cartridge keeps the disk from being booted,
;   unless one of them asks for it
;   IN       TRAMSZ, TSTDAT
;   OUT      Z clear = boot
;   CLOBBERS A
;----------------------------------------------------------------------
.proc start_boots_disk
        lda TRAMSZ
        ora TSTDAT
        eor #1
        bne done                 ; no cartridge
        lda TRAMSZ
        beq right
        lda LEFT_FLAGS
        and #FLAG_BOOT
        bne done
right   lda TSTDAT
        beq done                 ; Z set: no
        lda RIGHT_FLAGS
        and #FLAG_BOOT
done    rts
.endp

;----------------------------------------------------------------------
;   start_editor: opens E: on IOCB 0. Without a screen there is no
;   going on.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc start_editor
        ldx #0
        lda #CIO_OPEN
        sta ICCOM
        lda #<name
        sta ICBAL
        lda #>name
        sta ICBAH
        lda #OPEN_READ|OPEN_WRITE
        sta ICAX1
        stx ICAX2
        jsr CIOV
        bpl done
        jmp start_cold
done    rts
name    .byte 'E:', EOL
.endp

.proc start_call_casini
        jmp (CASINI)
.endp
