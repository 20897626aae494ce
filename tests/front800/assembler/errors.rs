//! Sources with mistakes and the messages they give.

use super::messages;

fn check(text: &str, expected: &str) {
    assert_eq!(messages(text).trim_end(), expected, "{text}");
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    check(
        "chbase = $d409\n org $2000\n sta chbsae\n",
        "t.asm:3:6: error: `chbsae` is not defined (did you mean `chbase`?)",
    );
}

#[test]
fn a_value_must_fit() {
    check(
        " org $2000\n lda #300\n",
        "t.asm:2:7: error: value 300 does not fit a byte (take a part of it with `<` or `>`)",
    );
}

#[test]
fn a_branch_says_how_far_it_is_off() {
    check(
        " org $2000\n bne far\n .align 256,0\n dta 0\nfar rts\n",
        "t.asm:2:6: error: the branch is 128 bytes too far (use `jne`)",
    );
}

#[test]
fn overlapping_segments_are_named_both() {
    check(
        " org $2000\n dta 1,2,3\n org $2002\n dta 4\n",
        "t.asm:4:1: error: this segment overlaps another at $2002-$2002 (begun at t.asm:2)",
    );
}

#[test]
fn all_errors_of_a_run_are_given_in_source_order() {
    let text = " org $2000\n lda #\n ldz #1\n jmp ($20ff)\n lda (4)\n";
    check(
        text,
        "t.asm:2:7: error: a value is missing\n\
         t.asm:3:2: error: `ldz` is no instruction or macro (a label stands in column 1)\n\
         t.asm:4:6: error: an indirect jump through $xxFF takes its high byte from the wrong page \
         (move the vector by one byte)\n\
         t.asm:5:1: error: `lda` has no `(address)` mode (group an expression with `[ ]`)",
    );
}
