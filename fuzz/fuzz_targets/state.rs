//! Saved states.
#![no_main]

use front800::machine::{Config, Machine, Video, check_state};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = check_state(bytes);
    let config = Config {
        os: vec![0xEA; 0x2800],
        cartridge: None,
        right_cartridge: None,
        ram_kilobytes: 16,
        video: Video::Ntsc,
        seed: 1,
    };
    let mut machine = Machine::new(&config);
    if machine.load(bytes).is_ok() {
        machine.run_frame();
    }
});
