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

/// The five-bit and the four-bit pattern from the end of initialisation on. [sheet: pokey 3]
const POLY4: &[u8] = b"000011101100101";
const POLY5: &[u8] = b"0000011100100010101111011010011";

/// The output flip-flop of channel `n` after each of the pulses that come every `period` cycles at
/// machine clock, and when the first came.
fn outputs(n: u8, period: u64, audc: u8, pulses: u64) -> (u64, Vec<bool>) {
    // Channels 1 and 3 at machine clock, 2 and 4 as high halves of pairs.
    let linked = n & 1 == 1;
    let (audctl, overhead) = if linked { (0x78, 7) } else { (0x60, 4) };
    let mut writes = vec![(AUDCTL, audctl), (2 * (n & 2), (period - overhead) as u8)];
    if linked {
        writes.push((2 * n, 0));
    }
    writes.extend([(2 * n + 1, audc | 0x0F), (STIMER, 0)]);
    let first = EXIT + writes.len() as u64 + period + 3;
    let edges = levels(&writes, (pulses + 2) * period + 20);
    let outputs = (0..pulses).map(|pulse| {
        let at = first + pulse * period;
        let level = edges.iter().rev().find(|edge| edge.0 <= at).map_or(0, |edge| edge.1);
        // Channels 1 and 2 are inverted on their way.
        (level > 0) ^ (n < 2)
    });
    (first, outputs.collect())
}

/// Whether `bits` are the pattern from position `start` on.
fn follows(bits: &[bool], pattern: &[u8], start: usize) -> bool {
    bits.iter().zip(start..).all(|(&bit, at)| bit == (pattern[at % pattern.len()] == b'1'))
}

#[test]
fn each_channel_hears_the_short_patterns_a_cycle_after_the_one_before() {
    // Periods of a cycle more than the pattern has bits take bit after bit.
    for (pattern, period, audc) in [(POLY4, 16, 0xC0), (POLY5, 32, 0x20)] {
        let mut starts = Vec::new();
        for n in 0..4 {
            let (first, outputs) = outputs(n, period, audc, 80);
            let toggles: Vec<bool> = outputs.windows(2).map(|pair| pair[0] != pair[1]).collect();
            let bits = if audc & 0x20 != 0 { toggles } else { outputs };
            let start = (0..pattern.len()).find(|&start| follows(&bits, pattern, start));
            let start = start.unwrap_or_else(|| panic!("channel {n} {audc:02X}: {bits:?}"));
            // The pattern's position when initialisation ended, were it heard at once.
            let ended = (start as u64 + first * (pattern.len() as u64 - 1) - EXIT) % pattern.len() as u64;
            starts.push(ended as usize);
        }
        let length = pattern.len();
        for n in 1..4 {
            assert_eq!((starts[n] + 1) % length, starts[n - 1], "channel {n}: {starts:?}");
        }
    }
}

#[test]
fn distortions_gate_and_sample_as_their_bits_say() {
    for audc in [0x00, 0x20, 0x40, 0x60, 0x80, 0xA0, 0xC0, 0xE0] {
        let (first, outputs) = outputs(0, 24, audc, 400);
        let mut noise = running(&[(AUDCTL, 0x60)]);
        // STIMER has set the flip-flop.
        let mut expected = true;
        for (pulse, &output) in (0..).zip(&outputs) {
            let at = first + pulse * 24;
            let since = (at - EXIT - 1) as usize;
            if audc & 0x80 != 0 || POLY5[since % 31] == b'1' {
                expected = match audc & 0x60 {
                    0x00 => noise.read(at, RANDOM) & 1 == 0,
                    0x40 => POLY4[since % 15] == b'1',
                    _ => !expected,
                };
            }
            assert_eq!(output, expected, "AUDC {audc:02X} pulse {pulse}");
        }
        assert!(outputs.windows(2).any(|pair| pair[0] != pair[1]), "AUDC {audc:02X}");
    }
    for audc in [0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0] {
        let (_, outputs) = outputs(2, 24, audc, 100);
        assert_eq!(outputs, [true; 100], "volume only");
    }
}

#[test]
fn either_high_pass_shows_how_a_tone_differs_from_its_last_sample() {
    // Channel 1 by 3, and 2 by 4: a tone four times as fast as the samples of it.
    for (filter, tone, by) in [(4, 0, 2), (2, 1, 3)] {
        let writes = [(AUDCTL, filter), (2 * tone, 9), (2 * by, 79), (2 * tone + 1, 0xAF), (STIMER, 0)];
        let found = levels(&writes, 100_000);
        let times: Vec<u64> = found.iter().skip(4).map(|edge| edge.0).collect();
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] == 280), "every sample finds the same half");
        let equal = [(AUDCTL, filter), (2 * tone, 9), (2 * by, 9), (2 * tone + 1, 0xAF), (STIMER, 0)];
        assert!(levels(&equal, 100_000).len() < 6);
        let other = [(AUDCTL, filter ^ 6), (2 * tone, 9), (2 * by, 9), (2 * tone + 1, 0xAF), (STIMER, 0)];
        assert!(levels(&other, 100_000).len() > 300, "the other filter does nothing to it");
    }
}
