//! Transfers in no time: what they leave behind, and what they cost.

use std::time::{Duration, Instant};

use super::*;

/// Jumps to SIOV, and where SIO comes back to.
const CALLER: u16 = 0x0600;
const BACK: u16 = 0x0603;
const READ: u8 = 0x52;
const PUT: u8 = 0x50;
const WRITE: u8 = 0x57;
const STATUS: u8 = 0x53;
const FORMAT: u8 = 0x21;
const RECEIVE: u8 = 0x40;
const SEND: u8 = 0x80;

/// A machine in its memo pad with a disk in drive 1, drive 2 empty and a printer.
fn with_devices() -> Machine {
    let (mut machine, [disk, _]) = with_two_disks();
    machine.connect_drive(0, None);
    machine.insert_disk(0, Some(disk));
    machine.connect_drive(1, None);
    machine.connect_printer();
    machine
}

/// Calls SIOV and steps until it has come back; Y.
fn sio(machine: &mut Machine, call: [u8; 4], length: u16, aux: u16) -> u8 {
    call_sio(machine, call, length, aux);
    while machine.cpu().pc != BACK {
        machine.step();
    }
    machine.cpu().y
}

/// The same of a transfer that takes seconds: its caller waits for the end of a frame.
fn sio_by_frames(machine: &mut Machine, call: [u8; 4], length: u16, aux: u16) -> u8 {
    call_sio(machine, call, length, aux);
    while machine.cpu().pc != BACK {
        machine.run_frame();
    }
    machine.cpu().y
}

fn call_sio(machine: &mut Machine, [device, unit, code, direction]: [u8; 4], length: u16, aux: u16) {
    let ([low, high], [aux1, aux2]) = (length.to_le_bytes(), aux.to_le_bytes());
    let block =
        [device, unit, code, direction, BUFFER as u8, (BUFFER >> 8) as u8, 0xFF, 0, low, high, aux1, aux2];
    for (address, byte) in (DUNIT - 1..).zip(block) {
        machine.poke(address, byte);
    }
    for (address, byte) in (CALLER..).zip([0x20, SIOV as u8, (SIOV >> 8) as u8, 0x4C, 3, 6]) {
        machine.poke(address, byte);
    }
    for (address, byte) in (BUFFER..).zip(1..=200) {
        machine.poke(address, byte);
    }
    let cpu = machine.cpu_mut();
    (cpu.pc, cpu.s, cpu.p) = (CALLER, 0xFF, 0x20);
}

/// What nobody relies on: clocks and timers, what is below the stack, where SIO stands in a frame.
fn may_differ(address: u16) -> bool {
    matches!(address, 0x12..=0x14 | 0x31..=0x3C | 0x4D..=0x4F | 0x0100..=0x01FF | 0x0218..=0x0227 | 0x023E..=0x023F | 0x0317)
}

#[test]
fn every_fast_transfer_ends_as_a_real_one_ends() {
    for (what, call, length, aux, y) in [
        ("a sector is read", [0x31, 1, READ, RECEIVE], 128, 5, 0x01),
        ("a sector is written", [0x31, 1, PUT, SEND], 128, 6, 0x01),
        ("and verified", [0x31, 1, WRITE, SEND], 128, 7, 0x01),
        ("the status is told", [0x31, 1, STATUS, RECEIVE], 4, 0, 0x01),
        ("a disk is formatted", [0x31, 1, FORMAT, RECEIVE], 128, 0, 0x01),
        ("there is no such sector", [0x31, 1, READ, RECEIVE], 128, 0, 0x8B),
        ("there is no such command", [0x31, 1, 0x77, 0], 0, 0, 0x8B),
        ("there is no disk", [0x31, 2, READ, RECEIVE], 128, 5, 0x90),
        ("there is no disk to write to", [0x31, 2, PUT, SEND], 128, 5, 0x90),
        ("there is no drive", [0x31, 3, READ, RECEIVE], 128, 5, 0x8A),
        ("too few bytes are wanted", [0x31, 1, READ, RECEIVE], 100, 5, 0x8F),
        ("too many bytes are wanted", [0x31, 1, READ, RECEIVE], 200, 5, 0x8A),
        ("the sum is taken for a byte", [0x31, 1, READ, RECEIVE], 129, 5, 0x8A),
        ("too few bytes are sent", [0x31, 1, PUT, SEND], 100, 5, 0x8A),
        ("too many bytes are sent", [0x31, 1, PUT, SEND], 140, 5, 0x8A),
        ("nothing is sent", [0x31, 1, PUT, 0], 128, 5, 0x8A),
        ("nothing is received", [0x31, 1, READ, 0], 128, 5, 0x01),
        ("a cassette is not looked for", [0x60, 1, READ, RECEIVE], 128, 5, 0x8A),
        ("of whatever unit", [0x60, 2, READ, RECEIVE], 128, 5, 0x8A),
        ("nobody has the number of one", [0x5E, 2, READ, RECEIVE], 128, 5, 0x8A),
        ("a line is printed", [0x40, 1, b'W', SEND], 40, u16::from(b'N'), 0x01),
    ] {
        let mut real = with_devices();
        let mut fast = real.clone();
        fast.set_fast_disk(true);
        assert_eq!(sio_by_frames(&mut real, call, length, aux), y, "{what}");
        let begun = fast.cycle();
        assert_eq!(sio(&mut fast, call, length, aux), y, "{what}, fast");
        assert!(fast.cycle() - begun < 400, "{what}");
        let registers = |machine: &Machine| (machine.cpu().a, machine.cpu().x, machine.cpu().s);
        assert_eq!(registers(&fast), registers(&real), "{what}");
        // All flags but V.
        assert_eq!(fast.cpu().p & 0xBF, real.cpu().p & 0xBF, "{what}");
        let differing: Vec<u16> = (0..0xC000)
            .filter(|&address| !may_differ(address) && fast.peek(address) != real.peek(address))
            .collect();
        assert!(differing.is_empty(), "{what}: {differing:04X?}");
        assert_eq!([0xD302, 0xD303].map(|pia| fast.peek(pia)), [0xD302, 0xD303].map(|pia| real.peek(pia)));
        assert_eq!(fast.disk_file(0), real.disk_file(0), "{what}");
        assert_eq!(fast.take_printed(), real.take_printed(), "{what}");
    }
}

#[test]
fn a_fast_transfer_costs_what_it_transfers() {
    let mut machine = with_devices();
    machine.set_fast_disk(true);
    let begun = Instant::now();
    for n in 0..1_000 {
        assert_eq!(sio(&mut machine, [0x31, 3, READ, RECEIVE], 128, 5), 0x8A, "an absent drive");
        assert_eq!(sio(&mut machine, [0x31, 1, WRITE, SEND], 128, 1 + n % 720), 0x01);
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?} for 2000 transfers", begun.elapsed());
}

#[test]
fn a_program_with_serial_routines_of_its_own_is_left_to_them() {
    let mut machine = with_devices();
    machine.set_fast_disk(true);
    // VSERIN: INC $90, JMP to the routine of the OS.
    let os = [machine.peek(0x020A), machine.peek(0x020B)];
    for (address, byte) in (0x0680..).zip([0xE6, 0x90, 0x4C, os[0], os[1]]) {
        machine.poke(address, byte);
    }
    machine.poke(COUNT, 0);
    machine.poke(0x020A, 0x80);
    machine.poke(0x020B, 0x06);
    assert_eq!(sio(&mut machine, [0x31, 1, READ, RECEIVE], 128, 5), 0x01);
    assert!(machine.peek(COUNT) > 128, "{} bytes came by way of the program", machine.peek(COUNT));
}

#[test]
fn a_drive_for_several_densities_formats_by_that_of_its_disk() {
    let mut machine = with_devices();
    let disk = machine.add_disk(DiskImage::blank(DiskGeometry::DOUBLE), false);
    machine.connect_drive(0, Some(Model::Xf551));
    machine.insert_disk(0, Some(disk));
    assert_eq!(sio_by_frames(&mut machine, [0x31, 1, FORMAT, RECEIVE], 256, 0), 0x01);
    assert_eq!(machine.disk_geometry(disk), Some(DiskGeometry::DOUBLE));
}
