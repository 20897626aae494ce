; 256 bytes: a plasma of character lines, all in page zero
; in the manner of size-coded intros

rtclok	equ $12
sdlstl	equ $230
colpf0	= $d016
wsync	= $d40a
vcount	= $d40b
random	= $d20a
audf1	= $d200
audc1	= $d201
scr	= $bc40
len	equ end-main

	opt h+
	org $80

main
	mwa #dl sdlstl
	lda #$22
	sta $22f
	ldx #0
gen	txa
	lsr @
	lsr @
	eor tmp: #0
	sta tab,x
	inc tmp
	dex
	bne gen
loop	lda:cmp:req rtclok+2
	lsr
	sta ofs
	ldy #23
row	ldx #39
col	txa
	clc
	adc ofs: #$00
	sta idx
	lda idx: tab
	eor tab,y
	and #%11
	ora #$40
put	sta scr,x
	dex
	bpl col
	dey
	spl
	jmp next
	jmp row
next	ldx #7
	sta wsync
@	lda vcount
	asl
	adc rtclok+2
	sta colpf0,x
	dex
	bpl @-
	; the sound
	lda rtclok+2
	and #%00111000
	bne nosnd
	mva random audf1
	mva #$a4 audc1
nosnd	jmp loop

dl	:3 dta $70
	dta $42,a(scr)
	:23 dta 2
	dta $41,a(dl)
end
	.print 'length: ',len
	ert len>256
tab	equ $2000
	.print "from ",main," to ",end-1
	run main
