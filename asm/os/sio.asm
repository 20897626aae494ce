;   sio.asm - commands to the devices on the serial bus.
;
;   Owned RAM: STATUS CHKSUM BUFRLO/HI BFENLO/HI CRETRY DRETRY BUFRFL RECVDN
;     XMTDON CHKSNT NOCKSM SOUNDR CRITIC CDEVIC CCOMND CAUX1 CAUX2 TEMP ERRFLG
;     TIMFLG STACKP; timer 1; POKEY's channels 3 and 4 while a transfer lasts.
;   Entry points: sio (SIOV), sio_init (SIOINV), sio_send_enable (SENDEV),
;     sio_output_irq, sio_complete_irq, sio_input_irq (defaults of VSEROR,
;     VSEROC, VSERIN), sio_expired (CDTMA1).
;
;   A program may put its own routines in the place of the three: BUFR points
;   below the next byte to send and at the next byte to receive, BFEN behind the
;   last; CHKSUM is the sum so far; BUFRFL, RECVDN, XMTDON and CHKSNT become $FF
;   when the buffer is full, all is received, all is sent, the sum is given out.

COMMAND_TRIES   = 14    ; of a command frame until it is acknowledged
OPERATION_TRIES = 2     ; of all together
ANSWER_FRAMES   = 2     ; that a device has to acknowledge
CASSETTE        = $5F   ; and $60: this ROM has no tape

SIO_ACK         = $41
SIO_COMPLETE    = $43

COMMAND_LOW     = $34   ; PBCTL
COMMAND_HIGH    = $3C
SERIAL_SEND     = $20   ; SKCTL, SSKCTL
SERIAL_RECEIVE  = $10
KEYBOARD_BITS   = $07
IRQ_SERIAL      = IRQ_IN|IRQ_OUT|IRQ_OUT_DONE
BAUD            = $28   ; AUDCTL: channels 3 and 4 linked, 1.79 MHz;
                        ; AUDF3: 94 cycles a bit
TONE_SILENT     = $A0   ; AUDC
TONE_HEARD      = $A8

;   To the next byte of the buffer.
;   OUT C set: there is none, it is full or empty   CLOBBERS A   CYCLES 20
.macro sio_next_byte
        inc BUFRLO
        bne same
        inc BUFRHI
same    lda BUFRLO
        cmp BFENLO
        lda BUFRHI
        sbc BFENHI
.endm

;----------------------------------------------------------------------
;   sio_init (SIOINV): motor off, COMMAND high, POKEY out of its reset
;   state
;   CLOBBERS A
;   CYCLES   29
;----------------------------------------------------------------------
        published $E944
.proc sio_init
        lda #COMMAND_HIGH
        sta PACTL
        sta PBCTL
        lda #$03                ; key scan and debounce; also noisy transfers
        sta SSKCTL
        sta SOUNDR
        sta SKCTL
        rts
.endp

;----------------------------------------------------------------------
;   sio (SIOV): carries out the command in the device control block:
;   the command frame, what DSTATS says of a data frame, and all over
;   again when it fails. A is 0 at the end because disk operating
;   systems rely on it. [sheet: os 8]
;   IN       DDEVIC DUNIT DCOMND DSTATS (7 send, 6 receive) DBUFLO/HI
;            DBYTLO/HI DTIMLO (64 frames) DAUX1/2; I clear
;   OUT      Y = STATUS = DSTATS, N set = error; A = 0
;   CLOBBERS X
;----------------------------------------------------------------------
        published $E959
.proc sio
        cld
        tsx
        stx STACKP
        ldy #ST_TIMEOUT
        lda DDEVIC
        cmp #CASSETTE
        beq finish
        cmp #CASSETTE+1
        beq finish
        lda #OPERATION_TRIES
        sta DRETRY
        sta CRITIC

operation
        lda #COMMAND_TRIES
        sta CRETRY
command jsr sio_command
        bpl data
        cpy #ST_BREAK
        beq finish
        dec CRETRY
        bne command
        beq failed              ; always
data    jsr sio_execute
        bpl finish
        cpy #ST_BREAK
        beq finish
failed  dec DRETRY
        bne operation

finish  lda #IRQ_SERIAL^$FF
        jsr sio_mask
        lda #0
        ldx #6
silence sta AUDC1,x
        dex
        dex
        bpl silence
        sta CRITIC
        sty DSTATS
        sty STATUS
        cpy #0                  ; N
        rts
.endp

;----------------------------------------------------------------------
;   sio_command: sends the command frame and waits for its
;   acknowledgement
;   IN       the device control block
;   OUT      Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc sio_command
        ldx DUNIT
        dex
        txa
        clc
        adc DDEVIC
        sta CDEVIC
        lda DCOMND
        sta CCOMND
        lda DAUX1
        sta CAUX1
        lda DAUX2
        sta CAUX2
        ldx #<CDEVIC
        ldy #4
        jsr sio_page_2_buffer
        lda #COMMAND_LOW
        sta PBCTL
        ldx #0                  ; the first byte comes 750 microseconds later
ready   dex                     ; at the earliest
        bne ready
        jsr sio_send
        lda #COMMAND_HIGH
        sta PBCTL
        tya
        bpl sio_acknowledged
        rts
.endp
        ert *<>sio_acknowledged

;----------------------------------------------------------------------
;   sio_acknowledged: waits for the acknowledgement of a frame
;   OUT      Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc sio_acknowledged
        ldx #0
        ldy #ANSWER_FRAMES
        jsr sio_answer
        bmi done
        lda TEMP
        cmp #SIO_ACK
        beq done                ; N is clear
        ldy #ST_NAK
done    rts
.endp

;----------------------------------------------------------------------
;   sio_execute: all that follows an acknowledged command frame
;   IN       the device control block
;   OUT      Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc sio_execute
        bit DSTATS
        bpl result
        jsr sio_data_buffer
        jsr sio_send
        bmi done
        jsr sio_acknowledged
        bmi done

result  lda DTIMLO              ; 64 frames each
        lsr @
        ror @
        ror @
        and #$C0
        ora #1                  ; 0 would last for ever
        tay
        lda DTIMLO
        lsr @
        lsr @
        tax
        jsr sio_answer
        bmi done
        ldx TEMP
        stx ERRFLG
        bit DSTATS              ; data come even after an error
        bvc judge
        jsr sio_data_buffer
        jsr sio_receive
        bmi done
judge   ldy #ST_OK
        lda ERRFLG
        cmp #SIO_COMPLETE
        beq done
        cmp #SIO_ACK
        beq done
        ldy #ST_DEVICE
done    tya
        rts
.endp

;----------------------------------------------------------------------
;   sio_answer: waits for a single byte. The time goes on for what
;   follows it.
;   IN       X high, Y low byte of the time-out in frames
;   OUT      TEMP the byte, Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc sio_answer
        lda #0                  ; timer 1 may still run, and SETVBV waits for up
        sta CDTMV1+1            ; to two lines: it must not expire meanwhile
        sta CDTMV1
        lda #<sio_expired
        sta CDTMA1
        lda #>sio_expired
        sta CDTMA1+1
        lda #1
        sta TIMFLG
        jsr SETVBV
        ldx #<TEMP
        ldy #1
        jsr sio_page_2_buffer
        lda #$FF
        sta NOCKSM
.endp                           ; falls through
        ert *<>sio_receive

;----------------------------------------------------------------------
;   sio_receive: waits until the buffer is full and, unless NOCKSM is
;   set, the sum has come
;   IN       BUFR BFEN NOCKSM; TIMFLG becomes 0 when time is out
;   OUT      Y = STATUS, N set = error
;   CLOBBERS A
;----------------------------------------------------------------------
.proc sio_receive
        ldy #0
        sty CHKSUM
        sty BUFRFL
        sty RECVDN
        iny
        sty STATUS
wait    lda BRKKEY
        beq sio_break
        lda RECVDN
        bne done
        lda TIMFLG
        bne wait
        ldy #ST_TIMEOUT
        rts
done    ldy STATUS
        rts
.endp

;----------------------------------------------------------------------
;   sio_output_irq (VSEROR): the next byte, or the sum, or nothing more
;   CYCLES   94 at most
;----------------------------------------------------------------------
        published $EA90
.proc sio_output_irq
        ;@budget 94
        cld
        tya
        pha
        sio_next_byte
        bcs sum
        ldy #0
        lda (BUFRLO),y
        sta SEROUT
        adc CHKSUM              ; C is clear
        adc #0
        sta CHKSUM
        jmp sio_irq_done
sum     lda CHKSNT
        bne done
        dec CHKSNT
        lda CHKSUM
        sta SEROUT
        lda #IRQ_OUT_DONE
        jsr sio_unmask
done    jmp sio_irq_done
.endp

;   IN A = interrupts to keep   CLOBBERS A
.proc sio_mask
        and POKMSK
        sta POKMSK
        sta IRQEN
        rts
.endp

;----------------------------------------------------------------------
;   sio_complete_irq (VSEROC): the last bit of the sum is out
;   CYCLES   42
;----------------------------------------------------------------------
        published $EAD1
.proc sio_complete_irq
        ;@budget 42
        lda CHKSNT
        beq done
        sta XMTDON
        lda #IRQ_OUT_DONE^$FF
        jsr sio_mask
done    pla
        rti
.endp

;   OUT Y = ST_BREAK, N set; the key is done with
.proc sio_break
        dec BRKKEY
        ldy #ST_BREAK
        rts
.endp

;----------------------------------------------------------------------
;   sio_send: sends the buffer and its sum; afterwards POKEY receives
;   IN       BUFR, BFEN
;   OUT      Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc sio_send
        jsr sio_send_enable
        ldy #0
        sty CHKSNT
        sty XMTDON
        lda (BUFRLO),y
        sta CHKSUM
        sta SEROUT
wait    lda BRKKEY
        beq sio_break
        lda XMTDON
        beq wait
        jsr sio_receive_enable
        ldy #ST_OK
        rts
.endp

;----------------------------------------------------------------------
;   sio_input_irq (VSERIN): takes a byte: data, or the sum
;   CYCLES   130 at most
;----------------------------------------------------------------------
        published $EB11
.proc sio_input_irq
        ;@budget 130
        cld
        tya
        pha
        lda SKSTAT
        sta SKRES
        bmi framed
        ldy #ST_FRAMING
        sty STATUS
framed  and #$20
        bne read
        ldy #ST_OVERRUN
        sty STATUS
read    lda SERIN
        ldy BUFRFL
        bne sum
        sta (BUFRLO),y
        clc
        adc CHKSUM
        adc #0
        sta CHKSUM
        sio_next_byte
        bcc sio_irq_done
        lda NOCKSM
        beq full
        sty NOCKSM              ; Y = 0
        bne all                 ; always
full    dec BUFRFL
        bne sio_irq_done        ; always
sum     cmp CHKSUM
        beq all
        ldy #ST_CHECKSUM
        sty STATUS
all     lda #$FF
        sta RECVDN
.endp
        ert *<>sio_irq_done

.proc sio_irq_done
        pla
        tay
        pla
        rti
.endp

;   Where a frame comes from or goes to: what the device control block says.
;   OUT BUFR, BFEN   CLOBBERS A
.proc sio_data_buffer
        clc
        lda DBUFLO
        sta BUFRLO
        adc DBYTLO
        sta BFENLO
        lda DBUFHI
        sta BUFRHI
        adc DBYTHI
        sta BFENHI
        rts
.endp

;   Y bytes in page 2 from X on.   OUT BUFR, BFEN   CLOBBERS A
.proc sio_page_2_buffer
        ert >CDEVIC<>2||>TEMP<>2
        stx BUFRLO
        tya
        clc
        adc BUFRLO
        sta BFENLO
        lda #2
        sta BUFRHI
        sta BFENHI
        rts
.endp

;----------------------------------------------------------------------
;   sio_send_enable (SENDEV), sio_receive_enable: POKEY's serial port,
;   its clock and its interrupts
;   IN       SSKCTL, SOUNDR, POKMSK
;   OUT      the same
;   CLOBBERS A, X
;   CYCLES   82, 86
;----------------------------------------------------------------------
.proc sio_receive_enable
        lda #SERIAL_RECEIVE
        ldx #IRQ_IN
        bne sio_enable          ; always
.endp

.proc sio_send_enable
        lda #SERIAL_SEND
        ldx #IRQ_OUT
.endp
        ert *<>sio_enable

.proc sio_enable
        pha
        lda SSKCTL
        and #KEYBOARD_BITS
        sta SSKCTL
        pla
        ora SSKCTL
        sta SSKCTL
        sta SKCTL
        sta SKRES
        lda #BAUD
        sta AUDF3
        sta AUDCTL
        lda #0
        sta AUDF4
        lda #TONE_SILENT
        sta AUDC1
        sta AUDC2
        sta AUDC3
        ldy SOUNDR
        beq quiet
        lda #TONE_HEARD
quiet   sta AUDC4
        lda #IRQ_SERIAL^$FF
        and POKMSK
        sta POKMSK
        txa
.endp
        ert *<>sio_unmask

;   IN A = interrupts to enable   CLOBBERS A
.proc sio_unmask
        ora POKMSK
        sta POKMSK
        sta IRQEN
        rts
.endp

        published $EBEC
        jmp sio_send_enable

;   Time is out: what timer 1 leads to.   CLOBBERS A   CYCLES 11
        published $EBF0
.proc sio_expired
        lda #0
        sta TIMFLG
        rts
.endp
