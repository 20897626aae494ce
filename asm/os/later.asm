; ---------------------------------------------------------------------------
; later.asm - what this ROM does not have yet. Every documented entry point
; exists and says so: a device answers with a time-out, as if nothing were
; connected; the floating point package reports an error (C set).
;
; Segment: OS ROM; the floating point entries are in later_floating_point.asm.
; Owned RAM: none.
;
; Entry            what is missing                        what it answers
; ---------------  -------------------------------------  ----------------------
; PRINTV           P: open, put, status                   ST_TIMEOUT
; CASETV           C: open, get, put, status              ST_TIMEOUT
; RBLOKV, CSOPIV   cassette block read and open           ST_TIMEOUT
; (CKEY)           cassette boot at cold start            returns
; $D800-$DFFF      the floating point package             C set
; ---------------------------------------------------------------------------

; OUT Y status, N set   CLOBBERS -   CYCLES 8
.proc later_device
        ldy #ST_TIMEOUT
        rts
.endp

.proc later_cassette_boot
        rts
.endp
