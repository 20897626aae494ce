; code in several banks of an extended machine
portb	= $d301
bank0	= $fe
	opt b-
	org $2000

	lmb #0
	jmp start

copy	.proc
	ldy #0
	mwa #$4000 $80
	rts
	.endp

setbank	.macro
	lda #$e3|[=:1<<2]
	sta portb
	.endm

start	setbank level1
	jsr copy
	setbank level2
	jsr copy
	lda #=level2
	jsr :level1
	jmp start

	nmb
	org $4000
level1	lda data
	sta $80
	rts
data	dta 1,2,3
	ert *>$8000

	nmb
	org $4000
level2	lda data
	sta $81
	rts
data	dta 4,5,6
	.print 'bank ',=level2,' ends at ',*

	lmb #3
	org $4000
level3	dta a(level3)
	rmb
	org $3000
	dta b(=level1),b(=level2)
	.segdef code $6000 $100
	.segdef tables $7000 $80
	.segment code
main	lda tab,x
	rts
	.segment tables
tab	:16 dta #*#
	.endseg
	run start
