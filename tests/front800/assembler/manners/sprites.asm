/*
	a software sprite engine
	in character mode, with macros
*/
	icl 'registers.inc'

; ---	constants
SPRITES	= 6
WIDTH	= 40
HEIGHT	= 24
SCREEN	= $8000
FONT0	= $a000
FONT1	= $a400

; ---	zero page
	org $80
spr	.ds 2
dst	.ds 2
cx	.ds 1
cy	.ds 1
loop	.ds 1

; ---	macros
	.macro PUTSPRITE num,x,y,shape
	lda #:x
	sta sx+:num
	lda #:y
	sta sy+:num
	lda <:shape
	sta slo+:num
	lda >:shape
	sta shi+:num
	.endm

copyline .macro ' ' src,dst,len
	ldx #:len-1
@	lda :src,x
	sta :dst,x
	dex
	bpl @-
	.endm

mask	.macro
	.if :0<>2
	.error 'mask wants two parameters'
	.endif
	and :1
	ora :2
	.endm

waitline .macro
	.if :0 = 0
	sta wsync
	.else
	lda #:1
@	cmp vcount
	bne @-
	.endif
	.endm

	org $2000
start	.proc
	sei
	mva #0 nmien
	mva #$fe portb
	PUTSPRITE 0, 10, 10, ball
	PUTSPRITE 1, 20, 30, ball+8
	.rept 4
	PUTSPRITE #+2, #*8, #*10+4, ball
	.endr
main	waitline 120
	waitline
	jsr erase
	jsr draw
	copyline buf SCREEN WIDTH
	copyline "buf+40" "SCREEN+40" 40
	jmp main
	.endp

erase	.proc
	ldx #SPRITES-1
loop	ldy sy,x
	mva adlo,y dst
	mva adhi,y dst+1
	lda #0
	ldy sx,x
	.rept 3
	sta (dst),y
	iny
	.endr
	dex
	bpl loop
	rts
	.endp

draw	.proc
	ldx #SPRITES-1
next	stx loop
	ldy sy,x
	lda adlo,y
	sta dst
	lda adhi,y
	sta dst+1
	lda slo,x
	sta spr
	lda shi,x
	sta spr+1
	ldy #7
lp	lda (spr),y
	mask #$0f,#$30
	sta (dst),y
	dey
	bpl lp
	ldx loop
	dex
	bpl next
	rts
	.endp

adlo	:HEIGHT dta l(SCREEN+#*WIDTH)
adhi	:HEIGHT dta h(SCREEN+#*WIDTH)
sx	.ds SPRITES
sy	.ds SPRITES
slo	.ds SPRITES
shi	.ds SPRITES
buf	org *+80
	.align $100
ball	dta %00111100,%01111110
	dta %11111111,~%00110011&$ff
	dta $ff,$ff,$7e,$3c
	.rept 8
	dta [1<<[7-#]],$ff-[1<<#]
	.endr
	run start
