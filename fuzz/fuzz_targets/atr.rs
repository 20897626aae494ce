//! Disk images.
#![no_main]

use front800::media::atr::Image;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((image, _)) = Image::parse(bytes) {
        assert!(Image::parse(&image.to_bytes()).is_ok());
    }
});
