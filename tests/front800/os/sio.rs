//! SIO and the disk handler, called as a program calls them.

use front800::chips::pokey::Keyboard;
use front800::machine::{Config, DiskGeometry, DiskImage, Model, Video};

use super::computer::*;

const DSKINV: u16 = 0xE453;
const SIOV: u16 = 0xE459;
const SENDEV: u16 = 0xE468;

const STATUS: u16 = 0x30;
const CHKSUM: u8 = 0x31;
const CRITIC: u16 = 0x42;
const POKMSK: u16 = 0x10;
const VSERIN: u16 = 0x020A;
const SSKCTL: u16 = 0x0232;
const DSKTIM: u16 = 0x0246;
const DVSTAT: u16 = 0x02EA;
const DDEVIC: u16 = 0x0300;
const DUNIT: u16 = 0x0301;
const DSTATS: u16 = 0x0303;
const DBYTLO: u16 = 0x0308;
const BUFFER: u16 = 0x4000;
const HOOK: u16 = 0x5000;

const READ: u8 = 0x52;
const RECEIVE: u8 = 0x40;
const SEND: u8 = 0x80;

/// A started computer with a drive, and a disk whose sectors hold their number.
fn with_disk(model: Model, geometry: DiskGeometry) -> Computer {
    let mut image = DiskImage::blank(geometry);
    for n in 1..=geometry.sectors {
        image.set_sector(n, &vec![n as u8; geometry.length(n)]);
    }
    with_image(model, image)
}

fn with_image(model: Model, image: DiskImage) -> Computer {
    let mut computer = Computer::started();
    computer.machine.connect_drive(0, Some(model));
    let disk = computer.machine.add_disk(image, false);
    computer.machine.insert_disk(0, Some(disk));
    computer
}

/// A command by way of the disk handler.
fn disk(computer: &mut Computer, command: u8, sector: u16) -> Returned {
    computer.poke_all(DUNIT, &[1, command]);
    computer.poke_word(0x0304, BUFFER);
    computer.poke_word(0x030A, sector);
    computer.call(DSKINV, 0, 0, 0)
}

/// A command by way of SIO, with a patience of 64 frames.
fn sio(computer: &mut Computer, device: u8, command: u8, direction: u8, length: u16, aux: u16) -> Returned {
    computer.poke_all(DDEVIC, &[device, 1, command, direction]);
    computer.poke_word(0x0304, BUFFER);
    computer.poke_word(0x0306, 1);
    computer.poke_word(DBYTLO, length);
    computer.poke_word(0x030A, aux);
    computer.call(SIOV, 0xFF, 0, 0)
}

#[test]
fn a_sector_is_read_through_the_disk_handler() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    let mask = computer.peek(POKMSK);
    let returned = disk(&mut computer, READ, 0x0123);
    assert_eq!((returned.a, returned.y, returned.negative, returned.carry), (READ, 1, false, true));
    assert_eq!(computer.bytes(BUFFER, 128), [0x23; 128]);
    assert_eq!(computer.peek(BUFFER + 128), 0);
    assert_eq!((computer.peek(STATUS), computer.peek(DSTATS)), (1, 1));
    assert_eq!(computer.bytes(0x023A, 4), [0x31, READ, 0x23, 0x01], "CDEVIC to CAUX2");
    assert_eq!((computer.peek(CRITIC), computer.peek(POKMSK)), (0, mask));
    assert_eq!(computer.peek(SSKCTL), 0x13);
}

#[test]
fn sio_comes_back_with_a_zero() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    let returned = sio(&mut computer, 0x31, READ, RECEIVE, 128, 9);
    assert_eq!((returned.a, returned.y, returned.negative), (0, 1, false));
    assert_eq!(computer.bytes(BUFFER, 128), [9; 128]);
    assert!(!returned.interrupts_off);
}

#[test]
fn sectors_are_written_with_verify_by_the_handler_and_without_by_sio() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    let line: Vec<u8> = (0..128).map(|n| n ^ 0x5A).collect();
    computer.poke_all(BUFFER, &line);
    assert_eq!(disk(&mut computer, 0x57, 500).y, 1);
    computer.poke_all(BUFFER, &[0xFF; 128]);
    assert_eq!(sio(&mut computer, 0x31, 0x50, SEND, 128, 501).y, 1);
    disk(&mut computer, READ, 500);
    assert_eq!(computer.bytes(BUFFER, 128), line);
    disk(&mut computer, READ, 501);
    assert_eq!(computer.bytes(BUFFER, 128), [0xFF; 128], "a sum with many carries");
}

#[test]
fn the_status_goes_to_dvstat_and_tells_how_long_formatting_takes() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    assert_eq!(disk(&mut computer, 0x53, 0).y, 1);
    assert_eq!(computer.bytes(DVSTAT, 4), [0x00, 0xFF, 0xE0, 0x00]);
    assert_eq!(computer.peek(DSKTIM), 0xE0);
}

#[test]
fn formatting_clears_the_disk_and_counts_bad_sectors() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    disk(&mut computer, 0x53, 0);
    let returned = disk(&mut computer, 0x21, 0);
    assert_eq!((returned.y, returned.carry), (1, true));
    assert_eq!(computer.bytes(BUFFER, 3), [0xFF, 0xFF, 0]);
    assert_eq!(computer.word(DBYTLO), 0, "bytes of the list before its end");
    disk(&mut computer, READ, 360);
    assert_eq!(computer.bytes(BUFFER, 128), [0; 128]);
}

#[test]
fn double_density_needs_only_the_length() {
    let mut computer = with_disk(Model::Xf551, DiskGeometry::DOUBLE);
    assert_eq!(sio(&mut computer, 0x31, READ, RECEIVE, 256, 4).y, 1);
    assert_eq!(computer.bytes(BUFFER, 256), [4; 256]);
    assert_eq!(sio(&mut computer, 0x31, READ, RECEIVE, 128, 3).y, 1, "a boot sector");
    assert!(sio(&mut computer, 0x31, READ, RECEIVE, 128, 4).negative, "half of it has no sum");
}

#[test]
fn refusals_and_errors_have_codes_of_their_own() {
    let short = DiskGeometry { sector_size: 128, sectors: 30 };
    let mut computer = with_disk(Model::D810, short);
    assert_eq!(disk(&mut computer, READ, 0).y, 0x8B, "refused");
    assert_eq!(disk(&mut computer, READ, 31).y, 0x90, "device error");
    let mut image = DiskImage::blank(DiskGeometry::SINGLE);
    image.set_protected(true);
    let mut computer = with_image(Model::D810, image);
    let returned = disk(&mut computer, 0x57, 1);
    assert_eq!((returned.y, returned.negative), (0x90, true), "write-protected");
}

#[test]
fn nobody_there_is_found_out_after_28_tries_of_two_frames() {
    for device in [0x31, 0x5E, 0x61, 0x70, 0xFF] {
        let mut computer = Computer::started();
        let begun = computer.machine.frame_number();
        let returned = sio(&mut computer, device, READ, RECEIVE, 128, 1);
        assert_eq!((returned.a, returned.y, returned.negative), (0, 0x8A, true));
        let frames = computer.machine.frame_number() - begun;
        assert!((28..=28 * 3).contains(&frames), "{device:02X}: {frames} frames");
    }
}

/// SIO sets its timer once more while it still runs from the answer before. If it ran out just then, the line would be
/// sent twice.
#[test]
fn a_line_is_printed_once_wherever_in_the_frame_it_begins() {
    for video in [Video::Ntsc, Video::Pal] {
        let mut computer = Computer::switched_on(&Config { video, ..config() });
        computer.start_frames();
        computer.machine.connect_printer();
        let start = computer.machine;
        for line in 0..video.lines() {
            let mut computer = Computer { machine: start.clone() };
            computer.poke_all(BUFFER, &[b'A'; 40]);
            computer.machine.run_to_cycle(start.cycle() + u64::from(line) * 114);
            let returned = sio(&mut computer, 0x40, b'W', SEND, 40, u16::from(b'N'));
            assert_eq!(
                (returned.y, computer.machine.take_printed().len()),
                (1, 40),
                "{video:?}, line {line}"
            );
        }
    }
}

#[test]
fn the_mode_of_a_line_tells_the_printer_its_length() {
    let mut computer = Computer::started();
    computer.machine.connect_printer();
    for (mode, length) in [(b'N', 40), (b'S', 29), (b'D', 20), (b'F', 40), (0, 40)] {
        computer.poke_all(BUFFER, &vec![b'A'; usize::from(length)]);
        assert_eq!(sio(&mut computer, 0x40, b'W', SEND, length, u16::from(mode)).y, 1, "mode {mode:02X}");
        assert_eq!(computer.machine.take_printed().len(), usize::from(length));
    }
}

#[test]
fn a_cassette_is_not_looked_for() {
    for device in [0x5F, 0x60] {
        let mut computer = Computer::started();
        let begun = computer.machine.frame_number();
        assert_eq!(sio(&mut computer, device, READ, RECEIVE, 128, 1).y, 0x8A);
        assert!(computer.machine.frame_number() - begun < 2);
    }
}

#[test]
fn a_command_without_data_is_only_acknowledged_and_completed() {
    let mut computer = with_disk(Model::Xf551, DiskGeometry::SINGLE);
    // A status whose data nobody wants: they pass by.
    assert_eq!(sio(&mut computer, 0x31, 0x53, 0, 0, 0).y, 1);
    computer.frames(5);
    assert_eq!(disk(&mut computer, READ, 7).y, 1);
}

#[test]
fn break_ends_a_transfer() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    computer.machine.set_keyboard(Keyboard { brk: true, ..Keyboard::default() });
    assert_eq!(disk(&mut computer, READ, 7).y, 0x80);
    computer.machine.set_keyboard(Keyboard::default());
    computer.frames(300);
    assert_eq!(disk(&mut computer, READ, 7).y, 1, "once");
}

#[test]
fn the_vertical_blank_is_short_during_a_transfer() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    computer.poke_all(DUNIT, &[1, READ]);
    computer.poke_word(0x0304, BUFFER);
    computer.poke_word(0x030A, 1);
    computer.poke_all(0x0600, &[0x20, DSKINV as u8, (DSKINV >> 8) as u8, 0x4C, 3, 6]);
    computer.enter(0x0600, 0, 0, 0);
    computer.frames(3);
    assert_ne!(computer.peek(CRITIC), 0);
    let clock = computer.peek(0x14);
    computer.frames(2);
    assert_eq!(computer.peek(0x14), clock.wrapping_add(2), "the clock goes on");
    computer.poke(0x021A, 5);
    computer.frames(2);
    assert_eq!(computer.peek(0x021A), 5, "timer 2 is stage 2's");
}

#[test]
fn a_program_may_put_its_own_receiver_in_the_place_of_ours() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    let ours = computer.word(VSERIN);
    // INC $4301, JMP ours
    computer.poke_all(HOOK, &[0xEE, 0x01, 0x43, 0x4C, ours as u8, (ours >> 8) as u8]);
    computer.poke_word(VSERIN, HOOK);
    computer.poke(0x4301, 0);
    assert_eq!(disk(&mut computer, READ, 7).y, 1);
    assert_eq!(computer.peek(0x4301), 131, "acknowledgement, completion, data, sum");
}

#[test]
fn a_wrong_sum_is_told() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    let ours = computer.word(VSERIN);
    // INC CHKSUM, JMP ours
    computer.poke_all(HOOK, &[0xE6, CHKSUM, 0x4C, ours as u8, (ours >> 8) as u8]);
    computer.poke_word(VSERIN, HOOK);
    let returned = disk(&mut computer, READ, 7);
    assert_eq!((returned.y, returned.negative), (0x8F, true));
}

#[test]
fn a_receiver_that_is_too_slow_is_an_error() {
    let mut computer = with_disk(Model::D810, DiskGeometry::SINGLE);
    let ours = computer.word(VSERIN);
    // TXA, PHA, LDX #0, five turns of 256, PLA, TAX, JMP ours
    let mut code = vec![0x8A, 0x48, 0xA2, 0x00];
    for _ in 0..5 {
        code.extend([0xCA, 0xD0, 0xFD]);
    }
    code.extend([0x68, 0xAA, 0x4C, ours as u8, (ours >> 8) as u8]);
    computer.poke_all(HOOK, &code);
    computer.poke_word(VSERIN, HOOK);
    assert!(sio(&mut computer, 0x31, READ, RECEIVE, 128, 7).negative);
}

#[test]
fn sendev_makes_pokey_send() {
    let mut computer = Computer::started();
    computer.call(SENDEV, 0, 0, 0);
    assert_eq!(computer.peek(SSKCTL), 0x23);
    assert_eq!(computer.peek(POKMSK) & 0x38, 0x10);
}
