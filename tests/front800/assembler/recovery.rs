//! One mistake, one error: what follows from it is not said.

use front800::assembler::{Format, MemoryFiles, Options, assemble, render};

use super::messages;

/// Checks that a source gives one message, which says something.
fn check(text: &str, expected: &str) {
    let said = messages(text);
    let lines: Vec<&str> = said.lines().filter(|line| !line.contains(": note: ")).collect();
    assert!(matches!(lines.as_slice(), [only] if only.contains(expected)), "{text}\n{said}");
}

#[test]
fn a_mistake_in_the_head_of_a_macro_leaves_its_body_and_its_calls() {
    let org = " org 0\n";
    for (head, call, expected) in [
        ("m .macro a=5", " m\n m 6\n", "a parameter has no default value"),
        ("m .macro a = 5 b", " m 1 2\n lda #1\n", "a parameter has no default value"),
        ("m .macro a, 5", " m 1\n", "expected names of parameters"),
        (" .macro", "", "a macro needs a name (write `name .macro`)"),
    ] {
        check(&format!("{head}\n lda #:1\n .endm\n{org}{call}"), expected);
    }
    check("m .macro a=5 b\n lda #:a\n lda #:b\n .endm\n org 0\n m 1 2\n", "1:11: error: a parameter has no");
}

#[test]
fn a_macro_without_end_hides_what_it_might_have_had() {
    check(
        "m .macro\n lda #:1\n sta $80\n org $2000\n m 5\n rts\n",
        "`.macro` has no `.endm` (close it with `.endm`)",
    );
    check("m .macro\n jmp x:1\nx:1 nop\n org $2000\n m 5\n lda nope\n", "`.macro` has no `.endm`");
    check(" org 0\n .rept 2,#\n dta :1\n", "`.rept` has no `.endr`");
}

#[test]
fn a_mistake_in_a_condition_or_a_count_leaves_the_block() {
    for (block, expected) in [
        (" .if\n nop\n .else\n clc\n .endif\n", "a condition is missing (write `.if value`)"),
        (" .if 0\n nop\n .elseif\n clc\n .endif\n", "a condition is missing"),
        (" .if 1\n nop\n .elseif\n clc\n .endif\n", "a condition is missing"),
        (" .if 5+\n nop\n .else\n clc\n .endif\n", "a value is missing"),
        (" .ifdef\n nop\n .else\n clc\n .endif\n", "a name is missing"),
        (" .rept\n nop\n .endr\n", "the number of turns is missing (write `.rept 5`)"),
        (" .rept 2,\n dta :1\n .endr\n", "a value is missing"),
        (" #if #5=#3\n nop\n #else\n rts\n #end\n", "the left side of a comparison must be in memory"),
        (" .pages 1+\n nop\n .endpg\n", "a value is missing"),
        (" .test nope\n lda #1\n .assert a==1\n .endtest\n", "expected text in quotes"),
    ] {
        check(&format!(" org 0\n{block}"), expected);
    }
}

#[test]
fn a_mistake_in_the_head_of_a_scope_or_a_table_leaves_its_lines() {
    for (block, expected) in [
        (".local 5x\nl nop\n.endl\n jmp l\n", "a name begins with a letter"),
        ("p .proc (.byte 5)\n rts\n.endp\n p #1\n", "expected a parameter or `)`"),
        (" .proc\nl rts\n .endp\n jmp l\n", "this block needs a name"),
        (" .struct\nx .byte\n .ends\n", "this block needs a name"),
        (" .enum 5\na\n .ende\n", "this block needs a name"),
        (" .array t 5\n 1,2\n [1] = 5\n .enda\n lda t\n", "an array is `.array name [count] .type = value`"),
        (" .array\n 1,2\n .enda\n", "an array needs a name"),
    ] {
        check(&format!(" org 0\n{block}"), expected);
    }
}

#[test]
fn a_parameter_in_a_repeat_without_values_is_told_how_to_get_one() {
    check(
        " org 0\n .rept 5\nr:1 nop\n .endr\n lda r0\n lda r1\n",
        "this repeat has no value `:1` (values come after the count: in `.rept 5,#`",
    );
    check(
        " org 0\n .rept 2\n dta :1\n .endr\n",
        "`:1` is the first value of a repeat that has values: `.rept 5,#`",
    );
}

#[test]
fn an_indented_label_is_one_for_those_who_use_it() {
    check(
        " org 0\n loop lda #0\n bne loop\n jmp loop\n",
        "`loop` is not an instruction or macro (a label must begin in column 1)",
    );
    check(
        " org 0\n jmp tab\n tab .byte 1\n",
        "`tab` is not an instruction or macro (a label must begin in column 1)",
    );
    check(" org 0\n loop\n bne loop\n", "`loop` is not an instruction or macro");
}

#[test]
fn what_several_instructions_of_a_statement_have_wrong_is_said_once() {
    check(" org 0\n adw #5 $80\n", "`sta`, a part of `adw`, has no immediate mode");
    check(" org 0\n inw ($80),y\n", "`inc`, a part of `inw`, has no `(zp),y` mode");
    check(" org 0\nq .proc (.byte a)\n rts\n .endp\n q #1\n", "there is no macro `@pull`");
    let said = messages(" org 0\nm .macro\n adw #5 $80\n .endm\n m\n m\n");
    assert!(said.contains("and the same in 1 more call\n"), "{said}");
}

#[test]
fn an_address_without_org_is_no_huge_number() {
    check("s org $2000\n nop\n run s\n", "there was no `org`: this has no address");
    check("s org $2000\n lda s\n", "there was no `org`: this has no address");
    check(" org zz\nl nop\n jmp l\n run l\n", "`zz` is not defined");
    assert_eq!(messages(" ini $2000\n"), "");
}

#[test]
fn what_each_turn_of_a_repeat_with_values_does_wrong_is_said_once() {
    let said = messages(" org $2000\n .rept 80,#\ndli:2 nop\n lda :1+nope\n .endr\n");
    let said: Vec<&str> = said.lines().filter(|line| !line.contains(": note: ")).collect();
    let twice = "`dli` is defined twice (rename one of them, or put each into its own `.local`)";
    let expected = [
        &format!("t.asm:3:1: error: {twice}"),
        "t.asm:3:5: error: a statement cannot begin with `2`",
        "t.asm:4:8: error: `nope` is not defined",
    ];
    assert_eq!(said, expected);
    // Other words are another mistake, and another way to a place is another one, too.
    let said = messages(" org $2000\n .rept 3,#\n lda nope:1\n .endr\n");
    assert_eq!(
        (0..3).map(|n| said.matches(&format!("`nope{n}`")).count()).collect::<Vec<_>>(),
        [1; 3],
        "{said}"
    );
    let nested =
        " org $2000\n .rept 3,#\n .rept 2,:1\n lda nope\n .endr\n .endr\n .rept 3,#\n lda nope:1\n .endr\n";
    assert_eq!(messages(nested).matches("error").count(), 1 + 3, "{}", messages(nested));
    let calls = messages(".macro m\n lda nope+:1\n.endm\n org $2000\n .rept 3,#\n m :1\n.endr\n m 3\n");
    assert_eq!(calls.matches("error").count(), 1, "{calls}");
    assert!(calls.contains("and the same in 1 more call\n"), "the turns count as one: {calls}");
    // They count all the same: an assembly does not go on for ever that says one thing.
    let many = messages(" org $2000\n .rept 2000,#\nd:1 lda nope\n .endr\n");
    assert_eq!(many.matches("error: `nope`").count(), 1, "{many}");
    assert_eq!(many.matches("error: more than 1000 errors: the rest is left out").count(), 1, "{many}");
}

#[test]
fn one_mistake_of_a_line_is_one_error() {
    for (text, expected) in [
        ("n =\n org $2000\n lda n\n sta n\n", "1:4: error: a value is missing"),
        (
            " org $2000\n lda l: $1234\n sta l\n",
            "2:6: error: the label of an operand must have two letters or more",
        ),
        (" org $2000\n adb @ #5\n", "`lda`, a part of `adb`, has no accumulator mode"),
        (
            " .define two(a) lda #:1\n org $2000\n two(7)\n",
            "1:13: error: `.define` has no list of parameters",
        ),
        (
            "m .macro\n.endm\n .struct s\n m\n .ends\n org 0\n nop\n",
            "`m` is a macro, and a structure can have only fields",
        ),
    ] {
        check(text, expected);
    }
    check(&format!(" org $2000\n{}", ".local\n".repeat(200)), "blocks are nested too deeply");
    check(&format!(" org $2000\n{}", " .proc p\n".repeat(200)), "blocks are nested too deeply");
}

#[test]
fn a_text_of_words_is_told_so_once() {
    for text in [&b"\xFF\xFE \0o\0r\0g\0\n\0 \0n\0o\0p\0\n\0"[..], b"\xFE\xFF\0 \0n\0o\0p\0\n"] {
        let mut files = MemoryFiles::default();
        files.add("t.asm", text);
        let result = assemble(&files, "t.asm", &Options::default());
        let said = render(&result.diagnostics, Format::Short);
        assert_eq!(said, "t.asm:1:1: error: this text is UTF-16 (save it as UTF-8)\n");
    }
}

#[test]
fn what_is_said_stands_in_the_order_of_the_source() {
    let mut files = MemoryFiles::default();
    files.add(
        "t.asm",
        " org $2000\n.proc q\n lda nope\n icl 'b.inc'\n lda #300\n .print 2\nl\nl\n .print 1\n",
    );
    files.add("b.inc", " lda none\n");
    let said = render(&assemble(&files, "t.asm", &Options::default()).diagnostics, Format::Short);
    let places: Vec<&str> = said.lines().map(|line| line.split(": ").next().unwrap_or_default()).collect();
    let expected =
        ["t.asm:2:1", "t.asm:3:6", "b.inc:1:6", "t.asm:5:7", "t.asm:6:2", "t.asm:8:1", "t.asm:9:2"];
    let sorted = |mut list: Vec<&str>| {
        list.retain(|place| !["t.asm:6:2", "t.asm:9:2"].contains(place));
        list.join(" ")
    };
    assert_eq!(sorted(places.clone()), sorted(expected.to_vec()), "{said}");
    let at = |line: &str| places.iter().position(|place| *place == line);
    assert!(at("t.asm:6:2") < at("t.asm:9:2"), "{said}");
}

#[test]
fn what_a_source_has_in_it_does_nothing_to_a_terminal() {
    let text = " org $2000\n nop \u{1B}[31mX\n .error 'a\u{7}\u{9B}2J\u{202E}b'\n .print 'a\u{1B}'\n";
    let diagnostics = assemble(&MemoryFiles::one("t.asm", text), "t.asm", &Options::default()).diagnostics;
    for format in [Format::Human { color: false }, Format::Short, Format::Json] {
        let shown = render(&diagnostics, format);
        let raw = ['\u{1B}', '\u{7}', '\u{9B}', '\u{202E}'];
        let raw = if format == Format::Json { &raw[..2] } else { &raw[..] };
        assert!(!shown.contains(raw), "{shown:?}");
        assert_eq!(format == Format::Json, !shown.contains("\u{241B}[31mX"), "{shown}");
    }
}

#[test]
fn what_runs_over_the_end_of_a_region_is_one_error() {
    let region = ".region CODE,$2000,$2001\n org $2000\n nop\n nop\n";
    let help = "(region `CODE` is $2000-$2001)";
    let said = |text: &str| messages(&format!("{region}{text}"));
    assert_eq!(
        said(" lda $1234\n jmp $2000\n :3 dta 0\n nop\n"),
        format!("t.asm:5:2: error: address $2002 is in no declared region, with 9 bytes behind it {help}\n")
    );
    let elsewhere = said(" nop\n org $3000\n lda #1\n");
    assert_eq!(elsewhere.matches("error").count(), 2, "{elsewhere}");
    assert!(elsewhere.contains("$3000 is in no declared region, with 1 byte behind it"), "{elsewhere}");
}
