; macros of all sorts
	opt ?+
	org $2000
m1	.macro
	lda #:1
	sta :2
	.endm
m2	.macro p,q
	lda #:p
	ldx #:q
	.endm
.macro m3 (a,b)
	dta :a,:b
.endm
	.macro m4(first, second)
	mva #:first :second
	.endm
m5	.macro '_' v
	dta :v
	.endm
m6	.macro " "
	lda #:2
	.endm
loopm	.macro n
	ldx #%%1
l	dex
	bne l
	.endm
rec	.macro
	.if :1>0
	dta :1
	rec :1-1
	.endif
	.endm
label	.macro
lab:1	dta :1
	.def :glob:1 = :1
	.endm
sum	.macro
?s	= 0
	.rept :0
	.endr
	dta :0
	.endm
dflt	.macro
	.if :2 <> -1
	lda #:2
	.else
	lda #0
	.endif
	sta :1
	.endm
opt3	.macro
	.if :0 < 3
	.exitm
	.endif
	dta :3
	.endm
vbl	.macro vector
	ldy <:vector
	ldx >:vector
	lda #7
	jsr $e45c
	.endm
text	.macro
	dta d:1,0
	.endm
add24	.macro
	clc
	lda :1
	adc #<[:2]
	sta :1
	lda :1+1
	adc #>[:2]
	sta :1+1
	lda :1+2
	adc #^[:2]
	sta :1+2
	.endm

start	m1 5,$80
	m1 5 $80
	m2 1,2
	m3 1,2
	m3 (1,2)
	m4 7, $600
	m5 1
	m6 "#5"
	m6 $80
	loopm 10
	loopm 20
	rec 4
	label 1
	label 2
	lda glob1
	sum 1,2,3
	dflt $80
	dflt $80,9
	opt3 1,2
	opt3 1,2,3
	vbl start
	text 'hello'
	add24 $80,$12345
	:3 m1 # $80+#
	.rept 3,#
	m1 :1 $90+:1
	.endr
	after start
after	.macro addr
	dta a(:addr)
	.endm
x1	m1 <start $80
	m1 >start, $81
	.local scope
	m1 1 2
inner	.macro
	dta :1
	.endm
	inner 3
	.endl
	scope.inner 4
