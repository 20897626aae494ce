; structured tests
	org $2000

	.var i,j .byte
	.var ptr .word
	.var big .long
	.zpvar zp .word = $80
	.zpvar count .byte

main
	mva #0 i
	#while .byte i < #10
	 #if .byte i = #5
	  inc j
	 #else
	  dec j
	 #end
	 inc i
	#end

	mwa #$4000 ptr
	#while .word ptr <= #$4fff
	 mwa ptr zp
	 ldy #0
	 tya
	 sta (zp),y
	 inw ptr
	#end

	.while .byte count <> #0
	 dec count
	 .test .word ptr > #$4800
	  dec i
	 #else
	  inc i
	 .endt
	.endw

	#if .byte i > #3 .and .byte j < #7
	 lda #1
	 sta $600
	#end
	#if .byte i == #3 .or .byte j != #7 .or .word ptr >= zp
	 lda #1
	 sta $601
	#else
	 #if i
	  lda #2
	 #end
	 sta $602
	#end
	#if ptr>#2100
	 nop
	#end
	#if .byte @ = #65
	 jsr letter
	#end
	#if .long big > #$12345
	 nop
	#end
	#while .byte $d40b<#112
	#end
	#cycle #17
	#cycle #5
	#while .word zp
	 dew zp
	 lda (zp),y
	 #while .byte @
	  dey
	 #end
	#end
	rts

letter	.proc
	.var c .byte
	sta c
	#if .byte c >= #'A' .and .byte c <= #'Z'
	 clc
	 adc #32
	#end
	rts
	.endp

long	#while .byte i
	.rept 20
	lda $1234+#
	sta $2345+#
	sta $3456+#
	.endr
	dec i
	#end
	rts

	run main
