;   floating_text.asm - floating point package: from and to text and integers.
;
;   Segment: $D800-$DA43.
;   Owned RAM: page zero $D4-$FA as the routines tell; LBUFF.
;   Entry points: AFP, FASC, IFP, FPI.
;
;   A number has six bytes: the sign (bit 7) and the exponent of 100, plus 64;
;   then five bytes of two decimal digits, the first of which is not zero. The
;   point stands after the first byte. So a number has ten digits, or nine when
;   the first byte is below 10. Zero is six bytes 0. Numbers go from 1E-98 to
;   just below 1E98: what is smaller becomes zero, what is larger is an error (C
;   set).
;
;   The decimal flag is set inside. An interrupt routine that adds must clear
;   it, as with every program that computes in decimal.

EXP_LOWEST  = $0F       ; exponents a number may have
EXP_HIGHEST = $70
EXP_ONE     = $40       ; from 1 to 99
DIGITS      = 10
EEXP_HIGH   = ZTEMP1+1  ; EEXP in 16 bits, as a text may have 255 digits

;   Goes on at an address that programs know.
.macro floating_at address
        ert *>:address
        org :address
.endm

;   Calls `routine` with X, Y = the address of `number`.
.macro floating_with routine number
        ldx #<:number
        ldy #>:number
        jsr :routine
.endm

        floating_at AFP
;----------------------------------------------------------------------
;   floating_from_text (AFP): reads a number: blanks, a sign, digits
;   with or without a point, E with or without a sign and one or two
;   digits. Digits that find no place in a number count as zeros.
;   IN       INBUFF, CIX
;   OUT      C clear, FR0, CIX = what follows; or C set: no number, or
;            one too large
;   CLOBBERS A, X, Y, FRE, FRX, EEXP, NSIGN, ESIGN, FCHRFLG, DIGRT,
;            ZTEMP1
;   CYCLES   about 1000, and 220 a digit
;----------------------------------------------------------------------
.proc floating_from_text
        jsr SKPSPC
        jsr ZFR0
;   EEXP is the power of ten of the last digit kept, FRX the exponent as
;   written; bit 7 of FCHRFLG: a digit was there; of DIGRT: the point was.
        ldx #FRX
        jsr ZF1                 ; FRX, EEXP, NSIGN, ESIGN, FCHRFLG, DIGRT
        sta EEXP_HIGH
        sta ZTEMP1              ; digits kept
        jsr floating_sign
        sta NSIGN
digit   jsr ISDIGT
        bcs no_digit
        inc CIX
        sec
        ror FCHRFLG
        ldx ZTEMP1
        cpx #DIGITS
        bcs full
        tay
        bne keep
        cpx #0
        beq kept                ; zeros in front are not kept
keep    inc ZTEMP1
        pha
        ldx #FR0
        jsr floating_left
        pla
        ora FR0+5
        sta FR0+5
kept    bit DIGRT
        bpl digit
        lda #$FF
        sta EEXP_HIGH
        dec EEXP
        bne digit               ; always, after 255 digits at most
full    bit DIGRT
        bmi digit
        inc EEXP
        bne digit               ; always

no_digit
        lda (INBUFF),y
        cmp #'.'
        bne ended
        bit DIGRT
        bmi ended
        inc CIX
        ror DIGRT               ; C is set
        bne digit               ; always
ended   sec
        bit FCHRFLG
        bpl failed
        cmp #'E'
        bne scale
        sty ZTEMP1              ; the E may belong to what follows
        inc CIX
        jsr floating_sign
        sta ESIGN
        jsr ISDIGT
        bcc exponent
        lda ZTEMP1
        sta CIX
        bcs scale               ; always
exponent
        inc CIX
        sta FRX
        jsr ISDIGT
        bcs scale
        inc CIX
        ldx FRX
        beq units
tens    adc #10                 ; C is clear
        dex
        bne tens
units   sta FRX

scale   lda ESIGN               ; 0 or $FF
        cmp #$FF                ; C set = FRX is taken away
        eor FRX
        adc EEXP
        tax
        lda ESIGN
        adc EEXP_HIGH
        cpx #$80
        adc #0                  ; 0 = X holds the sum
        beq fits
        asl @                   ; C = its sign: far below 0, or far too large
        lda #$7F
        adc #0
        tax
fits    txa
        cmp #$80                ; an even power of ten is one of 100
        ror @
        bcc even
        ldx #FR0
        jsr floating_left
even    clc
        adc #EXP_ONE+4
        sta EEXP
        jsr floating_right
        jmp floating_finish
failed  rts
.endp

;   The polynomial of LOG, the highest power first.
log_terms                       ; 2 artanh(z) / (z ln 10), in z squared
        .byte $3F, $09, $78, $66, $94, $77
        .byte $3F, $09, $46, $86, $17, $88
        .byte $3F, $12, $41, $63, $44, $76
        .byte $3F, $17, $37, $16, $24, $67
        .byte $3F, $28, $95, $29, $66, $56
        .byte $3F, $86, $85, $88, $96, $38
        ert *-log_terms<>LOG_COUNT*[MANTISSA+1]

        floating_at FASC
;----------------------------------------------------------------------
;   floating_to_text (FASC): writes a number: from 0.01 to below 1E10
;   with the point at its place, others as a power of ten
;   IN       FR0
;   OUT      text at LBUFF, bit 7 of its last character set; INBUFF =
;            LBUFF
;   CLOBBERS A, X, Y, FR0, ZTEMP1, ZTEMP3, ZTEMP4
;   CYCLES   up to 3500
;----------------------------------------------------------------------
.proc floating_to_text
        jsr INTLBF
        lda #0
        sta ZTEMP1              ; characters written
        sta ZTEMP3              ; digits written
        ldx FR0+1
        beq is_zero
        lda FR0
        bpl positive
        lda #'-'
        jsr floating_put
        lda FR0
        and #$7F
positive
        sec
        sbc #EXP_ONE-1
        cmp #6
        ldx #0                  ; no power of ten is written
        bcs power
        asl @
        bne point_known         ; digits before the point
        lda #'0'
        jsr floating_put
        lda #0
        beq point_known         ; always
is_zero lda #'0'
        bne put_last            ; always
power   sbc #1                  ; C is set
        ldy #2
        ldx FR0+1
        cpx #$10
        bcc one_digit
        dey
one_digit
        rol @                   ; an odd power if it has two digits
        ldx #'E'
        sta ZTEMP4              ; the power of ten
        tya
point_known
        sta ZTEMP4+1
        stx ZTEMP3+1            ; not 0: a power of ten is written

digit   lda ZTEMP3
        cmp ZTEMP4+1
        bne no_point
        lda #'.'
        jsr floating_put
no_point
        jsr floating_next_digit
        bne put
        ldx ZTEMP3              ; a zero in front is left out
        bne put
        ldx ZTEMP4+1
        bne skip
put     ora #'0'
        jsr floating_put
skip    inc ZTEMP3
        lda ZTEMP3
        cmp #DIGITS
        bne digit

        cmp ZTEMP4+1
        beq whole
strip   dec ZTEMP1              ; zeros at the end, and a point
        ldy ZTEMP1
        lda LBUFF,y
        cmp #'0'
        beq strip
        cmp #'.'
        bne kept
        ldy ZTEMP4+1            ; 1.0E+11: two digits of the first byte are
        dey                     ; written, whatever the second is
        bne whole
        inc ZTEMP1
kept    inc ZTEMP1
whole   lda ZTEMP3+1
        beq last

        jsr floating_put        ; E
        ldx #'+'
        lda ZTEMP4
        bpl plus
        eor #$FF
        adc #0                  ; C is set
        ldx #'-'
plus    pha
        txa
        jsr floating_put
        pla
        ldx #'0'-1
        sec
tens    inx
        sbc #10
        bcs tens
        adc #'0'+10
        pha
        txa
        jsr floating_put
        pla
put_last
        jsr floating_put
last    ldy ZTEMP1
        lda LBUFF-1,y
        ora #$80
        sta LBUFF-1,y
        rts
.endp

        floating_at IFP
;----------------------------------------------------------------------
;   floating_from_integer (IFP): a whole number as a floating-point one
;   IN       FR0, FR0+1 = 0 to 65535
;   OUT      FR0, C clear
;   CLOBBERS A, X, Y, FRE, EEXP, NSIGN, ZTEMP4
;   CYCLES   up to 2200
;----------------------------------------------------------------------
.proc floating_from_integer
        lda FR0
        sta ZTEMP4
        lda FR0+1
        sta ZTEMP4+1
        jsr ZFR0
        ldy #16
        sed
each    asl ZTEMP4
        rol ZTEMP4+1
        ldx #3
double  lda FR0,x
        adc FR0,x
        sta FR0,x
        dex
        bne double
        dey
        bne each
        lda #EXP_ONE+2
        sta FR0
        jmp NORMALIZE
.endp

        floating_at FPI
;----------------------------------------------------------------------
;   floating_to_integer (FPI): rounds, halves upwards. FR1 stays as it
;   is: BASICs rely on that when they work out where a piece of a
;   string is.
;   IN       FR0
;   OUT      C clear, FR0, FR0+1 = 0 to 65535; or C set: negative, or
;            beyond
;   CLOBBERS A, X, Y, ZTEMP1, ZTEMP3, ZTEMP4
;   CYCLES   up to 3500
;----------------------------------------------------------------------
.proc floating_to_integer
        lda #0
        sta ZTEMP4
        sta ZTEMP4+1
        lda FR0
        bmi failed
        sec
        sbc #EXP_ONE-1          ; bytes before the point
        bcc done                ; below 1/100
        cmp #4
        bcs failed
        asl @
        sta ZTEMP3              ; digits
digit   dec ZTEMP3
        bmi round
        jsr floating_next_digit
        ldx #0                  ; ten times what there is, and the digit
        stx ZTEMP1
        ldx #10
        clc
sum     adc ZTEMP4
        tay
        lda ZTEMP1
        adc ZTEMP4+1
        sta ZTEMP1
        bcs failed
        tya
        dex
        bne sum
        sta ZTEMP4
        lda ZTEMP1
        sta ZTEMP4+1
        bcc digit               ; always
round   jsr floating_next_digit
        cmp #5
        bcc done
        inc ZTEMP4
        bne done
        inc ZTEMP4+1
        beq failed
done    lda ZTEMP4
        sta FR0
        lda ZTEMP4+1
        sta FR0+1
        clc
        rts
failed  sec
        rts
.endp

;----------------------------------------------------------------------
;   floating_set_multiple: a small whole number as a floating-point one
;   IN       A = n, X = its sign (bit 7)
;   OUT      MULTIPLE
;   CLOBBERS A, X, Y, FR0, FRE, EEXP, NSIGN, ZTEMP1, ZTEMP4, FLPTR
;----------------------------------------------------------------------
.proc floating_set_multiple
        stx ZTEMP1
        sta FR0
        lda #0
        sta FR0+1
        jsr IFP
        lda FR0
        ora ZTEMP1
        sta FR0
        ldx #<MULTIPLE
        ldy #>MULTIPLE
        jmp FST0R
.endp
