; nested names
	org $2000
x	= 1
y	equ 2
z	= 3
foo	= $12
.local outer
x	= 10
	.local inner
x	= 100
	lda #x
	lda #:x
	lda #outer.x
a	nop
	jmp a
	jmp outer.inner.a
	.endl
	lda #x
	lda #inner.x
	jmp inner.a
	.endl
	lda #x
	lda #outer.inner.x

	.proc work
loop	dex
	bne loop
	beq quit
	.local
loop	dey
	bne loop
	jmp :work
	.endl
	.proc sub1
	bne loop
	rts
	.endp
	jsr sub1
quit
	rts
	.endp
	jsr work.sub1
	.use outer
	lda #inner.x
	.using outer.inner
	.local one
	.use outer.inner
	lda a
	.endl
label1:
label2:	nop
label3	:2 nop
_under	nop
?temp	nop
	bne ?temp
?temp	nop
	bne ?temp
?v	= 5
?v	++
?v	+= 3
	dta ?v
?v	-= 1
?v	--
	dta ?v
cnt	set 5
	dta cnt
cnt	set cnt+1
	dta cnt
@	nop
	bne @-
	beq @+
@	nop
	beq @+1
	bne @-1
@	nop
@	nop
	jmp *
	jmp *+3
	bne *-2
	lda *+5,x
	.def :glob = 5
	.def here
	lda here
	lda #glob
	.local +outer
b	nop
	.endl
	jmp outer.b
