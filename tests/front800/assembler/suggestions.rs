//! What would help with a mistake, as a change of the source.

use super::{assembly, messages};

/// The suggestions for all that is said of a text: what is replaced (line, columns) by what.
fn suggestions(text: &str) -> Vec<String> {
    let diagnostics = assembly(text).diagnostics;
    let all = diagnostics.iter().flat_map(|diagnostic| &diagnostic.suggestions);
    all.map(|suggestion| {
        let place = &suggestion.location;
        format!("{}:{}-{} {:?}", place.line, place.column, place.end_column, suggestion.text)
    })
    .collect()
}

#[test]
fn a_mistake_comes_with_the_change_that_helps() {
    for (text, expected) in [
        (" org 0\nvalue = 1\n lda #valeu\n", vec![r#"3:7-12 "value""#]),
        (" org 0\n stax 5\n", vec![r#"2:2-6 "sta""#, r#"2:2-6 "stx""#]),
        (" org 0\nl nop\n .align 256,0\n\tlda 5 \\ BNE l\n", vec![r#"4:10-13 "jne""#]),
        (" org 0\n .local a\n nop\n", vec![r#"4:1-1 " .endl\n""#]),
        (" org 0\n .rept 2\n nop", vec![r#"4:1-1 " .endr\n""#]),
        (" org 0\nlda #1\n", vec![r#"2:1-1 "        ""#]),
        (" org 0\n sta #5\n", vec![r#"2:6-7 """#]),
        (" org 0\n lda 'A'\n", vec![r##"2:6-6 "#""##]),
        (" dta 1\n", vec![r#"1:1-1 "        org $2000\n""#]),
        (" org 0\n lda #300\n", vec![]),
    ] {
        assert_eq!(suggestions(text), expected, "{text}");
    }
}

#[test]
fn what_stands_in_a_macro_is_changed_only_where_it_stands_so() {
    let body = |line: &str, call: &str| format!("value = 1\n .macro m\n{line} .endm\n org 0\n m {call}\n");
    assert_eq!(suggestions(&body(" lda #valeu\n", "7")), [r#"3:7-12 "value""#]);
    assert_eq!(suggestions(&body(" lda #:1\n", "valeu")), [""; 0]);
}

#[test]
fn only_what_is_seen_from_a_place_is_suggested_there() {
    let procedures = " org $2000\nm .macro\np:1 .proc\n rts\n .endp\n .endm\n m 1\n m 2\n jsr p";
    for (name, expected) in [
        ("2", "`p2` is not defined (`p2` is known only within each call of the macro `m`)\n"),
        ("3", "`p3` is not defined\n"),
    ] {
        let said = messages(&format!("{procedures}{name}\n"));
        assert!(said.ends_with(expected), "{said}");
    }
    let structures =
        " org $2000\nm .macro\n .struct s:1\nx .byte\ny .word\n .ends\n .endm\n m 1\n dta s1.y\n";
    let said = messages(structures);
    assert!(said.ends_with("(`s1` is known only within each call of the macro `m`)\n"), "{said}");
}
