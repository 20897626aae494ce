;   cio.asm - central input and output: eight control blocks (IOCBs), any
;   device with a handler.
;
;   Owned RAM: ZIOCB (the IOCB in work), ICIDNO, CIOCHR, ICCOMT; ICAX3Z/4Z is
;     the pointer to the handler table.
;   Entry points: cio_entry (CIOV), cio_init (CIOINV).

IOCB_BYTES   = 16
IOCB_END     = 8*IOCB_BYTES
COPIED_BYTES = 12       ; of an IOCB, to page zero and back
LAST_HANDLER = 33       ; in HATABS
FREE         = $FF      ; ICHID of a closed IOCB

TABLE_OPEN    = 0       ; entries of a handler table
TABLE_CLOSE   = 2
TABLE_GET     = 4
TABLE_PUT     = 6
TABLE_STATUS  = 8
TABLE_SPECIAL = 10

;   What a closed IOCB's put pointer leads to.
.proc cio_closed
        ldy #ST_CLOSED
        rts
.endp

        published $E4C4
;----------------------------------------------------------------------
;   cio_entry: carries out the command of an IOCB
;   IN       X = 16 * IOCB, A = data (with length 0)
;   OUT      Y = status, N set = error, A = data
;----------------------------------------------------------------------
.proc cio_entry
        sta CIOCHR
        stx ICIDNO
        cpx #IOCB_END
        bcs no_iocb
        txa
        and #IOCB_BYTES-1
        bne no_iocb
        tay
copy    lda ICHID,x
        sta ZIOCB,y
        inx
        iny
        cpy #COPIED_BYTES
        bcc copy
        jsr cio_command
        sty ICSTAZ

        ldx ICIDNO
        lda ICBAL,x             ; the address stays the caller's
        sta ICBALZ
        lda ICBAH,x
        sta ICBAHZ
        ldy #0
back    lda ZIOCB,y
        sta ICHID,x
        inx
        iny
        cpy #COPIED_BYTES
        bcc back
        ldx ICIDNO
        lda CIOCHR
        ldy ICSTAZ
        rts

no_iocb lda CIOCHR
        ldy #ST_IOCB
        rts
.endp

;   OUT Y = status
.proc cio_command
        lda ICCOMZ
        cmp #CIO_OPEN
        bcc unknown
        beq cio_do_open
        cmp #CIO_STATUS
        bcs cio_query
        cmp #CIO_CLOSE
        bcs cio_do_close
        ldx ICHIDZ
        inx
        beq cio_closed
        cmp #CIO_PUTREC-1
        bcc cio_get
        jmp cio_put
unknown ldy #ST_COMMAND
        rts
.endp

;----------------------------------------------------------------------
;   cio_do_open: an IOCB stays open when its handler reports an error:
;   it is the program's to close
;----------------------------------------------------------------------
.proc cio_do_open
        ldy #ST_IN_USE
        ldx ICHIDZ
        inx
        bne done
        jsr cio_find
        bcs done
        ldy #TABLE_OPEN
        jsr cio_call
        sty ICSTAZ
        jsr cio_table
        ldy #TABLE_PUT
        lda (ICAX3Z),y
        sta ICPTLZ
        iny
        lda (ICAX3Z),y
        sta ICPTHZ
        ldy ICSTAZ
done    rts
.endp

;   cio_do_close - closing what is closed is no error.
.proc cio_do_close
        ldy #ST_OK
        ldx ICHIDZ
        inx
        beq done
        ldy #TABLE_CLOSE
        jsr cio_call
        lda #FREE
        sta ICHIDZ
        lda #<[cio_closed-1]
        sta ICPTLZ
        lda #>[cio_closed-1]
        sta ICPTHZ
done    rts
.endp

;----------------------------------------------------------------------
;   cio_query: status and special commands; a closed IOCB is opened for
;   the duration of the command
;   IN       A = command
;----------------------------------------------------------------------
.proc cio_query
        ldx ICHIDZ
        inx
        bne open
        jsr cio_find
        bcs done
open    ldy #TABLE_STATUS
        lda ICCOMZ
        cmp #CIO_STATUS
        beq call
        ldy #TABLE_SPECIAL
call    jsr cio_call
        ldx ICIDNO
        lda ICHID,x
        sta ICHIDZ
done    rts
.endp

;----------------------------------------------------------------------
;   cio_get: a record ends with EOL: what does not fit into the buffer
;   is read and thrown away, and EOL takes the buffer's last place, also
;   where an error ends the reading
;----------------------------------------------------------------------
.proc cio_get
        ldy #ST_WRONLY
        lda ICAX1Z
        and #OPEN_READ
        beq write_only
        lda ICBLLZ
        ora ICBLHZ
        beq get_one
more    jsr get_one
        bmi cio_count
        ldy #0
        lda CIOCHR
        sta (ICBALZ),y
        jsr cio_advance
        bcc more
        bne cio_count

discard jsr get_one
        bmi cut                 ; the record ends here, too
        jsr cio_is_end
        bne discard
        lda #ST_TRUNC
        sta ICSTAZ
cut     lda ICBALZ
        bne same
        dec ICBAHZ
same    dec ICBALZ
        ldy #0
        lda #EOL
        sta (ICBALZ),y
        jmp cio_count

get_one ldy #TABLE_GET
        jsr cio_call
        sta CIOCHR
        sty ICSTAZ
        cpy #0
write_only
        rts
.endp

;----------------------------------------------------------------------
;   cio_count: the end of get and put: the length becomes the bytes
;   done
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc cio_count
        ldx ICIDNO
        sec
        lda ICBLL,x
        sbc ICBLLZ
        sta ICBLLZ
        lda ICBLH,x
        sbc ICBLHZ
        sta ICBLHZ
        ldy ICSTAZ
        rts
.endp

;----------------------------------------------------------------------
;   cio_put: a record ends with EOL, also when there is none in the
;   buffer, or in A with length 0
;----------------------------------------------------------------------
.proc cio_put
        ldy #ST_RDONLY
        lda ICAX1Z
        and #OPEN_WRITE
        beq done
        lda ICBLLZ
        ora ICBLHZ
        beq single
more    ldy #0
        lda (ICBALZ),y
        sta CIOCHR
        jsr put_one
        bmi cio_count
        jsr cio_advance
        bcc more
        bne cio_count
end     lda #EOL
        sta CIOCHR
        jsr put_one
        jmp cio_count
single  jsr put_one
        bmi done
        jsr cio_is_record
        bne done
        lda CIOCHR
        cmp #EOL
        bne end
        rts

put_one ldy #TABLE_PUT
        jsr cio_call
        sty ICSTAZ
        cpy #0
done    rts
.endp

;   One byte done. OUT C clear: there is more to do; C set: no, and Z set: what
;   there was room for is not the whole record   CLOBBERS A
.proc cio_advance
        inc ICBALZ
        bne same
        inc ICBAHZ
same    lda ICBLLZ
        bne low
        dec ICBLHZ
low     dec ICBLLZ
        jsr cio_is_end
        beq whole
        lda ICBLLZ
        ora ICBLHZ
        clc
        bne more
        jsr cio_is_record
        sec
more    rts
whole   lda #ST_OK              ; Z is clear
        sec
        rts
.endp

;   OUT Z set = a record has come to its EOL   CLOBBERS A
.proc cio_is_end
        jsr cio_is_record
        bne done
        lda CIOCHR
        cmp #EOL
done    rts
.endp

;   OUT Z set = the command is for a record, not for bytes   CLOBBERS A
.proc cio_is_record
        lda ICCOMZ
        and #$02
        rts
.endp

;----------------------------------------------------------------------
;   cio_find: looks up the device named at (ICBALZ), last handler first
;   OUT      C clear, ICHIDZ, ICDNOZ; or C set, Y = ST_NO_DEV
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc cio_find
        ldy #0
        lda (ICBALZ),y
        beq none                ; the mark of a free entry
        ldx #LAST_HANDLER
look    cmp HATABS,x
        beq found
        dex
        dex
        dex
        bpl look
none    ldy #ST_NO_DEV
        sec
        rts
found   stx ICHIDZ
        iny
        lda (ICBALZ),y          ; a digit, or the colon
        sec
        sbc #'0'
        beq unit_1
        cmp #10
        bcc unit
unit_1  lda #1
unit    sta ICDNOZ
        clc
        rts
.endp

;----------------------------------------------------------------------
;   cio_call: calls a function of the handler of ICHIDZ
;   IN       Y = TABLE_..., CIOCHR
;   OUT      A Y as the handler gives them
;   CLOBBERS X, ICCOMT
;----------------------------------------------------------------------
.proc cio_call
        sty ICCOMT
        jsr cio_table
        ldy ICCOMT
        iny
        lda (ICAX3Z),y
        pha
        dey
        lda (ICAX3Z),y
        pha
        lda CIOCHR
        ldx ICIDNO
        ldy #ST_NOTIMPL
        rts                     ; to the handler
.endp

;   OUT ICAX3Z/4Z = handler table of ICHIDZ   CLOBBERS A X
.proc cio_table
        ldx ICHIDZ
        lda HATABS+1,x
        sta ICAX3Z
        lda HATABS+2,x
        sta ICAX4Z
        rts
.endp

;----------------------------------------------------------------------
;   cio_init: all IOCBs closed
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc cio_init
        ldx #IOCB_END-IOCB_BYTES
each    lda #FREE
        sta ICHID,x
        lda #<[cio_closed-1]
        sta ICPTL,x
        lda #>[cio_closed-1]
        sta ICPTH,x
        txa
        sec
        sbc #IOCB_BYTES
        tax
        bcs each
        rts
.endp
