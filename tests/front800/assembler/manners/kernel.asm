; a kernel of display list interrupts with tables by .rept and local labels
	icl 'registers.inc'
lines	= 16
dlibase	= $3000
	org $80
dliptr	.ds 1
frame	.ds 1
tmpa	.ds 1
	org $2000
.proc main
	lda:cmp:req rtclok+2
	mva #$00 nmien
	mwa #dlist sdlstl
	mwa #dli0 vdslst
	mwa #vbl vvblkd
	mva #$c0 nmien
forever
	jmp forever
.endp

.proc vbl
	inc frame
	mva #0 dliptr
	mwa #dli0 vdslst
	jmp xitvbv
.endp

.macro SETDLI where
	.if [>:where] = [>*]
	lda <:where
	sta vdslst
	.else
	lda <:where
	sta vdslst
	lda >:where
	sta vdslst+1
	.endif
.endm

	.rept lines,#,#+1
dli:1	sta tmpa
	lda #$10+:1*2
	sta wsync
	sta colbak
	.if :2 < lines
	SETDLI dli:2
	.else
	SETDLI dli0
	.endif
	lda tmpa
	rti
	.endr

dlist	:3 dta $70
	dta $4f,a($8010)
	.rept 15
	:5 dta $0f
	dta $8f
	.endr
	dta $41,a(dlist)

	.macro wait_until
@	lda vcount
	cmp #:1
	bcc @-
	.endm
	wait_until 100
	wait_until 110
	:4 sta wsync
	jmp main
	run main
