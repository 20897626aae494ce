//! What the dialect has by its public documentation, and what sources of other people have in them.

use super::{assembly, hex, messages};
use front800::assembler::{Format, MemoryFiles, Options, assemble, render};

/// Checks the bytes of statements assembled at $2000, of which nothing is said.
fn check(text: &str, expected: &str) {
    let text = format!(" org $2000\n{text}\n");
    assert_eq!(hex(&text), expected, "{text}");
    assert_eq!(messages(&text), "", "{text}");
}

/// Checks what is said of statements behind an `org`.
fn refused(text: &str, expected: &str) {
    assert_eq!(messages(&format!(" org $2000\n{text}\n")).trim_end(), expected, "{text}");
}

/// Checks that statements behind an `org` make no program, and a part of what is said.
fn fails(text: &str, expected: &str) {
    let result = assembly(&format!(" org $2000\n{text}\n"));
    let said = render(&result.diagnostics, Format::Short);
    assert!(result.output.is_none() && said.contains(expected), "{text}\n{said}");
}

/// The bytes of the file that a source makes.
fn file(text: &str) -> Vec<u8> {
    assembly(text).output.expect("no mistakes").xex()
}

#[test]
fn an_array_of_several_counts_has_an_index_for_each() {
    for (text, expected) in [
        (" .array t [2][3]\n [1][1] = \"AB\"\n .enda\n lda t[1][2]", "00 00 00 00 21 22 AD 05 20"),
        (
            " lda t[1][0]\n .array t [2][2] .word\n [0][1]:[1][1] = 7\n .enda\n lda t[3]",
            "AD 07 20 00 00 07 00 00 00 07 00 AD 09 20",
        ),
        (
            "t .array [2][2][2] .byte\n [1][0][1] = 9\n .enda\n lda t[1][1][0]",
            "00 00 00 00 00 09 00 00 AD 06 20",
        ),
    ] {
        check(text, expected);
    }
    let help = "(with one dimension, write `name[row*columns+column]`)";
    refused(" .array t [2][3]\n .enda\n lda t[0][3]", "t.asm:4:10: error: `t` has no element 3 in a row");
    refused(
        " .array t [6]\n .enda\n lda t[1][2]",
        &format!("t.asm:4:10: error: an element of `t` has one index for each dimension of the array {help}"),
    );
    let deep = format!(" org $2000\n lda t{}\n .array t [2][2]\n .enda\n", "[0]".repeat(300_000));
    assert!(messages(&deep).contains("nested too deeply"));
}

#[test]
fn comparisons_of_the_program_have_other_names() {
    let plain =
        hex(" org $2000\n #while .byte $80<#5\n #if .word $82\n inc $80\n #else\n nop\n #end\n #end\n");
    for (done, met) in [(".endw", ".endt"), (".wend", ".tend"), (".end", "#end")] {
        check(
            &format!(" .while .byte $80<#5\n .test .word $82\n inc $80\n #else\n nop\n {met}\n {done}"),
            &plain,
        );
    }
    refused(" .endw", "t.asm:2:2: error: `#end` without `#if` or `#while`");
    refused(
        " .test",
        "t.asm:2:7: error: expected text in quotes\nt.asm:2:7: error: `.test` has no `.endtest` (close it with `.endtest`)",
    );
}

#[test]
fn a_repeat_may_end_in_rend() {
    check(" .rept 2\n dta #\n .rend\n .rept 2,#*3\n dta :1\n .rend", "00 01 00 03");
}

#[test]
fn an_update_of_addresses_may_be_written_as_the_manual_does() {
    let object = |word: &str| file(&format!(" blk reloc main\na jmp a\n blk update {word}\n"));
    assert_eq!(object("adress"), object("address"));
}

#[test]
fn an_address_that_moves_for_sparta_is_never_one_of_the_zero_page() {
    // At its beginning the block has addresses that look like some.
    let bytes = file(" blk reloc main\np lda p\n inc p+1,x\n blk update address\n");
    assert_eq!(bytes[8..], [0xAD, 0, 0, 0xFE, 1, 0, 0xFD, 0xFF, 1, 0, 0, 0xFE, 1, 1, 3, 0xFC]);
}

#[test]
fn a_symbol_of_sparta_may_be_declared_behind_the_code() {
    let (symbol, code) =
        ("out smb 'PRINTF'\n", " blk reloc main\n jsr out\n blk update address\n blk update symbols\n");
    assert_eq!(file(&format!("{code}{symbol}")), file(&format!("{symbol}{code}")));
}

#[test]
fn variables_before_the_first_org_stand_behind_what_follows_it() {
    let before = " .var c .word = 5\n org $2000\n lda c\n org $3000\n nop\n";
    let behind = " org $2000\n .var c .word = 5\n lda c\n org $3000\n nop\n";
    assert_eq!(file(before), file(behind));
    let said = messages(" .var c .word\n");
    assert!(said.contains("there is no `org` before the first byte"), "{said}");
}

#[test]
fn behind_a_value_of_a_type_nothing_stands() {
    let point = " .struct s\nx .byte\n .ends\n";
    check(&format!("{point}d s ; one\ne s // one\nf\ts\t\n dta a(f)"), "02 20");
    refused(
        &format!("{point}d s [3]"),
        "t.asm:5:5: error: this is one value of its type, and nothing may follow it \
         (for several values write `name dta type [last]`; the first one has the number 0)",
    );
}

#[test]
fn a_label_that_is_used_may_have_the_name_of_a_statement() {
    check(" ldx #end-start\nstart nop\nend", "A2 01 EA");
    check("end:\n nop", "EA");
    let said = "is a label here, because it begins in column 1 (indent it to make it a statement)";
    refused(" nop\nend", &format!("t.asm:3:1: warning: `end` {said}"));
    refused(" .local\nrts\n .endl\n jmp rts\nrts", &format!("t.asm:3:1: warning: `rts` {said}"));
}

#[test]
fn an_error_needs_its_condition() {
    refused(" ert", "t.asm:2:5: error: a condition is missing (write `ert condition`)");
    refused(" ert ; c", "t.asm:2:6: error: a condition is missing (write `ert condition`)");
}

#[test]
fn what_ends_a_text_of_dos_is_no_statement() {
    for end in ["\u{1a}", "\n\u{1a}\u{1a}\0\0", "\0", "\r\n\u{1a}"] {
        assert_eq!(hex(&format!(" org $2000\n nop{end}")), "EA", "{end:?}");
    }
    let files = MemoryFiles::one("t.asm", " org 0\n dta c'\u{1a}'\n\u{1a}");
    let output = assemble(&files, "t.asm", &Options::default()).output.expect("no mistakes");
    assert_eq!(output.raw(0), [0x1A]);
    refused(" nop\n\u{1a}\n nop", "t.asm:3:1: error: a statement cannot begin with the byte $1A");
}

#[test]
fn warnings_and_prints_without_number_do_not_refuse_a_program() {
    let text = format!(" org $2000\n{} .print 1\nl nop\n", " jmp ($20ff)\n".repeat(2000));
    let found = assembly(&text);
    let said = messages(&text);
    assert_eq!(found.output.expect("no mistakes").symbol("l"), Some(0x2000 + 3 * 2000));
    assert_eq!(found.diagnostics.len(), 1001);
    assert!(
        said.trim_end().ends_with("warning: more than 1000 warnings, notes and prints: the rest is left out"),
        "{said}"
    );
    // An error behind them is found.
    let said = messages(&format!("{text} lda nothing\n"));
    assert!(said.trim_end().ends_with("t.asm:2004:6: error: `nothing` is not defined"), "{said}");
}

#[test]
fn directives_of_other_assemblers_are_answered() {
    for (text, help) in [
        (".res 5", "write `.ds count`"),
        (".dsb 5", "write `.ds count`"),
        (".ascii 'a'", "write `dta c'text'`, or in screen codes `dta d'text'`"),
        (".addr 5", "write `.word`"),
        (".export a", "leave it out: names are known in the whole program; relocatable code has `.public`"),
    ] {
        let word = text.split(' ').next().expect("a word");
        refused(&format!(" {text}"), &format!("t.asm:2:2: error: there is no directive `{word}` ({help})"));
    }
    let help = "it belongs to the 65816, and this is for the 6502";
    for word in [".a8", ".ai16", ".longa"] {
        refused(&format!(" {word}"), &format!("t.asm:2:2: error: `{word}` is not supported ({help})"));
    }
}

#[test]
fn an_index_with_a_sign_is_refused_where_nothing_steps_it() {
    let help = |letter: char, sign: char| {
        let instruction = if sign == '+' { "in" } else { "de" };
        format!(
            "error: `{letter}{sign}` has no effect here (it works in single instructions, in moves, and in `add`, `sub`, `inw` and the like; here write `{instruction}{letter}` after it)"
        )
    };
    for (text, column) in [
        (" adw $1000,x+ #1", 6),
        (" adw $1000 $1000,x+ $1000", 12),
        (" adb $1000,x+ #1", 6),
        (" sbb $80 $1000,x+", 10),
        (" cpb $1000,x+ #1", 6),
        (" cpw $80 $1000,x+", 10),
        (" top $1000,x+", 6),
        (" #if .byte $1000,x+ = #1\n #end", 12),
        (" #if .byte $1000 = $80,x+\n #end", 20),
        ("p .proc (.byte a) .reg\n rts\n .endp\n p \"$1000,x+\"", 5),
    ] {
        let line = 1 + text.lines().position(|line| line.contains("x+")).expect("it is there") + 1;
        refused(text, &format!("t.asm:{line}:{column}: {}", help('x', '+')));
    }
    refused(" sbw $1000,y- #300", &format!("t.asm:2:6: {}", help('y', '-')));
    refused(" sbw ($80),y- #300", &format!("t.asm:2:7: {}", help('y', '-')));
    // Where it steps nothing is said.
    for text in
        [" mva $1000,x+ $2000,y-", " mwa ($80),y+ $90", " add $1000,x+", " inw $1000,x-", " lda:sta $1000,x+"]
    {
        assert_eq!(messages(&format!(" org $2000\n{text}\n")), "", "{text}");
    }
}

#[test]
fn variables_of_a_structure_or_enumeration_stand_where_their_address_says() {
    let structure = " .struct s\nx .byte\ny .word\n .ends\n";
    let enumeration = " .enum s\na,b=300\n .ende\n";
    for (types, text, expected) in [
        (structure, " .zpvar v s = $90\n .zpvar w .byte\n lda v.y\n lda w\n", "A5 91 A5 93"),
        (structure, " .zpvar v,z s = $90\n lda z.y\n", "A5 94"),
        (structure, " .var w s = $600\n lda w.y\n", "AD 01 06"),
        (enumeration, " .var w s = $600\n lda w\n", "AD 00 06"),
    ] {
        check(&format!("{types}{text}"), expected);
    }
}

#[test]
fn the_load_address_does_not_end_within_a_block_with_an_address() {
    for (text, expected) in [
        (" .align 16\n", "`.align` without a value is not possible in a block with its own address"),
        (" ini $2000\n", "`ini` is not possible in a block with its own address"),
    ] {
        fails(&format!(" nop\n .local a,$80\n nop\n{text} nop\n .endl\n"), expected);
    }
    check(" nop\n .local a,$80\n nop\n .align 4,0\nx nop\n .endl\n jmp a.x\n", "EA EA 00 00 00 EA 4C 84 00");
}

#[test]
fn a_structure_in_data_has_a_last_element_and_a_boundary_is_one() {
    let data = |last: &str| format!(" .struct s\nx .byte\n .ends\nd dta s [{last}]\n");
    fails(&data("-1"), "the last element cannot have the number -1 (the first one has the number 0");
    fails(&data("2000000000"), "the last element cannot have the number 2000000000");
    fails(" nop\n .align -4\n", "cannot align to -4 bytes");
    fails(" nop\n .align $7fffffff,0\n", "cannot align to 2147483647 bytes");
}

#[test]
fn a_chain_of_names_that_is_longer_than_the_passes_has_no_value() {
    let chain = |length: usize| {
        let links: String = (0..length).map(|n| format!("l{n} = l{}+1\n", n + 1)).collect();
        format!(" dta a(l0)\n{links}l{length} = 5\n")
    };
    check(&chain(15), "14 00");
    fails(&chain(30), "has no value after 21 passes");
}
