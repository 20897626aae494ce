//! Calls of macros: too few or too many values, and calls without end.

use super::messages;
use front800::assembler::{Format, MemoryFiles, Options, assemble, render};

const MANY: &str = "put a value that contains commas in double quotes: \"table,x\"";

/// Checks what is said of calls, each in a program that ends with it.
fn check(definitions: &str, calls: &[(&str, &str)]) {
    for (call, expected) in calls {
        let text = format!(" org $2000\n{definitions} {call}\n");
        let line = text.lines().count();
        let expected = match *expected {
            "" => String::new(),
            expected => format!("t.asm:{line}:2: warning: {expected}\n"),
        };
        assert_eq!(messages(&text), expected, "{text}");
    }
}

#[test]
fn a_value_that_a_macro_uses_and_a_call_leaves_out_is_told_of() {
    check(
        "sum .macro first,second,to\n clc\n lda :first\n adc :second\n sta :to\n .endm\n",
        &[
            ("sum 1,2,3", ""),
            (
                "sum 1,2",
                "macro `sum` takes 3 values, not 2: `:to` is -1 in it (test for a value that is optional: `.if :to <> -1`, or `.if :0 >= 3`)",
            ),
            (
                "sum 1",
                "macro `sum` takes 3 values, not 1: `:second` is -1 in it (test for a value that is optional: `.if :second <> -1`, or `.if :0 >= 2`)",
            ),
            ("sum 1,2,3,4", &format!("macro `sum` takes 3 values, not 4 ({MANY})")),
            (".nowarn sum 1,2", ""),
        ],
    );
    check(
        "put .macro ; not :9\n ldx :1 ; nor :8\n .endm\n",
        &[
            ("put 1", ""),
            ("put 1,2", ""),
            (
                "put",
                "macro `put` takes 1 value, not 0: `:1` is -1 in it (test for a value that is optional: `.if :1 <> -1`, or `.if :0 >= 1`)",
            ),
        ],
    );
    check(
        "m .macro \" \"\n dta :1,:2,:4\n .endm\n",
        &[
            ("m #1 #2", ""),
            (
                "m #1",
                "macro `m` takes 2 values, not 1: `:4` is -1 in it (test for a value that is optional: `.if :4 <> -1`, or `.if :0 >= 4`)",
            ),
        ],
    );
}

#[test]
fn a_value_that_a_macro_asks_for_may_be_left_out() {
    for body in [
        " .if :0 > 1\n ldx :2\n .endif\n",
        " .if :2 = -1\n nop\n .else\n ldx :2\n .endif\n",
        " ift :2 = -1\n nop\n els\n ldx :2\n eif\n",
        " .if :1 = 0\n ldx :2\n .endif\n",
        " .if :1 = 1\n .exitm\n .endif\n ldx :2\n",
        "x = :2\n .if x <> -1\n ldx #x\n .endif\n",
        " dta :2\n .if :2 = -1\n nop\n .endif\n",
        " ert :2 > 5\n",
        " dta :0,:2\n",
        " inner :1,:2\n",
        " dta 1 ; :2\n",
        " .rept 2\n dta 1 ; :2\n .endr\n",
    ] {
        let inner = "inner .macro a,b\n .if :b = -1\n nop\n .else\n dta :b\n .endif\n .endm\n";
        for head in ["m .macro", "m .macro a,b"] {
            check(&format!("{inner}{head}\n{body} .endm\n"), &[("m 1", "")]);
        }
    }
}

/// What is said of a program of several files, of which the first is the main one.
fn said(files: &[(&str, &str)]) -> String {
    let mut all = MemoryFiles::default();
    for (name, text) in files {
        all.add(name, text);
    }
    render(&assemble(&all, "t.asm", &Options::default()).diagnostics, Format::Short)
}

#[test]
fn a_macro_that_calls_itself_is_told_of_and_hides_nothing() {
    const HELP: &str = "(put an `.if` around the call to end the recursion; calls may be nested 100 deep)";
    let text = " org $2000\nm .macro\n lda #300\n m\n m\n .endm\n m\n lda nowhere\n";
    let expected = format!(
        "t.asm:3:7: error: value $12C (300) does not fit a byte (take a part of it with `<` or `>`)\n\
         t.asm:7:2: note: in macro `m` called here\n\
         t.asm:4:2: error: macro `m` calls itself without end {HELP}\n\
         t.asm:7:2: note: in macro `m` called here\n\
         t.asm:5:2: error: macro `m` calls itself without end {HELP}\n\
         t.asm:7:2: note: in macro `m` called here\n\
         t.asm:8:6: error: `nowhere` is not defined\n"
    );
    assert_eq!(messages(text), expected);
    let others = " org $2000\na .macro\n .local\n .rept 2\n b\n .endr\n .endl\n .endm\nb .macro\n a\n .endm\n .proc p\n a\n .endp\n lda nowhere\n";
    let found = messages(others);
    assert_eq!(found.matches("calls itself without end").count(), 1, "{found}");
    assert!(found.ends_with("t.asm:15:6: error: `nowhere` is not defined\n"), "{found}");
    let deep = |turns: u32| {
        messages(&format!("m .macro\n .if :1>0\n nop\n m :1-1\n .endif\n .endm\n org $2000\n m {turns}\n"))
    };
    assert_eq!(deep(98), "");
    assert!(deep(200).contains("t.asm:4:2: error: macro `m` calls itself without end"), "{}", deep(200));
}

#[test]
fn calls_that_double_are_told_of_soon_and_hide_nothing() {
    const SAID: &str = "error: macro `m` calls itself too often (two calls of itself double with every level: use fewer levels, or repeat with `.rept`)";
    let told = |body: &str, call: &str| {
        let begun = std::time::Instant::now();
        let found = messages(&format!(" org $2000\nm .macro\n{body} .endm\n {call}\n lda nowhere\n"));
        assert!(begun.elapsed().as_secs() < 5, "{body}: {:?}", begun.elapsed());
        assert!(found.ends_with(": error: `nowhere` is not defined\n"), "{body}: {found}");
        found
    };
    let note = |line| format!("t.asm:{line}:2: note: in macro `m` called here\n");
    let both = format!(
        "t.asm:4:2: {SAID}\n{0}t.asm:5:2: {SAID}\n{0}t.asm:9:6: error: `nowhere` is not defined\n",
        note(8)
    );
    assert_eq!(told(" .if :1>0\n m :1-1\n m :1-1\n .endif\n", "m 40"), both);
    assert_eq!(told(" .if :1>0\n m [:1]-1\n m [:1]-2\n .endif\n", "m 60"), both);
    for body in [" m :1:1\n", " m :1:2 :2:1\n", " .rept 2,#\n m :1+:1\n .endr\n"] {
        assert!(told(body, "m 1 2").contains(SAID), "{body}");
    }
    // So many are a tree of nine levels, and assemble.
    let sound = " org $2000\nm .macro\n .if :1>0\n m :1-1\n m :1-1\n .else\n nop\n .endif\n .endm\n m 9\n";
    assert_eq!(messages(sound), "");
}

#[test]
fn a_repeat_of_more_turns_than_can_be_hides_nothing() {
    let expected = "t.asm:2:8: error: cannot repeat 100000000 times (at most 4000000 statements are allowed)\n\
                    t.asm:5:6: error: `nowhere` is not defined\n";
    assert_eq!(messages(" org $2000\n .rept 100000000\n lda #1\n .endr\n lda nowhere\n"), expected);
    let file = " .rept 9\n icl 't.asm'\n .endr\n lda nowhere\n";
    let found = said(&[("t.asm", file)]);
    assert!(found.starts_with("t.asm:2:2: error: `t.asm` includes itself"), "{found}");
    assert!(found.contains("t.asm:4:6: error: `nowhere` is not defined\n"), "{found}");
}

#[test]
fn a_file_that_includes_itself_is_told_of_and_hides_nothing() {
    const HELP: &str = "(remove this line, and move what both files need into a third one)";
    let own = said(&[("t.asm", " org $2000\nl nop\n icl 't.asm'\n lda nowhere\n")]);
    let expected = format!(
        "t.asm:3:2: error: `t.asm` includes itself {HELP}\nt.asm:4:6: error: `nowhere` is not defined\n"
    );
    assert_eq!(own, expected);
    let others = [
        ("t.asm", " org $2000\n icl 'a.asm'\n lda nowhere\n"),
        ("a.asm", "a lda here\n icl 'b.asm'\n"),
        ("b.asm", "b lda there\n icl 'a.asm'\n"),
    ];
    let expected = format!(
        "a.asm:1:7: error: `here` is not defined\nb.asm:1:7: error: `there` is not defined\n\
         b.asm:2:2: error: `a.asm` includes itself {HELP}\nt.asm:3:6: error: `nowhere` is not defined\n"
    );
    assert_eq!(said(&others), expected);
    let guarded = " .ifndef n\nn = 3\n .endif\n org $2000\n nop\n .if n > 5\n icl 't.asm'\n .endif\n";
    assert_eq!(said(&[("t.asm", guarded)]), "");
}

#[test]
fn a_name_of_the_hardware_that_is_not_included_is_told_where_it_is() {
    let names = ("front800/hardware.inc", "; names\nWSYNC = $D40A ; wait\n");
    let found = said(&[("t.asm", "w = 1\n org $2000\n sta wsync\n sta wsy\n"), names]);
    let expected = "t.asm:3:6: error: `wsync` is not defined (it is a name of the system: `icl 'front800/hardware.inc'` defines it)\n\
                    t.asm:4:6: error: `wsy` is not defined\n";
    assert_eq!(found, expected);
}

#[test]
fn one_of_something_is_said_in_the_singular() {
    for (source, expected) in [
        ("p .proc (.byte a) .reg\n rts\n .endp\n p #1 #2\n", "`p` takes 1 value, not 2"),
        (
            "p .proc (.byte a,x) .reg\n rts\n .endp\n p #1\n",
            "`p` takes 2 values, not 1: the others keep their values",
        ),
        ("t .array [1] .byte\n 1,2\n .enda\n", "the array has 1 element: further values are ignored"),
        (" .struct s\nx .byte\n .ends\nd dta s [0] (1,2)\n", "2 values are given for 1 field"),
        (" .struct s\nx,y .byte\n .ends\nd dta s [0] (1)\n", "1 value is given for 2 fields"),
        (" #cycle #1\n", "no instructions take 1 cycle"),
    ] {
        let found = messages(&format!(" org $2000\n{source}"));
        assert!(found.contains(expected), "{found}");
    }
}
