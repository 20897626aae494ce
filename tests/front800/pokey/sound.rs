//! POKEY: the recorded output.

use super::*;

/// The level changes of a chip set up by `writes` in the given number of cycles.
fn levels(writes: &[(u8, u8)], cycles: u64) -> Vec<(u64, u16)> {
    let mut chip = Pokey::new(1);
    chip.write(EXIT, SKCTL, 3);
    chip.set_recording(EXIT, true);
    for (at, &(reg, value)) in (EXIT + 1..).zip(writes) {
        chip.write(at, reg, value);
    }
    let mut levels = Vec::new();
    chip.take_levels(EXIT + cycles, &mut levels);
    levels
}

#[test]
fn a_pure_tone_toggles_every_period() {
    let found = levels(&[(0, 99), (1, 0xAF), (STIMER, 0)], 100_000);
    let times: Vec<u64> = found.iter().skip(3).map(|edge| edge.0).collect();
    assert!(times.len() > 30 && times.windows(2).all(|pair| pair[1] - pair[0] == 2800));
}

#[test]
fn stimer_leaves_channels_1_and_2_low_and_3_and_4_high() {
    for (channel, high) in [(0, false), (1, false), (2, true), (3, true)] {
        let found = levels(&[(2 * channel, 255), (2 * channel + 1, 0xAF), (STIMER, 0)], 100);
        assert_eq!(found.last().is_some_and(|edge| edge.1 > 0), high, "channel {channel}");
    }
}

#[test]
fn volume_only_follows_the_register() {
    let found = levels(&[(1, 0x1F), (1, 0x10), (1, 0x18)], 100);
    let times: Vec<u64> = found.iter().map(|edge| edge.0 - EXIT).collect();
    assert_eq!(times, [2, 3, 4]);
    assert_eq!(found[1].1, 0);
}

#[test]
fn four_bit_noise_repeats_after_fifteen_pulses() {
    // A period of 28 cycles is 13 steps of the counter modulo 15.
    let found = levels(&[(4, 0), (5, 0xCF), (STIMER, 0)], 40_000);
    let level_at = |at: u64| found.iter().rev().find(|edge| edge.0 <= at).map(|edge| edge.1);
    for at in (EXIT + 1000..EXIT + 30_000).step_by(28) {
        assert_eq!(level_at(at), level_at(at + 15 * 28));
    }
}

#[test]
fn the_high_pass_makes_equal_tones_vanish() {
    let tone = [(0, 50), (4, 50), (1, 0xAF), (STIMER, 0)];
    let mut filtered = vec![(AUDCTL, 4)];
    filtered.extend(tone);
    assert!(levels(&tone, 100_000).len() > 60);
    assert!(levels(&filtered, 100_000).len() < 6);
}
