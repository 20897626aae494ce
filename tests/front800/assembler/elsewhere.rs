//! Ends that are missing, and what other assemblers write: one error says what is right here.

use super::messages;

/// Checks that a source gives one error, which begins so.
fn check(text: &str, expected: &str) {
    let said = messages(text);
    let lines: Vec<&str> = said.lines().filter(|line| !line.contains(": note: ")).collect();
    assert!(matches!(lines.as_slice(), [only] if only.starts_with(expected)), "{text}\n{said}");
}

/// A program that would be wrong in every line if something before it had no end.
const PROGRAM: &str = " org $2000\nstart lda #0\n sta count\nloop inc count\n bne loop\n jsr second\n jmp start\ncount .byte 0\n \
                       .proc second\n ldx count\n rts\n .endp\n run start\n";

#[test]
fn a_structure_without_an_end_ends_before_what_no_structure_has() {
    check(
        &format!(" .struct point\nx .byte\ny,z .word\n\n{PROGRAM}"),
        "t.asm:1:9: error: `.struct` has no `.ends` (close it with `.ends` before line 5)",
    );
    check(
        &format!(" .enum e\nred = 1\nblue\n{PROGRAM}"),
        "t.asm:1:7: error: `.enum` has no `.ende` (close it with",
    );
    check(
        &format!(" org $80\n .local\n .struct s\nx .byte\n .endl\n{PROGRAM}"),
        "t.asm:3:9: error: `.struct` has no",
    );
    check(
        " .struct s\nx .byte\n lda #1\ny .byte\n .ends\n org 0\n lda #s.y\n",
        "t.asm:3:2: error: this is not a field of a structure",
    );
    // Members may be called like instructions.
    assert_eq!(messages(" .struct s\nlda .byte\ninc,dec .word\n .ends\n org 0\n lda #s.inc\n"), "");
    let said = messages(" .enum e\nlda\nsta = 7\n nop\n .ende\n org 0\n nop\n");
    assert!(!said.contains("error"), "{said}");
}

#[test]
fn a_block_without_an_end_is_one_mistake() {
    check(
        " org $2000\nstart jsr inner\n lda table,x\n put 5\n .proc first\ninner rts\ntable dta 1\nput .macro\n lda #:1\n .endm\n",
        "t.asm:5:2: error: the block `first` has no end (close it with `.endp`)",
    );
    check(
        " org $2000\n .proc a\n .local b\n nop\n .endp\n jmp a\n",
        "t.asm:3:2: error: the block `b` has no end (close it with `.endl` before the block around it ends)",
    );
    // Both closed, in the wrong order.
    check(
        " org $2000\n .proc a\n .local b\n nop\n .endp\n .endl\n jmp a\n",
        "t.asm:3:2: error: the block `b` has",
    );
    check(
        " org $2000\n .proc a\n nop\n .endl\n jmp a\n",
        "t.asm:4:2: error: another block must be closed before",
    );
    check(
        " org $2000\n nop\n .endp\n",
        "t.asm:3:2: error: no such block is open (`.endp` ends a block that `.proc` begins)",
    );
    let two = messages(" org $2000\n .proc a\n .proc b\n rts\n .endp\n .proc c\n jmp nope\n");
    let lines: Vec<&str> = two.lines().collect();
    assert_eq!(lines.len(), 3, "{two}");
    assert!(
        lines[0].contains("`a`") && lines[1].contains("`c`") && lines[2].contains("`nope` is not defined"),
        "{two}"
    );
}

#[test]
fn a_test_without_an_end_ends_before_the_next_one() {
    let (open, closed) =
        (" .test \"one\"\n lda #1\n .assert a==1\n", " .test \"two\"\n jsr nope\n .endtest\n");
    check(
        &format!(" org $2000\n nop\n{open}{closed}"),
        "t.asm:3:13: error: `.test` has no `.endtest` (close it with `.endtest` before line 6)",
    );
    check(
        &format!(" org $2000\n nop\n{open}"),
        "t.asm:3:13: error: `.test` has no `.endtest` (close it with `.endtest`)",
    );
}

#[test]
fn ends_of_other_assemblers_are_taken_for_ours() {
    for (block, expected) in [
        (" .proc p\n rts\n .endproc\n jmp p\n", "there is no directive `.endproc` (write `.endp`)"),
        (" .proc p\n rts\n endp\n jmp p\n", "`endp` is not an instruction or macro (write `.endp`)"),
        (" .proc p\n rts\n endproc\n jmp p\n", "`endproc` is not an instruction or macro (write `.endp`)"),
        (" .local l\n rts\n .endscope\n jmp l\n", "there is no directive `.endscope` (write `.endl`)"),
        (" .scope s\nx rts\n .endl\n jmp s.x\n", "there is no directive `.scope` (write `.local name`)"),
        (
            " .struct s\nx .byte\n .endstruct\n lda #s.x\n",
            "there is no directive `.endstruct` (write `.ends`)",
        ),
        (" .enum e\nx\n .endenum\n lda #e.x\n", "there is no directive `.endenum` (write `.ende`)"),
        (" .rept 2\n nop\n .endrepeat\nx jmp x\n", "there is no directive `.endrepeat` (write `.endr`)"),
        (" .rept 2\n nop\n endr\nx jmp x\n", "there is no directive `endr` (write `.endr`)"),
        (" .rept 2,#\n dta :1\n .endrepeat\nx jmp x\n", "there is no directive `.endrepeat` (write `.endr`)"),
        (" .repeat 2\n nop\n .endr\nx jmp x\n", "there is no directive `.repeat` (write `.rept count`)"),
        (" .if 1\n nop\n .else\n clc\n endif\nx jmp x\n", "there is no directive `endif` (write `.endif`)"),
        (" .if 1\n nop\n .fi\nx jmp x\n", "there is no directive `.fi` (write `.endif`)"),
        ("m .macro\n lda #:1\n endm\n m 5\n", "there is no directive `endm` (write `.endm`)"),
        ("m .macro\n lda #:1\n .endmacro\n m 5\n", "there is no directive `.endmacro` (write `.endm`)"),
        (
            "m .macro\n lda #:1\n endm\nn .macro\n ldx #:1\n .endm\n m 5\n n 6\n",
            "there is no directive `endm` (write `.endm`)",
        ),
        (" nop\n .endif\n", "`.endif` without `.if`"),
        (" nop\n .endproc\n", "there is no directive `.endproc` (write `.endp`)"),
        (" nop\n .bend\n", "there is no directive `.bend` (write `.endl`)"),
        (" nop\n .endstruct\n", "there is no directive `.endstruct` (write `.ends`)"),
        (" nop\n .fi\n", "there is no directive `.fi` (write `.endif`)"),
        (" nop\n .endmacro\n", "there is no directive `.endmacro` (write `.endm`)"),
    ] {
        let said = messages(&format!(" org $2000\n{block}"));
        let only = said.lines().filter(|line| !line.contains(": note: ")).collect::<Vec<_>>();
        assert!(matches!(only.as_slice(), [only] if only.contains(expected)), "{block}\n{said}");
    }
    // A macro may have such a name.
    assert_eq!(messages("endif .macro\n nop\n .endm\n org $2000\n .if 1\n endif\n .endif\n"), "");
}

#[test]
fn words_of_other_assemblers_are_answered_with_ours() {
    for (line, expected) in [
        (
            " lda.b $1234",
            "address $1234 is not in the zero page (`.b`, `.z` and `z:` request a one-byte address: leave",
        ),
        (
            " .segment \"CODE\"",
            "the name of a segment has no quotes (leave it out: `org address` says where bytes go",
        ),
        (" .code", "there is no directive `.code` (leave it out: `org address` says where bytes go"),
        (" .asc \"a\"", "there is no directive `.asc` (write `dta c'text'`"),
        (" .cpu \"6502\"", "(leave it out: only the 6502 is supported)"),
        (" .hex 0102", "(write `.he`, with blanks between the bytes)"),
        (" !byte 1", "a statement cannot begin with `!` (write `.byte`)"),
        (" !text \"a\"", "a statement cannot begin with `!` (write `dta c'text'`"),
        (" !source \"x\"", "a statement cannot begin with `!` (write `icl 'file'`)"),
        (" !what", "a statement cannot begin with `!` (directives begin with a dot: `.byte`)"),
        ("#include \"x\"", "there is no `#include` (write `icl 'file'`)"),
        (" ds.b 4", "`ds.b` is not an instruction or macro (write `.ds count`)"),
        (" defb 4", "`defb` is not an instruction or macro (write `.byte`, or `dta`)"),
        (" rorg $2000", "`rorg` is not an instruction or macro (write `org address,load`"),
        (" subroutine", "`subroutine` is not an instruction or macro (write `.local`"),
    ] {
        let said = messages(&format!(" org $2000\n{line}\n rts\n"));
        assert!(said.lines().count() == 1 && said.contains(expected), "{line}\n{said}");
    }
}
