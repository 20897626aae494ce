;   floating_functions.asm - floating point package: moving numbers,
;   polynomials, exponential and logarithm.
;
;   Segment: $DD40-$DFFF.
;   Owned RAM: page zero $D4-$FF but CIX, INBUFF and DEGFLG; $05E0-$05F7.
;   Entry points: PLYEVL, FLD0R, FLD0P, FLD1R, FLD1P, FST0R, FST0P, FMOVE, EXP,
;     EXP10, REDRNG, LOG, LOG10.
;
;   Powers and logarithms are split into multiples of half a decade and a
;   remainder between 10^-1/4 and 10^1/4, for which there is a polynomial. The
;   polynomials' values are kept between 0.1 and 1, where a number has ten
;   decimal places; only the last operation rounds.

ARGUMENT  = $05E0       ; PLYEVL and REDRNG
SCRATCH   = $05E6       ; REDRNG, EXP and LOG
MULTIPLE  = $05EC       ; EXP and LOG: half decades, as a number
ORIGINAL  = $05F2       ; EXP: its argument

POWER_COUNT = 9         ; terms of the polynomials
LOG_COUNT   = 6

;----------------------------------------------------------------------
;   floating_add_multiple: FR0 = FR0 + MULTIPLE * a number in the page
;   of constants. floating_add_rest: the number after the one FCHRFLG
;   tells.
;   IN       X = its low byte
;   CLOBBERS as FMUL and FADD, SCRATCH ZTEMP1 FLPTR
;----------------------------------------------------------------------
.proc floating_add_rest
        lda FCHRFLG
        clc
        adc #MANTISSA+1
        tax
.endp                           ; falls through
        ert *<>floating_add_multiple
.proc floating_add_multiple
        stx ZTEMP1
        jsr floating_save
        floating_with FLD0R MULTIPLE
        ldx ZTEMP1
        ldy #>constants
        jsr FLD1R
        jsr FMUL
        floating_with FLD1R SCRATCH
        jmp FADD
.endp

;   FR0 = the polynomial of LOG, at FR0 squared.   CLOBBERS as PLYEVL
.proc floating_log_terms
        jsr FMOVE
        jsr FMUL
        ldx #<log_terms
        ldy #>log_terms
        lda #LOG_COUNT
        jmp PLYEVL
.endp

;----------------------------------------------------------------------
;   The polynomial of EXP, the highest power first. Like that of LOG it
;   is a minimax approximation; its last two terms are a little larger,
;   to make up for what the operations cut off, and to let e^0 become
;   1.
;----------------------------------------------------------------------
power_terms                     ; e^r / root of 10
        .byte $3D, $07, $77, $81, $24, $54
        .byte $3D, $63, $38, $66, $84, $26
        .byte $3E, $04, $39, $27, $47, $93
        .byte $3E, $26, $35, $07, $45, $92
        .byte $3F, $01, $31, $76, $14, $08
        .byte $3F, $05, $27, $04, $64, $17
        .byte $3F, $15, $81, $13, $88, $41
        .byte $3F, $31, $62, $27, $76, $59
        .byte $3F, $31, $62, $27, $76, $61
        ert *-power_terms<>POWER_COUNT*[MANTISSA+1]

        floating_at PLYEVL
;----------------------------------------------------------------------
;   floating_polynomial (PLYEVL): Horner's rule
;   IN       FR0; X, Y = coefficients, that of the highest power first;
;            A = how many
;   OUT      FR0, C as FADD
;   CLOBBERS A, X, Y, FR1, FRE, FR2, FRX, EEXP, NSIGN, ESIGN, FLPTR,
;            FPTR2, ARGUMENT
;----------------------------------------------------------------------
.proc floating_polynomial
        stx FPTR2
        sty FPTR2+1
        sta ESIGN
        floating_with FST0R ARGUMENT
        ldx FPTR2
        ldy FPTR2+1
        jsr FLD0R
        clc
        bcc test                ; always
term    floating_with FLD1R ARGUMENT
        jsr FMUL
        bcs done
        lda FPTR2
        adc #MANTISSA+1
        sta FPTR2
        bcc same
        inc FPTR2+1
same    ldx FPTR2
        ldy FPTR2+1
        jsr FLD1R
        jsr FADD
        bcs done
test    dec ESIGN
        bne term
done    rts
.endp

;   FR0 = -FR0 * FR1.   OUT, CLOBBERS as FMUL
.proc floating_multiply_negated
        lda FR0
        eor #$80
        sta FR0
        jmp FMUL
.endp

;----------------------------------------------------------------------
;   floating_load0, floating_load1: a number to FR0 (FLD0R), FR1
;   (FLD1R); the entries FLD0P, FLD1P take its address from FLPTR
;   IN       X, Y = its address
;   OUT      FLPTR = X, Y
;   CLOBBERS A, Y
;   CYCLES   103
;----------------------------------------------------------------------
        floating_at FLD0R
.proc floating_load0
        stx FLPTR
        sty FLPTR+1
        ert *<>FLD0P
        ldy #MANTISSA
byte    lda (FLPTR),y
        sta FR0,y
        dey
        bpl byte
        rts
.endp

        floating_at FLD1R
.proc floating_load1
        stx FLPTR
        sty FLPTR+1
        ert *<>FLD1P
        ldy #MANTISSA
byte    lda (FLPTR),y
        sta FR1,y
        dey
        bpl byte
        rts
.endp

;----------------------------------------------------------------------
;   floating_store0 (FST0R): FR0 to memory; FST0P: to where FLPTR
;   points
;   IN       X, Y = the address
;   OUT      FLPTR = X, Y
;   CLOBBERS A, Y
;   CYCLES   103
;----------------------------------------------------------------------
        floating_at FST0R
.proc floating_store0
        stx FLPTR
        sty FLPTR+1
        ert *<>FST0P
        ldy #MANTISSA
byte    lda FR0,y
        sta (FLPTR),y
        dey
        bpl byte
        rts
.endp

;----------------------------------------------------------------------
;   floating_move (FMOVE): FR1 = FR0
;   CLOBBERS A, X
;   CYCLES   85
;----------------------------------------------------------------------
        floating_at FMOVE
.proc floating_move
        ldx #MANTISSA
byte    lda FR0,x
        sta FR1,x
        dex
        bpl byte
        rts
.endp

        floating_at EXP
;----------------------------------------------------------------------
;   floating_exp (EXP), floating_exp10 (EXP10): e and 10 to the power
;   of FR0. FR0 = n half decades + r; the result is 10^(n/2) * e^r.
;   OUT      FR0, C clear; or C set: beyond the largest number
;   CLOBBERS all but CIX, INBUFF, DEGFLG; $05E0-$05F7
;   CYCLES   up to 125000
;----------------------------------------------------------------------
.proc floating_exp
        lda #<unit_natural
        bne floating_power      ; always
.endp
;   FR0 to SCRATCH.   CLOBBERS A X Y FLPTR
.proc floating_save
        ldx #<SCRATCH
        ldy #>SCRATCH
        jmp FST0R
.endp

        floating_at EXP10
.proc floating_exp10
        lda #<unit_decimal
        bne floating_power      ; always
.endp

;   What has so many places before the point is nothing or too large.
.proc floating_beyond
        asl ESIGN
        bcc too_large
        jmp floating_is_zero
too_large
        sec
        rts
.endp

;   IN A = unit_natural, unit_decimal: what a half decade is
.proc floating_power
        sta FCHRFLG
        lda FR0
        sta ESIGN
        and #$7F
        sta FR0
        cmp #EXP_ONE+2
        bcs floating_beyond
        floating_with FST0R ORIGINAL
        lda FCHRFLG
        cmp #<unit_decimal
        beq decimal
        floating_with FLD1R number_log_e
        jsr FMUL
decimal jsr FMOVE
        jsr FADD
        jsr FPI
        lda FR0+1
        bne floating_beyond
        lda FR0
        cmp #200
        bcs floating_beyond
        sta ZTEMP3              ; n without its sign

        lsr @                   ; DIGRT = n / 2 rounded downwards, plus 1
        bit ESIGN
        bpl up
        adc #0
        eor #$FF
        adc #1                  ; C is clear
up      clc
        adc #1
        sta DIGRT

        lda ZTEMP3
        ldx #$80                ; negative
        jsr floating_set_multiple
        floating_with FLD0R ORIGINAL
        ldx FCHRFLG
        jsr floating_add_multiple
        jsr floating_add_rest
        lda FCHRFLG
        cmp #<unit_decimal
        bne natural
        floating_with FLD1R number_log_e
        jsr FDIV
natural lda ESIGN
        and #$80
        eor FR0
        sta FR0
        ldx #<power_terms
        ldy #>power_terms
        lda #POWER_COUNT
        jsr PLYEVL              ; e^r / root of 10

        lda ZTEMP3
        lsr @
        bcs odd
        floating_with FLD1R number_root_tenth
        jsr FMUL
odd     lda DIGRT
        lsr @
        bcc hundreds
        lda FR0+1               ; ten times that, with the guard's digits
        cmp #$10
        bcc left
        jsr floating_right
        stx FR0+1               ; 0
left    ldx #FR0+1
        jsr floating_left
hundreds
        lda DIGRT
        cmp #$80
        ror @
        clc
        adc EEXP
        sta EEXP
        jmp floating_round
.endp

;   FR1 = 1/2.   CLOBBERS A X Y FLPTR
.proc floating_half
        ldx #<number_half
        ldy #>number_half
        jmp FLD1R
.endp

        floating_at REDRNG
;----------------------------------------------------------------------
;   floating_reduce_range (REDRNG): FR0 = (FR0 - C) / (FR0 + C)
;   IN       FR0; X, Y = address of C
;   OUT      FR0, C as FDIV
;   CLOBBERS A, X, Y, FR1, FRE, FR2, FRX, EEXP, NSIGN, FLPTR, FPTR2,
;            ARGUMENT, SCRATCH
;----------------------------------------------------------------------
.proc floating_reduce_range
        stx FPTR2
        sty FPTR2+1
        floating_with FST0R ARGUMENT
        ldx FPTR2
        ldy FPTR2+1
        jsr FLD1R
        jsr FADD
        jsr floating_save
        floating_with FLD0R ARGUMENT
        ldx FPTR2
        ldy FPTR2+1
        jsr FLD1R
        jsr FSUB
        floating_with FLD1R SCRATCH
        jmp FDIV
.endp

        floating_at LOG
;----------------------------------------------------------------------
;   floating_log (LOG), floating_log10 (LOG10): natural and decimal
;   logarithm. FR0 = m * 10^(n/2) with m about 10^-1/4 to 10^1/4: half
;   decades and a polynomial in (m-1)/(m+1).
;   OUT      FR0, C clear; or C set: FR0 was not above 0
;   CLOBBERS all but CIX, INBUFF, DEGFLG; $05E0-$05F1
;   CYCLES   up to 125000
;----------------------------------------------------------------------
.proc floating_log
        lda #<unit_natural
        bne floating_logarithm  ; always
.endp
        floating_at LOG10
.proc floating_log10
        lda #<unit_decimal
.endp                           ; falls through
        ert *<>floating_logarithm

;   IN A = unit_natural, unit_decimal: what a half decade is
.proc floating_logarithm
        sta FCHRFLG
        lda FR0
        beq failed
        bpl above_zero
failed  sec
        rts
above_zero
        asl @                   ; n is four times the exponent, less 256, and
        asl @                   ; what is added below
        sta ZTEMP1
        lda #0
        rol @
        sta ZTEMP1+1
        lda FR0+1               ; the number itself goes between 0.1 and 1
        cmp #$10
        bcc one_digit
        inc ZTEMP1
        inc ZTEMP1
        bne between             ; always
one_digit
        ldx #FR0
        jsr floating_left
between lda #EXP_ONE-1
        sta FR0
        ldy #0                  ; near which half decade?
        ldx #<number_tenth
        lda FR0+1
        cmp #$18
        bcc nearest
        iny
        ldx #<number_root_tenth
        cmp #$56
        bcc nearest
        iny                     ; 1, as two halves: their sum is below 1
        ldx #<number_half
nearest stx DIGRT
        tya
        clc
        adc ZTEMP1
        sta ZTEMP1
        bcc same
        inc ZTEMP1+1
same    jsr floating_save
        ldx #0
        lda ZTEMP1
        ldy ZTEMP1+1
        bne positive
        ldx #$80
        sec
        lda #0
        sbc ZTEMP1
positive
        jsr floating_set_multiple
        jsr floating_saved
        ldx DIGRT
        cpx #<number_half
        beq near_one
        ldy #>constants
        jsr REDRNG
reduced jsr floating_save
        jsr floating_log_terms
        bcc floating_log_rest   ; always

;   With d = (1 - m) / 2 the quotient is d / (d - 1). 1 - m is exact, and what
;   is divided by is below 1; half of m would have lost the digit that 1 - m is
;   made of where m is nearly 1.
near_one
        jsr floating_less_one
        jsr floating_half
        jsr floating_multiply_negated
        jsr floating_save
        jsr floating_less_one
        jsr FMOVE
        jsr floating_saved
        jsr FDIV
        bcc reduced             ; always
.endp

;----------------------------------------------------------------------
;   Constants, all in one page. BASICs take one half for their square
;   roots.
;----------------------------------------------------------------------
        floating_at FHALF-12
constants
number_tenth
        .byte $3F, $10, $00, $00, $00, $00
number_root_tenth
        .byte $3F, $31, $62, $27, $76, $60
        ert *<>FHALF
number_half
unit_decimal                    ; a half decade in decimal logarithms: this
        .byte $3F, $50, $00, $00, $00, $00
        .byte $00, $00, $00, $00, $00, $00      ; and this
unit_natural                    ; the same in natural logarithms
        .byte $40, $01, $15, $12, $92, $00
        .byte $3C, $54, $64, $97, $02, $28

;   Goes on behind the constants.
.proc floating_log_rest
        floating_with FLD1R SCRATCH
        jsr FMUL
        lda FCHRFLG
        cmp #<unit_decimal
        beq decimal
        floating_with FLD1R number_log_e
        jsr FDIV
decimal jsr floating_add_rest
        ldx FCHRFLG
        jsr floating_add_multiple
        jmp floating_round
.endp

        floating_at ATCOEF
        .byte $3E, $11, $12, $03, $65, $58
        .byte $BE, $73, $03, $88, $04, $74
        .byte $3F, $02, $24, $96, $09, $15
        .byte $BF, $04, $46, $17, $93, $30
        .byte $3F, $06, $73, $45, $87, $79
        .byte $BF, $08, $80, $68, $85, $26
        .byte $3F, $11, $05, $66, $68, $67
        .byte $BF, $14, $27, $94, $92, $03
        .byte $3F, $19, $99, $96, $30, $51
        .byte $BF, $33, $33, $33, $24, $72
        ert *<>FP9S
        .byte $3F, $99, $99, $99, $99, $97
        ert *<>PIOV4            ; pi / 4
        .byte $3F, $78, $53, $98, $16, $34
number_log_e                    ; decimal logarithm of e
        .byte $3F, $43, $42, $94, $48, $19
        ert *>$E000
