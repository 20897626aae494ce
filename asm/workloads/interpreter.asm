;   interpreter.asm - an interpreter whose inner loop is self-modifying code
;                     in page zero. The interpreted program prints numbers on
;                     a screen that scrolls by moving its memory.

                icl 'common.inc'

get             = $c0           ; the inner loop, copied here at the start
at              = get + 7       ; the operand of its LDA
acc             = $90
column          = $91
digits          = $92           ; 4
index           = $96

start           lda #>SCREEN
                ldx #4
                jsr fill
                ldx #inner_end - inner - 1
copy            lda inner,x
                sta get,x
                dex
                bpl copy
                lda #$22
                jsr screen_on
                jmp get

;   Executes the operation whose number is the program's next byte.
inner           inc at
                bne *+4
                inc at + 1
                dta $ad,a(program - 1)  ; lda program - 1
                asl @
                tax
                lda operations + 1,x
                pha
                lda operations,x
                pha
                rts
inner_end
                ert inner_end - inner > $30

operations      dta a(op_add - 1),a(op_digit - 1),a(op_print - 1)
                dta a(op_again - 1),a(op_skip - 1),a(op_line - 1)

;   Operations. CLOBBER A, X, Y.
op_add          jsr operand
                clc
                adc acc
                sta acc
                jmp get

op_digit        jsr operand
                tax
                lda acc
                and #15
                cmp #10
                bcc small
                sbc #10
small           ora #$10
                sta digits,x
                lsr acc
                jmp get

op_print        ldy column
                ldx #3
print           lda digits,x
                sta SCREEN + 23 * 40,y
                iny
                dex
                bpl print
                sty column
                jmp get

op_skip         jsr operand
                bit acc
                beq skip
                jmp get
skip            jsr operand             ; skip an operation and its operand
                jsr operand
                jmp get

op_line         lda column
                cmp #36
                bcc same
                lda #0
                sta column
                jsr scroll
same            jmp get

op_again        lda #<[program - 1]
                sta at
                lda #>[program - 1]
                sta at + 1
                jmp get

;----------------------------------------------------------------------
;   operand: the next byte of the program
;   OUT      A the byte
;----------------------------------------------------------------------
.proc           operand
                inc at
                bne same
                inc at + 1
same            lda at
                sta fetch + 1
                lda at + 1
                sta fetch + 2
fetch           lda program
                rts
.endp

;----------------------------------------------------------------------
;   scroll: moves all rows up
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           scroll
                ldx #0
low             lda SCREEN + 40,x
                sta SCREEN,x
                inx
                bne low
next            lda SCREEN + 296,x
                sta SCREEN + 256,x
                inx
                bne next
third           lda SCREEN + 552,x
                sta SCREEN + 512,x
                inx
                bne third
last            lda SCREEN + 808,x
                sta SCREEN + 768,x
                inx
                cpx #152
                bne last
                lda #0
                ldx #39
clear           sta SCREEN + 23 * 40,x
                dex
                bpl clear
                rts
.endp

program         .rept 20
                dta 0,# * 13 + 7,4,1,0,37,1,0,0,11,1,1,4,2
                dta 0,5,1,2,0,3,1,3,2,5
                .endr
                dta 3

                text_list

                run start
