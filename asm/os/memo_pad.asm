;   memo_pad.asm - where the machine is when no program is: what is typed
;   appears on the screen and goes nowhere.
;
;   Owned RAM: none.
;   Entry points: memo_pad (BLKBDV), text_print.

;----------------------------------------------------------------------
;   memo_pad: programs come here by DOSVEC when they end; their screen
;   stays
;   OUT      does not return
;----------------------------------------------------------------------
.proc memo_pad
        ldx #$FF
        txs
        cld
        cli
        ldx ICHID
        inx
        bne open
        jsr start_editor
open    lda #<text
        ldy #>text
        jsr text_print
read    ldx #0
        stx ICBLL
        stx ICBLH
        lda #CIO_GETCHR
        sta ICCOM
        jsr CIOV
        jmp read
text    .byte 'FRONT800 OS 1.0   MEMO PAD', EOL
.endp

;----------------------------------------------------------------------
;   text_print: prints a record on IOCB 0
;   IN       A low, Y high byte of its address
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc text_print
        ldx #0
        sta ICBAL
        tya
        sta ICBAH
        lda #$FF                ; up to its EOL
        sta ICBLL
        stx ICBLH
        lda #CIO_PUTREC
        sta ICCOM
        jmp CIOV
.endp
