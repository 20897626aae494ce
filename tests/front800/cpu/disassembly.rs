//! Disassembly.

use front800::cpu::disassemble::{disassemble, disassemble_with_symbols};
use front800::cpu::opcodes::{Access, OPCODES};

fn text(bytes: &[u8]) -> String {
    disassemble(0x1000, |address| bytes[usize::from(address - 0x1000)]).text
}

#[test]
fn every_addressing_mode_is_written_as_an_assembler_reads_it() {
    let cases: [(&[u8], &str); 21] = [
        (&[0x60], "RTS"),
        (&[0x0A], "ASL @"),
        (&[0xA9, 0x0F], "LDA #$0F"),
        (&[0xA5, 0x0F], "LDA $0F"),
        (&[0xB5, 0x0F], "LDA $0F,X"),
        (&[0xB6, 0x0F], "LDX $0F,Y"),
        (&[0xAD, 0x34, 0x12], "LDA $1234"),
        (&[0xBD, 0x34, 0x12], "LDA $1234,X"),
        (&[0xB9, 0x34, 0x12], "LDA $1234,Y"),
        (&[0x6C, 0x34, 0x12], "JMP ($1234)"),
        (&[0xA1, 0x0F], "LDA ($0F,X)"),
        (&[0xB1, 0x0F], "LDA ($0F),Y"),
        (&[0xAD, 0x34, 0x00], "LDA.W $0034"),
        (&[0xB9, 0x34, 0x00], "LDA $0034,Y"),
        (&[0x02], "CIM"),
        (&[0x47, 0x34], "LSE $34"),
        (&[0x1A], "NPO"),
        (&[0x80, 0x34], "DOP #$34"),
        (&[0x0C, 0x34, 0x00], "TOP $0034"),
        (&[0xD0, 0x7F], "BNE $1081"),
        (&[0xD0, 0x80], "BNE $0F82"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(text(bytes), expected);
    }
}

#[test]
fn symbols_stand_for_addresses_and_learn_how_they_are_used() {
    let sta = [0x9D, 0x0A, 0xD4];
    let line = disassemble_with_symbols(
        0,
        |address| sta[usize::from(address)],
        |address, access| {
            assert_eq!((address, access), (0xD40A, Access::Write));
            Some("WSYNC".to_string())
        },
    );
    assert_eq!(line.text, "STA WSYNC,X");
    assert_eq!(line.small_text(), "sta WSYNC,x");
    assert_eq!(line.operand_address, Some(0xD40A));
    assert_eq!(line.bytes(), sta);
    assert_eq!(line.next_address(), 3);
    assert_eq!(line.target(), None);
}

#[test]
fn no_symbol_is_asked_for_an_immediate_operand() {
    let line = disassemble_with_symbols(0, |_| 0xA9, |_, _| Some("label".to_string()));
    assert_eq!(line.text, "LDA #$A9");
}

#[test]
fn only_the_bytes_of_the_instruction_are_fetched_and_addresses_wrap() {
    for (code, opcode) in (0..=0xFF).zip(OPCODES) {
        let mut fetched = Vec::new();
        let line = disassemble(0xFFFF, |address| {
            fetched.push(address);
            code
        });
        assert_eq!(fetched, [0xFFFF, 0x0000, 0x0001][..usize::from(opcode.bytes())]);
        assert!(line.text.starts_with(opcode.name()));
        assert_eq!(line.small_text(), line.text.to_lowercase());
    }
}

#[test]
fn targets_are_those_the_bytes_tell() {
    let target = |bytes: [u8; 3]| disassemble(0, |address| bytes[usize::from(address)]).target();
    assert_eq!(target([0x4C, 0x34, 0x12]), Some(0x1234));
    assert_eq!(target([0x20, 0x34, 0x12]), Some(0x1234));
    assert_eq!(target([0xF0, 0xFE, 0x00]), Some(0x0000));
    assert_eq!(target([0x6C, 0x34, 0x12]), None);
    assert_eq!(target([0x60, 0x34, 0x12]), None);
}
