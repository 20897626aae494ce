//! The formatter: what is in form stays as it is.
#![no_main]

use front800::assembler::format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let formatted = format(bytes);
    assert_eq!(format(&formatted), formatted);
});
