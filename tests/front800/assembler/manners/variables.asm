; variables
	.zpvar .byte a1,b1,c1
	.zpvar .word w1 w2
	.zpvar ptr .word = $e0
	.zpvar n1 n2 n3 .byte
	.zpvar buf :8 .byte
	.zpvar = $a0
	.zpvar last .dword
	.var v1,v2 .byte
	.var .word v3,v4=$1234
	.var v5 :10 .byte
	.var v6 .byte = $600
	.var v7=1 .byte, v8=2 .word
	.struct point
x	.byte
y	.word
col	.byte
	.ends
	.struct line
from	point
to	point
name	:8 .byte
	.ends
	.struct old
	.byte f1
	.word f2,f3
	.long f4
	.dword f5
	.byte :4 f6
	.ends
	.var pt point
	.zpvar zpt point = $c0
	.enum dir
	none = 0
	left, right
	up = 4
	down
	.ende
	.enum bits
	b0 = 1<<0,b1 = 1<<1,b2 = 1<<2
	.ende
	org $2000
	lda a1
	sta v1
	lda pt.y
	lda pt.y+1
	lda zpt.col
	ldx #line.to
	ldx #line.to.y
	lda #.len point
	lda #.sizeof(point)
	lda #.len(line)
	lda #dir(left)
	lda #dir.down
	lda #bits(b0|b2)
	lda #bits.b1
points	dta point [3] (1,2,3) (4,5,6)
lines	dta line [1]
single	point
last2	dta old [0] (1,2,3,4,5,6)
	lda points[2].y
	lda points[1].x
	ldy #points[1].x-points
	lda last+3
	lda buf+7
	.print 'zp ends at ',.zpvar
	mwa #points ptr
	mva #dir(right) n3
	.local game
	.var score .word
	.zpvar gp .word
	adw score #10
	lda gp
	.endl
	lda game.score
	lda game.gp
	.array board [8][8] .byte
	.enda
	lda board[3][4]
	.array colors .byte
	$00,$34,$78
	$be
	.enda
	.array words [6] .word = $ffff
	[2] = 7
	[3]:[4] = 8,9
	.enda
	lda words[2]+1
	ldx #.len colors
	mva colors[1] $d01a
