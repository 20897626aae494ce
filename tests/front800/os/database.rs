//! What the OS keeps in pages 2 and 3, and how interrupts go through it. [sheet: os 3, 4, 6, 7, 8]

use super::computer::*;
use front800::machine::{DiskGeometry, DiskImage, Model};

const POKMSK: u16 = 0x10;
const VDSLST: u16 = 0x0200;
const VSERIN: u16 = 0x020A;
const VSEROR: u16 = 0x020C;
const VIMIRQ: u16 = 0x0216;
const DSKINV: u16 = 0xE453;
const MARK: u16 = 0x4000;
const CODE: u16 = 0x4100;
const TABLE: u16 = 0x4200;
const BUFFER: u16 = 0x4600;

/// Runs instructions at $0600, which may be interrupted, and then waits for two frames.
fn execute(computer: &mut Computer, code: &[u8]) {
    let end = 0x0600 + code.len() as u16;
    computer.poke_all(0x0600, code);
    computer.poke_all(end, &[0x4C, end as u8, (end >> 8) as u8]);
    computer.enter(0x0600, 0, 0, 0);
    computer.frames(2);
}

#[test]
fn vectors_that_nobody_has_set_return() {
    let mut computer = Computer::started();
    let handler = computer.word(VDSLST);
    assert_eq!(computer.peek(handler), 0x40, "RTI");
    for vector in [0x0202, 0x0204, 0x0206, 0x0210, 0x0212, 0x0214] {
        let handler = computer.word(vector);
        assert_eq!(computer.bytes(handler, 2), [0x68, 0x40], "${vector:04X}: PLA, RTI");
    }
}

#[test]
fn variables_have_their_first_values() {
    let mut computer = Computer::started();
    for (address, value) in [
        (0x41, 3),      // SOUNDR
        (0x57, 0),      // DINDEX
        (0x022F, 0x22), // SDMCTL
        (0x02B6, 0),    // INVFLG
        (0x02BE, 0x40), // SHFLOK
        (0x02BF, 24),   // BOTSCR
        (0x02F0, 0),    // CRSINH
        (0x02F3, 2),    // CHACT
        (0x02F4, 0xE0), // CHBAS
        (0x02FC, 0xFF), // CH
        (0x02FE, 0),    // DSPFLG
        (0x02FF, 0),    // SSFLAG
    ] {
        assert_eq!(computer.peek(address), value, "${address:04X}");
    }
    assert_eq!(computer.bytes(0x02A3, 5), [1; 5], "TABMAP: every eighth column");
}

#[test]
fn opening_the_screen_resets_colours_characters_and_tabs() {
    let mut computer = Computer::started();
    for (address, length) in [(0x02C4, 5), (0x02F3, 2), (0x02A3, 15)] {
        computer.poke_all(address, &vec![0x5A; length]);
    }
    computer.poke_all(0x02C0, &[1, 2, 3, 4]);
    computer.poke_all(0x52, &[5, 30]);
    assert_eq!(computer.open(6, "S:", [12, 0]).y, 1);
    assert_eq!(computer.bytes(0x02C4, 5), [0x28, 0xCA, 0x94, 0x46, 0], "COLOR0 to COLOR4");
    assert_eq!(computer.bytes(0x02F3, 2), [2, 0xE0], "CHACT, CHBAS");
    assert_eq!(computer.bytes(0x02A3, 15), [1; 15], "TABMAP");
    assert_eq!(computer.bytes(0x02C0, 4), [1, 2, 3, 4], "PCOLR stay");
    assert_eq!(computer.bytes(0x52, 2), [5, 30], "margins stay");
    assert_eq!(computer.peek(POKMSK) & 0xC0, 0xC0);
}

#[test]
fn an_interrupt_request_is_handed_to_vimirq_with_nothing_saved() {
    let mut computer = Computer::started();
    // TSX, STX MARK, STA MARK+1; POKMSK and IRQEN off, RTI
    let handler = [0xBA, 0x8E, 0, 0x40, 0x8D, 1, 0x40, 0xA9, 0, 0x85, 0x10, 0x8D, 0x0E, 0xD2, 0x40];
    computer.poke_all(CODE, &handler);
    computer.poke_word(VIMIRQ, CODE);
    // The output register is idle, and its interrupt a level.
    execute(&mut computer, &[0xA9, 0x08, 0x8D, 0x0E, 0xD2]);
    assert_eq!(computer.bytes(MARK, 2), [0xFF - 3, 0x08], "S, A");
}

#[test]
fn commands_with_a_low_bit_clear_are_the_same_commands() {
    let mut computer = Computer::cleared();
    computer.open(1, "E:", [12, 0]);
    computer.poke_all(BUFFER, b"AB\x9BCD");
    assert_eq!(computer.cio(0, 0x08, BUFFER, 5, [12, 0]).y, 1, "as 9");
    assert_eq!(computer.rows()[..2], ["  AB", ""]);
    assert_eq!(computer.cio(0, 0x0A, BUFFER, 2, [12, 0]).y, 1, "as 11");
    assert_eq!(computer.rows()[1], "  AB");
    computer.poke_all(ROWCRS, &[0, 2, 0]);
    assert_eq!(computer.cio(0, 0x04, BUFFER + 16, 10, [13, 0]).y, 1, "as 5");
    assert_eq!(computer.bytes(BUFFER + 16, 3), *b"AB\x9B");
    computer.poke_all(ROWCRS, &[1, 2, 0]);
    assert_eq!(computer.cio(0, 0x06, BUFFER + 32, 2, [13, 0]).y, 1, "as 7");
    assert_eq!(computer.bytes(BUFFER + 32, 2), *b"AB");
}

#[test]
fn hooked_serial_handlers_find_the_pointers_where_they_belong() {
    let mut computer = Computer::started();
    computer.machine.connect_drive(0, Some(Model::D810));
    let disk = computer.machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
    computer.machine.insert_disk(0, Some(disk));
    // The first call of VSEROR keeps BUFR, every call of VSERIN BUFR and BFEN.
    let [sends, receives] = [VSEROR, VSERIN].map(|vector| computer.word(vector).to_le_bytes());
    let mut code = vec![0xAD, 0, 0x40, 0xD0, 10, 0xA5, 0x32, 0x8D, 1, 0x40, 0xA5, 0x33, 0x8D, 2, 0x40];
    code.extend([0xEE, 0, 0x40, 0x4C, sends[0], sends[1]]);
    computer.poke_all(CODE, &code);
    let mut code: Vec<u8> = (0x32..0x36).flat_map(|at| [0xA5, at, 0x8D, at, 0x40]).collect();
    code.extend([0x4C, receives[0], receives[1]]);
    computer.poke_all(TABLE, &code);
    computer.poke_word(VSEROR, CODE);
    computer.poke_word(VSERIN, TABLE);
    computer.poke_all(0x0301, &[1, 0x52]);
    computer.poke_word(0x0304, BUFFER);
    computer.poke_word(0x030A, 1);
    assert_eq!(computer.call(DSKINV, 0, 0, 0).y, 1);
    assert_eq!(computer.peek(MARK), 5, "three bytes, the sum and the end");
    assert_eq!(computer.word(MARK + 1), 0x023A, "the byte before the next");
    assert_eq!(computer.word(MARK + 0x32), BUFFER + 128, "BUFR at the sum");
    assert_eq!(computer.word(MARK + 0x34), BUFFER + 128, "BFEN");
}

#[test]
fn a_display_list_interrupt_reaches_its_handler_when_programs_expect_it() {
    // Cycles of the line for a blank line [sheet: antic 10], and for the last of a line of text: character
    // rows and refresh leave the OS's eleven cycles only 17 to 20, 22, 24, 28, 32, 36, 40, 44. [measured]
    for (instruction, code, cycles) in [(1, 0xF0, 28..=36), (8, 0x82, 45..=57)] {
        let mut computer = Computer::started();
        computer.poke(CODE, 0x40); // RTI
        computer.poke_word(VDSLST, CODE);
        let list = computer.word(SDLSTL);
        computer.poke(list + instruction, code);
        computer.poke_all(0x0600, &[0xA9, 0xC0, 0x8D, 0x0E, 0xD4, 0x4C, 0x05, 0x06]); // NMIEN
        computer.enter(0x0600, 0, 0, 0);
        for _ in 0..50 {
            while computer.machine.cpu().pc != CODE {
                computer.machine.step();
            }
            let cycle = computer.machine.line_cycle();
            assert!(cycles.contains(&cycle), "{code:02X}: cycle {cycle}");
            computer.machine.step();
        }
    }
}
