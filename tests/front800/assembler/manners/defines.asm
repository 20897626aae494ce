; defines and odd spacing
	.define poke mva #%%2 %%1
	.define border $d01a
	.define pokes mva #%%2 %%1 \ mva #%%2 %%1+1
	org $2000
	poke 712, 0
	poke 710 , 148
	poke(709, 10)
	pokes $600,1
	.undef poke
	.define poke lda #%%2 \ sta %%1
	poke $80,1
	lda  #  5
	lda	#5;no blank
	lda #5//also none
	lda #5 /* in the middle */
/* a whole
 block of remarks */
	nop /* begins here
	and ends */
	nop
label	lda #1 \ sta $80 \ rts
	:3 nop \ clc
a1=5
a2 =6
a3= 7
a4	=	8
a5	EQU	9
	LDA #A1
	Lda #a2
	dta a3 ,a4, a5
lbl:lda #5
lbl2: lda #5
	jmp lbl
	jmp lbl2
