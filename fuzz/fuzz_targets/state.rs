//! Saved states with the right header and checksum: the fuzzer writes the body.
#![no_main]

use std::sync::OnceLock;

use front800::machine::digest::digest;
use front800::machine::{Config, DiskGeometry, DiskImage, Machine, Ram, Video, check_state};
use libfuzzer_sys::fuzz_target;

/// Where the checksum stands, and the body behind it.
const CHECKSUM: usize = 28;
const BODY: usize = 36;

/// A bare machine with a disk.
fn machine() -> Machine {
    let config = Config {
        os: [0xEA; 0x2800].into(),
        cartridge: None,
        right_cartridge: None,
        ram: Ram::Kb16,
        video: Video::Ntsc,
        seed: 1,
    };
    let mut machine = Machine::new(&config);
    let disk = machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
    machine.insert_disk(0, Some(disk));
    machine
}

fuzz_target!(|body: &[u8]| {
    static HEADER: OnceLock<Vec<u8>> = OnceLock::new();
    let _ = check_state(body);
    let mut state = HEADER.get_or_init(|| machine().save()[..BODY].to_vec()).clone();
    state[CHECKSUM..].copy_from_slice(&digest(body).to_le_bytes());
    state.extend(body);
    let mut machine = machine();
    if machine.load(&state).is_ok() {
        machine.run_frame();
        let saved = machine.save();
        machine.load(&saved).expect("what it saved itself");
    }
});
