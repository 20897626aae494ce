; things that come from elsewhere and are accepted or told of
	org $2000
	.print "here: ",*
	.echo "there: " , * , " end"
	.byte $ff,'a',"b",%1
	.word $ffff, *
	.ds 4
	.align 8
	.ifndef FOO
FOO	= 1
	.endif
	.if FOO
	lda #FOO
	.endif
	.macro inc16 ; adr
	inc :1
	bne skip
	inc :1+1
skip
	.endm
	inc16 $80
	inc16 $82
	mva #100 $80 ; comment
	mwa #$1234 $80 // other
	.pages $100
	nop
	.endpg
	.nowarn dew $80
