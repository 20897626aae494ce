//! CIO, and the entry points of devices that are not there yet.

use super::computer::*;

const SIOV: u16 = 0xE459;
const DSKINV: u16 = 0xE453;
const HATABS: u16 = 0x031A;
/// A handler of these tests: a table, its routines, and the bytes it has and takes (it counts those
/// it has given).
const TABLE: u16 = 0x4200;
const TAKEN: u16 = 0x4400;
const TAKEN_COUNT: u16 = 0x4300;
const GIVEN_COUNT: u16 = 0x4301;
const GIVEN: u16 = 0x4500;
const SEEN: u16 = 0x4302;
const BUFFER: u16 = 0x4600;

/// A machine with a device T: that gives "ONE", EOL, "TWO", EOL, end of file, and keeps what it
/// is given.
fn with_device() -> Computer {
    let mut computer = Computer::started();
    let get = TABLE + 0x20;
    let put = TABLE + 0x40;
    let fine = TABLE + 0x60;
    let special = TABLE + 0x70;
    let mut table = Vec::new();
    for routine in [fine, fine, get, put, fine, special] {
        table.extend((routine - 1).to_le_bytes());
    }
    table.extend([0x4C, fine as u8, (fine >> 8) as u8, 0]);
    computer.poke_all(TABLE, &table);
    // LDX GIVEN_COUNT, LDA GIVEN,X, BEQ end, INC GIVEN_COUNT, LDY #1, RTS; end: LDY #$88, RTS
    let code =
        [0xAE, 0x01, 0x43, 0xBD, 0x00, 0x45, 0xF0, 0x06, 0xEE, 0x01, 0x43, 0xA0, 1, 0x60, 0xA0, 0x88, 0x60];
    computer.poke_all(get, &code);
    // LDX TAKEN_COUNT, STA TAKEN,X, INC TAKEN_COUNT, LDY #1, RTS
    computer.poke_all(put, &[0xAE, 0x00, 0x43, 0x9D, 0x00, 0x44, 0xEE, 0x00, 0x43, 0xA0, 1, 0x60]);
    computer.poke_all(fine, &[0xA0, 1, 0x60]);
    // STX SEEN, STY SEEN+1, LDA ICDNOZ, STA SEEN+2, LDA ICCOMZ, STA SEEN+3, LDY #1, RTS
    let code = [
        0x8E, 0x02, 0x43, 0x8C, 0x03, 0x43, 0xA5, 0x21, 0x8D, 0x04, 0x43, 0xA5, 0x22, 0x8D, 0x05, 0x43, 0xA0,
        1, 0x60,
    ];
    computer.poke_all(special, &code);
    computer.poke_all(HATABS + 15, &[b'T', TABLE as u8, (TABLE >> 8) as u8]);
    computer.poke_all(GIVEN, b"ONE\x9BTWO\x9B\0");
    computer
}

fn taken(computer: &mut Computer) -> Vec<u8> {
    let count = computer.peek(TAKEN_COUNT);
    computer.bytes(TAKEN, u16::from(count))
}

#[test]
fn opening_finds_the_handler_by_letter_and_unit() {
    let mut computer = with_device();
    assert_eq!(computer.open(1, "T:", [12, 0]).y, 1);
    assert_eq!(computer.bytes(IOCB + 0x10, 4), [15, 1, 3, 1], "ICHID, ICDNO, ICCOM, ICSTA");
    assert_eq!(computer.word(IOCB + 0x16), TABLE + 0x3F, "ICPT: put, less one");
    assert_eq!(computer.open(2, "T7:", [12, 0]).y, 1);
    assert_eq!(computer.peek(IOCB + 0x21), 7);
}

#[test]
fn a_handler_added_later_takes_the_place_of_one_of_the_same_letter() {
    let mut computer = with_device();
    computer.poke(HATABS + 15, b'E');
    assert_eq!(computer.open(1, "E:", [12, 0]).y, 1);
    assert_eq!(computer.peek(IOCB + 0x10), 15);
}

#[test]
fn what_cannot_be_done_is_told() {
    let mut computer = with_device();
    assert_eq!(computer.open(1, "Q:", [12, 0]).y, 0x82, "no device");
    assert_eq!(computer.peek(IOCB + 0x10), 0xFF, "still free");
    assert_eq!(computer.open(1, "T:", [4, 0]).y, 1);
    assert_eq!(computer.open(1, "T:", [4, 0]).y, 0x81, "in use");
    assert_eq!(computer.put(1, b"A").y, 0x87, "read only");
    computer.cio(1, 0x0C, 0, 0, [0, 0]);
    computer.open(1, "T:", [8, 0]);
    assert_eq!(computer.cio(1, 0x07, BUFFER, 1, [8, 0]).y, 0x83, "write only");
    assert_eq!(computer.cio(1, 0x02, BUFFER, 1, [8, 0]).y, 0x84, "bad command");
    assert_eq!(computer.cio(3, 0x07, BUFFER, 1, [4, 0]).y, 0x85, "not open");
    for x in [0x80, 0x11] {
        let returned = computer.call(CIOV, 0, x, 0);
        assert_eq!((returned.y, returned.x, returned.negative), (0x86, x, true), "bad IOCB");
    }
}

#[test]
fn closing_frees_and_is_never_an_error() {
    let mut computer = with_device();
    assert_eq!(computer.cio(4, 0x0C, 0, 0, [0, 0]).y, 1);
    computer.open(4, "T:", [12, 0]);
    assert_eq!(computer.cio(4, 0x0C, 0, 0, [0, 0]).y, 1);
    assert_eq!(computer.peek(IOCB + 0x40), 0xFF);
    let closed = computer.word(IOCB + 0x46) + 1;
    assert_eq!(computer.call(closed, b'A', 0x40, 0).y, 0x85, "its put pointer");
}

#[test]
fn a_record_goes_to_its_end_of_line() {
    let mut computer = with_device();
    computer.open(1, "T:", [12, 0]);
    let returned = computer.cio(1, 0x05, BUFFER, 100, [12, 0]);
    assert_eq!((returned.y, returned.x, returned.negative), (1, 0x10, false));
    assert_eq!(computer.bytes(BUFFER, 5), *b"ONE\x9B\0");
    assert_eq!(computer.word(IOCB + 0x18), 4, "the bytes done");
    assert_eq!(computer.word(IOCB + 0x14), BUFFER, "the address stays");
    computer.cio(1, 0x05, BUFFER, 100, [12, 0]);
    assert_eq!(computer.bytes(BUFFER, 4), *b"TWO\x9B");
    let returned = computer.cio(1, 0x05, BUFFER, 100, [12, 0]);
    assert_eq!((returned.y, computer.word(IOCB + 0x18)), (0x88, 0));
}

#[test]
fn a_record_too_long_is_cut_and_read_to_its_end() {
    let mut computer = with_device();
    computer.open(1, "T:", [12, 0]);
    assert_eq!(computer.cio(1, 0x05, BUFFER, 2, [12, 0]).y, 0x89);
    assert_eq!(computer.bytes(BUFFER, 3), [b'O', EOL, 0]);
    assert_eq!(computer.word(IOCB + 0x18), 2);
    computer.cio(1, 0x05, BUFFER, 4, [12, 0]);
    assert_eq!(computer.bytes(BUFFER, 4), *b"TWO\x9B");
}

#[test]
fn a_record_that_is_cut_by_the_end_of_the_file_has_its_end_of_line_too() {
    let mut computer = with_device();
    computer.poke_all(GIVEN, b"LONGER\0");
    computer.open(1, "T:", [12, 0]);
    assert_eq!(computer.cio(1, 0x05, BUFFER, 4, [12, 0]).y, 0x88);
    assert_eq!(computer.bytes(BUFFER, 5), *b"LON\x9B\0");
    assert_eq!(computer.word(IOCB + 0x18), 4);
    computer.poke_all(GIVEN, b"SHORT\0");
    computer.poke(GIVEN_COUNT, 0);
    assert_eq!(computer.cio(1, 0x05, BUFFER, 40, [12, 0]).y, 0x88);
    assert_eq!(computer.bytes(BUFFER, 6), *b"SHORT\0", "one that was not cut has none");
    assert_eq!(computer.word(IOCB + 0x18), 5);
}

#[test]
fn bytes_are_read_through_ends_of_line() {
    let mut computer = with_device();
    computer.open(1, "T:", [12, 0]);
    assert_eq!(computer.cio(1, 0x07, BUFFER, 6, [12, 0]).y, 1);
    assert_eq!(computer.bytes(BUFFER, 7), *b"ONE\x9BTW\0");
    assert_eq!(computer.word(IOCB + 0x18), 6);
    let returned = computer.cio(1, 0x07, BUFFER, 0, [12, 0]);
    assert_eq!((returned.a, returned.y), (b'O', 1), "length 0: one byte in A");
    assert_eq!(computer.cio(1, 0x07, BUFFER, 5, [12, 0]).y, 0x88);
    assert_eq!(computer.word(IOCB + 0x18), 1, "what was read before the end");
}

#[test]
fn bytes_and_records_are_put() {
    let mut computer = with_device();
    computer.open(1, "T:", [12, 0]);
    computer.poke_all(BUFFER, b"AB\x9BCD");
    computer.cio(1, 0x0B, BUFFER, 5, [12, 0]);
    assert_eq!(taken(&mut computer), b"AB\x9BCD");
    computer.poke(TAKEN_COUNT, 0);
    computer.cio(1, 0x09, BUFFER, 5, [12, 0]);
    assert_eq!(taken(&mut computer), b"AB\x9B");
    assert_eq!(computer.word(IOCB + 0x18), 3);
    computer.poke(TAKEN_COUNT, 0);
    computer.cio(1, 0x09, BUFFER, 2, [12, 0]);
    assert_eq!(taken(&mut computer), b"AB\x9B", "an end of line is added");
    computer.poke(TAKEN_COUNT, 0);
    computer.poke_word(IOCB + 0x18, 0);
    computer.poke(IOCB + 0x12, 0x0B);
    let returned = computer.call(CIOV, b'Z', 0x10, 0);
    assert_eq!((returned.a, returned.y), (b'Z', 1));
    assert_eq!(taken(&mut computer), b"Z", "length 0: the byte in A");
}

#[test]
fn a_record_of_no_length_is_what_a_holds() {
    for (a, record) in [(b'Z', &b"Z\x9B"[..]), (EOL, b"\x9B")] {
        let mut computer = with_device();
        computer.open(1, "T:", [12, 0]);
        computer.poke_word(IOCB + 0x18, 0);
        computer.poke(IOCB + 0x12, 9);
        let returned = computer.call(CIOV, a, 0x10, 0);
        assert_eq!((returned.y, returned.x), (1, 0x10));
        assert_eq!(taken(&mut computer), record);
        assert_eq!(computer.word(IOCB + 0x18), 0);
    }
}

#[test]
fn devices_do_what_they_are_opened_for_and_can() {
    const GET: u8 = 7;
    const PUT: u8 = 0x0B;
    const SPECIAL: u8 = 0x20;
    for (name, aux1, command, status) in [
        ("S:", 8, GET, 0x83),
        ("S:", 4, PUT, 0x87),
        ("S:", 12, SPECIAL, 0x84),
        ("E:", 8, GET, 0x83),
        ("E:", 4, PUT, 0x87),
        ("E:", 12, SPECIAL, 0x92),
        ("K:", 8, GET, 0x83),
        ("K:", 4, PUT, 0x87),
        ("K:", 12, PUT, 0x92),
        ("K:", 4, SPECIAL, 0x92),
        ("P:", 8, GET, 0x83),
        ("P:", 12, GET, 0x92),
        ("P:", 4, PUT, 0x87),
        ("P:", 8, SPECIAL, 0x92),
        ("C:", 8, GET, 0x83),
        ("C:", 4, PUT, 0x87),
        ("C:", 4, SPECIAL, 0x92),
    ] {
        let mut computer = Computer::started();
        // Without a printer and a recorder opening fails, and leaves the IOCB to be closed.
        let opened = computer.open(1, name, [aux1, 0]).y;
        assert_eq!(opened, if matches!(name, "P:" | "C:") { 0x8A } else { 1 }, "{name}");
        computer.poke(IOCB + 0x18, 1);
        computer.poke(IOCB + 0x12, command);
        assert_eq!(computer.call(CIOV, 0, 0x10, 0).y, status, "{name} {aux1} {command:02X}");
        assert_eq!(computer.cio(1, 0x0C, 0, 0, [aux1, 0]).y, 1, "{name} closes");
        assert_eq!(computer.peek(IOCB + 0x10), 0xFF);
    }
}

#[test]
fn a_special_command_opens_a_closed_iocb_for_its_own_duration() {
    let mut computer = with_device();
    computer.poke_all(BUFFER, b"T4:\x9B");
    assert_eq!(computer.cio(5, 0x26, BUFFER, 0, [0, 0]).y, 1);
    assert_eq!(computer.bytes(SEEN, 4), [0x50, 0x92, 4, 0x26], "X, preset Y, unit, command");
    assert_eq!(computer.peek(IOCB + 0x50), 0xFF);
    assert_eq!(computer.cio(5, 0x0D, BUFFER, 0, [0, 0]).y, 1, "status");
    computer.poke(BUFFER, b'Q');
    assert_eq!(computer.cio(5, 0x0D, BUFFER, 0, [0, 0]).y, 0x82);
}

#[test]
fn cio_leaves_the_disk_handlers_pointer_alone() {
    const BUFADR: u16 = 0x15;
    let mut computer = with_device();
    computer.poke_word(BUFADR, 0x1234);
    computer.open(1, "T:", [12, 0]);
    computer.cio(1, 0x05, BUFFER, 100, [12, 0]);
    computer.print(b"TEXT\x9B");
    assert_eq!(computer.word(BUFADR), 0x1234);
}

#[test]
fn the_editor_prints_through_its_put_pointer_with_any_registers() {
    let mut computer = Computer::cleared();
    let put = computer.word(IOCB + 6) + 1;
    for (character, other) in [(b'H', 0x00), (b'I', 0xFF)] {
        let returned = computer.call(put, character, other, other);
        assert_eq!((returned.a, returned.y, returned.negative), (character, 1, false));
    }
    assert_eq!(computer.rows()[0], "  HI");
}

#[test]
fn a_drive_that_is_not_there_times_out() {
    let mut computer = Computer::started();
    let returned = computer.call(SIOV, 0xFF, 0, 0);
    assert_eq!((returned.a, returned.y, returned.negative), (0, 0x8A, true));
    assert_eq!((computer.peek(0x30), computer.peek(0x0303)), (0x8A, 0x8A), "STATUS, DSTATS");
    for (command, carry) in [(0x53, true), (0x20, false), (0x52, true)] {
        computer.poke_all(0x0301, &[1, command]);
        computer.poke_word(0x0304, BUFFER);
        let returned = computer.call(DSKINV, 0, 0, 0);
        assert_eq!((returned.a, returned.y), (command, 0x8A));
        assert_eq!((returned.carry, returned.negative), (carry, true));
        assert_eq!(computer.peek(0x0300), 0x31, "DDEVIC");
    }
}

#[test]
fn the_disk_handler_completes_the_control_block() {
    let mut computer = Computer::started();
    let mut block = |command: u8| {
        computer.poke_all(0x0301, &[1, command]);
        computer.poke_word(0x0304, BUFFER);
        // The serial call overwrites DSTATS: stop at its entry.
        computer.poke_all(0x0600, &[0x20, DSKINV as u8, (DSKINV >> 8) as u8]);
        computer.enter(0x0600, 0, 0, 0);
        while computer.machine.cpu().pc != SIOV {
            computer.machine.step();
        }
        (computer.peek(0x0303), computer.word(0x0304), computer.peek(0x0306), computer.word(0x0308))
    };
    assert_eq!(block(0x52), (0x40, BUFFER, 0x0F, 128), "read");
    assert_eq!(block(0x57), (0x80, BUFFER, 0x0F, 128), "write");
    assert_eq!(block(0x50), (0x40, BUFFER, 0x0F, 128), "put is not a write here");
    assert_eq!(block(0x53), (0x40, 0x02EA, 0x0F, 4), "status");
    assert_eq!(block(0x21), (0x40, BUFFER, 0xA0, 128), "format");
}

#[test]
fn the_cassette_times_out() {
    let mut computer = Computer::started();
    assert_eq!(computer.open(2, "C:", [4, 0]).y, 0x8A);
    for entry in [0xE47A, 0xE47D] {
        assert_eq!(computer.call(entry, 0, 0, 0).y, 0x8A);
    }
}

#[test]
fn the_initialisers_return() {
    let mut computer = Computer::started();
    computer.open(3, "K:", [4, 0]);
    for entry in [0xE450, 0xE465, 0xE468, 0xE46E] {
        computer.call(entry, 0, 0, 0);
    }
    assert_eq!(computer.peek(IOCB + 0x30), 0xFF, "CIOINV closes all");
    computer.call(0xE465, 0, 0, 0);
    assert_eq!((computer.peek(0x0232), computer.peek(0x41)), (3, 3), "SSKCTL, SOUNDR");
}
