//! Cold start, RESET key, cartridges, the way to the first program.

use super::computer::*;
use front800::machine::{Config, Console, Machine, Ram, Video};
use front800::media::cart::{Cart, CartKind};
use front800::media::xex::{Segment, Xex};

const DSKINV: u16 = 0xE453;
const SIOV: u16 = 0xE459;
const BLKBDV: u16 = 0xE471;
const WARMSV: u16 = 0xE474;
const COLDSV: u16 = 0xE477;
const WARMST: u16 = 0x08;
const CASINI: u16 = 0x02;
const BOOT: u16 = 0x09;
const DOSVEC: u16 = 0x0A;
const DOSINI: u16 = 0x0C;
const RAMTOP: u16 = 0x6A;
const COLDST: u16 = 0x0244;
const CKEY: u16 = 0x03E9;
/// Where cartridges and programs of these tests leave their marks.
const MARK: u16 = 0x5000;
/// RAM that neither start nor screen uses.
const FREE: u16 = 0x3000;

fn run_to(machine: &mut Machine, address: u16) {
    run_to_either(machine, address, address);
}

fn press_reset(computer: &mut Computer) {
    computer.machine.set_reset_key(true);
    computer.frames(2);
    computer.machine.set_reset_key(false);
    computer.start_frames();
}

#[test]
fn a_cold_start_ends_in_the_memo_pad() {
    let mut computer = Computer::started();
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
    assert_eq!(computer.peek(WARMST), 0);
    assert_eq!(computer.peek(COLDST), 0);
    assert_eq!(computer.word(DOSVEC), BLKBDV);
    assert_eq!(computer.word(0x02E7), 0x0700, "MEMLO");
    assert_eq!(computer.bytes(0x52, 2), [2, 39], "margins");
    assert_eq!(computer.peek(0x11), 0xFF, "BRKKEY");
    assert_eq!(computer.bytes(0x02C0, 9), [0, 0, 0, 0, 0x28, 0xCA, 0x94, 0x46, 0], "colours");
    assert_eq!(computer.bytes(0x0222, 4), [0xD1, 0xE7, 0x3E, 0xE9], "VVBLKI, VVBLKD");
    assert_eq!(computer.peek(0x10), 0xC0, "POKMSK");
    assert_eq!(computer.word(0x02EE), 0x05CC, "CBAUDL/H");
    let handlers = computer.bytes(0x031A, 38);
    assert_eq!(handlers[..15], *b"P\x30\xE4C\x40\xE4E\x00\xE4S\x10\xE4K\x20\xE4");
    assert_eq!(handlers[15..], [0; 23]);
}

#[test]
fn the_start_does_not_depend_on_what_memory_held_at_power_on() {
    for seed in 0..20 {
        let mut computer = Computer::switched_on(&Config { seed, ..config() });
        computer.start_frames();
        assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD", "seed {seed}");
        assert_eq!(computer.bytes(FREE, 0x100), [0; 0x100], "seed {seed}");
    }
}

#[test]
fn the_screen_is_below_the_end_of_ram() {
    for (ram, ramtop) in [(Ram::Kb16, 0x40), (Ram::Kb32, 0x80), (Ram::Kb48, 0xC0)] {
        let mut computer = Computer::switched_on(&Config { ram, ..config() });
        computer.start_frames();
        assert_eq!(computer.peek(RAMTOP), ramtop);
        assert_eq!(computer.peek(0x02E4), ramtop, "RAMSIZ");
        let top = u16::from(ramtop) << 8;
        assert_eq!(computer.word(SAVMSC), top - 960);
        assert_eq!(computer.word(SDLSTL), top - 992);
        assert_eq!(computer.word(MEMTOP), top - 993);
        assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
    }
}

#[test]
fn a_machine_of_the_other_television_standard_starts() {
    let mut computer = Computer::switched_on(&Config { video: Video::Pal, ..config() });
    computer.start_frames();
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
}

#[test]
fn a_cold_start_asks_the_drive_with_the_editor_open_and_goes_on_through_the_memo_pads_entry() {
    let mut computer = Computer::switched_on(&config());
    run_to(&mut computer.machine, DSKINV);
    assert_eq!(computer.peek(0x0302), 0x53, "DCOMND is the status command");
    assert_eq!(computer.peek(0x0301), 1, "DUNIT");
    assert_eq!(computer.peek(COLDST), 0xFF);
    assert_ne!(computer.peek(IOCB), 0xFF, "IOCB 0 is open");
    assert_eq!(computer.peek(0x42), 0, "CRITIC");
    let frames = computer.peek(0x14);
    assert!(frames >= 1, "vertical blanks run");
    run_to(&mut computer.machine, BLKBDV);
    assert_eq!(computer.peek(COLDST), 0);
    assert_eq!(computer.peek(BOOT), 0, "nothing was booted");
}

#[test]
fn start_held_asks_for_the_cassette() {
    let mut computer = Computer::switched_on(&config());
    computer.machine.set_console(Console { start: true, ..Console::default() });
    computer.start_frames();
    assert_eq!(computer.peek(CKEY), 1);
    assert_eq!(Computer::started().peek(CKEY), 0);
}

#[test]
fn reset_keeps_the_program_and_calls_what_was_booted() {
    let mut computer = Computer::started();
    computer.poke(FREE, 0x55);
    computer.poke(0x0280, 0x55);
    computer.poke(0x50, 0x55);
    // MARK counts the calls, and their letters follow it: CASINI's routine, then DOSINI's.
    let note = [0xAE, 0x00, 0x50, 0x9D, 0x01, 0x50, 0xEE, 0x00, 0x50, 0x60]; // LDX MARK, STA MARK+1,X, INC MARK, RTS
    for (vector, letter, address) in [(CASINI, b'C', 0x4F00), (DOSINI, b'D', 0x4F20)] {
        computer.poke_all(address, &[0xA9, letter]);
        computer.poke_all(address + 2, &note);
        computer.poke_word(vector, address);
    }
    for (booted, calls) in [(0, ""), (1, "D"), (2, "C"), (3, "CD")] {
        computer.poke(MARK, 0);
        computer.poke(BOOT, booted);
        press_reset(&mut computer);
        let count = computer.peek(MARK);
        assert_eq!(computer.bytes(MARK + 1, u16::from(count)), calls.as_bytes(), "BOOT? = {booted}");
    }
    assert_eq!(computer.peek(WARMST), 0xFF);
    assert_eq!(computer.peek(FREE), 0x55);
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
}

#[test]
fn a_warm_start_clears_the_os_variables_only() {
    let mut computer = Computer::started();
    for address in [0x0F, 0x80, 0x03ED, 0x0480, 0x0600, 0x0700] {
        computer.poke(address, 0x55);
    }
    computer.poke(0x43, 0x55);
    computer.poke(0x03EC, 0x55);
    computer.enter(WARMSV, 0, 0, 0);
    computer.start_frames();
    for address in [0x0F, 0x80, 0x03ED, 0x0480, 0x0600, 0x0700] {
        assert_eq!(computer.peek(address), 0x55, "${address:04X}");
    }
    assert_eq!(computer.peek(0x43), 0);
    assert_eq!(computer.peek(0x03EC), 0);
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
}

#[test]
fn a_start_that_had_not_ended_begins_anew() {
    let mut computer = Computer::started();
    computer.poke(COLDST, 1);
    computer.poke(FREE, 0x55);
    press_reset(&mut computer);
    assert_eq!(computer.peek(WARMST), 0);
    assert_eq!(computer.peek(FREE), 0);
}

#[test]
fn a_jump_to_the_cold_start_clears_everything() {
    let mut computer = Computer::started();
    computer.poke(FREE, 0x55);
    computer.enter(COLDSV, 0, 0, 0);
    computer.start_frames();
    assert_eq!(computer.peek(FREE), 0);
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
}

#[test]
fn what_programs_know_by_address_is_there() {
    let mut computer = Computer::started();
    let target = computer.word(WARMSV + 1);
    assert_eq!(computer.bytes(target, 2), [0x78, 0xAD], "SEI, LDA absolute");
    assert_eq!(computer.peek(0xE4C0), 0x60, "RTS");
    assert_eq!(computer.word(0xE410), 0xF3F5, "S: open, less one");
    assert!((0xE450..0xE480).step_by(3).all(|entry| computer.peek(entry) == 0x4C), "JMP");
    for table in (0xE400..0xE450).step_by(16) {
        assert_eq!(computer.peek(table + 12), 0x4C, "JMP");
        assert_eq!(computer.peek(table + 15), 0);
    }
    assert_eq!(rom().len(), 10_240);
}

#[test]
fn what_programs_know_by_number_is_there() {
    let mut computer = Computer::started();
    // The key click, which tells a 400 or 800 from later machines.
    assert_eq!(computer.peek(0xFCD8), 0xA2);
    computer.call(0xFCD8, 0, 0, 0);
    // What vectors hold at first.
    for (vector, first) in [
        (0x0200, 0xE7B3),
        (0x0202, 0xE7B2),
        (0x0204, 0xE7B2),
        (0x0206, 0xE7B2),
        (0x0208, 0xFFBE),
        (0x020A, 0xEB11),
        (0x020C, 0xEA90),
        (0x020E, 0xEAD1),
        (0x0210, 0xE7B2),
        (0x0212, 0xE7B2),
        (0x0214, 0xE7B2),
        (0x0216, 0xE6F6),
        (0x0222, 0xE7D1),
        (0x0224, 0xE93E),
        (0x0236, 0xE754),
        (0xFFFA, 0xE7B4),
        (0xFFFC, 0xE477),
        (0xFFFE, 0xE6F3),
    ] {
        assert_eq!(computer.word(vector), first, "{vector:04X}");
    }
    // Functions of handlers, less one in their tables.
    for (entry, function) in [
        (0xE404, 0xF63E),
        (0xE406, 0xF6A4),
        (0xE414, 0xF593),
        (0xE416, 0xF5B7),
        (0xE41A, 0xFCFC),
        (0xE424, 0xF6E2),
    ] {
        assert_eq!(computer.word(entry), function - 1, "{entry:04X}");
    }
    // What the jumps lead to; to two of them by a jump more.
    for (jump, target) in [
        (0xE453, 0xEDF0),
        (0xE456, 0xE4C4),
        (0xE459, 0xE959),
        (0xE45C, 0xE912),
        (0xE465, 0xE944),
        (0xE468, 0xEBEC),
        (0xE471, 0xF223),
        (0xE474, 0xF11B),
        (0xE477, 0xF125),
    ] {
        let led = computer.word(jump + 1);
        let on = (computer.peek(target), computer.word(target + 1));
        assert!(led == target || on == (0x4C, led), "{jump:04X} to {led:04X}");
    }
    // Codes: to the screen's, from the screen's, by key.
    assert_eq!(computer.bytes(0xFEF6, 8), [0x40, 0, 0x20, 0x60, 0x20, 0x40, 0, 0x60]);
    assert_eq!(computer.bytes(0xFEFE, 3), *b"lj;");
    assert_eq!(computer.bytes(0xFEFE + 0x40, 3), *b"LJ:");
    // Timer 1's routine, which SIO sets.
    assert_ne!(computer.call(0xE453, 0, 0, 0).y, 1, "there is no drive");
    assert_eq!(computer.word(0x0226), 0xEBF0);
}

#[test]
fn routines_do_their_work_where_programs_call_them() {
    let mut computer = Computer::cleared();
    computer.call(0xF6A4, b'A', 0, 0);
    assert_eq!(computer.rows()[0], "  A");
    computer.poke(0x02FC, key('b'));
    assert_eq!(computer.call(0xF6E2, 0, 0, 0).a, b'B');
}

/// Stands in for the serial port: answers the calls of SIOV with the sectors of a disk until the
/// program is at `end`. Gives the commands with their sector numbers.
fn serve_disk(computer: &mut Computer, disk: &[u8], bad_reads: usize, end: u16) -> Vec<(u8, u16)> {
    let mut bad_reads = bad_reads;
    let mut commands = Vec::new();
    loop {
        run_to_either(&mut computer.machine, SIOV, end);
        if computer.machine.cpu().pc == end {
            return commands;
        }
        let command = computer.peek(0x0302);
        let sector = computer.word(0x030A);
        commands.push((command, sector));
        let buffer = computer.word(0x0304);
        let length = usize::from(computer.word(0x0308));
        let mut status = 1;
        if command == 0x53 {
            computer.poke_all(buffer, &[0x10, 0xFF, 0x77, 0]);
        } else if bad_reads > 0 {
            bad_reads -= 1;
            status = 0x90;
        } else {
            let start = (usize::from(sector) - 1) * 128;
            computer.poke_all(buffer, &disk[start..start + length]);
        }
        computer.return_from_sio(status);
    }
}

fn run_to_either(machine: &mut Machine, first: u16, second: u16) {
    let limit = machine.frame_number() + 200;
    while machine.cpu().pc != first && machine.cpu().pc != second {
        machine.step();
        assert!(machine.frame_number() < limit, "neither ${first:04X} nor ${second:04X} is reached");
    }
}

/// Three boot sectors for $3000: the code at +6 stores A and clears carry, the one at (DOSINI)
/// marks.
fn boot_disk() -> Vec<u8> {
    let mut disk = vec![0; 4 * 128];
    disk[..6].copy_from_slice(&[0x12, 3, 0x00, 0x30, 0x10, 0x30]);
    disk[6..11].copy_from_slice(&[0x8D, 0x01, 0x50, 0x18, 0x60]); // STA MARK+1, CLC, RTS
    disk[16..20].copy_from_slice(&[0xEE, 0x00, 0x50, 0x60]); // INC MARK, RTS
    for (sector, byte) in disk.chunks_exact_mut(128).zip(0xA0..) {
        sector[127] = byte;
    }
    disk
}

#[test]
fn a_disk_is_booted() {
    let mut computer = Computer::switched_on(&config());
    let disk = boot_disk();
    let commands = serve_disk(&mut computer, &disk, 0, BLKBDV);
    assert_eq!(commands, [(0x53, 0), (0x52, 1), (0x52, 2), (0x52, 3)]);
    assert_eq!(computer.bytes(FREE, 384), disk[..384]);
    assert_eq!(computer.peek(0x047F), 0xA2, "the last boot sector stays in the buffer");
    assert_eq!(computer.bytes(MARK, 2), [1, 0x30], "(DOSINI), and A at load + 6");
    assert_eq!(computer.bytes(0x0240, 4), [0x12, 0, 0x00, 0x30], "DFLAGS, DBSECT, BOOTAD");
    assert_eq!(computer.word(DOSINI), 0x3010);
    assert_eq!(computer.peek(BOOT), 1);
    assert_eq!(computer.peek(0x0246), 0x77, "DSKTIM");
}

#[test]
fn a_count_of_0_boots_256_sectors() {
    let mut computer = Computer::switched_on(&config());
    let mut disk = boot_disk();
    disk.resize(257 * 128, 0x11);
    disk[1] = 0;
    disk[2..6].copy_from_slice(&[0x00, 0x07, 0x10, 0x07]);
    let commands = serve_disk(&mut computer, &disk, 0, BLKBDV);
    assert_eq!((commands.len(), commands.last()), (1 + 256, Some(&(0x52, 256))));
    assert_eq!(computer.bytes(0x8600, 0x101)[0xFF..], [0x11, 0], "to $86FF");
}

#[test]
fn a_disk_that_cannot_be_read_is_tried_again() {
    let mut computer = Computer::switched_on(&config());
    let commands = serve_disk(&mut computer, &boot_disk(), 2, BLKBDV);
    assert_eq!(commands, [(0x53, 0), (0x52, 1), (0x52, 1), (0x52, 1), (0x52, 2), (0x52, 3)]);
    assert_eq!(computer.rows()[..2], ["  BOOT ERROR", "  BOOT ERROR"]);
    assert_eq!(computer.peek(MARK), 1);
}

/// A cartridge whose routines mark that they ran: initialise, then run, which stays.
fn cartridge(base: u16, flags: u8, mark: u16) -> Cart {
    let mut bytes = vec![0xFF; 0x2000];
    let [low, high] = mark.to_le_bytes();
    bytes[..4].copy_from_slice(&[0xEE, low, high, 0x60]); // INC mark, RTS
    let [run_low, run_high] = (base + 0x13).to_le_bytes();
    bytes[0x10..0x16].copy_from_slice(&[0xEE, low + 1, high, 0x4C, run_low, run_high]);
    let [start_low, start_high] = base.to_le_bytes();
    bytes[0x1FFA..].copy_from_slice(&[start_low | 0x10, start_high, 0, flags, start_low, start_high]);
    let id = if base == 0x8000 { 21 } else { 1 };
    Cart { kind: CartKind::by_id(id).unwrap(), rom: bytes }
}

#[test]
fn a_left_cartridge_is_initialised_and_run() {
    let config = Config { cartridge: Some(cartridge(0xA000, 0x04, MARK)), ..config() };
    let mut computer = Computer::switched_on(&config);
    computer.start_frames();
    assert_eq!(computer.bytes(MARK, 2), [1, 1]);
    assert_eq!(computer.peek(0x06), 1, "TRAMSZ");
    assert_eq!(computer.peek(RAMTOP), 0xA0);
    assert_eq!(computer.word(SDLSTL), 0x9C20);
    assert_eq!(computer.peek(0x0302), 0, "the disk was not asked");
    assert_eq!(computer.machine.cpu().pc, 0xA013);
    press_reset(&mut computer);
    assert!(computer.peek(MARK) > 1, "initialised again");
}

#[test]
fn a_cartridge_may_ask_for_the_disk_and_may_leave_the_start_to_the_memo_pad() {
    let config = Config { cartridge: Some(cartridge(0xA000, 0x01, MARK)), ..config() };
    let mut computer = Computer::switched_on(&config);
    computer.start_frames();
    assert_eq!(computer.bytes(MARK, 2), [1, 0]);
    assert_eq!(computer.peek(0x0302), 0x53, "the disk was asked");
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
}

#[test]
fn both_cartridges_are_initialised_and_the_left_one_runs() {
    let right_cartridge = Some(cartridge(0x8000, 0x04, MARK));
    let cartridge = Some(cartridge(0xA000, 0x04, MARK + 2));
    let mut computer = Computer::switched_on(&Config { cartridge, right_cartridge, ..config() });
    computer.start_frames();
    assert_eq!(computer.bytes(MARK, 4), [1, 0, 1, 1]);
    assert_eq!(computer.bytes(0x06, 2), [1, 1], "TRAMSZ, TSTDAT");
    assert_eq!(computer.peek(RAMTOP), 0x80);
}

#[test]
fn a_right_cartridge_alone_runs() {
    let right_cartridge = Some(cartridge(0x8000, 0x04, MARK));
    let mut computer = Computer::switched_on(&Config { right_cartridge, ..config() });
    computer.start_frames();
    assert_eq!(computer.bytes(MARK, 2), [1, 1]);
    assert_eq!(computer.bytes(0x06, 2), [0, 1], "TRAMSZ, TSTDAT");
}

#[test]
fn a_diagnostic_cartridge_gets_the_machine_at_once() {
    let mut diagnostic = cartridge(0xA000, 0x80, MARK);
    diagnostic.rom[..3].copy_from_slice(&[0x4C, 0x00, 0xA0]);
    let config = Config { cartridge: Some(diagnostic), ..config() };
    let mut machine = Machine::new(&config);
    for _ in 0..40 {
        machine.step();
    }
    assert_eq!(machine.cpu().pc, 0xA000);
}

#[test]
fn a_binary_load_program_runs_and_returns_to_the_memo_pad() {
    let mut computer = Computer::switched_on(&config());
    computer.machine.load_program(Xex {
        segments: vec![
            Segment { start: FREE, bytes: vec![0xEE, MARK as u8, (MARK >> 8) as u8, 0x60] },
            Segment { start: 0x02E0, bytes: vec![FREE as u8, (FREE >> 8) as u8] },
        ],
    });
    computer.start_frames();
    assert_eq!(computer.peek(MARK), 1);
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
}
