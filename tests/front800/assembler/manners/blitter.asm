; a blitter list of a card, with structures
	.struct blt
src_adr .long
src_y .word
src_x .byte
dst_adr .long
dst_y .word
dst_x .byte
width .word
height .byte
andm .byte
xorm .byte
collm .byte
zoom .byte
pat .byte
ctl .byte
	.ends
BASE	= $d640
.enum	reg
	vctl, xdl0, xdl1, xdl2, csel, psel, cr, cg, cb
	memac = $1e
	mema = $1f
.ende
	org $2000
	mva #1 BASE+reg.vctl
	mwa #xdl BASE+reg.xdl0
	mva #^xdl2 BASE+reg.xdl2
	.rept 3
	mva #[xdl>>[#*8]]&$ff BASE+reg.xdl0+#
	.endr
	fxs reg.mema,#$80
	lda list[0].width
	mwa #320-1 list[1].width
	mva #199 list[1].height
	jmp *
fxs	.macro
	lda :2
	sta BASE+:1
	.endm
list	dta blt [1] (0,320,1,$10000,320,1,319,199,$ff,0,0,0,0,8) (0,0,0,0,0,0,0,0,0,0,0,0,0,0)
xdl	dta a($8862),199,t($10000),a(320),b(1),%00010001,$ff
xdl2	= $012345
