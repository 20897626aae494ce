//! Tests: disks as machines and people use them.

pub mod bench;
mod commands;
mod corpus;
mod fast;
mod refused;
mod taken_back;
mod unkept;

pub use bench::bootable;
use front800::machine::control::Control;
use front800::machine::{Config, DiskGeometry, DiskImage, Machine, Model, StateError, Stick};
use front800::titles::Sources;

/// High byte of the address that the boot sectors were loaded at.
const BOOTAD_HIGH: u16 = 0x0243;
const DUNIT: u16 = 0x0301;
const DSKINV: u16 = 0xE453;
const SIOV: u16 = 0xE459;
const BUFFER: u16 = 0x4000;
/// Counts what the program of [`bootable`] has read.
const COUNT: u16 = 0x0090;

/// A machine just switched on, with our ROM.
fn machine() -> Machine {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    let config = Config { seed: 5, ..Config::new(os) };
    Machine::new(&config)
}

/// A machine that boots [`bootable`].
fn booting() -> Machine {
    let mut machine = machine();
    let disk = machine.add_disk(bootable(), false);
    machine.insert_disk(0, Some(disk));
    machine
}

fn frames(machine: &mut Machine, count: usize) {
    for _ in 0..count {
        machine.run_frame();
    }
}

/// Reads a sector of drive 1 through the disk handler; Y.
fn read(machine: &mut Machine, sector: u16) -> u8 {
    handle(machine, b'R', sector)
}

/// What the disk handler is told to do with a sector of drive 1, and Y.
fn handle(machine: &mut Machine, command: u8, sector: u16) -> u8 {
    let [low, high] = sector.to_le_bytes();
    let (buffer_low, buffer_high) = (BUFFER as u8, (BUFFER >> 8) as u8);
    for (offset, byte) in (0..).zip([1, command, 0, buffer_low, buffer_high, 0, 0, 0, 0, low, high]) {
        machine.poke(DUNIT + offset, byte);
    }
    for (offset, byte) in (0..).zip([0x20, DSKINV as u8, (DSKINV >> 8) as u8, 0x4C, 3, 6]) {
        machine.poke(0x0600 + offset, byte);
    }
    let cpu = machine.cpu_mut();
    (cpu.pc, cpu.s, cpu.p) = (0x0600, 0xFF, 0x20);
    while machine.cpu().pc != 0x0603 {
        machine.step();
    }
    machine.cpu().y
}

/// A disk of nothing but such bytes.
fn filled(fill: u8) -> DiskImage {
    let mut image = DiskImage::blank(DiskGeometry::SINGLE);
    (1..=720).for_each(|n| image.set_sector(n, &[fill; 128]));
    image
}

/// A machine in its memo pad with two disks on the shelf: their sectors are all $11 and all $22.
fn with_two_disks() -> (Machine, [usize; 2]) {
    let mut machine = machine();
    let disks = [0x11, 0x22].map(|fill| machine.add_disk(filled(fill), false));
    frames(&mut machine, 150);
    (machine, disks)
}

#[test]
fn a_disk_boots_and_its_program_reads_and_writes() {
    let mut machine = booting();
    frames(&mut machine, 900);
    assert_eq!(machine.peek(BOOTAD_HIGH), 7);
    let count = machine.peek(COUNT);
    assert!(count > 10, "{count} sectors");
    let image = DiskImage::parse(&machine.disk_file(0).unwrap()).unwrap().0;
    for n in 10..10 + u16::from(count) {
        assert_eq!(image.sector(n + 100), image.sector(n), "sector {n}");
    }
}

#[test]
fn lazy_and_oracle_agree_on_a_disk_in_use() {
    let mut lazy = booting();
    frames(&mut lazy, 40);
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    for frame in 0..160 {
        lazy.run_frame();
        oracle.run_frame();
        assert_eq!(lazy.hash(), oracle.hash(), "frame {frame}");
    }
    assert!(lazy.peek(COUNT) > 0, "it has begun to read and write");
}

#[test]
fn a_state_saved_in_the_middle_of_a_transfer_goes_on() {
    let mut machine = booting();
    frames(&mut machine, 60);
    for n in 0..40 {
        let cycle = machine.cycle() + 123_457;
        machine.run_to_cycle(cycle);
        let state = machine.save();
        let mut other = booting();
        other.load(&state).unwrap();
        assert_eq!(other.hash(), machine.hash(), "state {n}");
        let mut went_on = machine.clone();
        frames(&mut other, 3);
        frames(&mut went_on, 3);
        assert_eq!(other.hash(), went_on.hash(), "three frames after state {n}");
    }
    let file = machine.disk_file(0);
    let mut other = booting();
    other.load(&machine.save()).unwrap();
    assert_eq!(other.disk_file(0), file, "what was written is in the state");
}

#[test]
fn a_state_needs_its_disk() {
    let mut saved = booting();
    frames(&mut saved, 100);
    let state = saved.save();
    assert_eq!(machine().load(&state), Err(StateError::OtherDisk));
    let mut other = machine();
    let disk = other.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
    other.insert_disk(0, Some(disk));
    assert_eq!(other.load(&state), Err(StateError::OtherDisk));
    other.add_disk(bootable(), false);
    other.load(&state).unwrap();
    assert_eq!(other.disk_in(0), Some(1), "the disk is on the shelf under another number");
}

#[test]
fn with_a_fast_disk_time_is_spent_on_the_program_alone() {
    let mut machine = booting();
    machine.set_fast_disk(true);
    machine.run_to_cycle(20_000);
    machine.poke(COUNT, 0);
    for _ in 0..3_000_000 {
        machine.step();
        if machine.peek(COUNT) == 60 {
            break;
        }
    }
    assert!(machine.frame_number() < 60, "{} frames", machine.frame_number());
}

#[test]
fn disks_are_swapped_and_taken_out_while_the_machine_runs() {
    let (mut machine, [first, second]) = with_two_disks();
    Control::Disk(0, Some(first)).apply(&mut machine);
    assert_eq!((read(&mut machine, 5), machine.peek(BUFFER)), (1, 0x11));
    Control::Disk(0, Some(second)).apply(&mut machine);
    assert_eq!((read(&mut machine, 5), machine.peek(BUFFER)), (1, 0x22));
    Control::Disk(0, None).apply(&mut machine);
    assert_eq!(read(&mut machine, 5), 0x90);
    Control::Disk(0, Some(first)).apply(&mut machine);
    Control::Disk(1, Some(first)).apply(&mut machine);
    assert_eq!((machine.disk_in(0), machine.disk_in(1)), (None, Some(first)), "a disk is in one drive");
    assert!(Control::Disk(0, Some(second)).apply(&mut machine));
    assert!(!Control::Disk(0, Some(99)).apply(&mut machine), "there is no such disk");
    assert_eq!(machine.disk_in(0), Some(second), "and nothing happens");
}

#[test]
fn what_the_machine_has_not_is_refused_and_changes_nothing() {
    let (mut machine, [first, _]) = with_two_disks();
    machine.insert_disk(0, Some(first));
    let before = machine.hash();
    let up = Stick { up: true, ..Stick::default() };
    assert!(!machine.insert_disk(4, None) && !machine.connect_drive(4, None));
    assert!(!machine.set_stick(4, up) && !machine.set_paddle(8, 100));
    assert!(!Control::Stick(4, up).apply(&mut machine) && !Control::Paddle(8, 100).apply(&mut machine));
    assert_eq!((machine.hash(), machine.disk_in(4), machine.drive(4)), (before, None, None));
    assert!(machine.set_stick(3, up) && machine.set_paddle(7, 100) && machine.connect_drive(3, None));
}

#[test]
fn what_was_written_stays_on_a_disk_that_is_taken_out() {
    let mut machine = booting();
    let other = machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
    frames(&mut machine, 600);
    let before = machine.disk_file(0);
    machine.insert_disk(0, Some(other));
    frames(&mut machine, 5);
    machine.insert_disk(0, Some(0));
    assert_eq!(machine.disk_file(0), before);
    assert_ne!(before, Some(bootable().to_bytes()));
}

#[test]
fn a_disk_that_is_taken_away_is_no_part_of_the_machine_any_more() {
    let (mut machine, [first, second]) = with_two_disks();
    machine.insert_disk(0, None);
    let state = machine.save();
    let before = state.len();
    machine.insert_disk(0, Some(first));
    assert!(!machine.remove_disk(first) && machine.disk_in(0) == Some(first), "it is in a drive");
    machine.poke(BUFFER, 0x33);
    assert_eq!(handle(&mut machine, b'W', 5), 1);
    machine.insert_disk(0, None);
    assert!(machine.save().len() > before + 128, "what was written belongs to the state");
    assert!(machine.remove_disk(first) && !machine.remove_disk(first));
    assert!(machine.save().len() < before + 64);
    assert_eq!((machine.disk_file(first), machine.insert_disk(0, Some(first))), (None, false));
    // The others keep their numbers, and the next one gets that which is free.
    machine.insert_disk(0, Some(second));
    assert_eq!((read(&mut machine, 5), machine.peek(BUFFER)), (1, 0x22));
    assert_eq!(machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false), first);
    assert_eq!(machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false), 2);
    // What there has been is no part of the hash.
    let mut other = self::machine();
    let disk = other.add_disk(filled(0x22), false);
    other.insert_disk(0, Some(disk));
    other.load(&machine.save()).unwrap();
    assert_eq!((other.disk_in(0), machine.disk_in(0)), (Some(0), Some(second)));
    assert_eq!(other.hash(), machine.hash());
    machine.load(&state).unwrap();
}

#[test]
fn a_power_cycle_boots_the_same_disk_again() {
    let mut machine = booting();
    frames(&mut machine, 400);
    machine.power_cycle();
    assert_eq!(machine.disk_in(0), Some(0));
    assert_ne!(machine.peek(BOOTAD_HIGH), 7);
    frames(&mut machine, 300);
    assert_eq!(machine.peek(BOOTAD_HIGH), 7);
}

#[test]
fn a_program_is_loaded_though_there_is_a_disk() {
    use front800::media::xex::Xex;
    let mut machine = booting();
    // LDA #$42, STA $90, JMP *
    let file = [0xFF, 0xFF, 0, 0x20, 6, 0x20, 0xA9, 0x42, 0x85, 0x90, 0x4C, 4, 0x20];
    machine.load_program(Xex::parse(&file).unwrap().0);
    frames(&mut machine, 60);
    assert_eq!(machine.peek(COUNT), 0x42);
}

#[test]
fn a_drive_becomes_what_its_disk_needs_unless_it_is_told_what_it_is() {
    let mut machine = machine();
    for (geometry, model) in [
        (DiskGeometry::SINGLE, Model::D810),
        (DiskGeometry::ENHANCED, Model::D1050),
        (DiskGeometry::DOUBLE, Model::Xf551),
        (DiskGeometry { sector_size: 128, sectors: 2000 }, Model::Xf551),
    ] {
        let disk = machine.add_disk(DiskImage::blank(geometry), false);
        machine.insert_disk(1, Some(disk));
        assert_eq!(machine.drive(1), Some(model));
        machine.connect_drive(2, Some(Model::D810));
        machine.insert_disk(2, Some(disk));
        assert_eq!(machine.drive(2), Some(Model::D810));
    }
    assert_eq!(machine.drive(3), None);
}
