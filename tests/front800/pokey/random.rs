//! POKEY: RANDOM.

use super::*;

#[test]
fn random_after_initialisation_is_a_function_of_the_cycle() {
    for (audctl, n, value) in [(0, 4, 0x1F), (0x80, 4, 0x1F), (0x80, 114, 0x95), (0, 114, 0x08)] {
        let mut chip = Pokey::new(1);
        chip.write(EXIT - 1, AUDCTL, audctl);
        chip.write(EXIT, SKCTL, 3);
        assert_eq!(chip.read(EXIT + n, RANDOM), value, "AUDCTL {audctl:02X} +{n}");
    }
}

#[test]
fn initialisation_mode_is_entered_bit_by_bit() {
    for (audctl, value) in [(0x80, 0xE9), (0, 0xF0)] {
        let mut chip = Pokey::new(1);
        chip.write(EXIT - 1, AUDCTL, audctl);
        chip.write(EXIT, SKCTL, 3);
        chip.write(EXIT + 114, SKCTL, 0);
        assert_eq!(chip.read(EXIT + 118, RANDOM), value);
        assert_eq!(chip.read(EXIT + 123, RANDOM), 0xFF);
    }
}

#[test]
fn the_nine_bit_sequence_read_once_a_line_is_the_known_one() {
    let mut chip = running(&[(AUDCTL, 0x80)]);
    let reads: Vec<u8> = (0..511).map(|line| chip.read(EXIT + 114 * line + 4, RANDOM)).collect();
    let known = [0x00, 0xDF, 0xEE, 0x16, 0xB9];
    assert!(reads.windows(5).any(|five| five == known));
}

#[test]
fn the_sequences_repeat_after_their_periods() {
    for (audctl, period) in [(0x80, 511), (0, 131_071)] {
        let mut chip = running(&[(AUDCTL, audctl)]);
        let reads: Vec<u8> = (0..200).map(|n| chip.read(EXIT + 100 + n, RANDOM)).collect();
        for (n, &value) in (0..).zip(&reads) {
            assert_eq!(chip.read(EXIT + 100 + n + 7 * period, RANDOM), value);
        }
    }
}

#[test]
fn switching_the_polynomial_keeps_the_register() {
    let mut chip = running(&[]);
    let before = chip.read(EXIT + 500, RANDOM);
    chip.write(EXIT + 500, AUDCTL, 0x80);
    assert_eq!(chip.read(EXIT + 501, RANDOM) & 0x7F, before >> 1);
}
