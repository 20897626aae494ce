; ---------------------------------------------------------------------------
; later.asm - what this ROM does not have yet. Every documented entry point
; exists and says so: a device answers with a time-out, as if nothing were
; connected.
;
; Segment: OS ROM.
; Owned RAM: none.
;
; Entry            what is missing                        what it answers
; ---------------  -------------------------------------  ----------------------
; SIOV             serial transfers                       ST_TIMEOUT, A = 0
; SENDEV           POKEY set up for sending               returns
; CASETV           C: open, get, put, status              ST_TIMEOUT
; RBLOKV, CSOPIV   cassette block read and open           ST_TIMEOUT
; (CKEY)           cassette boot at cold start            returns
; ---------------------------------------------------------------------------

; IN the device control block   OUT Y = STATUS = DSTATS, N set, A = 0
; CLOBBERS -   CYCLES 17
.proc later_sio
        lda #0
        ldy #ST_TIMEOUT
        sty STATUS
        sty DSTATS
        rts
.endp

; OUT Y status, N set   CLOBBERS -   CYCLES 8
.proc later_device
        ldy #ST_TIMEOUT
        rts
.endp

.proc later_cassette_boot
.endp
.proc later_send_enable
        rts
.endp

; ---------------------------------------------------------------------------
; sio_init (SIOINV) - motor off, COMMAND high, POKEY out of its reset state.
; IN -   OUT -   CLOBBERS A   CYCLES 29
; ---------------------------------------------------------------------------
.proc sio_init
        lda #$3C
        sta PACTL
        sta PBCTL
        lda #$03                ; key scan and debounce; also noisy transfers
        sta SSKCTL
        sta SOUNDR
        sta SKCTL
        rts
.endp
