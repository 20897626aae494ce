; 16 bits and more by hand, with .lo .hi, macros of the manual's manner
	org $2000
.macro add16 a b c
	clc
	lda :a
	adc :b
	sta :c
	lda :a+1
	adc :b+1
	sta :c+1
.endm
.macro ldxy value
	ldx #<[:value]
	ldy #>[:value]
.endm
.macro cpword a,b
	lda :a+1
	cmp :b+1
	bne done
	lda :a
	cmp :b
done
.endm
.macro asl16 a,n
	.rept :n
	asl :a
	rol :a+1
	.endr
.endm
.macro store
	.if :0 = 1
	sta :1
	.elseif :0 = 2
	sta :1
	sta :2
	.elseif :0 = 3
	sta :1
	sta :2
	sta :3
	.else
	.error "store wants one to three places"
	.endif
.endm
.macro dlist_line mode,address
	.if :0 > 1
	dta :mode|$40,a(:address)
	.else
	dta :mode
	.endif
.endm
.macro repeat_text n
	.rept :n
	dta d'ab'
	.endr
.endm
.macro fillpage
	ldx #0
	txa
?fp	sta :1,x
	inx
	bne ?fp
.endm
	add16 $80 $82 $84
	add16 $80,$82,$84
	ldxy 12345
	ldxy main+1
	cpword $80,$82
	cpword $80 $82
	asl16 $80,3
	store $80
	store $80,$81
	store $80 $81 $82
	dlist_line 2,$8000
	dlist_line 2
	repeat_text 2
	fillpage $8000
	fillpage $8100
main	rts
