; Forms of the dialect that are easy to get wrong.
* a comment in column 1
ZP      = $80
PTR     equ ZP+2
?count  = 0
        opt h+
        org $2000
start   lda #<table
        sta PTR
        lda #>table
        sta PTR+1
        mwa #table PTR          ; the same again
        mva:rne table,y (PTR),y+
        lda:cmp:req 20
        ldx #[2*3]+1
        lda (PTR),y
        lda table+[1<<2],x
        bit $1234
        jmp (vector)
vector  dta a(start)
/* a comment
   over lines */
table   dta c'text',d'text'*,b(1,2,3) // another
        .byte 'a','b',"cd",10,$9b
        .word start,vector-start
        .sb +$40,"Ab"
        .he 01 02 0a
:3      dta #*#
.macro twice op,arg
        :op :arg
        :op :arg
.endm
        twice inc,ZP
        twice dec,table
.macro skip_if_zero
        lda :1
        beq skip
        inc :1
skip
.endm
        skip_if_zero ZP
        skip_if_zero ZP+1
.proc   module
count   = 3
        ldx #count
@       dex
        bne @-
        jsr inner
        rts
    .local inner
        lda #count
        jmp module.done
    .endl
done    rts
.endp
        jsr module
        jsr module.inner
.rept 2,#
entry:1 dta :1,<entry:1
.endr
.if .def module && count_total > 3
        nop
.else
        brk
.endif
count_total = 5
        scc
        inw PTR
        jne start
        jne far_away
        lda #1 \ sta ZP \ rts
.struct item
kind    .byte
place   .word
.ends
items   .ds .len item*4
        .align $100,0
far_away
        lda.w ZP
        lda a:ZP
        ldy #.len module
        lda #item.place
.enum   state
idle, busy
lost = 9
.ende
        dta state.idle,state.busy,state.lost
        ert * > $3000
        run start
