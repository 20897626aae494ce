//! Damaged disk images: an error or a machine that runs, never a panic or a hang.

use front800::machine::DiskImage;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{bootable, frames, machine};

use crate::full;

/// An image with something wrong: flipped bits, a cut, extreme values in the header, or all of it.
fn damaged(seed: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = bootable().to_bytes();
    if rng.random_ratio(1, 3) {
        bytes.truncate(rng.random_range(0..bytes.len()));
    }
    if rng.random_ratio(1, 4) {
        bytes.truncate(rng.random_range(0..400));
    }
    if bytes.is_empty() {
        return bytes;
    }
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..bytes.len().min(16));
        bytes[at] = [0, 1, 0x7F, 0x80, 0xFF, rng.random()][rng.random_range(0..6)];
    }
    for _ in 0..rng.random_range(0..20) {
        let at = rng.random_range(0..bytes.len());
        bytes[at] ^= 1 << rng.random_range(0..8);
    }
    if rng.random_ratio(1, 2) && bytes.len() > 6 {
        let size = [0u16, 1, 127, 128, 256, 512, 8192, 0xFFFF][rng.random_range(0..8)];
        bytes[4..6].copy_from_slice(&size.to_le_bytes());
    }
    bytes
}

#[test]
fn damaged_images_give_an_error_or_sectors() {
    let count = full::or(100_000, 2_000);
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..count {
        let Ok((mut image, warnings)) = DiskImage::parse(&damaged(seed)) else {
            refused += 1;
            continue;
        };
        taken += 1;
        warnings.iter().for_each(|warning| assert!(!warning.to_string().is_empty()));
        let geometry = image.geometry();
        for n in [0, 1, 3, 4, 5, geometry.sectors / 2, geometry.sectors, geometry.sectors.wrapping_add(1)] {
            let there = (1..=geometry.sectors).contains(&n);
            let sector = image.sector(n);
            assert_eq!(sector.as_ref().map(Vec::len), there.then(|| geometry.length(n)), "seed {seed}");
        }
        image.set_sector(4, &[1; 128]);
        image.set_sector(geometry.sectors, &[2; 512]);
        let again = DiskImage::parse(&image.to_bytes()).expect("what was written can be read").0;
        assert_eq!(again.geometry(), geometry, "seed {seed}");
        for n in [1, 2, 3, 4, geometry.sectors] {
            assert_eq!(again.sector(n), image.sector(n), "seed {seed}, sector {n}");
        }
    }
    assert!(taken > count / 10 && refused > count / 10, "{taken} taken, {refused} refused");
}

#[test]
fn machines_run_damaged_disks() {
    let count = full::or(1_000, 20);
    for seed in 0..count {
        if let Ok((image, _)) = DiskImage::parse(&damaged(seed)) {
            let mut machine = machine();
            machine.set_drawing(false);
            let disk = machine.add_disk(image, false);
            machine.insert_disk(0, Some(disk));
            frames(&mut machine, 200);
        }
    }
}
