//! Binary-load files: parsed, and run for some frames on a bare machine.
#![no_main]

use front800::machine::{Config, Machine, Video};
use front800::media::xex::Xex;
use libfuzzer_sys::fuzz_target;

/// A ROM whose reset leads to the entry at which the loader takes over, and whose interrupts
/// return.
fn os() -> Vec<u8> {
    let mut os = vec![0x60; 0x2800];
    os[0xE000 - 0xD800..][..6].copy_from_slice(&[0xA2, 0xFF, 0x9A, 0x4C, 0x53, 0xE4]);
    os[0xF000 - 0xD800] = 0x40;
    os[0x27FA..].copy_from_slice(&[0x00, 0xF0, 0x00, 0xE0, 0x00, 0xF0]);
    os
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((xex, _)) = Xex::parse(bytes) else { return };
    let config = Config {
        os: os(),
        cartridge: None,
        right_cartridge: None,
        ram_kilobytes: 16,
        video: Video::Ntsc,
        seed: 1,
    };
    let mut machine = Machine::new(&config);
    machine.load_program(xex);
    machine.set_drawing(false);
    for _ in 0..2 {
        machine.run_frame();
    }
});
