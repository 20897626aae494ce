; a command for the disk system with relocatable blocks
	blk	sparta $0600
start	lda #0
	rts
	blk	reloc main
p_main	jsr printf
	dta c'Hello %d',$9b,0
	dta a(val)
	jsr getenv
	bcs no
	lda val
	sta buf
	inc buf+1
no	rts
val	dta a(1234)
buf	blk	empty $100 main

	blk	reloc extended
ext	lda buf,x
	jmp p_main
	blk	update address
	blk	update symbols
	blk	update new ext 'MYSYM'
printf	smb 'PRINTF'
getenv	smb 'U_GETPAR'
