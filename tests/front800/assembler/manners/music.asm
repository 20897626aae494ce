; .local of the parts of a player, with self-modifying code, .proc at page zero
	org $2000
	jmp main
.local rmt
AUDF	= $d200
	.local tables
freq	:64 dta [#*4]^$ff
vol	:16 dta #|$a0
	.endl
init	ldx #$ff
	stx first
	lda #{jmp}
	sta hook
	mwa #dummy hook+1
	lda #{nop}
	sta self
	rts
hook	jmp play
dummy	rts
play	lda first: #0
	beq go
	inc first
go	ldx track: #0
	lda data: $ffff,x
	sta AUDF
	inw data
	lda data
	cmp #<songend
	lda data+1
	sbc #>songend
	bcc ok
	mwa #song data
ok	ldy #3
@	lda tables.vol,y
	sta AUDF+1,y
	dey
	bpl @-
self	nop
	rts
	.endl

.proc zproc,$80
start	lda addr: $ffff
	inw addr
	bne start
	rts
.endp

.local zcode,$c0
	ldx #0
	stx val
	rts
val	dta 0
.endl

main	ldx #.len zproc-1
@	lda .adr(zproc),x
	sta zproc,x
	dex
	bpl @-
	ldx #.len(zcode)
	mva:rpl .adr(zcode),x zcode,x-
	jsr zproc
	jsr zproc.start
	jsr zcode
	lda zcode.val
	mwa #song rmt.data
	jsr rmt.init
	jmp rmt.play
song	dta 1,2,3
songend
	.local sdata
x	dta 1
	.endl

