//! Programs as people write them, with the bytes that the dialect gives them, worked out by hand.

use super::hex;
use front800::assembler::{MemoryFiles, Options, assemble};

/// What a program shows, the program and its bytes.
const PROGRAMS: [(&str, &str, &str); 23] = [
    (
        "nested scopes",
        r##" org $2000
x = 1
.local a
x = 2
 .local b
x = 3
 dta x,:x,a.x,a.b.x
 .endl
 dta x,b.x
.endl
 dta x,a.x,a.b.x
.proc p
 .local q
l jmp l
 jmp q.l
 jmp p.q.l
 .endl
 jmp q.l
.endp
 jmp p.q.l
"##,
        "03 01 02 03 02 03 01 02 03 4C 09 20 4C 09 20 4C 09 20 4C 09 20 4C 09 20",
    ),
    (
        "macros with named and numbered parameters",
        r##" org $2000
add16 .macro dest value
 clc
 lda :dest
 adc #<:value
 sta :dest
 lda :dest+1
 adc #>:value
 sta :dest+1
 .endm
wait .macro
 .if :0=0
 lda 20
 .else
 lda #:1
 clc
 adc 20
 .endif
l cmp 20
 bne l
 .endm
tab .macro
 :%%1 dta :2
 .endm
 add16 $80 $1234
 wait
 wait 5
 tab 3,7
"##,
        "18 A5 80 69 34 85 80 A5 81 69 12 85 81 A5 14 C5 14 D0 FC A9 05 18 65 14 C5 14 D0 FC 07 07 07",
    ),
    (
        "repeats with parameters in names",
        r##" org $2000
 .rept 3,#*2,#+$10
l:1 dta :1,:2,#
 .endr
 dta a(l0),a(l2),a(l4)
 :4 dta #*#
 .rept 2
 .rept 2
 dta .r
 .endr
 .endr
"##,
        "00 10 00 02 11 01 04 12 02 00 20 03 20 06 20 00 01 04 09 00 01 00 01",
    ),
    (
        "data of all types",
        r##" org $2000
 dta 1,$ff,%101,'A',"A"
 dta a($1234,5),b(1),c'AB',d'ab',c"A"*,d"A"+$40
 dta t($123456),e(1),f($12345678),r($12345678),l($1234),h($1234),m($123456),g($12345678),v(*)
 .byte "AB",'ab',-1
 .word 1,$1234 
 .sb 'Ab'
 .cb 'AB'
 .by +$80 'AB' 1 2
 .wo 1 2
 .he 01 2f ff
 .dbyte $1234 
 .long 1
 .dword 1
"##,
        "01 FF 05 41 21 34 12 05 00 01 41 42 61 62 C1 61 56 34 12 01 00 00 78 56 34 12 12 34 56 78 34 12 12 12 22 20 21 22 61 62 FF 01 00 34 12 21 62 41 C2 C1 C2 81 82 01 00 02 00 01 2F FF 12 34 01 00 00 01 00 00 00",
    ),
    (
        "macro-instructions",
        r##" org $2000
 adb $80 #1
 sbb $80 $81 $82
 cpb $80 #5
 cpw $80 #$1234
 add #5
 sub $80
 ldx:ldy #5
 mvx #1 $80
 mwx #$1234 $80
 mwy #$0101 $80
 lda $80,x+
 sta ($80),y-
"##,
        "A5 80 18 69 01 85 80 A5 80 38 E5 81 85 82 A5 80 C9 05 A5 81 C9 12 D0 04 A5 80 C9 34 18 69 05 38 E5 80 A2 05 A0 05 A2 01 86 80 A2 34 86 80 A2 12 86 81 A0 01 84 80 84 81 B5 80 E8 91 80 88",
    ),
    (
        "sums of an enumeration",
        r##" org $2000
 .enum dma
none, narrow = 1, normal, wide
missiles = 4
players = 8
 .ende
 lda #dma(normal|players)
 ldx #dma.wide
 dta dma(missiles|wide),.len dma
"##,
        "A9 0A A2 03 07 01",
    ),
    (
        "an array with values of its own",
        r##" org $2000
 .array tab [4] .word = $ffff
 1,2
 [3] = $1234
 .enda
 lda tab[2]
 dta .len tab
"##,
        "01 00 02 00 FF FF 34 12 AD 04 20 08",
    ),
    (
        "anonymous labels",
        r##" org $2000
@ lda $d40b
 bne @-
 ldx #3
@ dex
 bpl @-
 beq @+
 bne @-1
@ rts
"##,
        "AD 0B D4 D0 FB A2 03 CA 10 FD F0 02 D0 F2 60",
    ),
    (
        "names that are assigned again",
        r##" org $2000
?a = 1
 dta ?a
?a = ?a+1
 dta ?a
?a += 3
 dta ?a
.local q
?a = 9
 dta ?a
.endl
 dta ?a
?l dex
 bne ?l
?l dey
 bne ?l
"##,
        "01 02 05 09 05 CA D0 FD 88 D0 FD",
    ),
    (
        "conditions in all spellings",
        r##" org $2000
a1 = 3
 .if a1 = 1
 dta 1
 .elseif a1 == 2
 dta 2
 .elif a1 = 3
 dta 3
 .else
 dta 4
 .endif
 ift a1>2
 dta 5
 eli a1>1
 dta 6
 els
 dta 7
 eif
 .ifdef nodef
 dta 8
 .else
 dta 9
 .endif
 .ifndef nodef
 dta 10
 .endif
 .if [.def a1] .and .not .def nodef
 dta 11
 .endif
 .if a1<>3 .or a1>=3
 dta 12
 .endif
 ert a1<>3
 ert *>$3000
"##,
        "03 05 09 0A 0B 0C",
    ),
    (
        "tables of sines",
        r##" org $2000
 dta sin(0,100,8)
 .byte cos(128,127,4)
 dta a(sin(0,1000,4))
 dta b(sin(0,127,64,0,3))
"##,
        "00 47 64 47 00 B9 9C B9 FF 80 01 80 00 00 E8 03 00 00 18 FC 00 0C 19 25",
    ),
    (
        "scopes that are used",
        r##" org $2000
.local lib
 .local math
k = 5
sq lda #k
 rts
 .endl
.endl
.local app
 .use lib.math
 jsr sq
 ldx #k
.endl
 .proc q
 .using lib
 jsr math.sq
 .endp
"##,
        "A9 05 60 20 00 20 A2 05 20 00 20",
    ),
    (
        "expressions",
        r##" org $2000
a1 = 10
 dta a1*2+1, [a1+2]*3, a1/3, a1%3, a1<<1, a1>>1, a1&2|1, ~a1&$ff, !a1, a1^3
 dta <$1234,>$1234,^$123456, <[$1234+1]
 lda #[a1=10]
 lda #<a1*2
 ldx #>$1234
 cpx <$1234
 dta a(a1*100),a(-1),a(*)
 dta 'a'
"##,
        "15 24 03 01 14 05 03 F5 00 09 34 12 12 35 A9 01 A9 14 A2 12 E0 34 E8 03 FF FF 1A 20 61",
    ),
    (
        "macros that call macros",
        r##" org $2000
outer .macro
 inner :1
 .local
x dta :1
 jmp x
 .endl
 .endm
inner .macro
l dta :1+1
 dta a(l)
 .endm
 outer 5
 outer 6
"##,
        "06 00 20 05 4C 03 20 07 07 20 06 4C 0A 20",
    ),
    (
        "parameters with their modes",
        r##" org $2000
mov .macro " "
 .if :1='#'
 lda #:2
 .else
 lda :2
 .endif
 sta :4
 .endm
 mov #5 $80
 mov $90 $600
"##,
        "A9 05 85 80 A5 90 8D 00 06",
    ),
    (
        "conditions in a macro",
        r##" org $2000
m .macro a b
 .if :a>5
  .if .def :b
   dta 1
  .else
   dta 2
  .endif
 .else
  .exitm
 .endif
 dta 9
 .endm
k = 1
 m 6 k
 m 7 nokk
 m 1 k
 dta $ff
"##,
        "01 09 02 09 FF",
    ),
    (
        "variables of a procedure and the zero page",
        r##" org $2000
 .zpvar ptr .word = $80
 .zpvar cnt .byte
 .zpvar tmp .long
.proc go
 .var local .word
 mwa #local ptr
 inc cnt
 lda tmp+2
 rts
.endp
 jmp go
"##,
        "A9 0D 85 80 A9 20 85 81 E6 82 A5 85 60 00 00 4C 00 20",
    ),
    (
        "a procedure called by its name",
        r##" org $2000
 jsr p
 jsr p.in
 p
p .proc
 lda #1
in rts
 .endp
 .local
 bne x
x nop
 .endl
 .local
x nop
 .endl
"##,
        "20 09 20 20 0B 20 20 09 20 A9 01 60 D0 00 EA EA",
    ),
    (
        "names before their definition",
        r##" org $2000
 lda zp
 sta abs
 lda tab,x
 jmp (vec)
 mwa vec zp
zp = $80
tab dta 1
abs dta 2
vec dta a(tab)
"##,
        "A5 80 8D 16 20 BD 15 20 6C 17 20 AD 17 20 85 80 AD 18 20 85 81 01 02 15 20",
    ),
    (
        "repeats in repeats",
        r##" org $2000
 .rept 2,#*10
 .rept 2,#+1
 dta :1
 .endr
 dta :1
 .endr
"##,
        "01 02 00 01 02 0A",
    ),
    (
        "registers as parameters",
        r##" org $2000
 q #$1234 , $80
.proc q (.word ya .byte x) .reg
 rts
.endp
"##,
        "A0 12 A9 34 A6 80 20 09 20 60",
    ),
    (
        "labels with colons",
        r##" org $2000
l1: nop
l2	lda l1
 bne l2 ; c
 .local x
l1 nop
 jmp :l1
 .endl
 jmp x.l1
"##,
        "EA AD 00 20 D0 FB EA 4C 00 20 4C 06 20",
    ),
    (
        "a macro that is asked for",
        r##" org $2000
 .ifdef m
 m 3
 .endif
m .macro
 dta :1
 .endm
 .if .def m
 m 4
 .endif
"##,
        "03 04",
    ),
];

#[test]
fn programs_give_the_bytes_worked_out_by_hand() {
    for (what, text, expected) in PROGRAMS {
        assert_eq!(hex(text), expected, "{what}:\n{text}");
    }
}

#[test]
fn an_assembly_says_which_files_it_has_read() {
    let mut files = MemoryFiles::one("a/main.asm", " org 0\n icl 'part'\n ins 'data'\n icl 'none'\n");
    files.add("a/part.asm", " .if .fileexists('absent')\n .endif\n");
    files.add("data", "x");
    files.add("other.asm", "");
    let assembly = assemble(&files, "a/main.asm", &Options::default());
    assert!(assembly.failed(), "one of them is not there");
    assert_eq!(assembly.read.iter().collect::<Vec<_>>(), ["a/main.asm", "a/part.asm", "data"]);
}
