//! Disk images.
#![no_main]

use front800::media::atr::Geometry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(geometry) = Geometry::parse(bytes) {
        let _ = geometry.problems();
    }
});
