; ins, get, sav, filesize
	org $2000
a	ins 'song.bin'
b	ins "song.bin",2
c	ins 'song.bin',2,4
d	ins 'song.bin',-2
e	ins 'song.bin'*
f	ins 'song.bin'+1
g	ins 'song.bin'-1,1,2
size	= .filesize 'song.bin'
	lda #size
	lda #.filesize('song.bin')-1
	lda #.len 'song.bin'
	lda #.sizeof('song.bin')
	.if .fileexists('song.bin') .and .filesize 'song.bin' = 16
	nop
	.endif
	.get 'song.bin'
	.get [100] 'song.bin'
	.get [$200] 'song.bin',4,4
	lda #.get[0]
	lda #.get[100+3]
	ldx #.wget[1]&$ff
	.rept 4
	.put [#] = #
	.endr
	.sav [0] 4
	.sav 2
	.sav [$200] 'out.sav',4
	:4 dta .get[#]
	:size/4 dta #
	.word .wget[0],.wget[2]
	dta f(.dget[0])
	dta t(.lget[4])
	ert .get[0]<>0
	.print 'first ',.get[0],' word ',.wget[0]
	icl 'nop'
	icl "end.inc"
	icl 'sub\through.inc'
	icl 'sub/rts'
	jmp part_label
