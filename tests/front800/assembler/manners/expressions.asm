; long expressions
a	= 5
b	= $1234
c	= %1010
	org $2000
lab
	dta a*2+b&$f|c
	dta a(a+b*c-1)
	dta <(b-1),>(b-1),<[b-1],>[b-1]
	dta f(a<<24|b<<8|c)
	dta a([a+b]*[c-1])
	dta b/256,b%256,b&$ff,b>>8
	dta ~a&$ff,!a,-a&$ff
	dta a=5,a<>5,a!=5,a<6,a>6,a<=5,a>=5,a==5
	dta a=5&&b=$1234,a=6||c=10
	dta $ff^a,a^$ff
	lda #a+1
	lda #(a+1)
	lda #(a+1)*2
	lda #[a+1]*2
	lda #<b+a
	lda #<(b+a)
	lda #>b
	lda #^$123456
	lda #'a'&$5f
	lda #"a"|$80
	lda #b&255
	lda #b/$100
	lda #a*3-c/2+1
	lda lab+a*2,x
	lda lab+a-1,y
	lda (a),y
	lda (a+1),y
	lda (a,x)
	lda (a+1,x)
	lda (a),y
	sta b+(a*2)
	sta b+[a*2],x
	jmp (b)
	jmp (b+2)
	jmp b-(a+1)
	lda #lab&$ff
	lda #lab>>8
	lda #[lab+255]/256
	lda # a
	lda # $20 + a
	lda #a + 1 ; comment
	lda lab + 1 , x
	dta a , b/$100 , c
	dta 1, 2, 3	, 4
	.word lab , lab + 1
w	= .len proc1
	dta w
	dta .len proc1-1
	dta .lo(b),.hi(b)
	dta .lo(b+1)+1
	dta .not a
	dta a .or 0
	dta a .and b
	dta 0xff,0xFE,$Fe
	dta %1,%11111111
	dta 1 + 2 * 3
	dta [lab-lab]
	dta lab=$2000
	dta [lab>=$2000]*5
	dta [[[a]]]
	dta a(lab+2),a(lab+4) ; words
	dta a(-1),b(-1)
	dta a(*),a(*-2)
	dta *-lab
proc1	.proc
	nop
	.endp
