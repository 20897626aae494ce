; every macro-instruction in every manner
	org $2000
zp	= $80
zq	= $82
adr	= $600
ind	= $90
	mva #0 zp
	mva zp adr
	mva adr,x adr+$100,x
	mva (ind),y zp
	mva zp (ind),y
	mva (ind,x) zp
	mva #1 adr,y+
	mva adr,x+ adr+1,x
	mva adr+1,x adr,x-
	mvx #0 zp
	mvy #0 zp
	mvx adr,y zp
	mwa #adr zp
	mwa zp zq
	mwa #0 adr
	mwa adr,x zp
	mwx #adr zp
	mwy #adr zp
	adb zp #5
	adb zp zq adr
	sbb zp #5
	sbb zp zq
	adw zp #5
	adw zp #$500
	adw zp zq
	adw zp zq adr
	adw zp #5 zq
	sbw zp #5
	sbw zp zq adr
	adw (ind),y #5
	add #5
	add adr,x
	sub (ind),y
	sub #1
	inw zp
	inw adr
	inl zp
	ind adr
	dew zp
	.nowarn del zp
	.nowarn ded zp
	cpb zp #5
	cpw zp #$1234
	cpw zp zq
	cpl zp #$123456
	cpd zp zq
	phr
	plr
	jeq far
	jne far
	jcc far
	jcs far
	jmi far
	jpl far
	jvc far
	jvs far
	lda zp
	seq
	lda #1
	sne
	mva #1 zp
	scc:inc zp+1
	scs
	jmp far
	spl:dex
	smi:dey
	svc
	nop
	svs
	nop
	lda $d40b
	req
	lda:rne $d40b
	lda:cmp:req 20
	dex:rne
	sta:rne adr,x+
	sta:sta:sta:sta zp
	lda:sta:sta adr,x-
	inc:inc adr
	rmi
	rpl
	rcc
	rcs
	rvc
	rvs
	ldx:ldy:lda #5
	lda:pha adr
	pla:sta adr
	txa:pha
	tya:pha
	.rept 100
	nop
	.endr
far	rts
