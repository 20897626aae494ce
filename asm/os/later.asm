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
; CASETV           C: open, get, put, status              ST_TIMEOUT
; RBLOKV, CSOPIV   cassette block read and open           ST_TIMEOUT
; (CKEY)           cassette boot at cold start            returns
; ---------------------------------------------------------------------------

; OUT Y status, N set   CLOBBERS -   CYCLES 8
.proc later_device
        ldy #ST_TIMEOUT
        rts
.endp

.proc later_cassette_boot
        rts
.endp
