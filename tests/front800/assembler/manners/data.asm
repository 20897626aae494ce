; data of every kind
	org $4000
a1	dta 1,2,3
	dta b(1),b(2,3),a($1234,a1),v(a1)
	dta l(a1),h(a1),m($123456),g($12345678)
	dta t($123456),e($123456),f($12345678),r($12345678)
	dta c'Atari',d'Atari'
	dta c"Atari"*,d"Atari"*
	dta c'it''s',d"say ""hi"""
	dta 'text',"text"
	dta 'text'*,"text"+$40
	dta c'A',d'B'*,0,<a1,>a1
	dta sin(0,127,256)
	dta sin(128,127,64,0,15)
	dta a(cos(1000,500,32))
	dta l(sin(0,1000,16)),h(sin(0,1000,16))
	dta (1,2,3),[1+2]*3
	.byte 1,2,3,'text',"text",a(1)
	.word 1,a1,$ffff,-1
	.long $123456,a1
	.dword $12345678,-1
	.by 1 2 3 'text'
	.by +$80 'text' 1
	.wo 1 2 a1
	.sb 'text'
	.sb "text" 0
	.sb +$80,'TEXT'
	.cb 'LAST'
	.cb 'A','BC'
	.he 00 01 02 03 ff
	.dbyte $1234,5
	.fl 3.14159 -1 0 1e10
	.cbm 'hello'
	.byte $12 , %1010 , 'a' , "a"
	.byte
	.word
l1	.byte 5
l2:	.byte 6
l3	:4 .byte #
	:4 dta a(l3+#*2)
	.ds 10
	.align 4
	.align $100,0
	.align
	.array table [4][3] .byte = $ff
	[0] = 1,2,3
	[3] = 9
	.enda
	lda table[1]
arr	.array .word
	1,2,3
	.enda
	dta .len arr,.sizeof arr, .len table
	dta .lo(a1),.hi(a1)
	dta {lda #},{jmp},{sta $1234,x},{nop}
	.array big [100] .dword
	.enda
	.enum en
a=1,b,c=$10
	.ende
	dta en.a,en.b,en(a|c)
	.pages 1
	:16 dta #
	.endpg
	.put [0] = "abc"
	.put [10] = 1,2,3
	.sav [0] 13
	.print .get[0]
