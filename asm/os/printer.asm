;   printer.asm - P:, the printer. Characters gather in PRNBUF; an end of line
;   or a full line sends them, filled up with blanks.
;
;   Owned RAM: PTIMOT PBPNT PBUFSZ PRNBUF.
;   Entry points: the functions of the handler (PRINTV).

PRINTER_DEVICE  = $40
PRINTER_ASK     = 'S'
PRINTER_WRITE   = 'W'
PRINTER_TIMEOUT = 30    ; until the printer has told its own
SIDEWAYS_COLUMNS = 29   ; characters in a line, by the kind of print
DOUBLE_COLUMNS   = 20
NORMAL_COLUMNS   = 40

;----------------------------------------------------------------------
;   printer_init: the patience that a printer needs
;   CLOBBERS A
;   CYCLES   11
;----------------------------------------------------------------------
.proc printer_init
        lda #PRINTER_TIMEOUT
        sta PTIMOT
        rts
.endp

;----------------------------------------------------------------------
;   printer_open: is there a printer?
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc printer_open
        lda #0
        sta PBPNT
.endp                           ; falls through
        ert *<>printer_status

;----------------------------------------------------------------------
;   printer_status: asks the printer how it is
;   OUT      Y = status, DVSTAT, PTIMOT
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc printer_status
        lda #4
        sta DBYTLO
        ldx #<DVSTAT
        ldy #>DVSTAT
        lda #PRINTER_ASK
        jsr printer_command
        bmi done
        lda DVSTAT+2
        sta PTIMOT
done    rts
.endp

;----------------------------------------------------------------------
;   printer_close: prints what has no end of line yet
;   IN       ICAX2Z
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc printer_close
        ldy #ST_OK
        lda #EOL
        ldx PBPNT
        bne printer_put
        rts
.endp

;----------------------------------------------------------------------
;   printer_put: a character; its line is printed when it is full or
;   ends
;   IN       A = character, ICAX2Z = 'S' sideways, 'D' double width,
;            all else normal
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc printer_put
        pha
        lda ICAX2Z
        ldx #SIDEWAYS_COLUMNS
        cmp #'S'
        beq known
        ldx #DOUBLE_COLUMNS
        cmp #'D'
        beq known
        ldx #NORMAL_COLUMNS
        lda #'N'
known   sta DAUX1
        stx PBUFSZ
        ldx PBPNT
        pla
        sta PRNBUF,x
        cmp #EOL
        bne next
        lda #' '
fill    inx
        cpx PBUFSZ
        bcs send
        sta PRNBUF,x
        bcc fill                ; always
next    inx
        stx PBPNT
        ldy #ST_OK
        cpx PBUFSZ
        bcs send
        rts

send    lda #0
        sta PBPNT
        lda PBUFSZ
        sta DBYTLO
        ldx #<PRNBUF
        ldy #>PRNBUF
        lda #PRINTER_WRITE
.endp                           ; falls through
        ert *<>printer_command

;----------------------------------------------------------------------
;   printer_command: a command to the printer
;   IN       A = command, X, Y = buffer, DBYTLO, DAUX1
;   OUT      Y = status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc printer_command
        sta DCOMND
        stx DBUFLO
        sty DBUFHI
        ldx #PRINTER_DEVICE
        stx DDEVIC
        ldx #$40                ; receive
        cmp #PRINTER_WRITE
        bne frame
        ldx #$80                ; send
frame   stx DSTATS
        lda #1
        sta DUNIT
        lda #0
        sta DBYTHI
        lda PTIMOT
        sta DTIMLO
        jmp SIOV
.endp
