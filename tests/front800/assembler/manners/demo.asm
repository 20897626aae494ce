; parts of a demo, with everything mixed
	icl 'registers.inc'
	.def HAS_PART1
	.def LEVEL = 0
SINE	= $1000
	opt r+
	org $2000
	jmp start
	org SINE
	dta sin(64,63,256)
	org $2100
start
	.ifdef HAS_PART1
	jsr part1
	.endif
	.if .def LEVEL .and LEVEL > 0
	jsr part2
	.endif
	.if LEVEL
	jsr part2
	.endif
	mva #0 $80
	mva #0 $81
	mwa #0 $82
	mva #$22 559
	jmp start

.proc part1
	ldx #0
	ldy #0
@	lda SINE,x
	sta $8000,y
	txa
	add #3
	tax
	iny
	bne @-
	.local effect
	lda rtclok+2
	and #%1111
	tay
	mva palette,y colpf0
	mva palette+1,y colpf0+1
	rts
palette	:8 dta $10*#+4
	:8 dta $10*[7-#]+4
	dta 0
	.endl
	jsr effect
	jmp exit

exit	rts
.endp
.proc part2
	rts
.endp
	.align $100
tab	.rept 256
	dta <[[#*#]/4]
	.endr
	.rept 256, #
	dta >[[:1*:1]/4]
	.endr
chars	ins 'song.bin',0,8
	:8 dta ~.get[#]&$ff
	.if *>$5000
	.error 'too long: ',*
	.endif
	.print 'end: ',*
	ini start
	run start
