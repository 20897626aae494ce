; procedures with parameters of each manner
	org $2000
@proc_vars_adr = $680
@stack_pointer = $fe
@stack_address = $500
	jmp main

putpixel .proc (.byte x,y,a) .reg
	stx px
	sty py
	sta pc
	rts
px	.byte
py	.byte
pc	.byte
	.endp

fill	.proc (.word dst+1,len .byte value) .var
	.var len .word
	.var value .byte
	ldy #0
lp	lda value
dst	sta $ffff,y
	inw dst+1
	dew len
	cpw len #0
	bne lp
	rts
	.endp

print	.proc (.word ya) .reg
	sta ptr
	sty ptr+1
	ldy #0
@	lda (ptr),y
	beq quit
	jsr putc
	iny
	bne @-
quit	rts
	.zpvar ptr .word = $80
	.endp

putc	.proc (.byte a) .reg
	sta $8000
	rts
	.endp

add16	.proc (.word a1,b1) .var
	.zpvar a1 b1 .word = $90
	adw a1 b1
	rts
	.endp

sum	.proc (.byte c1 .word d1 .long e1)
	lda c1
	add d1
	add e1+2
	rts
	.endp

@CALL	.macro
	.if :1='I'
	ldx @stack_pointer
	.elseif :1='X'
	stx @stack_pointer
	jsr :2
	.elseif :1='@'
	sta @stack_address,x
	inx
	.elseif :2='B'
	 .if :1='#'
	 lda <:3
	 .else
	 lda :3
	 .endif
	 sta @stack_address,x
	 inx
	.elseif :2='W'
	 .if :1='#'
	 mwa #:3 @stack_address,x
	 .else
	 mwa :3 @stack_address,x
	 .endif
	 inx
	 inx
	.else
	 .if :1='#'
	 lda <:3
	 .else
	 lda :3
	 .endif
	 sta @stack_address,x
	 .rept 3
	 inx
	 .endr
	.endif
	.endm
@PULL	.macro
	.if :1='I'
	ldx @stack_pointer
	ldy #:2-1
@	lda @stack_address-1,x
	sta @proc_vars_adr,y
	dex
	dey
	bpl @-
	stx @stack_pointer
	.endif
	.endm
@PUSH	.macro
	.endm
@EXIT	.macro
	.endm

main	putpixel #10 #20 #1
	putpixel $80,$81,$82
	putpixel #10
	fill #$4000 #$400 #$55
	fill ptr2,#10,@
	print #text
	print #text+2
	putc #'A'
	putc "text,x"
	add16 #1234 $600
	sum #1 #$1234 #$123456
	jmp main

ptr2	dta a(text)
text	dta c'HELLO',$9b,0
	run main
