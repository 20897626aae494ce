; segments of every sort
	org $2000
	nop
	org $2001
	nop
	org $3000,$4000
run1	jmp run1
	org r:$80
zp	lda zp
	.print .adr zp
	org $80,*
zp2	lda zp2
	org [a($ffff),d'ab',1],$5000
	nop
	org [a($fffa)],$6000,$7000
	nop
	org *+16
	nop
	org $8000
	ini $2000
	org $2e2
	dta a($2000)
	org $9000
	.align 16
	.align 16,$ff
	.align
	:3 nop
ini1	rts
	ini ini1
	org $a000
start	rts
	run start
	org $2e0
	.word start
	opt o-
	org $d0
v1	.ds 1
v2	.ds 2
	opt o+
	org $b000
	lda v1
	lda v2
