; 128 bytes, lower case, one statement a line joined by \ now and then
	opt h+l-
	org $2000
scr equ 88
start jsr $ef9c	; gr.0 device
 lda #9 \ jsr $ef9c
 lda #>$e000 \ sta 756 \ ldx #0
frame lda 20 \ cmp 20 \ beq *-2
 ldy #191
line lda (scr),y \ adc #1 \ sta (scr),y
 dey \ bne line
 inc scr+1
 lda scr+1 \ cmp #>[$c000-1] \ bcc frame
 mva #>$a000 scr+1
 ldx #$1f
@ lda sine,x \ sta $d000,x \ dex \ bpl @-
 jmp frame
sine :32 dta 64+#*2
 ; unusual addressing
 lda sine-1,x
 lda sine+2,y
 lda (scr),y
 sta ($f0,x)
 lda sine+[3*2]-1
 asl \ asl @ \ asl $80 \ asl $80,x
 rol @ \ ror \ lsr
 sta.w $80,y
 lda.z $80
 lda a:$80
 lda z:$80,x
 sta a:$80,x
 ldx.w $80,y
 stx z:$80,y
 jmp (scr)
 jmp [scr]
 bit $2c
 dta $2c
 cmp #'A'
 cmp #"A"
 cmp #'A'+$80
 eor #%10101010
 lda #~%1111&$ff
 lda #-1
 lda #<-1
 ldx <start+1
 ldy >start-1
 lda <[start-1]
 lda >(start-1)
 lda #.lo(start)
 lda #.hi(start)
 lda #[5>3]*2
 lda #5>3
 brk
 run start
