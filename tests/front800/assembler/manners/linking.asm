; a program that links a library
	org $2000
screen	= $8000
color	= $80
	jmp main
	.proc getkey (.byte a) .reg
	sta $2fc
	rts
	.endp
main	print #text
	clear
	lda #width
	jsr clear
	jmp main
text	dta c'linked',0
	.link 'library.obx'
	.link "second.obx"
	run main
