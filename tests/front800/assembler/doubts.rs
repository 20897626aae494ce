//! What assembles, and is told of as it hardly does what was meant.

use front800::assembler::{Format, MemoryFiles, Options, assemble, defined, render};

use super::messages;

#[test]
fn a_bound_before_no_branch_bounds_nothing() {
    let stray = "warning: no branch or jump to an address follows: this bounds no loop (it belongs right before the branch";
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
    let pointer = messages(" org $2000\n ldx #3\na dex\n .loop 3\n jmp ($fffe)\n");
    assert!(pointer.contains(stray), "no proof follows a pointer: {pointer}");
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
        said.starts_with("t.asm:2:2: error: region `main` is declared twice (give each its own name"),
        "{said}"
    );
    let test = " .test \"one\"\n lda #1\n .assert a==1\n .endtest\n";
    let said = messages(&format!(" org $2000\n nop\n{test}{test}"));
    assert!(
        said.starts_with("t.asm:7:2: warning: another test is called \"one\" (give each its own name"),
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
            "t.asm:1:1: warning: `{name}` was given as 7 (`-d {name}=7`), and this line changes that (to use the value given, write `.ifndef {name}` before it and `.endif` after it)\n"
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
fn of_several_values_of_a_name_the_last_one_counts() {
    let assembled = |text: &str, given: &[(&str, i64)], case_sensitive| {
        let defines = given.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        let options = Options { defines, case_sensitive, ..Options::default() };
        let assembly = assemble(&MemoryFiles::one("t.asm", text), "t.asm", &options);
        let said = render(&assembly.diagnostics, Format::Short);
        (assembly.output.map(|output| output.segments[0].bytes.clone()), said)
    };
    let one = " org $2000\n dta n\n";
    assert_eq!(assembled(one, &[("n", 1), ("N", 2)], false), (Some(vec![2]), String::new()));
    let (bytes, said) = assembled("n = 3\n org $2000\n dta n\n", &[("n", 1), ("N", 2)], false);
    assert!(bytes == Some(vec![3]) && said.contains("was given as 2 (`-d n=2`)"), "{said}");
    // With `-c` these are two names.
    let both = "n = 3\n org $2000\n dta n,N\n";
    let (bytes, said) = assembled(both, &[("n", 1), ("N", 2)], true);
    assert!(bytes == Some(vec![3, 2]) && said.contains("was given as 1 (`-d n=1`)"), "{said}");
    // What the assembler says of itself nobody else says.
    assert_eq!(
        assembled(" org $2000\n dta FRONT800\n", &[("FRONT800", 7)], false),
        (Some(vec![1]), String::new())
    );
    let refused = defined("front800", 7).expect_err("it is ours").to_string();
    assert_eq!(refused, "`front800` is 1 wherever front800 assembles: give the name of another label");
}

#[test]
fn a_byte_below_its_range_is_told_of() {
    let said = messages(" org $2000\n .byte -129,-128\n dta -255\n lda #-200\n .word -200\n lda #<-200\n");
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "t.asm:2:8: warning: -129 does not fit a signed byte: it becomes 127",
        "3:6: warning: -255 does",
        "4:7: warning: -200",
    ];
    assert_eq!(lines.len(), expected.len(), "{said}");
    assert!(lines.iter().zip(expected).all(|(line, expected)| line.contains(expected)), "{said}");
}

#[test]
fn of_a_name_that_is_defined_twice_nothing_else_is_said() {
    for text in [
        " org $2000\na nop\n .ds 300\na nop\n bne a\n lda #a-$2000\n lda (a,x)\n :[a-$2000] nop\n",
        " org $2000\n .local\na nop\n .ds 300\na nop\n beq a\n .endl\n",
        "a = 5\n org $2000\n lda #a\na nop\n lda #a\n lda (a),y\n",
    ] {
        let said = messages(text);
        assert!(said.contains("`a` is defined twice") && said.matches(": error: ").count() == 1, "{said}");
        assert!(!said.contains("warning"), "{said}");
    }
    let other = messages(" org $2000\na nop\nb .ds 300\na nop\n bne a\n bne b\n");
    assert!(other.contains("the branch is 177 bytes too far"), "what is another's is said: {other}");
}

#[test]
fn a_half_of_the_first_term_of_a_sum_is_told_of() {
    let too_much = messages(" org $20ff\ntab nop\n lda #<tab+1\n .byte >tab+$f0\n");
    let expected = "t.asm:3:7: error: value $100 (256) does not fit a byte (`<` applies only to the value right after it: for the sum write `<[tab+1]`)\n\
                    t.asm:4:8: error: value $110 (272) does not fit a byte (`>` applies only to the value right after it: for the sum write `>[tab+$f0]`)\n";
    assert_eq!(too_much, expected);
    let doubt = "warning: `>tab+1` adds to the high byte only, because `>` applies only to the value right after it (the bytes of the \
                 sum are `<[tab+1]` and `>[tab+1]`)";
    for pair in [" lda #<tab+1\n sta $80\n lda #>tab+1\n", " lda #>tab+1\n pha\n lda #<tab+1\n pha\n"] {
        let said = messages(&format!(" org $2000\ntab nop\n{pair}"));
        assert!(said.contains(doubt) && said.matches("warning").count() == 1, "{pair}{said}");
    }
    // The next page; other places; what is grouped; what is said to be meant; what comes to the same.
    for pair in [
        " lda #<tab\n ldx #>tab+1\n",
        " lda #<tab+1\n ldx #>tab+2\n",
        " lda #<[tab+1]\n ldx #>[tab+1]\n",
        " lda #<tab+1\n .nowarn ldx #>tab+1\n",
        " lda #<tab+0\n ldx #>tab+0\n",
    ] {
        assert_eq!(messages(&format!(" org $2000\ntab nop\n{pair}")), "", "{pair}");
    }
}

#[test]
fn bytes_over_what_is_reserved_are_told_of() {
    let over = "which is reserved (give them another `org`";
    let said = messages(" org $2000\nbuf .ds 10\n org $2005\n nop\n nop\n");
    assert!(
        said.starts_with("t.asm:4:2: warning: the bytes from here on overlap $2005-$2006, which is reserved"),
        "{said}"
    );
    let into = messages(" org $2010\nbuf .ds 10\n org $200f\n lda #1\n");
    assert!(into.contains("overlap $2010-$2010") && into.contains(over), "{into}");
    for text in [
        // What is filled by name, what comes before, what is moved, what an `ini` has done with, what lies beside it.
        " org $2000\nbuf .ds 10\n org buf+5\n nop\n",
        " org $2000\n nop\n nop\n org $2000\nbuf .ds 10\n",
        " org $2000\nbuf .ds 10\n org $3000,$2000\n nop\n",
        " org $2000\nbuf .ds 10\ninit rts\n ini init\n org $2000\n nop\n",
        " org $2000\nbuf .ds 10\n nop\n org $1fff\n nop\n",
        " opt f+\n org $2000\n nop\nbuf .ds 10\n nop\n",
    ] {
        assert_eq!(messages(text), "", "{text}");
    }
}

#[test]
fn a_field_of_a_field_is_told_of_however_it_is_reached() {
    let structures = ".struct in\nx .byte\ny .word\n.ends\n.struct out\na in\nb in\n.ends\n";
    let source = |operand: &str| format!("{structures} org $2000\n lda {operand}\n rts\nd dta out [2]\n");
    for operand in ["d.b.y", "d[1].b.y"] {
        let said = messages(&source(operand));
        let warning = format!("warning: `{operand}`: MADS has no names for fields of fields");
        assert!(said.contains(&warning) && said.lines().count() == 1, "{said}");
    }
    for operand in ["d.b", "d[1].b", "d[1].b+in.y", "out.b+in.y"] {
        assert_eq!(messages(&source(operand)), "", "{operand}");
    }
}

#[test]
fn only_a_name_that_is_written_otherwise_is_hidden_by_one_of_a_block() {
    for block in [".local start\n .endl", ".proc start\n rts\n .endp", ".array start [1]\n .enda"] {
        let inside =
            |call: &str| format!(" org $2000\nstart nop\n .local s\n {block}\n jsr {call}\n .endl\n");
        assert_eq!(messages(&inside("start")), "", "{block}");
    }
    let said = messages("LOCAL = 5\n org $2000\n .local s\n .local local\n .endl\n lda #<LOCAL\n .endl\n");
    assert!(said.contains("warning: `LOCAL` means `local` of this block, which hides `LOCAL`"), "{said}");
}
