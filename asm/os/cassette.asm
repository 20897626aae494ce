;   cassette.asm - there is no cassette recorder: C: and the block routines
;   answer with a time-out, as if none were connected.
;
;   Owned RAM: none.

;   OUT Y status, N set   CLOBBERS -   CYCLES 8
.proc cassette_absent
        ldy #ST_TIMEOUT
        rts
.endp

;   START was held at the cold start   CLOBBERS -   CYCLES 6
.proc cassette_boot
        rts
.endp
