//! What a file is, whatever it is called.
#![no_main]

use front800::media::kind::describe;
use front800::media::{kind, os_rom};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for name in ["", "a.xex", "a.rom", "a.atr", "a.asm"] {
        let _ = kind(bytes, name);
    }
    let _ = (describe(bytes), os_rom::problems(bytes));
});
