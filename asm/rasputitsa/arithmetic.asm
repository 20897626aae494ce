;   arithmetic.asm - products and quotients of bytes.
;
;   Entry points: multiply, divide.

;----------------------------------------------------------------------
;   multiply: product of two bytes
;   IN       A, zp_factor
;   OUT      A high byte, zp_product low byte
;   CLOBBERS Y, X is kept
;   CYCLES   170
;----------------------------------------------------------------------
.proc           multiply
                ;@budget 170
                sta zp_product
                lda #0
                ldy #8
                lsr zp_product
digit           bcc clear
                clc
                adc zp_factor
clear           ror @
                ror zp_product
                dey
                ;@loop 8
                bne digit
                rts
.endp

;----------------------------------------------------------------------
;   divide: divides a byte, shifted left by X - 8, by a byte
;   IN       zp_product dividend, zp_factor divisor (not 0), X number of
;            bits of the shifted dividend, at least 8
;   OUT      A low byte of the quotient
;   CLOBBERS X, zp_product; Y is kept
;   CYCLES   235 for 8 bits, 346 for 12
;----------------------------------------------------------------------
.proc           divide
                lda #0
next            asl zp_product
                rol @
                bcs fits
                cmp zp_factor
                bcc short
fits            sbc zp_factor           ; carry is set
                sec
short           rol zp_quotient
                dex
                ;@loop 12
                bne next
                lda zp_quotient
                rts
.endp
