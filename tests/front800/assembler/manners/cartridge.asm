; a cartridge of 8K
	opt h-f+
	org $a000
	icl 'registers.inc'
init	.proc
	rts
	.endp
start	.proc
	ldx #$ff
	txs
	cld
	mwa #dl sdlstl
	mva #$22 sdmctl
	mva >font chbase
	ldy #<vbi
	ldx #>vbi
	lda #7
	jsr xitvbv-6
loop	lda consol
	and #%111
	cmp #%110
	bne loop
	jmp (start_vec)
	.endp
start_vec .word start
vbi	.proc
	inc colbak
	mva rtclok+2 colpf0+2
	jmp xitvbv
	.endp
dli	.proc
	pha
	lda #$34
	sta wsync
	sta colpf0
	pla
	rti
	.endp
dl	.he 70 70 70
	.byte $42
	.word text
	.rept 10
	.byte $02|[[#&1]<<7]
	.endr
	.byte $41,<dl,>dl
text	.sb "  A CARTRIDGE OF EIGHT K  "
	.sb +$80," PRESS START "
	.align $400
font	:128 dta a(#*$101),a(0),a(0),a(0)
	.print "free: ",$bffa-*," bytes"
	ert *>$bffa,'too long'
	org $bffa
	.word start
	.byte 0
	.byte %00000100
	.word init
