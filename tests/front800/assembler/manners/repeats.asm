; repeats
N = 4
	org $2000
	:4 nop
	:N dta #
	:N*2 dta #*#
	:[N+1] nop
	:(N+1) nop
	:N-1 lda $600+#
tab	dta sin(0,127,256)
lo	:24 dta <[$8000+#*40]
hi	:24 dta >[$8000+#*40]
lo2	:24 dta l($8000+#*40)
w	:24 dta a($8000+#*40)
	.rept 4
	lda #.r
	.endr
	.rept N,#
	lda #:1
lab:1	sta $600+:1
	.endr
	jmp lab3
	.rept 2,#*2,#+1
	dta :1,:2
	.endr
	.rept 3
	.rept 2
	dta #
	.endr
	.endr
	.rept 3,#
	.rept 2,#,:1
	dta :1
	.endr
	.endr
	.rept 10
	.if #<5
	dta #
	.elseif #=7
	dta $77
	.else
	dta $ff
	.endif
	.endr
	.rept 3
	.local
l	dex
	bne l
	.endl
	.endr
	.rept 3
?l	dex
	bne ?l
	.endr
	.rept 3
@	dex
	bne @-
	.endr
	:3 mva #0 $80+#
	:2 mwa #$1234+# $80+#*2
	:3 asl @
	:2 .byte #
	:3 .word #
	:3 .he ff
	:3 sta $d000+#,x
	:5 dta #,#+1
	:2 lda:sta $80+#
	:N=4 dta 44
	:N<>4 dta 45
	:1 nop
	:0 nop
	.rept 0
	nop
	.endr
	.rept [N+4]/2
	nop
	.endr
?i = 0
	.rept 8
	dta ?i
?i += 3
	.endr
	:8 dta 1<<#
	:8 dta $80>>#
	:8 dta [#&1]*$ff
	.rept 256
	dta [#*#]/256
	.endr
