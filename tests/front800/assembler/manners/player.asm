; a replay routine for a music of four channels
	icl 'registers.inc'

	opt h-
	opt l+

.enum	cmd
	nop, note = 16, slide, vib, tempo = $f0, stop = $ff
.ende

	.struct channel
instr	.byte
note	.byte
env	.word
vol	.byte
freq	.word
delay	.byte
	.ends

PLAYBASE	= $4000
CHANS	= 4
ZP	= $f0

	.zpvar = ZP
	.zpvar p0 p1 .word
	.zpvar tmp .byte

	org PLAYBASE
	jmp init
	jmp play
	jmp stop

	.local player
speed	dta 6
cnt	dta 0
pos	dta 0
song	dta a(0)
	.endl

chn	dta channel [CHANS-1] (0,0,0,0,0,0) (1,0,0,0,0,0) (2,0,0,0,0,0) (3,0,0,0,0,0)

init	.proc (.word ax .byte y) .reg
	stx p0
	sta p0+1
	sty player.pos
	mwa p0 player.song
	mva #0 player.cnt
	ldx #.len(channel)*CHANS-1
	lda #0
	sta:rpl chn,x-
	rts
	.endp

play	.proc
	dec player.cnt
	bpl hold
	mva player.speed player.cnt
	ldx #0
each	jsr row
	txa
	add #.len channel
	tax
	cpx #.len(channel)*CHANS
	bne each
hold	jmp output

	.local row
	mwa player.song p0
	ldy player.pos
	lda (p0),y
	cmp #cmd.tempo
	scc:jmp command
	cmp #cmd.note
	bcc skip
	sta chn[0].note,x
	tay
	mva lo,y chn.freq,x
	mva hi,y chn.freq+1,x
	mva #15 chn.vol,x
skip	inc player.pos
	rts
command	cmp #cmd.stop
	jeq stop
	and #$f
	sta player.speed
	rts
	.endl

output	ldx #3
	ldy #6
@	lda chn+channel.freq,x
	sta audf1,y
	lda chn[0].vol,x
	ora #$a0
	sta audc1,y
	:2 dey
	dex
	bpl @-
	rts
lo	:61 dta <[[1789773/[28+#*3]]-7]
hi	:61 dta >[[1789773/[28+#*3]]-7]
	.endp

stop	.proc
	ldx #8
	lda #0
	sta:rpl audf1,x-
	rts
	.endp

	.get 'song.bin'
	.if .get[0] <> $ff
	ert 'no song'
	.endif
tempo	= .get[1]+.wget[2]
	.print 'tempo ',tempo
	.put [0] = 0
	.sav 8
	ins 'song.bin',2,4
	ins 'song.bin'*,-4
	ins 'song.bin'+$10,0,2
size	= *-PLAYBASE
	.print "player: ",PLAYBASE,"..",*-1," size ",size
	.echo .sizeof 'song.bin', ' ' , .filesize('song.bin')
