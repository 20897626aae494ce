//! Sources and the bytes they give.

use super::{hex, output};

/// Checks the bytes of statements assembled at $2000.
fn check(text: &str, expected: &str) {
    assert_eq!(hex(&format!(" org $2000\n{text}\n")), expected, "{text}");
}

#[test]
fn every_addressing_mode_has_its_opcode() {
    for (text, expected) in [
        (" lda #1", "A9 01"),
        (" lda $12", "A5 12"),
        (" lda $12,x", "B5 12"),
        (" lda $1234", "AD 34 12"),
        (" lda $1234,x", "BD 34 12"),
        (" lda $12,y", "B9 12 00"),
        (" lda ($12,x)", "A1 12"),
        (" lda ($12),y", "B1 12"),
        (" ldx $12,y", "B6 12"),
        (" stx $12,y", "96 12"),
        (" jmp ($1234)", "6C 34 12"),
        (" asl", "0A"),
        (" asl @", "0A"),
        (" asl $12", "06 12"),
        (" rts", "60"),
        ("rts rts", "60"),
        (" lda.w $12", "AD 12 00"),
        (" lda a:$12", "AD 12 00"),
        (" lda.b $12", "A5 12"),
        (" lda 2*(1+2)", "A5 06"),
        (" lda <$1234", "A9 34"),
        (" ldx >$1234", "A2 12"),
        (" lda 2*[1+2],x", "B5 06"),
        (" bne *", "D0 FE"),
        (" LDA #'A'", "A9 41"),
        (" lda #\"A\"", "A9 21"),
        (" lda #'A'*", "A9 C1"),
        (" lda #-1", "A9 FF"),
    ] {
        check(text, expected);
    }
}

#[test]
fn a_line_has_a_name_and_parameters_until_it_gets_another() {
    for (text, expected) in [
        (
            " .define poke mva #%%2 %%1 ; a comment\n poke(712, 100)\n poke $80,[1+2]",
            "A9 64 8D C8 02 A9 03 85 80",
        ),
        (" .define some lda :1\\ sta :2\n some ($80,x),($82,x)\n SOME $80,$81", "A1 80 81 82 A5 80 85 81"),
        (
            " .define it lda #%%1\n it(1)\n .define it ldx #%%2\n it(1,2)\n .undef it\n .define it nop\nl it",
            "A9 01 A2 02 EA",
        ),
        ("two .macro\n .define it dta :1\n it(7)\n .endm\n two 5", "05"),
        (" .define both nop\\ iny\n both\n .define none\n none", "EA C8"),
        (" .define it dta 1\n .proc p\n .define it dta 2\n it\n .endp\n it", "02 01"),
        (" .ifdef it\n .define it dta 1\n .else\n .define it dta 2\n .endif\n it", "02"),
    ] {
        check(text, expected);
    }
}

#[test]
fn a_statement_without_warnings_may_be_repeated() {
    for text in [" .nowarn :2 dew $80", " :2 .nowarn dew $80", " .nowarn :2 .nowarn dew $80"] {
        let text = format!(" org $2000\n{text}\n");
        let dew = "A5 80 D0 02 C6 81 C6 80";
        assert_eq!(hex(&text), format!("{dew} {dew}"), "{text}");
        assert!(super::assembly(&text).diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn expressions_follow_the_precedence_of_the_dialect() {
    for (text, expected) in [
        ("1+2*3", 7),
        ("[1+2]*3", 9),
        ("<$1234+1", 0x35),
        (">$1234", 0x12),
        ("^$123456", 0x12),
        ("1|6&2", 3),
        ("9/2*3/2", 4),
        ("1-1&2", 3),
        ("6&3*2", 4),
        ("7-1-1", 5),
        ("1<<4+1", 17),
        ("3>2", 1),
        ("3<>3", 0),
        ("!1=2", 0),
        ("!0&&1", 1),
        ("-3/2", -1),
        ("~0&$FF", 255),
        ("%1010^%0110", 12),
        ("0x1f%10", 1),
        ("1 .and 0 .or 1", 1),
        (".not 0", 1),
        ("5 .xor 1", 4),
        (".lo($1234)", 0x34),
    ] {
        let value = output(&format!("v = {text}\n org 0\n nop\n")).symbol("v");
        assert_eq!(value, Some(expected), "{text}");
    }
}

#[test]
fn data_statements_give_their_bytes() {
    for (text, expected) in [
        (" dta 1,2,'AB'", "01 02 41 42"),
        (" dta a($1234),b(1,2),l($1234),h($1234)", "34 12 01 02 34 12"),
        (" dta c'AB',d'AB',d\"A\"*", "41 42 21 22 A1"),
        (" dta t($123456),e(1),f($12345678)", "56 34 12 01 00 00 78 56 34 12"),
        (" dta g($12345678),m($12345678),r($12345678)", "12 34 12 34 56 78"),
        (" .byte 1,-1,\"A\",'b'", "01 FF 21 62"),
        (" .by +$80 \"AB\" 1", "C1 C2 81"),
        (" .byte +$80,1", "80 01"),
        (" dta \"AB\",'AB'+1,\"A\"^", "21 22 42 43 A1"),
        (" .sb 65", "21"),
        (" .byte\n .word", "00 00 00"),
        (" .word 1,$1234", "01 00 34 12"),
        (" .long $123456", "56 34 12"),
        (" .dword 1", "01 00 00 00"),
        (" .dbyte $1234", "12 34"),
        (" .by 1 2 $ff 'A'", "01 02 FF 41"),
        (" .wo 1 $1234", "01 00 34 12"),
        (" .he 00 11 0022 fF", "00 11 22 FF"),
        (" .sb \"AB\"", "21 22"),
        (" .cb \"AB\"", "41 C2"),
        (" .fl 1,-0.5,100", "40 01 00 00 00 00 BF 50 00 00 00 00 41 01 00 00 00 00"),
        (" .byte 'it''s'", "69 74 27 73"),
        (" :4 dta #*2", "00 02 04 06"),
        ("n = 3\n :n nop", "EA EA EA"),
        (" :2 nop", "EA EA"),
        (" dta b(sin(128,100,4))", "80 E4 80 1C"),
        (" dta 1 \\ dta 2", "01 02"),
        (" dta 1,\\\n 2", "01 02"),
        (" dta 1 /* two */ ,3 // four", "01 03"),
        (" dta 'A'+1", "42"),
        (" .byte a(1)", "01 00"),
    ] {
        check(text, expected);
    }
}

#[test]
fn macro_instructions_are_shortened() {
    for (text, expected) in [
        (" mva #1 $80", "A9 01 85 80"),
        (" mvx #1 $80", "A2 01 86 80"),
        (" mva $80,x $90,y+", "B5 80 99 90 00 C8"),
        (" mwa #0 $80", "A9 00 85 80 85 81"),
        (" mwa #$1234 $80", "A9 34 85 80 A9 12 85 81"),
        (" mwa ($80),y $90", "B1 80 85 90 C8 B1 80 85 91"),
        (" mwa $80 $ff", "A5 80 85 FF A5 81 8D 00 01"),
        (" inw $80", "E6 80 D0 02 E6 81"),
        (" dew $80", "A5 80 D0 02 C6 81 C6 80"),
        (" inl $80", "E6 80 D0 06 E6 81 D0 02 E6 82"),
        (" add #1", "18 69 01"),
        (" sub $80", "38 E5 80"),
        (" adb $80 #1", "A5 80 18 69 01 85 80"),
        (" adw $80 #$40", "18 A5 80 69 40 85 80 90 02 E6 81"),
        (" sbw $80 #$40", "38 A5 80 E9 40 85 80 B0 02 C6 81"),
        (" adw $80 #$140", "18 A5 80 69 40 85 80 A5 81 69 01 85 81"),
        (" adw $80 $82 $84", "18 A5 80 65 82 85 84 A5 81 65 83 85 85"),
        (" cpw $80 #$1234", "A5 81 C9 12 D0 04 A5 80 C9 34"),
        (" phr\n plr", "48 8A 48 98 48 68 A8 68 AA 68"),
        (" lda:cmp:req 20", "A5 14 C5 14 F0 FC"),
        (" scc\n inc $1234", "90 03 EE 34 12"),
        (" scc:inc $80", "90 02 E6 80"),
        (" ldx #3\n mva:rpl $80,x $90,x-", "A2 03 B5 80 95 90 CA 10 F9"),
        (" dex\n rne", "CA D0 FD"),
        (" jeq *", "F0 FE"),
        (" jeq $3000", "D0 03 4C 00 30"),
        (" lda $1000,x+2", "BD 02 10"),
        (" sta $1000,x+", "9D 00 10 E8"),
        (" asl:rol $80", "06 80 26 80"),
    ] {
        check(text, expected);
    }
}

#[test]
fn a_forward_reference_to_the_zero_page_is_short() {
    check(" lda later\nlater = $80", "A5 80");
}

#[test]
fn scopes_are_reached_by_dots_and_shadow_each_other() {
    let text = "
x = 1
.proc p
x = 2
    lda #x
    .local q
y = 3
    lda #x+y
    .endl
    lda #q.y
.endp
    lda #x
    lda #p.x
    lda #p.q.y
    lda #:x";
    check(text, "A9 02 A9 05 A9 03 A9 01 A9 02 A9 03 A9 01");
}

#[test]
fn anonymous_labels_count_forward_and_backward() {
    check("@ dex\n bne @+\n bne @-\n@ rts", "CA D0 02 D0 FB 60");
}

#[test]
fn macros_take_parameters_by_number_and_name() {
    let text = "
.macro put value,place
    lda #:value
    sta :2
    .if :0 > 2
    nop
    .endif
.endm
    put 1,$80
    put 2 $81 3";
    check(text, "A9 01 85 80 A9 02 85 81 EA");
}

#[test]
fn labels_of_a_macro_are_its_own() {
    check(".macro wait\nl dex\n bne l\n.endm\n wait\n wait", "CA D0 FD CA D0 FD");
}

#[test]
fn repeats_have_a_counter_and_parameters() {
    check(".rept 3\n dta #\n.endr", "00 01 02");
    check(".rept 2,#\nl:1 dta :1\n.endr\n dta a(l1)", "00 01 01 20");
}

#[test]
fn a_scope_that_is_gone_on_in_may_begin_there() {
    assert_eq!(
        hex(" org $2000\n .local +a\nx nop\n .endl\n .local +a\n jmp x\n .endl\n jmp a.x\n"),
        "EA 4C 00 20 4C 00 20"
    );
}

#[test]
fn the_star_of_a_long_jump_is_the_jump() {
    check(" jeq *+2+127", "F0 7F");
    check(" jeq *+2+128", "D0 03 4C 84 20");
}

#[test]
fn conditions_choose_statements() {
    let text = "
A = 2
.if A = 1
 dta 1
.elseif A = 2
 dta 2
.else
 dta 3
.endif
 ift A=1
 dta 4
 els
 dta 5
 eif
.ifdef A
 dta 6
.endif
.ifndef B
 dta 7
.endif
.ifdef FRONT800
 dta 8
.endif";
    check(text, "02 05 06 07 08");
}

#[test]
fn an_org_opens_a_segment() {
    assert_eq!(hex(" org $2000\n nop\n org $3000\n rts\n run $2000\n"), "EA | 60 | 00 20");
    assert_eq!(hex(" org $2000\n nop\n .ds 2\n rts\n"), "EA | 60");
    assert_eq!(hex(" org $2000\n nop\n .align 4,$FF\n rts\n"), "EA FF FF FF 60");
    let file = output(" org $2000\n nop\n org $3000\n rts\n run $2000\n").xex();
    let expected: &[u8] =
        &[0xFF, 0xFF, 0, 0x20, 0, 0x20, 0xEA, 0, 0x30, 0, 0x30, 0x60, 0xE0, 2, 0xE1, 2, 0, 0x20];
    assert_eq!(file, expected);
}

#[test]
fn a_block_may_be_assembled_for_another_address() {
    let text = " org $2000\n.local far,$600\n jmp here\nhere rts\n.endl\n jmp far";
    assert_eq!(hex(text), "4C 03 06 60 4C 00 06");
    let output = output(text);
    assert_eq!(output.segments[0].spans.len(), 2);
    assert_eq!(output.segments[0].spans[1].run, 0x2004);
}

#[test]
fn structures_enumerations_and_arrays() {
    let text = "
.struct point
x .byte
y .word
.ends
.enum color
red, green
blue = 5
white
.ende
.array table [3] .word = $1234
.enda
 dta .len point,point.y,color.green,color.blue
 dta a(table[2])";
    check(text, "34 12 34 12 34 12 03 01 01 05 04 20");
}

#[test]
fn variables_stand_at_the_end_of_their_block() {
    check(".proc p\n.var v .word\n lda v\n.endp", "AD 03 20 00 00");
    check(".zpvar a b .word = $80\n lda b", "A5 82");
}

#[test]
fn temporary_labels_are_assigned_again() {
    check(
        "?n = 1\n dta ?n\n?n += 2\n dta ?n\n?n ++\n dta ?n\nv set 9\n dta v\nv set 8\n dta v",
        "01 03 04 09 08",
    );
}

#[test]
fn the_torture_file_gives_the_bytes_worked_out_by_hand() {
    let expected = "\
        A9 2D 85 82 A9 20 85 83 A9 2D 85 82 A9 20 85 83 B9 2D 20 91 82 C8 D0 F8 \
        A5 14 C5 14 F0 FC A2 07 B1 82 BD 31 20 2C 34 12 6C 2B 20 00 20 \
        74 65 78 74 F4 E5 F8 F4 01 02 03 61 62 63 64 0A 9B 00 20 2B 00 61 A2 01 02 0A 00 01 04 \
        E6 80 E6 80 CE 2D 20 CE 2D 20 A5 80 F0 02 E6 80 A5 81 F0 02 E6 81 \
        A2 03 CA D0 FD 20 69 20 60 A9 03 4C 6E 20 60 20 60 20 20 69 20 00 75 01 77 EA \
        90 06 E6 82 D0 02 E6 83 F0 03 4C 00 20 D0 77 A9 01 85 80 60 | ";
    let hex = hex(include_str!("torture.asm"));
    assert_eq!(&hex[..expected.len()], expected);
    assert!(hex.ends_with("00 00 AD 80 00 AD 80 00 A0 0F A9 01 00 01 09 | 00 20"), "{hex}");
}

#[test]
fn undocumented_instructions_have_their_names() {
    check(" lax $12\n aso $1234,x\n aso $12\n sax $12\n anc #1\n nop", "A7 12 1F 34 12 07 12 87 12 0B 01 EA");
    check("sax rts\n jsr sax", "60 20 00 20");
}

#[test]
fn an_own_macro_wins_over_a_word_of_the_language() {
    check(".macro ert\n lda #:1\n.endm\n ert 7", "A9 07");
    check("sub rts\n jsr sub", "60 20 00 20");
    check(" .ifdef NO\ninw .macro\n.endm\n.endif\n inw $80", "E6 80 D0 02 E6 81");
    check(" .ifdef NO\ndta .macro\n nop\n.endm\n.endif\n :2 dta 1,#\nx dta a(x)", "01 00 01 01 04 20");
}

#[test]
fn the_same_file_may_be_included_twice_and_binaries_inserted() {
    use front800::assembler::{MemoryFiles, Options, assemble};
    let mut files = MemoryFiles::one("main/t.asm", " org $2000\n icl '../lib/a.inc'\n icl '../lib/a.inc'\n");
    files.add("lib/a.inc", " ins 'b.bin'\n ins 'b.bin'+1,1\n ins 'b.bin',-1\n ins 'b.bin',0,1\n");
    files.add("lib/b.bin", [1, 2, 3]);
    let output = assemble(&files, "main/t.asm", &Options::default()).output.expect("it assembles");
    assert_eq!(output.segments[0].bytes, [1, 2, 3, 3, 4, 3, 1, 1, 2, 3, 3, 4, 3, 1]);
}

#[test]
fn definitions_come_from_the_options() {
    use front800::assembler::{MemoryFiles, Options, assemble};
    let options = Options { defines: vec![("LEVEL".to_owned(), 7)], ..Options::default() };
    let files = MemoryFiles::one("t.asm", " org 0\n dta level\n");
    assert_eq!(assemble(&files, "t.asm", &options).output.expect("it assembles").segments[0].bytes, [7]);
}

#[test]
fn with_opt_marked_labels_belong_to_the_label_before() {
    check(" opt ?+\na dex\n?l bne ?l\nb dex\n?l bne ?l\n beq ?m\n?m rts", "CA D0 FE CA D0 FE F0 00 60");
}

#[test]
fn a_name_from_elsewhere_is_the_same_before_and_behind_its_declaration() {
    for (unit, code) in [("word", "AD 01 00"), ("byte", "A5 01")] {
        let declared = format!(" .extrn there .{unit}\n");
        let before = hex(&format!("{declared} .reloc\n lda there+1\n"));
        assert!(before.starts_with(code), "{before}");
        assert_eq!(hex(&format!(" .reloc\n lda there+1\n{declared}")), before);
    }
}

#[test]
fn values_of_arrays_and_structures_are_those_of_the_place_where_they_stand() {
    let moved = hex(" .reloc\na nop\n dta a(a,a+1)");
    assert_eq!(hex(" .reloc\na nop\nt .array .word\n a,a+1\n .enda"), moved);
    assert_eq!(hex(" .reloc\na nop\nt .array [2] .word = a+1\n [0] = a\n .enda"), moved);
    let moved = hex(" .reloc\na nop\n dta a(a,a)");
    assert_eq!(hex(" .reloc\na nop\nt .array [2] .word\n a+1\n [0]:[1] = a\n .enda"), moved);
    assert_eq!(hex(" .struct s\nx .word\n .ends\n .reloc\na nop\nd dta s [1] (a)"), moved);
    check(" .struct s\nx,y .word\n .ends\n nop\nd dta s [0] (*,d)", "EA 01 20 01 20");
    check("t .array .word\n t,*\n [3] = *\n .enda", "00 20 02 20 00 00 06 20");
    check(" nop\n .put [0] = <*\n .sav 1", "EA 01");
    assert_eq!(output(" org $2000\n nop\n org [a(*)],$3000\n rts\n").segments[1].before, Some(vec![1, 0x20]));
}

#[test]
fn a_procedure_that_nothing_uses_is_left_out_up_to_its_own_end() {
    use front800::assembler::{MemoryFiles, Options, assemble};
    let options = Options { drop_unused: true, ..Options::default() };
    let bytes = |text: &str| {
        let mut files = MemoryFiles::one("t.asm", &format!(" org $2000\n{text}\n"));
        files.add("end.inc", " rts\n .endp\n");
        assemble(&files, "t.asm", &options).output.expect("it assembles").segments[0].bytes.clone()
    };
    assert_eq!(bytes(" rts\np .proc\n #if .byte $80\n nop\n .end\n rts\n .endp\n nop"), [0x60, 0xEA]);
    assert_eq!(bytes(" rts\np .proc\n #while .byte $80\n nop\n #end\n rts\n .endp\n nop"), [0x60, 0xEA]);
    // What stands in it is used: a label, a procedure within, data. What it uses itself is no reason to keep it.
    assert_eq!(bytes(" jsr b.c\nb .proc\n nop\nc rts\n .endp"), [0x20, 4, 0x20, 0xEA, 0x60]);
    assert_eq!(bytes(" lda b.v\nb .proc\nv .byte 5\n .endp\nc .proc\nl jmp l\n .endp"), [0xAD, 3, 0x20, 5]);
    // So is a name that is known everywhere.
    assert_eq!(bytes(" jsr g\nb .proc\n nop\n .def :g\n rts\n .endp"), [0x20, 4, 0x20, 0xEA, 0x60]);
    assert_eq!(bytes(" inc qq\nb .proc\n lda qq::#5\n rts\n .endp"), [0xEE, 4, 0x20, 0xA9, 5, 0x60]);
    assert_eq!(bytes("b .proc\n nop\n .def :g\n jmp g\n .endp\n rts"), [0x60]);
    // A number needs nothing of it.
    assert_eq!(bytes(" lda #p.c\n rts\np .proc\nc = 5\n nop\n .endp"), [0xA9, 5, 0x60]);
    let nested = "p .proc\n nop\nq .proc\n lda x\n .endp\nr .proc\n rts\n .endp\nx .byte 7\n .endp";
    assert_eq!(bytes(&format!(" jsr p.q\n{nested}")), [0x20, 4, 0x20, 0xEA, 0xAD, 7, 0x20, 7]);
    assert_eq!(bytes(&format!(" nop\n{nested}")), [0xEA]);
    // Where it ends is not seen from here.
    assert_eq!(bytes(" nop\np .proc\n icl 'end.inc'\n nop"), [0xEA, 0x60, 0xEA]);
}

#[test]
fn comments_in_a_call_are_no_arguments() {
    check("m .macro\n dta :0\n.endm\n m 5 /* five */", "01");
    check("m .macro\n dta :2\n dta 7\n.endm\n m 1,2 /* a,b */\n nop", "02 07 EA");
    check("m .macro\n dta c:1,:2\n.endm\n m '/*' 8 /**/", "2F 2A 08");
    check("m .macro\n/* as in\n.endm\n*/\n dta 1\n* not /* here\n.endm\n m\n nop", "01 EA");
}

#[test]
fn statements_stand_behind_the_end_of_a_body() {
    check("m .macro\n clc\n.endm \\ nop\n m", "EA 18");
    check(" .rept 2,5\n dta :1\n .endr \\ nop", "05 05 EA");
    check(".test \"t\"\n.endtest \\ nop", "EA");
}

#[test]
fn symbols_have_32_bits() {
    check("x = $ffffffff+2\n lda #x\n lda x", "A9 01 A5 01");
    check("x = $ffffffff+1\n .if x\n nop\n .else\n dta a(x)\n .endif", "00 00");
    check("?x = $ffffffff\n?x += 2\n dta ?x", "01");
    check("x = -1\n lda #x", "A9 FF");
}

#[test]
fn a_procedure_with_a_stack_is_called_by_the_name_it_has_there() {
    let macros =
        "@call .macro\n .if :1='X'\n jsr :2\n .endif\n.endm\n@pull .macro\n.endm\n@exit .macro\n.endm\n";
    let called = "p .proc (.byte a1)\n rts\n .endp\n p #1\n";
    check(&format!("{macros} .local\n{called} .endl"), "60 20 00 20");
    check(&format!("{macros}m .macro\n{called} .endm\n m"), "60 20 00 20");
    check(&format!("{macros} .local a\n{called} .endl\n a.p #1"), "60 20 00 20 20 00 20");
}

#[test]
fn comments_change_no_meaning() {
    check(" .rept 2,5\n; .rept is nice\n dta :1\n .endr", "05 05");
    check(" .rept 2,5\n* .rept is nice\n ;.rept\n // .endr\n dta :1\n .endr", "05 05");
    check(" org [$2000]*1 ; see t[1], too\n nop", "EA");
    check(" org [1,c']',[2]],$3000 ; t[1]\n nop", "EA");
}

#[test]
fn a_letter_with_a_9b_in_it_ends_no_line() {
    check(" :2 dta c'\u{15B}',<l:1\nl0\nl1", "C5 9B 06 C5 9B 06");
    let one_line = output(" org $2000 \\ dta c'\u{15B}' \\ nop");
    assert_eq!(one_line.segments[0].bytes, [0xC5, 0x9B, 0xEA]);
    let mut files = front800::assembler::MemoryFiles::default();
    files.add("t.asm", b" org $2000\x9B dta 1\x9B");
    let of_atari = front800::assembler::assemble(&files, "t.asm", &Default::default());
    assert_eq!(of_atari.output.expect("it assembles").segments[0].bytes, [1]);
}

#[test]
fn a_number_may_be_taken_from_an_address_that_moves() {
    let moved = |lines: &str| hex(&format!(" .reloc\na nop\nb nop\n{lines}"));
    assert_eq!(
        moved(" lda b-1,x\n dta a(b-1)\n mwa #b-1 $80\n"),
        moved(" lda a,x\n dta a(a)\n mwa #a $80\n")
    );
    assert!(
        moved(" bne *-1\n jne *-5\n").starts_with("EA EA D0 FD D0 F9"),
        "{}",
        moved(" bne *-1\n jne *-5\n")
    );
    assert!(moved("c = 2\n lda a-c,x\n lda *-2\n").starts_with("EA EA BD FE FF AD 03 00"));
    let outside = |value: &str| hex(&format!(" .extrn w .word\n .reloc\n lda {value}\n"));
    assert_eq!(outside("w-1+2"), outside("w+1"));
    assert_eq!(outside("w+2-1"), outside("w+1"));
    for refused in ["5-a", "b-a", "a-[b-1]"] {
        let said = super::messages(&format!(" .reloc\na nop\nb nop\n lda {refused}\n"));
        assert!(said.contains("this cannot be relocated"), "{refused}: {said}");
    }
}

#[test]
fn behind_a_block_with_an_address_the_one_around_it_goes_on() {
    let inner = " .proc q,$700\nl jmp l\n .endp\n";
    check(
        &format!(" .proc o,$600\n nop\n{inner}z jmp z\n .endp\n dta a(*),a(.len o),a(.adr o.z)"),
        "EA 4C 00 07 4C 04 06 07 20 07 00 04 20",
    );
    check(
        &format!(" .local ,$600\n{inner} .local ,$800\n dta a(*)\n .endl\n dta a(*)\n .endl\n dta a(*)"),
        "4C 00 07 00 08 05 06 07 20",
    );
    check(
        &format!(" org $80,$3000\n nop\n{inner}z jmp z\n dta a(.adr z)\n org $8a-1\n dta 1"),
        "EA 4C 00 07 4C 84 00 04 30 01",
    );
    check(" .proc o,$600\n nop\n org $3000\n dta 1\n .endp\n dta a(*)", "EA | 01 01 30");
}

#[test]
fn behind_a_comment_a_statement_is_none_of_column_1() {
    check(
        "/* a */ nop\n/* b\n c */ clc\n lda #5 /* d\n e */ sec\nl rts /* f\n g */ \\ jmp l",
        "EA 18 A9 05 38 60 4C 05 20",
    );
    check("m .macro\n/* a */ nop\n/* b\n c */ .endm\n m\n m", "EA EA");
    check("l /* a */ jmp l", "4C 00 20");
}

#[test]
fn blanks_separate_words_with_their_high_byte_first_and_hexadecimal_has_an_offset() {
    check(" .dbyte 1 2\n .dbyte $1234 5,6", "00 01 00 02 12 34 00 05 00 06");
    check(" .he +1 10 20\n .he 10,20", "11 21 10 20");
}

#[test]
fn a_structure_in_a_structure_has_its_fields_and_values() {
    let point = " .struct p\nx .byte\ny .word\n .ends\n .struct r\na p\nb p\nc .byte\n .ends\n";
    check(&format!("{point} dta r.a,r.b,r.a.y,r.b.y,r.c,.len r"), "00 03 01 04 06 07");
    check(&format!("{point}d dta r [0] (1,2,3,4,5)"), "01 02 00 03 04 00 05");
    let said = super::messages(&format!(" org 0\n{point}d dta r [0] (1,2,3)\n"));
    assert!(said.contains("3 values are given for 5 fields"), "{said}");
}

#[test]
fn data_of_a_structure_have_the_fields_of_those_within_it() {
    let types = " .struct p\nx .byte\ny .word\n .ends\n .struct r\na p\nb :2 p\n .ends\n .struct s\nfirst r\n .ends\n";
    let data = "d dta r [1]\ne s\n .var f s\n org $2000\n";
    check(&format!("{types} org $80\n{data} lda d.b.y\n lda d[1].a.y\n lda d.b[1].y"), "A5 84 A5 8A A5 87");
    check(&format!("{types} org $80\n{data} lda e.first.b.y\n lda #s.first.b.y"), "A5 96 A9 04");
    let said = super::messages(&format!("{types} org $80\n{data} lda d.b.z\n lda d.b[2].x\n"));
    assert!(said.contains("`d.b.z` is not defined") && said.contains("`d.b` has no element 2"), "{said}");
}
