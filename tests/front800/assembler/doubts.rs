//! What assembles, and is told of as it hardly does what was meant.

use front800::assembler::{Format, MemoryFiles, Options, assemble, render};

use super::messages;

#[test]
fn a_bound_before_no_branch_bounds_nothing() {
    let stray = "warning: no branch or jump follows: this bounds no loop (it stands right before the branch";
    let said = messages(" org $2000\n ldx #3\n .loop 3\na dex\n bne a\n");
    assert!(said.starts_with(&format!("t.asm:3:2: {stray}")), "{said}");
    assert!(messages(" org $2000\n nop\n .loop 3\n").contains(stray), "nothing follows at all");
    for bound in [
        "a dex\n .loop 3\n bne a",
        "a dex\n bne a ;@loop 3",
        "a dex\n .loop 3\n\nb ; a label between\n bne a",
        "a dex\n .loop 3\n jne a",
        "a dex\n beq b\n .loop 3\n jmp a\nb rts",
        " dex\n .loop 3\n rne",
    ] {
        assert_eq!(messages(&format!(" org $2000\n ldx #3\n{bound}\n")), "", "{bound}");
    }
    let of_macro = messages("m .macro\n .loop 3\n nop\n .endm\n org $2000\n m\n");
    assert!(of_macro.contains(stray) && of_macro.contains("in macro `m` called here"), "{of_macro}");
}

#[test]
fn a_loop_runs_at_least_once() {
    let said = messages(" org $2000\nl dex\n .loop 0\n bne l\n");
    assert!(
        said.starts_with("t.asm:3:8: error: a loop is bounded by a number of turns, 1 or more"),
        "{said}"
    );
}

#[test]
fn two_regions_and_two_tests_have_two_names() {
    let said = messages(" .region main,$2000,$2fff\n .region main,$3000,$3fff\n org $2000\n nop\n");
    assert!(
        said.starts_with("t.asm:2:2: error: region `main` is declared twice (give each a name"),
        "{said}"
    );
    let test = " .test \"one\"\n lda #1\n .assert a==1\n .endtest\n";
    let said = messages(&format!(" org $2000\n nop\n{test}{test}"));
    assert!(
        said.starts_with("t.asm:7:2: warning: another test is called \"one\" (give each a name"),
        "{said}"
    );
    // Calls of a macro make tests of one text.
    let in_macro = format!("m .macro\n{test} .endm\n org $2000\n nop\n m\n m\n");
    assert_eq!(messages(&in_macro), "");
}

#[test]
fn a_source_that_changes_what_the_command_line_gives_is_told_of() {
    let said = |text: &str, case_sensitive| {
        let defines = vec![("N".to_string(), 7)];
        let options = Options { defines, case_sensitive, ..Options::default() };
        let assembly = assemble(&MemoryFiles::one("t.asm", text), "t.asm", &options);
        assert!(assembly.output.is_some(), "{text}");
        render(&assembly.diagnostics, Format::Short)
    };
    for text in ["N = 5\n org 0\n lda #N\n", "N set 5\nN set 6\n org 0\n lda #N\n", "n = 5\n"] {
        let name = &text[..1];
        let expected = format!(
            "t.asm:1:1: warning: `{name}` was given as 7 (`-d {name}=7`), and this line changes that (to let what is given \
             count, write `.ifndef {name}` before it and `.endif` behind it)\n"
        );
        assert_eq!(said(text, false), expected, "{text}");
    }
    for text in
        ["N = 7\n", " .ifndef N\nN = 5\n .endif\n org 0\n lda #N\n", " org 0\n .local a\nN = 5\n .endl\n"]
    {
        assert_eq!(said(text, false), "", "{text}");
    }
    assert_eq!(said("n = 5\n", true), "", "another name");
}

#[test]
fn a_byte_below_its_range_is_told_of() {
    let said = messages(" org $2000\n .byte -129,-128\n dta -255\n lda #-200\n .word -200\n lda #<-200\n");
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "t.asm:2:8: warning: -129 is no negative byte: it becomes 127",
        "3:6: warning: -255 is",
        "4:7: warning: -200",
    ];
    assert_eq!(lines.len(), expected.len(), "{said}");
    assert!(lines.iter().zip(expected).all(|(line, expected)| line.contains(expected)), "{said}");
}
