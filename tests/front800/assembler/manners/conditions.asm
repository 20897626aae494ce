; conditions
	.def DEBUG
	.def VER = 3
PAL	= 1
NTSC	= !PAL
	org $2000
	.ifdef DEBUG
	nop
	.else
	brk
	.endif
	.ifndef RELEASE
	nop
	.endif
	.if .def DEBUG && VER>=3
	dta 1
	.elseif VER=2
	dta 2
	.else
	dta 3
	.endif
	ift PAL
	dta 50
	els
	dta 60
	eif
	ift NTSC=1 \ dta 60 \ eli PAL=1 \ dta 50 \ els \ dta 0 \ eif
	.if [.def DEBUG] .and .not [.def RELEASE]
	dta 4
	.endif
	.if PAL .or NTSC .xor 1
	dta 5
	.endif
	.if VER<1||VER>9
	.error "bad version"
	.endif
	.if VER = 3 && (PAL = 1 || NTSC = 1) && !(VER & 4)
	dta 6
	.endif
	ert VER<>3
	ert *>$3000,'too long'
	ert *>$3000 , "too long by ",*-$3000
	.error VER<>3
	.error *>$3000, "too long"
	.print "version ",VER
	.if <$1234 = $34 .and >$1234 = $12 .and ^$123456=$12
	dta 7
	.endif
	.ifdef later
	dta 8
	.endif
later	nop
	.if .fileexists('registers.inc')
	icl 'registers.inc'
	.endif
	.if .fileexists 'nothere'
	icl 'nothere'
	.endif
	.if .len proc1 > 2
	dta 9
	.endif
	.if 0
	this is no code at all "
	.if 1
	nor this
	.else
	.endif
	.endif
	.if 1 = 1 ; comment
	dta 10
	.endif ; done
proc1	.proc
	lda #0
	rts
	.endp
?x	= 0
	.rept 5
?x	+= 2
	.if ?x > 4
	dta ?x
	.endif
	.endr
