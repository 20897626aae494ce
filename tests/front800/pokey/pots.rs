//! POKEY: the paddle inputs.

use super::*;

#[test]
fn a_fast_scan_shows_old_and_new_count_at_once() {
    let mut chip = running(&[(SKCTL, 7)]);
    let start = EXIT + 50;
    chip.write(start, POTGO, 0);
    let live: Vec<u8> = (1..18).map(|n| chip.read(start + n, 0)).collect();
    #[rustfmt::skip]
    let known = [0, 0, 0, 2, 0, 4, 4, 6, 0, 8, 8, 0x0A, 8, 0x0C, 0x0C, 0x0E, 0];
    assert_eq!(live, known);
    assert_eq!(chip.read(start + 230, ALLPOT), 0xFF);
    assert_eq!(chip.read(start + 231, ALLPOT), 0);
    assert_eq!(chip.read(start + 500, 7), 229);
}

#[test]
fn a_slow_scan_counts_lines() {
    let mut chip = running(&[]);
    chip.set_pot(EXIT + 40, 3, 100);
    chip.write(EXIT + 50, POTGO, 0);
    for (k, value) in [(1, 1), (2, 2), (100, 100), (101, 101)] {
        let increment = EXIT + 81 + 114 * (k - 1);
        assert_eq!(chip.read(increment + 1, 0), value);
    }
    let last = EXIT + 81 + 114 * 227;
    assert_eq!(chip.read(last + 1, 0), 228);
    assert_eq!(chip.read(last + 1, ALLPOT), 0xF7);
    assert_eq!(chip.read(last + 2, ALLPOT), 0);
    assert_eq!(chip.read(last + 1000, 0), 228);
}

#[test]
fn every_position_is_read_as_it_stands() {
    for start in [0, 13, 80, 81, 113] {
        let mut chip = running(&[]);
        for position in [0, 1, 2, 77, 226, 227, 228] {
            let at = EXIT + 30_000 * (2 + u64::from(position)) / 114 * 114 + start;
            chip.set_pot(at, 5, position);
            chip.write(at, POTGO, 0);
            assert_eq!(chip.read(at + 29_000, 5), position, "started in {start}");
        }
    }
}

#[test]
fn a_second_potgo_truncates() {
    let mut chip = running(&[]);
    chip.set_pot(EXIT, 0, 100);
    chip.write(EXIT + 50, POTGO, 0);
    chip.write(EXIT + 50 + 114 * 40, POTGO, 0);
    assert_eq!(chip.read(EXIT + 40_000, 0), 60);
    assert_eq!(chip.read(EXIT + 40_000, 1), 228);
}

#[test]
fn initialisation_suspends_a_slow_scan() {
    let mut chip = running(&[(POTGO, 0)]);
    chip.write(EXIT + 50 + 114 * 40, SKCTL, 0);
    assert_eq!(chip.read(EXIT + 40_000, 0), 40);
    assert_eq!(chip.read(EXIT + 40_000, ALLPOT), 0xFF);
    chip.write(EXIT + 40_000, SKCTL, 3);
    assert_eq!(chip.read(EXIT + 80_000, 0), 228);
}
