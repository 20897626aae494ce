//! The files of names that are on board, and what is said of those who use them.

use front800::assembler::{Format, MemoryFiles, Options, Overlay, assemble, render};
use front800::titles::{Generated, Sources};

/// The short messages of a text that may include what is on board.
fn messages(text: &str) -> String {
    let (own, generated) = (MemoryFiles::one("t.asm", text), Generated::new(Sources::embedded()));
    let assembly = assemble(&Overlay(&own, &generated), "t.asm", &Options::default());
    render(&assembly.diagnostics, Format::Short)
}

/// The names of a file on board with their values.
fn names(file: &str) -> Vec<(String, i64)> {
    let (own, generated) =
        (MemoryFiles::one("t.asm", &format!(" icl '{file}'\n")), Generated::new(Sources::embedded()));
    let output = assemble(&Overlay(&own, &generated), "t.asm", &Options::default()).output.expect(file);
    output.symbols.iter().map(|symbol| (symbol.name.clone(), symbol.value)).collect()
}

#[test]
fn the_parts_of_the_names_are_all_of_them() {
    let parts = ["front800/registers.inc", "front800/system.inc"].map(names);
    let is_register = |(_, value): &(String, i64)| (0xD000..0xD500).contains(value);
    assert!(parts[0].iter().all(is_register) && !parts[1].iter().any(is_register));
    assert_eq!(parts.concat(), names("front800/hardware.inc"));
}

#[test]
fn who_wants_a_name_of_the_system_is_told_of_the_registers_alone() {
    let own = " org $2000\nstatus nop\nlp bne status\n rts\n";
    let said = messages(&format!(" icl 'front800/hardware.inc'\n{own}"));
    let expected = "t.asm:3:1: error: `status` is defined twice (it is a name of the operating system, in upper or lower case: choose another one, or include `front800/registers.inc`, which has only the chips' registers)\n";
    assert!(said.starts_with(expected) && said.matches(": error").count() == 1, "{said}");
    assert_eq!(messages(&format!(" icl 'front800/registers.inc'\n{own}")), "");
    let behind = messages(&format!("{own} icl 'front800/system.inc'\n"));
    let expected = "`STATUS` is defined twice (it is a name of the operating system, in upper or lower case: choose another one)";
    assert!(
        behind.contains(expected) || behind.to_lowercase().contains(&expected.to_lowercase()),
        "{behind}"
    );
    let register = messages(" icl 'front800/registers.inc'\n org $2000\npal nop\n");
    assert!(
        register.contains("(it is the name of a register, in upper or lower case: choose another one)"),
        "{register}"
    );
}

#[test]
fn a_name_that_is_missing_comes_from_the_other_part() {
    let said =
        |file: &str, name: &str| messages(&format!(" icl 'front800/{file}.inc'\n org $2000\n lda {name}\n"));
    assert!(said("registers", "rtclok").contains("`icl 'front800/system.inc'` defines it"));
    assert!(said("system", "vcount").contains("`icl 'front800/registers.inc'` defines it"));
    let none = messages(" org $2000\n lda vcount\n");
    assert!(none.contains("`icl 'front800/hardware.inc'` defines it"), "{none}");
}

#[test]
fn each_register_is_warned_of_in_one_direction_but_those_that_have_both() {
    let both = ["CONSOL", "PORTA", "PORTB", "PACTL", "PBCTL"];
    for (name, _) in names("front800/registers.inc") {
        let said = |word: &str| {
            let text =
                format!(" icl 'front800/registers.inc'\n org $2000\n {word} {name}\n {word} {name},x\n");
            messages(&text).matches("warning: ").count()
        };
        let expected = if both.contains(&name.as_str()) { 0 } else { 2 };
        assert_eq!(said("lda") + said("sta"), expected, "{name}");
    }
}

#[test]
fn a_register_by_the_name_of_its_other_direction_is_told_of() {
    let said = |line: &str| messages(&format!(" icl 'front800/hardware.inc'\n org $2000\n {line}\n"));
    for (line, expected) in [
        (
            "lda colpm0",
            "3:6: warning: `COLPM0` is write-only: reading $D012 gives `TRIG2` (use `TRIG2` if that is meant;",
        ),
        ("sta m0pf", "3:6: warning: `M0PF` is read-only: a write to $D000 goes to `HPOSP0` (use `HPOSP0` if"),
        ("sta vcount", "3:6: warning: `VCOUNT` is read-only: a write to $D40B does nothing"),
        ("stx pal", "3:6: warning: `PAL` is read-only"),
        ("inc colbk", "3:6: warning: `COLBK` is write-only: reading $D01A does not give what was written"),
        ("mva colpf2 $80", "warning: `COLPF2` is write-only"),
        ("lda hposp0,x", "warning: `HPOSP0` is write-only"),
    ] {
        assert!(said(line).contains(expected), "{line}: {}", said(line));
    }
    for line in [
        "inc wsync",
        "lda trig2",
        "sta hposp0,x",
        "mva #0 colbk",
        "lda #colbk&$ff",
        "lda colpm0-1,x",
        ".nowarn lda colpm0",
    ] {
        assert_eq!(said(line), "", "{line}");
    }
    // Who has named it says it, too; another name of the place may mean either.
    assert!(messages("colbk = $d01a\n org $2000\n lda colbk\n").contains("`COLBK` is write-only"));
    assert_eq!(messages("border = $d01a\ncolbk = $80\n org $2000\n lda border\n lda colbk\n"), "");
}

#[test]
fn the_manual_lists_all_of_them() {
    let manual = include_str!("../../../docs/assembler.md");
    let (_, lists) = manual.split_once("## The names of the hardware and the system").expect("its chapter");
    let list = lists.split("```").nth(1).expect("its block");
    let words: Vec<&str> = list.split_whitespace().collect();
    for (name, _) in names("front800/hardware.inc") {
        assert!(words.contains(&name.as_str()), "{name} is missing");
    }
}
