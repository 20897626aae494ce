; a library to be linked
	.public	print, clear, width
	.extrn	screen .word
	.extrn	color .byte
	.extrn	getkey .proc (.byte a) .reg
width	= 40
	.reloc

print	.proc (.word ya) .reg
	sta src
	sty src+1
	ldy #0
loop	lda src: $ffff,y
	beq stop
	ora color
	sta screen,y
	iny
	bne loop
stop	rts
	.endp

clear	.proc
	ldx #0
	txa
@	sta screen,x
	sta screen+$100,x
	dex
	bne @-
	getkey #1
	mwa #table $fe
	lda <table
	ldx >table
	rts
	.endp

table	dta a(print),a(clear)
	dta l(table),h(table)
	.var save .word
	mwa $80 save
	rts

	blk update address
	blk update extrn
	blk update public
