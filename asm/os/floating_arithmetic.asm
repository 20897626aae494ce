;   floating_arithmetic.asm - floating point package: the four operations.
;
;   Segment: $DA44-$DD3F.
;   Owned RAM: page zero $D4-$EE; $EF and what is above stay as they are.
;   Entry points: ZFR0, ZF1, INTLBF, FSUB, FADD, FMUL, FDIV, SKPSPC, ISDIGT,
;     NORMALIZE.
;
;   Products and quotients are exact, cut off after five bytes. A sixth, the
;   guard, follows the five in work; it is left in FRE for who wants to round.
;   In sums the smaller number is cut off after the guard first, and one of five
;   places less than the larger counts as nothing: X - E is X where E is tiny.

MANTISSA = 5            ; bytes
TENFOLD  = 2*MANTISSA+1 ; last byte of ten times FR1, counted from FR1
GUARD    = $50          ; and above: round up

;----------------------------------------------------------------------
;   floating_zero (ZFR0): FR0 = 0. ZF1: the six bytes at page zero
;   address X; ZFL: Y bytes.
;   OUT      A = 0
;   CLOBBERS X, Y
;   CYCLES   77
;----------------------------------------------------------------------
        floating_at ZFR0
.proc floating_zero
        ldx #FR0
        ert *<>ZF1
        ldy #MANTISSA+1
        ert *<>ZFL
        lda #0
next    sta $00,x
        inx
        dey
        bne next
        rts
.endp

;----------------------------------------------------------------------
;   floating_to_lbuff (INTLBF): INBUFF = LBUFF
;   CLOBBERS A
;   CYCLES   16
;----------------------------------------------------------------------
        floating_at INTLBF
.proc floating_to_lbuff
        lda #<LBUFF
        sta INBUFF
        lda #>LBUFF
        sta INBUFF+1
        rts
.endp

;   FR0 = FR0 - 1, as two halves: two of what is near 1 lose no digit.
;   OUT, CLOBBERS as FSUB, FLPTR
.proc floating_less_one
        jsr half
half    jsr floating_half
.endp                           ; falls through
        ert *<>FSUB

        floating_at FSUB
;----------------------------------------------------------------------
;   floating_subtract (FSUB), floating_add (FADD): FR0 = FR0 - FR1, FR0
;   + FR1
;   OUT      C clear; or C set: beyond the largest number
;   CLOBBERS A, X, Y, FR1, FRE, FR2, EEXP, NSIGN
;   CYCLES   up to 1200
;----------------------------------------------------------------------
.proc floating_subtract
        lda FR1
        eor #$80
        sta FR1
.endp                           ; falls through
        ert *<>FADD
.proc floating_add
        jsr floating_order
        lda FR0
        sta NSIGN
        and #$7F
        sta EEXP
        lda FR0
        sec
        sbc FR1
        and #$7F                ; bytes the smaller number goes to the right
        beq aligned
        cmp #MANTISSA
        bcs finish              ; FR0 as it is
        tay
shift   ldx #MANTISSA
byte    lda FR1,x
        sta FR1+1,x
        dex
        bne byte
        stx FR1+1
        dey
        bne shift

aligned sed
        ldx #MANTISSA+1
        lda FR0
        eor FR1
        bmi subtract
        clc
more    lda FR0,x
        adc FR1,x
        sta FR0,x
        dex
        bne more
        bcc finish
        jsr floating_right
        inx
        stx FR0+1               ; 1
finish  jmp floating_finish

subtract
        sec
less    lda FR0,x
        sbc FR1,x
        sta FR0,x
        dex
        bne less
        beq finish              ; always
.endp

;   FRE = FRE + the six bytes up to FR1+X.   OUT N set   CLOBBERS A X Y
.proc floating_add_in
        clc
        ldy #MANTISSA
byte    lda FRE,y
        adc FR1,x
        sta FRE,y
        dex
        dey
        bpl byte
        rts
.endp

        floating_at FMUL
;----------------------------------------------------------------------
;   floating_multiply (FMUL): FR0 = FR0 * FR1. The digits of FR0, from
;   the last byte to the first, tell how often FR1, or ten times FR1,
;   is added in FRE.
;   OUT      C clear; or C set: beyond the largest number
;   CLOBBERS A, X, Y, FR1, FRE, FR2, FRX, EEXP, NSIGN
;   CYCLES   up to 16000
;----------------------------------------------------------------------
.proc floating_multiply
        lda FR1+1
        beq zero
        lda FR0+1
        beq done
        jsr floating_prepare
        ldx #MANTISSA
byte    stx FRX
        ldx #MANTISSA-1
right   lda FRE,x
        sta FRE+1,x
        dex
        bpl right
        inx
        stx FRE
again   ldx FRX
        lda FR0,x
        beq next
        cmp #$10
        bcc one
        sbc #$10
        sta FR0,x
        ldx #TENFOLD
        bne sum                 ; always
one     dec FR0,x
        ldx #MANTISSA
sum     jsr floating_add_in
        bmi again               ; always
next    dex
        bne byte
copy    lda FRE,x
        sta FR0+1,x
        inx
        cpx #MANTISSA+1
        bne copy
        jmp floating_finish
zero    jmp floating_is_zero
done    clc
        rts
.endp

        floating_at FDIV
;----------------------------------------------------------------------
;   floating_divide (FDIV): FR0 = FR0 / FR1. The digits of the quotient
;   tell how often ten times FR1, and FR1, can be taken from FRE.
;   OUT      C clear; or C set: beyond the largest number, or FR1 = 0
;   CLOBBERS A, X, Y, FR1, FRE, FR2, FRX, EEXP, NSIGN
;   CYCLES   up to 21000
;----------------------------------------------------------------------
.proc floating_divide
        lda FR1+1
        beq by_zero
        lda FR0+1
        beq done
        lda FR1
        eor #$7F                ; the exponent is subtracted
        sta FR1
        jsr floating_prepare
        ldx #MANTISSA
copy    lda FR0,x
        sta FRE,x
        dex
        bne copy
byte    stx FRX
        lda #0
        sta FR0
tens    ldx #TENFOLD
        jsr floating_take_out
        bcc tens_back
        lda FR0
        adc #$09                ; C is set: $10
        sta FR0
        bcc tens                ; always
tens_back
        ldx #TENFOLD
        jsr floating_add_in
ones    ldx #MANTISSA
        jsr floating_take_out
        bcc ones_back
        inc FR0
        bcs ones                ; always
ones_back
        ldx #MANTISSA
        jsr floating_add_in
        ldx FRX
        lda FR0
        sta FR0+1,x             ; the sixth in FRE, which has served
        inx
        cpx #MANTISSA+1
        beq finish
        ldy #0
left    lda FRE+1,y
        sta FRE,y
        iny
        cpy #MANTISSA
        bne left
        lda #0
        sta FRE+MANTISSA
        beq byte                ; always
finish  jmp floating_finish
by_zero sec
        rts
done    clc
        rts
.endp

;   FR0 ... FR0+5 one byte to the right; the exponent follows.
;   OUT X = 0   CLOBBERS A
.proc floating_right
        ldx #MANTISSA+1
byte    lda FR0-1,x
        sta FR0,x
        dex
        bne byte
        inc EEXP
        rts
.endp

        floating_at SKPSPC
;----------------------------------------------------------------------
;   floating_skip_blanks (SKPSPC): to the next character that is no
;   blank
;   IN       INBUFF, CIX
;   OUT      CIX, Y = CIX
;   CLOBBERS A
;----------------------------------------------------------------------
.proc floating_skip_blanks
        ldy CIX
        lda #' '
next    cmp (INBUFF),y
        bne done
        iny
        bne next
done    sty CIX
        rts
.endp

        floating_at ISDIGT
;----------------------------------------------------------------------
;   floating_is_digit (ISDIGT): is the next character a digit?
;   IN       INBUFF, CIX
;   OUT      C clear, A = 0 to 9; or C set: no digit; Y = CIX
;----------------------------------------------------------------------
.proc floating_is_digit
        ldy CIX
        lda (INBUFF),y
        sec
        sbc #'0'
        bcc no
        cmp #10
        rts
no      sec
        rts
.endp

;   OUT A = $FF for a minus, else 0; CIX is past the sign   CLOBBERS X Y
.proc floating_sign
        ldy CIX
        lda (INBUFF),y
        ldx #0
        cmp #'+'
        beq sign
        cmp #'-'
        bne none
        ldx #$FF
sign    inc CIX
none    txa
        rts
.endp

;   One character more at LBUFF.   IN A   CLOBBERS Y
.proc floating_put
        ldy ZTEMP1
        sta LBUFF,y
        inc ZTEMP1
        rts
.endp

;   The next digit of FR0.   OUT A, Z; the others go left   CLOBBERS X Y
.proc floating_next_digit
        lda #0
        sta FR0
        ldx #FR0
        jsr floating_left
        lda FR0
        rts
.endp

;   FRE = FRE - the six bytes up to FR1+X.   OUT C clear: below 0
;   CLOBBERS A X Y
.proc floating_take_out
        sec
        ldy #MANTISSA
byte    lda FRE,y
        sbc FR1,x
        sta FRE,y
        dex
        dey
        bpl byte
        rts
.endp

;   FR0 = SCRATCH.   CLOBBERS A X Y FLPTR
.proc floating_saved
        ldx #<SCRATCH
        ldy #>SCRATCH
        jmp FLD0R
.endp

        floating_at NORMALIZE
;----------------------------------------------------------------------
;   floating_normalize (NORMALIZE): brings the first digit that is not
;   zero into the first byte
;   IN       FR0
;   OUT      FR0, C clear; or C set: beyond the largest number
;   CLOBBERS A, X, Y, FRE, EEXP, NSIGN
;   CYCLES   up to 900
;----------------------------------------------------------------------
.proc floating_normalize
        ldx #0
        stx FRE
        lda FR0
        sta NSIGN
        and #$7F
        sta EEXP
.endp                           ; falls through
        ert *<>floating_finish

;----------------------------------------------------------------------
;   floating_finish: the end of every operation
;   IN       EEXP exponent, NSIGN sign (bit 7), digits from FR0+1 to
;            FRE, the guard
;   OUT      FR0, FRE, C as above; EEXP, NSIGN stay valid
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc floating_finish
        cld
        ldy #MANTISSA+1
look    lda FR0+1
        bne floating_pack
        ldx #0
left    lda FR0+2,x
        sta FR0+1,x
        inx
        cpx #MANTISSA
        bne left
        lda #0
        sta FRE
        dec EEXP
        dey
        bne look
.endp                           ; falls through
        ert *<>floating_is_zero
.proc floating_is_zero
        jsr ZFR0
        clc
        rts
.endp

;   IN EEXP, NSIGN, FR0+1   OUT FR0, C as above   CLOBBERS A X Y
.proc floating_pack
        lda EEXP
        sec
        sbc #EXP_LOWEST
        cmp #EXP_HIGHEST-EXP_LOWEST+1
        bcc fits
        cmp #$B0                ; from here on it was negative
        bcs floating_is_zero
        sec
        rts
fits    lda NSIGN
        and #$80
        ora EEXP
        sta FR0
        rts
.endp

;----------------------------------------------------------------------
;   floating_round: the result of an operation, as near as five bytes
;   allow
;   IN       FR0, FRE, EEXP, NSIGN as floating_finish leaves them
;   OUT      FR0, C as above
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc floating_round
        lda FR0+1
        beq floating_is_zero
        lda FRE
        cmp #GUARD
        bcc floating_pack
        sed
        ldx #MANTISSA
digit   lda FR0,x
        adc #0                  ; C is set
        sta FR0,x
        bcc carried
        dex
        bne digit
        inc EEXP
        inx
        stx FR0+1               ; 1
carried cld
        jmp floating_pack
.endp

;----------------------------------------------------------------------
;   floating_order: makes FR0 the larger number, whatever the signs
;   IN       FR0, FR1
;   OUT      FR0, FR1; FRE and FR2, their guards, are 0
;   CLOBBERS A, X, Y, EEXP
;----------------------------------------------------------------------
.proc floating_order
        lda #0
        sta FRE
        sta FR2
        lda FR1
        asl @
        sta EEXP
        lda FR0
        asl @
        cmp EEXP
        bne decided
        ldx #1
byte    lda FR0,x
        cmp FR1,x
        bne decided
        inx
        cpx #MANTISSA+1
        bne byte                ; C is set when it ends
decided bcs ordered
        ldx #MANTISSA
swap    lda FR0,x
        ldy FR1,x
        sta FR1,x
        sty FR0,x
        dex
        bpl swap
ordered rts
.endp

;----------------------------------------------------------------------
;   floating_prepare: what multiplication and division begin with
;   IN       FR0, FR1 (not 0)
;   OUT      EEXP, NSIGN of the product; FR2 = 10 * FR1, both of six
;            bytes without exponent; FRE = 0; decimal
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc floating_prepare
        lda FR0
        eor FR1
        sta NSIGN
        lda FR1
        and #$7F
        sta FR1
        lda FR0
        and #$7F
        clc
        adc FR1
        sec
        sbc #EXP_ONE-1          ; the product has one byte more
        sta EEXP
        ldx #0
        stx FR1
        ldx #MANTISSA
copy    lda FR1,x
        sta FR2,x
        lda #0
        sta FRE,x
        dex
        bpl copy
        sed
        ldx #FR2
.endp                           ; falls through
        ert *<>floating_left

;   Six bytes of page zero, from X on, one digit to the left.   CLOBBERS Y
.proc floating_left
        ldy #4
each    asl $05,x
        rol $04,x
        rol $03,x
        rol $02,x
        rol $01,x
        rol $00,x
        dey
        bne each
        rts
.endp
