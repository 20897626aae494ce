//! What an 8K BASIC in the left slot relies on: how it is entered, what RESET leaves, and its
//! statements as CIO sees them. (Its calculations are in `floating`.)

use super::computer::*;
use super::floating::program;
use front800::machine::Config;
use front800::media::cart::Cart;

const BASE: usize = 0xA000;
const MARK: u16 = 0x5000;
const WARMST: u16 = 0x08;
const MEMLO: u16 = 0x02E7;
const LBUFF: u16 = 0x0580;
const ATACHR: u16 = 0x02FB;

/// Leaves ICHID of IOCB 0 at MARK when it is initialised, and P, S, WARMST from MARK+1 on when it is
/// run.
const CARTRIDGE: &str = "
        org $A000
entry   php
        pla
        sta $5001
        tsx
        stx $5002
        lda $08
        sta $5003
        inc $5004
stay    jmp stay
init    lda $0340
        sta $5000
        rts
";

fn basic() -> Computer {
    let mut rom = vec![0xFF; 0x2000];
    let code = program(CARTRIDGE);
    let init = BASE + code.len() - 7;
    rom[..code.len()].copy_from_slice(&code);
    let header = [0x00, 0xA0, 0x00, 0x05, init as u8, (init >> 8) as u8];
    rom[0x1FFA..].copy_from_slice(&header);
    let mut computer =
        Computer::switched_on(&Config { cartridge: Some(Cart::parse_raw(&rom).unwrap()), ..config() });
    computer.start_frames();
    computer
}

#[test]
fn basic_finds_the_editor_open_and_the_memory_told() {
    let mut computer = basic();
    assert_eq!(computer.peek(MARK), 0xFF, "initialised before E: is open");
    assert_eq!(computer.peek(MARK + 1) & 0x0C, 0, "interrupts on, binary");
    assert_eq!(computer.bytes(MARK + 2, 3), [0xFF, 0, 1], "S, WARMST, run once");
    assert_ne!(computer.peek(IOCB), 0xFF, "E: on IOCB 0");
    assert_eq!(computer.bytes(IOCB + 0x10, 1), [0xFF], "the others free");
    assert_eq!(computer.word(MEMLO), 0x0700);
    assert_eq!(computer.word(MEMTOP), 0x9C1F);
    assert_eq!(computer.word(SAVMSC), 0x9C40);
    assert_eq!(computer.bytes(0x06, 2), [1, 0], "TRAMSZ, TSTDAT: which cartridges there are");
}

#[test]
fn reset_comes_back_to_basic_and_leaves_its_memory() {
    let mut computer = basic();
    let kept = [0x80, 0xD3, 0x0480, 0x057F, 0x0600, 0x0700, 0x9C1F];
    for address in kept {
        computer.poke(address, 0x5A);
    }
    computer.machine.set_reset_key(true);
    computer.frames(2);
    computer.machine.set_reset_key(false);
    computer.start_frames();
    assert_eq!(computer.peek(WARMST), 0xFF);
    assert_eq!(computer.bytes(MARK + 3, 2), [0xFF, 2]);
    for address in kept {
        assert_eq!(computer.peek(address), 0x5A, "${address:04X}");
    }
}

/// GRAPHICS: closes and opens S: on IOCB 6.
fn graphics(computer: &mut Computer, mode: u8) -> u8 {
    computer.cio(6, 0x0C, 0, 0, [0, 0]);
    computer.open(6, "S:", [((mode & 0xF0) ^ 0x10) | 0x0C, mode & 0x0F]).y
}

/// POSITION.
fn position(computer: &mut Computer, column: u16, row: u8) {
    computer.poke_word(COLCRS, column);
    computer.poke(ROWCRS, row);
}

/// A byte to the put routine of an IOCB, past CIO.
fn put_directly(computer: &mut Computer, n: u8, byte: u8) {
    let iocb = IOCB + 16 * u16::from(n);
    let [aux1, aux2] = [computer.peek(iocb + 10), computer.peek(iocb + 11)];
    computer.poke_all(0x2A, &[aux1, aux2]);
    let put = computer.word(iocb + 6) + 1;
    assert_eq!(computer.call(put, byte, 16 * n, 0x92).y, 1);
}

/// LOCATE: one byte in A.
fn locate(computer: &mut Computer, column: u16, row: u8) -> u8 {
    position(computer, column, row);
    let aux = [computer.peek(IOCB + 0x6A), computer.peek(IOCB + 0x6B)];
    computer.cio(6, 0x07, 0, 0, aux).a
}

#[test]
fn plot_drawto_and_locate_go_through_cio() {
    let mut computer = basic();
    assert_eq!(graphics(&mut computer, 7), 1);
    position(&mut computer, 10, 5);
    put_directly(&mut computer, 6, 2);
    position(&mut computer, 30, 5);
    computer.poke(ATACHR, 3);
    computer.poke_all(0x0580, b"S:\x9B");
    assert_eq!(computer.cio(6, 0x11, 0x0580, 0, [0x0C, 0]).y, 1, "DRAWTO");
    let row: Vec<u8> = [9, 10, 11, 30, 31].map(|column| locate(&mut computer, column, 5)).to_vec();
    assert_eq!(row, [0, 2, 3, 3, 0]);
    computer.print(b"IN THE WINDOW");
    assert_eq!(computer.rows()[0], "  IN THE WINDOW");
    assert_eq!(locate(&mut computer, 10, 5), 2);
    assert_eq!(graphics(&mut computer, 0), 1);
    put_directly(&mut computer, 0, b'A');
    assert_eq!(computer.rows()[0], "  A");
}

#[test]
fn a_mode_without_room_above_the_program_is_refused() {
    let mut computer = basic();
    computer.poke_word(0x0E, 0x9000);
    assert_eq!(graphics(&mut computer, 8), 0x93);
    assert_eq!(computer.word(MEMTOP), 0x9C1F);
}

#[test]
fn a_line_is_read_into_the_line_buffer() {
    let mut computer = basic();
    computer.print(b"READY\x9B");
    computer.start_record(LBUFF);
    computer.keys("print 1/3\n");
    assert_eq!(computer.machine.cpu().pc, 0x0603);
    assert_eq!(computer.bytes(LBUFF, 10), *b"PRINT 1/3\x9B");
}

#[test]
fn break_is_seen_at_its_address() {
    let mut computer = basic();
    assert_eq!(computer.peek(0x11), 0xFF);
    let keyboard = front800::chips::pokey::Keyboard { brk: true, ..Default::default() };
    computer.machine.set_keyboard(keyboard);
    computer.frames(2);
    assert_eq!(computer.peek(0x11), 0);
}
