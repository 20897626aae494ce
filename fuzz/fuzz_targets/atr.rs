//! Disk images: parsed, with their directory, read and changed at their ends, and written again.
#![no_main]

use front800::media::atr::Image;
use front800::media::dos;
use libfuzzer_sys::fuzz_target;

/// A header may announce 16 MB of zeros, which are not worth writing each time.
const MOST_SECTORS: u16 = 64;

fuzz_target!(|bytes: &[u8]| {
    let Ok((mut image, _)) = Image::parse(bytes) else { return };
    assert!(dos::directory(&image).is_none_or(|directory| directory.files.len() <= 64));
    let last = image.geometry().sectors;
    assert!(image.sector(0).is_none() && image.sector(last).is_some());
    assert!(last == u16::MAX || image.sector(last + 1).is_none());
    if last <= MOST_SECTORS {
        let (again, _) = Image::parse(&image.to_bytes()).expect("what it wrote itself");
        assert_eq!(again.sector(last), image.sector(last));
        let marked = vec![0xA5; image.geometry().length(last)];
        image.set_sector(last, &marked);
        assert_eq!(image.sector(last), Some(marked));
    }
});
