//! Binary-load files: parsed, written and parsed again.
#![no_main]

use front800::media::xex::Xex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok((xex, _)) = Xex::parse(bytes) else { return };
    if xex.segments.is_empty() {
        return;
    }
    let (again, warnings) = Xex::parse(&xex.write()).expect("what it wrote itself");
    // Zeros at the end of a file are taken for the padding of a disk's last sector.
    assert!(again == xex || !warnings.is_empty());
});
