; ---------------------------------------------------------------------------
; later_floating_point.asm - the entries of the floating point package, which
; is not there yet: each returns with C set, its sign of an error.
;
; Segment: $D800-$DFFF.
; Owned RAM: none.
; Entry points: AFP to LOG10 at their documented addresses.
; ---------------------------------------------------------------------------

.macro later_fp entry
        ert *>:entry
        org :entry
        sec
        rts
.endm

        later_fp AFP
        later_fp FASC
        later_fp IFP
        later_fp FPI
        later_fp ZFR0
        later_fp ZF1
        later_fp FSUB
        later_fp FADD
        later_fp FMUL
        later_fp FDIV
        later_fp PLYEVL
        later_fp FLD0R
        later_fp FLD0P
        later_fp FLD1R
        later_fp FLD1P
        later_fp FST0R
        later_fp FST0P
        later_fp FMOVE
        later_fp EXP
        later_fp EXP10
        later_fp LOG
        later_fp LOG10
