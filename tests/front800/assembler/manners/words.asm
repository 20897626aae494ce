; .procs with everything, long names, locals with the same names, dots
	org $2000
.proc graphics_initialise (.word dl .byte mode,colour) .var
	.zpvar dl .word = $f0
	.zpvar mode colour .byte
	mwa dl 560
	mva mode 559
	lda colour
	ldx #4
@	sta 708,x
	dex
	bpl @-
	rts
.endp
.proc delay (.byte x) .reg
@	lda 20
	cmp:req 20
	dex
	bne @-
	rts
.endp
.proc multiply (.byte a,x) .reg
	sta num1
	stx num2
	lda #0
	ldx #8
loop
	lsr num1
	bcc skip
	clc
	adc num2
skip
	ror
	ror result
	dex
	bne loop
	rts
	.var num1 num2 .byte
	.var result .byte
.endp
start
	graphics_initialise #dlist,#$22,#$94
	graphics_initialise dlptr #$22 $600
	delay #50
	delay $600
	delay @
	multiply #5,#6
	multiply $600 #6
	multiply @ $600
	lda multiply.result
	jmp start
dlptr	dta a(dlist)
dlist	dta $70,$41,a(dlist)
	run start
