//! Binary-load files, loaded by a bare machine and run for a frame: a thousandth of the speed of parsing them.
#![no_main]

use std::sync::OnceLock;

use front800::machine::{Config, Machine, Ram};
use front800::media::os_rom::OsRom;
use front800::media::xex::Xex;
use libfuzzer_sys::fuzz_target;

/// A ROM whose reset leads to the entry at which the loader takes over, and whose interrupts
/// return.
fn os() -> OsRom {
    let mut os = [0x60; 0x2800];
    os[0xE000 - 0xD800..][..6].copy_from_slice(&[0xA2, 0xFF, 0x9A, 0x4C, 0x53, 0xE4]);
    os[0xF000 - 0xD800] = 0x40;
    os[0x27FA..].copy_from_slice(&[0x00, 0xF0, 0x00, 0xE0, 0x00, 0xF0]);
    os.into()
}

/// The machine before it is switched on.
fn machine() -> Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    let build = || {
        let mut machine = Machine::new(&Config { ram: Ram::Kb16, ..Config::new(os()) });
        machine.set_drawing(false);
        machine
    };
    MACHINE.get_or_init(build).clone()
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((xex, _)) = Xex::parse(bytes) else { return };
    let mut machine = machine();
    machine.load_program(xex);
    machine.run_frame();
});
