//! Every entry point by its address, with what it must leave alone.

use super::*;

const A: &str = "123.456";
const B: &str = "-0.75";
const SPARE: u16 = 0x4000;

/// A machine with A in FR0 and B in FR1.
fn loaded() -> Computer {
    let mut computer = Computer::started();
    computer.poke_all(FR0, &number(A));
    computer.poke_all(FR1, &number(B));
    computer
}

fn at(computer: &mut Computer, address: u16) -> Bytes {
    computer.bytes(address, 6).try_into().expect("six bytes")
}

#[test]
fn numbers_are_cleared() {
    let mut computer = loaded();
    computer.call(0xDA44, 0, 0, 0);
    assert_eq!(at(&mut computer, FR0), ZERO, "ZFR0");
    computer.call(0xDA46, 0, FR1 as u8, 0);
    assert_eq!(at(&mut computer, FR1), ZERO, "ZF1");
    computer.poke_all(0x80, &[1; 6]);
    computer.call(0xDA48, 0, 0x80, 4);
    assert_eq!(at(&mut computer, 0x80), [0, 0, 0, 0, 1, 1], "ZFL");
}

#[test]
fn numbers_move_between_registers_and_memory() {
    let (low, high) = (SPARE as u8, (SPARE >> 8) as u8);
    let mut computer = loaded();
    computer.call(0xDDA7, 0, low, high);
    assert_eq!(at(&mut computer, SPARE), number(A), "FST0R");
    assert_eq!(computer.word(0xFC), SPARE, "FLPTR");
    computer.poke_all(SPARE, &number("9"));
    computer.call(0xDD89, 0, low, high);
    assert_eq!(at(&mut computer, FR0), number("9"), "FLD0R");
    computer.call(0xDD98, 0, low, high);
    assert_eq!(at(&mut computer, FR1), number("9"), "FLD1R");
    computer.poke_all(SPARE + 6, &number("-1E50"));
    computer.poke_word(0xFC, SPARE + 6);
    computer.call(0xDD8D, 0, 0, 0);
    assert_eq!(at(&mut computer, FR0), number("-1E50"), "FLD0P");
    computer.poke_word(0xFC, SPARE);
    computer.call(0xDDB6, 0, 0, 0);
    assert_eq!(at(&mut computer, FR1), number("-1E50"), "FMOVE");
    computer.call(0xDD9C, 0, 0, 0);
    assert_eq!(at(&mut computer, FR1), number("9"), "FLD1P");
    computer.call(0xDDAB, 0, 0, 0);
    assert_eq!(at(&mut computer, SPARE), number("-1E50"), "FST0P");
}

#[test]
fn the_text_helpers_of_basic_are_there() {
    let mut computer = Computer::started();
    computer.call(0xDA51, 0, 0, 0);
    assert_eq!(computer.word(INBUFF), LBUFF, "INTLBF");
    computer.poke_all(LBUFF, b"   7X");
    computer.poke(CIX, 1);
    computer.call(0xDBA1, 0, 0, 0);
    assert_eq!(computer.peek(CIX), 3, "SKPSPC");
    let digit = computer.call(0xDBAF, 0, 0, 0);
    assert_eq!((digit.carry, digit.a, computer.peek(CIX)), (false, 7, 3), "ISDIGT");
    for other in *b"X/: " {
        computer.poke(LBUFF + 3, other);
        assert!(computer.call(0xDBAF, 0, 0, 0).carry, "ISDIGT {other}");
    }
}

#[test]
fn a_number_is_normalized() {
    let mut computer = Computer::started();
    for (bytes, expected) in [
        ([0x44, 0x00, 0x00, 0x12, 0x34, 0x56], [0x42, 0x12, 0x34, 0x56, 0x00, 0x00]),
        ([0xC0, 0x01, 0x00, 0x00, 0x00, 0x00], [0xC0, 0x01, 0x00, 0x00, 0x00, 0x00]),
        ([0x44, 0x00, 0x00, 0x00, 0x00, 0x00], ZERO),
        ([0x10, 0x00, 0x00, 0x12, 0x34, 0x56], ZERO),
    ] {
        computer.poke_all(FR0, &bytes);
        computer.poke(0xDA, 0x99);
        assert!(!computer.call(0xDC00, 0, 0, 0).carry);
        assert_eq!(at(&mut computer, FR0), expected);
    }
    computer.poke_all(FR0, &[0x71, 0x01, 0, 0, 0, 0]);
    assert!(computer.call(0xDC00, 0, 0, 0).carry);
}

/// BASIC keeps things of its own at these addresses while it calculates.
#[test]
fn the_four_operations_leave_basics_variables_alone() {
    for entry in [FADD, FSUB, FMUL, FDIV, 0xDC00] {
        let mut computer = loaded();
        computer.poke_all(0xEF, &[0x5A; 17]);
        computer.poke_all(0x0480, &[0x5A; 0x0280 - 0x100]);
        computer.poke_all(0x80, &[0x5A; 0x54]);
        computer.call(entry, 0, 0, 0);
        assert_eq!(computer.bytes(0xEF, 17), [0x5A; 17], "${entry:04X}");
        assert_eq!(computer.bytes(0x80, 0x54), [0x5A; 0x54], "${entry:04X}");
        assert_eq!(computer.bytes(0x0580, 0x80), [0x5A; 0x80], "${entry:04X}");
    }
}

#[test]
fn the_functions_leave_alone_what_is_not_theirs() {
    for entry in [0xDDC0, 0xDDCC, 0xDECD, 0xDED1] {
        let mut computer = loaded();
        computer.poke_all(CIX, &[0x5A; 3]);
        computer.poke(0xFB, 0x5A);
        computer.poke_all(0x80, &[0x5A; 0x54]);
        computer.poke_all(0x0480, &[0x5A; 0x0180]);
        assert!(!computer.call(entry, 0, 0, 0).carry || entry == 0xDDCC);
        assert_eq!(computer.bytes(CIX, 3), [0x5A; 3], "${entry:04X}: CIX, INBUFF");
        assert_eq!(computer.peek(0xFB), 0x5A, "${entry:04X}: DEGFLG");
        assert_eq!(computer.bytes(0x80, 0x54), [0x5A; 0x54], "${entry:04X}");
        assert_eq!(computer.bytes(0x0480, 0x0160), [0x5A; 0x0160], "${entry:04X}: below $05E0");
    }
}

/// An interrupt comes in the middle of a calculation in decimal.
#[test]
fn the_decimal_flag_is_clear_afterwards() {
    for entry in [AFP, FASC, 0xD9AA, 0xD9D2, FADD, FSUB, FMUL, FDIV, 0xDDC0, 0xDDCC, 0xDECD, 0xDED1] {
        let mut computer = loaded();
        computer.call(entry, 0, 0, 0);
        assert_eq!(computer.machine.cpu().p & 0x08, 0, "${entry:04X}");
    }
}

/// The most CPU cycles of calls of `entry`, the JSR included, without interrupts.
fn cycles(entry: u16, operands: &[(Bytes, Bytes)]) -> u64 {
    let mut computer = Computer::started();
    computer.poke_all(0x0700, &[0xA9, 0, 0x8D, 0x0E, 0xD4, 0x60]); // LDA #0, STA NMIEN, RTS
    computer.call(0x0700, 0, 0, 0);
    let times = operands.iter().map(|(first, second)| {
        computer.poke_all(FR0, first);
        computer.poke_all(FR1, second);
        let start = computer.machine.cpu_cycles();
        computer.call(entry, 0, 0, 0);
        computer.machine.cpu_cycles() - start
    });
    times.max().expect("operands")
}

/// Entries, and the most cycles that their headers give.
const CYCLES: [(u16, u64); 12] = [
    (FASC, 3_500),
    (0xD9AA, 2_200),
    (0xD9D2, 4_500),
    (FADD, 1_200),
    (FSUB, 1_200),
    (FMUL, 16_000),
    (FDIV, 21_000),
    (0xDC00, 900),
    (0xDDC0, 125_000),
    (0xDDCC, 125_000),
    (0xDECD, 125_000),
    (0xDED1, 125_000),
];

#[test]
fn no_entry_takes_longer_than_its_header_says() {
    let mut rng = random(30);
    let nines = number("99.99999999");
    let mut operands = vec![(nines, nines), (nines, number("0.01")), (ZERO, nines)];
    operands.extend((0..100).map(|_| (any_number(&mut rng), any_number(&mut rng))));
    let measured = CYCLES.map(|(entry, most)| (format!("${entry:04X}"), cycles(entry, &operands), most));
    assert!(measured.iter().all(|(_, cycles, most)| cycles <= most), "{measured:?}");
}

/// BASIC keeps a second number in FR1 while it converts the first.
#[test]
fn conversions_and_moves_keep_the_second_number() {
    for (entry, name) in [
        (AFP, "AFP"),
        (FASC, "FASC"),
        (0xD9AA, "IFP"),
        (0xD9D2, "FPI"),
        (0xDA44, "ZFR0"),
        (0xDC00, "NORMALIZE"),
        (0xDD89, "FLD0R"),
        (0xDDA7, "FST0R"),
    ] {
        let mut computer = loaded();
        computer.poke_all(LBUFF, b"98765.4321 ");
        computer.poke_word(INBUFF, LBUFF);
        computer.poke(CIX, 0);
        computer.call(entry, 0, SPARE as u8, (SPARE >> 8) as u8);
        assert_eq!(at(&mut computer, FR1), number(B), "{name}");
    }
}

/// Puts a program in memory and calls it; the six bytes that it leaves at `SPARE`.
fn result_of(source: &str, first: Bytes, second: Bytes) -> Bytes {
    let mut computer = Computer::started();
    computer.poke_all(0x6000, &program(&format!("        org $6000\n{source}")));
    computer.poke_all(0x5000, &first);
    computer.poke_all(0x5006, &second);
    computer.call(0x6000, 0, 0, 0);
    at(&mut computer, SPARE)
}

/// As public BASICs work out A$(2,5): both bounds are there as numbers, and become integers one after
/// the other.
#[test]
fn a_piece_of_a_string_is_found_by_its_bounds() {
    let bounds = result_of(
        "       ldx #<$5000
                ldy #>$5000
                jsr $DD89               ; FLD0R
                ldx #<$5006
                ldy #>$5006
                jsr $DD98               ; FLD1R
                jsr $D9D2               ; FPI
                lda $D4
                sta $4000
                ldx #5
move            lda $E0,x
                sta $D4,x
                dex
                bpl move
                jsr $D9D2
                lda $D4
                sta $4001
                rts\n",
        number("2"),
        number("5"),
    );
    assert_eq!(bounds[..2], [2, 5]);
}

/// As public BASICs work out SQR: Newton's rule with the constant one half of the ROM.
#[test]
fn square_roots_come_from_the_constant_one_half() {
    assert_eq!(at(&mut Computer::started(), 0xDF6C), number("0.5"));
    let source = "
                lda #20
                sta $80
again           ldx #<$5000
                ldy #>$5000
                jsr $DD89               ; FLD0R: x
                ldx #<$5006
                ldy #>$5006
                jsr $DD98               ; FLD1R: the root so far
                jsr $DB28               ; FDIV
                ldx #<$5006
                ldy #>$5006
                jsr $DD98
                jsr $DA66               ; FADD
                ldx #<$DF6C
                ldy #>$DF6C
                jsr $DD98
                jsr $DADB               ; FMUL
                ldx #<$5006
                ldy #>$5006
                jsr $DDA7               ; FST0R
                dec $80
                bne again
                ldx #<$4000
                ldy #>$4000
                jmp $DDA7\n";
    for (square, root) in [("4", "2"), ("2", "1.41421356"), ("65536", "256"), ("0.0001", "0.01")] {
        let found = value(result_of(source, number(square), number("1")));
        assert!((found - value(number(root))).abs() < 2e-8 * found, "{square}: {found}");
    }
}
