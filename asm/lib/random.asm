;   random.asm - random bytes.
;
;   Entry points: random_byte, random_below; with TEACH_MODE also
;   random_teach.

;----------------------------------------------------------------------
;   random_byte: a byte from POKEY. Two reads are at least 32 cycles apart,
;   so that all bits are new  [spec: companions 4]
;   OUT      A the byte, with N and Z; byte_count incremented
;   CLOBBERS nothing; X with TEACH_MODE
;   CYCLES   34; 3,900 at most in teach mode
;----------------------------------------------------------------------
.proc           random_byte
.ifdef TEACH_MODE
                lda teach
                bne random_taught
.endif
                lda RANDOM
count           pha
                inc byte_count
                bne same
                inc byte_count + 1
same            pla
                rts
.endp

;----------------------------------------------------------------------
;   random_below: a random byte modulo n
;   IN       A n, 1 to 255
;   OUT      A 0 to n - 1
;   CLOBBERS X
;   CYCLES   60 + 7 * (random byte / n)
;----------------------------------------------------------------------
.proc           random_below
                sta random_modulus
                jsr random_byte
                sec
less            sbc random_modulus
                bcs less
                adc random_modulus
                rts
.endp

.ifdef TEACH_MODE
;----------------------------------------------------------------------
;   random_teach: starts the teach mode's stream from its beginning
;   OUT      teach = 1; random_state
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           random_teach
                lda #0
                sta random_state + 1
                sta random_state + 2
                sta random_state + 3
                lda #1                          ; the seed
                sta random_state
                sta teach
                rts
.endp

;----------------------------------------------------------------------
;   random_taught: the next byte of the stream in the specification:
;   state = (state * 1103515245 + 12345) modulo 2^31; the byte is bits 16
;   to 23 of the state
;   OUT      A the byte, with N and Z; byte_count incremented
;   CLOBBERS X
;----------------------------------------------------------------------
.proc           random_taught
                ldx #3
begin           lda addend,x
                sta random_product,x
                lda factor,x
                sta random_factor,x
                dex
                bpl begin
                ldx #32
shift           lsr random_factor + 3
                ror random_factor + 2
                ror random_factor + 1
                ror random_factor
                bcc twice
                clc
                .rept 4
                lda random_product + #
                adc random_state + #
                sta random_product + #
                .endr
twice           asl random_state
                rol random_state + 1
                rol random_state + 2
                rol random_state + 3
                dex
                ;@loop 32
                bne shift
                ldx #3
take            lda random_product,x
                sta random_state,x
                dex
                bpl take
                lda random_state + 3
                and #$7f
                sta random_state + 3
                lda random_state + 2
                jmp random_byte.count

addend          dta f(12345)
factor          dta f(1103515245)
.endp
.endif
