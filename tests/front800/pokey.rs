//! Tests: POKEY against the cycle numbers of the fact sheets. "+n" is n cycles after the write
//! that a number counts from.

use front800::chips::pokey::{Keyboard, Pokey};

const AUDCTL: u8 = 0x8;
const STIMER: u8 = 0x9;
const SKRES: u8 = 0xA;
const POTGO: u8 = 0xB;
const SEROUT: u8 = 0xD;
const IRQEN: u8 = 0xE;
const SKCTL: u8 = 0xF;
const ALLPOT: u8 = 0x8;
const KBCODE: u8 = 0x9;
const RANDOM: u8 = 0xA;
const SERIN: u8 = 0xD;
const IRQST: u8 = 0xE;
const SKSTAT: u8 = 0xF;

const TIMER1: u8 = 0x01;
const TIMER2: u8 = 0x02;
const TIMER4: u8 = 0x04;
const COMPLETE: u8 = 0x08;
const NEEDED: u8 = 0x10;
const READY: u8 = 0x20;
const KEY: u8 = 0x40;
const BREAK: u8 = 0x80;

/// The cycle in which the tests let the chip out of initialisation mode.
const EXIT: u64 = 1000;

/// A chip that runs since [`EXIT`], without interrupts, written to as `writes` say in the
/// following cycles.
fn running(writes: &[(u8, u8)]) -> Pokey {
    let mut chip = Pokey::new(1);
    chip.write(EXIT, SKCTL, 3);
    for (at, &(reg, value)) in (EXIT + 1..).zip(writes) {
        chip.write(at, reg, value);
    }
    chip
}

/// The cycles after `from` in which IRQST first shows `bit`, `count` of them; each is
/// acknowledged at once.
fn firings(chip: &mut Pokey, bit: u8, from: u64, count: usize) -> Vec<u64> {
    let mut found = Vec::new();
    let enabled = 0xFF;
    chip.write(from, IRQEN, enabled & !COMPLETE);
    let mut at = from;
    while found.len() < count {
        at += 1;
        assert!(at < from + 500_000, "bit {bit:02X} came only {} times", found.len());
        if chip.read(at, IRQST) & bit == 0 {
            found.push(at - from);
            chip.write(at, IRQEN, 0);
            chip.write(at, IRQEN, enabled & !COMPLETE);
        }
    }
    found
}

mod random {
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
}

mod timers {
    use super::*;

    /// AUDCTL, AUDF1 to 4, SKCTL, IRQST bit, first three firings after STIMER.
    type Row = (u8, [u8; 4], u8, u8, [u64; 3]);

    #[test]
    fn firings_at_machine_clock_come_when_the_tables_say() {
        #[rustfmt::skip]
        let rows: [Row; 13] = [
            (0x40, [0, 0, 0, 0], 3, TIMER1, [8, 12, 16]),
            (0x40, [8, 0, 0, 0], 3, TIMER1, [16, 28, 40]),
            (0x40, [255, 0, 0, 0], 3, TIMER1, [263, 522, 781]),
            (0x50, [13, 0, 0, 0], 3, TIMER1, [21, 41, 61]),
            (0x50, [13, 0, 0, 0], 3, TIMER2, [24, 44, 64]),
            (0x50, [13, 1, 0, 0], 3, TIMER2, [280, 556, 832]),
            (0x50, [13, 1, 0, 0], 3, TIMER1, [21, 277, 297]),
            (0x28, [0, 0, 0x28, 0], 3, TIMER4, [51, 98, 145]),
            // Two-tone: timer 1 is heard for a 1, timer 2 when a break is forced.
            (0x40, [8, 255, 0, 0], 0x0B, TIMER1, [16, 30, 44]),
            (0x40, [10, 255, 0, 0], 0x0B, TIMER1, [18, 34, 50]),
            (0x50, [8, 0, 0, 0], 0x8B, TIMER1, [16, 33, 50]),
            (0x50, [8, 0, 0, 0], 0x8B, TIMER2, [19, 36, 53]),
            (0x50, [8, 0, 0, 0], 0x0B, TIMER1, [16, 30, 44]),
        ];
        for (audctl, audf, skctl, bit, expected) in rows {
            let mut chip = running(&[(AUDCTL, audctl), (SKCTL, skctl)]);
            for (n, value) in (0..).zip(audf) {
                chip.write(EXIT + 10 + n, 2 * n as u8, value);
            }
            chip.write(EXIT + 20, STIMER, 0);
            let found = firings(&mut chip, bit, EXIT + 20, 3);
            assert_eq!(found, expected, "AUDCTL {audctl:02X} AUDF {audf:?} SKCTL {skctl:02X}");
        }
    }

    #[test]
    fn the_slow_clocks_start_with_the_end_of_initialisation() {
        for (audctl, audf, expected) in [
            (0, 0, [25, 53, 81]),
            (0, 2, [81, 165, 249]),
            (1, 0, [84, 198, 312]),
            (1, 3, [84 + 342, 84 + 342 + 456, 84 + 342 + 912]),
        ] {
            let mut chip = Pokey::new(1);
            chip.write(EXIT - 9, AUDCTL, audctl);
            chip.write(EXIT - 8, 0, audf);
            chip.write(EXIT - 7, STIMER, 0);
            chip.write(EXIT, SKCTL, 3);
            assert_eq!(firings(&mut chip, TIMER1, EXIT, 3), expected, "AUDCTL {audctl} AUDF {audf}");
        }
    }

    #[test]
    fn a_linked_pair_on_a_slow_clock_has_one_period() {
        let mut chip = running(&[(AUDCTL, 0x10), (0, 5), (2, 1), (STIMER, 0)]);
        let found = firings(&mut chip, TIMER2, EXIT + 4, 3);
        assert_eq!([found[1] - found[0], found[2] - found[1]], [(256 + 6) * 28; 2]);
    }

    #[test]
    fn stimer_does_not_shift_the_slow_clocks() {
        for delay in 0..28 {
            let mut chip = running(&[(0, 0)]);
            chip.write(EXIT + 100 + delay, STIMER, 0);
            let at = EXIT + 100 + delay + firings(&mut chip, TIMER1, EXIT + 100 + delay, 1)[0];
            assert_eq!((at - EXIT) % 28, 25);
        }
    }

    /// The second firing after STIMER, with AUDF`n` written `deadline` cycles after STIMER: a
    /// shorter period counts or does not.
    fn second_firing(setup: &[(u8, u8)], bit: u8, reg: u8, value: u8, at: u64) -> u64 {
        let mut chip = running(setup);
        let start = EXIT + 50;
        chip.write(start, STIMER, 0);
        chip.write(start, IRQEN, bit);
        let mut seen = 0;
        for cycle in start + 1.. {
            if chip.read(cycle, IRQST) & bit == 0 {
                seen += 1;
                if seen == 2 {
                    return cycle - start;
                }
                chip.write(cycle, IRQEN, 0);
                chip.write(cycle, IRQEN, bit);
            }
            if cycle == start + at {
                chip.write(cycle, reg, value);
            }
        }
        unreachable!("the range of cycles has no end")
    }

    #[test]
    fn audf_is_read_at_the_reload_and_not_a_cycle_later() {
        // Setup, bit, the register changed, its old and new value, the last write that counts.
        type Deadline<'a> = (&'a [(u8, u8)], u8, u8, u8, u64);
        #[rustfmt::skip]
        let rows: [Deadline; 5] = [
            (&[(AUDCTL, 0x40), (0, 16)], TIMER1, 0, 40, 22),
            (&[(AUDCTL, 0x50), (0, 13), (2, 0)], TIMER2, 0, 40, 22),
            (&[(AUDCTL, 0x50), (0, 13), (2, 0)], TIMER2, 2, 1, 22),
            (&[(AUDCTL, 0x40), (0, 8), (2, 255), (SKCTL, 0x0B)], TIMER1, 0, 40, 16),
            (&[(AUDCTL, 0x40), (0, 10), (2, 255), (SKCTL, 0x0B)], TIMER1, 0, 40, 18),
        ];
        for (setup, bit, reg, value, last) in rows {
            let unchanged = second_firing(setup, bit, reg, value, 5000);
            let counts = second_firing(setup, bit, reg, value, last);
            let late = second_firing(setup, bit, reg, value, last + 1);
            assert!(counts > unchanged, "{setup:?}: a write at +{last} counts");
            assert_eq!(late, unchanged, "{setup:?}: a write at +{} does not", last + 1);
        }
    }

    #[test]
    fn a_write_two_cycles_after_stimer_still_sets_the_first_period() {
        for (delay, first) in [(1, 16), (2, 16), (3, 8)] {
            let mut chip = running(&[(AUDCTL, 0x40), (0, 0)]);
            let start = EXIT + 50;
            chip.write(start, STIMER, 0);
            chip.write(start, IRQEN, TIMER1);
            chip.write(start + delay, 0, 8);
            let shown = (start + delay..).find(|&at| chip.read(at, IRQST) & TIMER1 == 0);
            assert_eq!(shown, Some(start + first), "+{delay}");
        }
    }

    #[test]
    fn stimer_cancels_a_firing_up_to_four_cycles_before_it_shows() {
        // SKCTL, AUDF1, the firing (1 or 2), the last cycle in which STIMER cancels it.
        for (skctl, audf, index, last) in [
            (3, 8, 1, 12),
            (3, 8, 2, 24),
            (0x0B, 8, 2, 26),
            (0x0B, 8, 3, 40),
            (0x0B, 10, 2, 30),
            (0x0B, 10, 3, 46),
        ] {
            let shown = |write_at: u64| {
                let mut chip = running(&[(AUDCTL, 0x40), (0, audf), (2, 255), (SKCTL, skctl)]);
                let start = EXIT + 50;
                chip.write(start, STIMER, 0);
                chip.write(start + write_at, STIMER, 0);
                firings_before(&mut chip, start, start + last + 5)
            };
            // Firings before the one in question come in any case.
            assert_eq!(shown(last) + 1, shown(last + 1), "firing {index} of AUDF {audf}");
        }
    }

    /// Whether timer 1 shows a firing in the last cycle before `end`.
    fn firings_before(chip: &mut Pokey, from: u64, end: u64) -> u8 {
        let from = from.max(end - 2);
        chip.write(from, IRQEN, TIMER1);
        u8::from(chip.read(end - 1, IRQST) & TIMER1 == 0)
    }

    #[test]
    fn the_low_timer_of_a_pair_fires_once_for_each_turn_of_256() {
        let mut chip = running(&[(AUDCTL, 0x50), (0, 20), (2, 2), (STIMER, 0)]);
        let found = firings(&mut chip, TIMER1, EXIT + 4, 7);
        let period = 20 + 512 + 7;
        assert_eq!(found, [28, 284, 540, 28 + period, 284 + period, 540 + period, 28 + 2 * period]);
    }

    #[test]
    fn a_timer_1_due_one_cycle_after_timer_2_escapes_its_resynchronisation() {
        // Break is forced, so only timer 2 resynchronises; it is high half of nothing and clocked
        // by the slow clock, timer 1 by the machine clock.
        for (late, fires) in [(1, true), (2, false), (3, false), (4, false)] {
            let mut probe = running(&[(2, 0), (SKCTL, 0x8B)]);
            let at = firings(&mut probe, TIMER2, EXIT + 200, 1)[0] + EXIT + 200;
            // Timer 1, reloaded in +3, shows its firing 8 + AUDF1 after STIMER.
            let mut chip = running(&[(2, 0), (AUDCTL, 0x40), (SKCTL, 0x8B), (0, 10)]);
            chip.write(at + late - 18, STIMER, 0);
            chip.write(at, IRQEN, TIMER1);
            let shown = chip.read(at + late, IRQST) & TIMER1 == 0;
            assert_eq!(shown, fires, "due {late} cycles after");
        }
    }

    #[test]
    fn frozen_slow_clocks_keep_the_count() {
        let mut chip = running(&[(0, 9), (STIMER, 0)]);
        chip.write(EXIT + 100, SKCTL, 0);
        chip.write(EXIT + 5000, SKCTL, 3);
        // STIMER at +2; ticks at 21, 49, 77 left seven of the ten.
        assert_eq!(firings(&mut chip, TIMER1, EXIT + 5000, 1), [25 + 6 * 28]);
    }
}

mod interrupts {
    use super::*;

    #[test]
    fn the_pin_follows_irqst_by_one_cycle() {
        let mut chip = running(&[(AUDCTL, 0x40), (0, 8), (IRQEN, TIMER1), (STIMER, 0)]);
        let stimer = EXIT + 4;
        assert_eq!(chip.next_irq_change(stimer + 3), stimer + 17);
        assert_eq!(chip.read(stimer + 15, IRQST) & TIMER1, TIMER1);
        assert_eq!(chip.read(stimer + 16, IRQST) & TIMER1, 0);
        assert!(!chip.irq_pin(stimer + 16));
        assert_eq!(chip.next_irq_change(stimer + 16), stimer + 17);
        assert!(chip.irq_pin(stimer + 17));
        assert_eq!(chip.next_irq_change(stimer + 17), u64::MAX, "only a write releases it");
    }

    #[test]
    fn enabling_a_cycle_before_irqst_would_show_it_is_in_time() {
        for (at, pending) in [(14, true), (15, true), (16, false)] {
            let mut chip = running(&[(AUDCTL, 0x40), (0, 8), (STIMER, 0)]);
            let stimer = EXIT + 3;
            chip.write(stimer + at, IRQEN, TIMER1);
            assert_eq!(chip.read(stimer + 20, IRQST) & TIMER1 == 0, pending, "+{at}");
        }
    }

    #[test]
    fn disabling_forgets_the_request_and_releases_the_pin_at_once() {
        let mut chip = running(&[(AUDCTL, 0x40), (0, 8), (IRQEN, TIMER1), (STIMER, 0)]);
        let at = EXIT + 4 + 18;
        assert!(chip.irq_pin(at));
        chip.write(at, IRQEN, 0);
        assert!(!chip.irq_pin(at));
        chip.write(at + 1, IRQEN, TIMER1);
        assert_eq!(chip.read(at + 2, IRQST), !COMPLETE);
    }

    #[test]
    fn output_complete_is_a_level_that_irqen_lets_through() {
        let mut chip = running(&[]);
        for (enabled, pin) in [(0, false), (COMPLETE, true), (0, false)] {
            let at = EXIT + 100 + u64::from(enabled);
            chip.write(at, IRQEN, enabled);
            assert_eq!(chip.read(at + 1, IRQST), !COMPLETE);
            assert!(!chip.irq_pin(at + 1) && chip.irq_pin(at + 2) == pin);
            chip.write(at + 3, IRQEN, 0);
        }
    }

    #[test]
    fn what_cannot_move_the_pin_sets_no_horizon() {
        let mut chip = running(&[(AUDCTL, 0x40), (IRQEN, 0), (STIMER, 0)]);
        assert_eq!(chip.next_irq_change(EXIT + 10), u64::MAX);
        chip.write(EXIT + 11, IRQEN, KEY | BREAK | READY | NEEDED);
        assert_eq!(chip.next_irq_change(EXIT + 12), u64::MAX);
    }
}

mod keyboard {
    use super::*;

    /// Cycles of a scan of all 64 keys.
    const SCAN: u64 = 64 * 114;

    fn keys(codes: &[u8]) -> Keyboard {
        Keyboard { down: codes.iter().fold(0, |bits, code| bits | 1 << code), ..Keyboard::default() }
    }

    /// A chip that has seen `keys` for four scans with key interrupts enabled.
    fn after_scans(skctl: u8, keys: Keyboard) -> (Pokey, u64) {
        let mut chip = running(&[(SKCTL, skctl), (IRQEN, KEY | BREAK)]);
        chip.set_keyboard(EXIT + 10, keys);
        (chip, EXIT + 10 + 4 * SCAN)
    }

    #[test]
    fn every_key_registers_with_its_modifiers() {
        for code in 0..64 {
            for (shift, ctrl, bits) in [(false, false, 0), (true, false, 0x40), (false, true, 0x80)] {
                let (mut chip, at) = after_scans(3, Keyboard { shift, ctrl, ..keys(&[code]) });
                assert_eq!(chip.read(at, KBCODE), code | bits);
                assert_eq!(chip.read(at, IRQST) & KEY, 0);
                assert_eq!(chip.read(at, SKSTAT), if shift { 0xF3 } else { 0xFB });
            }
        }
    }

    #[test]
    fn control_and_shift_hide_the_keys_of_their_rows() {
        for code in 0..64 {
            let all = Keyboard { shift: true, ctrl: true, ..keys(&[code]) };
            let (mut chip, at) = after_scans(3, all);
            let hidden = code < 8 || (0x10..0x18).contains(&code);
            assert_eq!(chip.read(at, IRQST) & KEY != 0, hidden, "code {code:02X}");
            assert!(hidden || chip.read(at, KBCODE) == code | 0xC0);
        }
    }

    #[test]
    fn a_key_is_registered_at_its_second_scan_and_released_after_two_more() {
        let mut chip = running(&[(IRQEN, KEY)]);
        chip.set_keyboard(EXIT + 10, keys(&[5]));
        let first_visit = EXIT + 81 + 5 * 114;
        let change = chip.next_irq_change(EXIT + 10);
        assert_eq!(change, first_visit + SCAN + 1);
        assert_eq!(chip.read(change - 2, IRQST) & KEY, KEY);
        assert_eq!(chip.read(change - 1, IRQST) & KEY, 0);
        assert_eq!(chip.read(change - 1, SKSTAT) & 4, 0);
        chip.set_keyboard(change, keys(&[]));
        assert_eq!(chip.read(change + 2 * SCAN - 2, SKSTAT) & 4, 0);
        assert_eq!(chip.read(change + 2 * SCAN - 1, SKSTAT) & 4, 4);
        assert_eq!(chip.read(change + 2 * SCAN, KBCODE), 5, "the code stays");
    }

    #[test]
    fn with_debounce_two_keys_at_once_never_register() {
        let (mut chip, at) = after_scans(3, keys(&[5, 9]));
        assert_eq!(chip.read(at, IRQST) & KEY, KEY);
        let (mut chip, at) = after_scans(3, keys(&[5]));
        chip.write(at, IRQEN, 0);
        chip.write(at + 1, IRQEN, KEY);
        chip.set_keyboard(at + 2, keys(&[5, 9]));
        assert_eq!(chip.next_irq_change(at + 3), u64::MAX, "a registered key hides others");
        assert_eq!(chip.read(at + 5 * SCAN, IRQST) & KEY, KEY);
    }

    #[test]
    fn a_second_key_over_a_pending_one_is_an_overrun() {
        let (mut chip, at) = after_scans(3, keys(&[5]));
        chip.set_keyboard(at, keys(&[]));
        chip.set_keyboard(at + 3 * SCAN, keys(&[9]));
        let end = at + 6 * SCAN;
        assert_eq!(chip.read(end, SKSTAT) & 0x40, 0);
        assert_eq!(chip.read(end, KBCODE), 9);
        chip.write(end, SKRES, 0);
        assert_eq!(chip.read(end + 1, SKSTAT) & 0x40, 0x40);
    }

    #[test]
    fn break_interrupts_once_for_each_press() {
        let brk = Keyboard { brk: true, ..Keyboard::default() };
        let (mut chip, at) = after_scans(3, brk);
        assert_eq!(chip.read(at, IRQST) & BREAK, 0);
        assert_eq!(chip.read(at, SKSTAT), 0xFF);
        chip.write(at, IRQEN, 0);
        chip.write(at + 1, IRQEN, BREAK);
        assert_eq!(chip.read(at + 2 * SCAN, IRQST) & BREAK, BREAK);
        chip.set_keyboard(at + 2 * SCAN, Keyboard::default());
        chip.set_keyboard(at + 4 * SCAN, brk);
        assert_eq!(chip.read(at + 6 * SCAN, IRQST) & BREAK, 0);
    }

    #[test]
    fn without_scanning_nothing_is_seen() {
        for skctl in [0, 1] {
            let all = Keyboard { shift: true, brk: true, ..keys(&[5]) };
            let (mut chip, at) = after_scans(skctl, all);
            assert_eq!(chip.next_irq_change(EXIT + 20), u64::MAX);
            assert_eq!((chip.read(at, IRQST), chip.read(at, SKSTAT)), (!COMPLETE, 0xFF));
        }
    }
}

mod pots {
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
}

mod serial {
    use super::*;

    #[test]
    fn the_first_pulse_after_a_serial_reset_loads() {
        let mut chip = running(&[(AUDCTL, 0x50), (0, 221), (2, 0), (STIMER, 0), (SKCTL, 0)]);
        let stimer = EXIT + 4;
        chip.write(stimer + 6, SKCTL, 0x63);
        chip.write(stimer + 10, SEROUT, 0x55);
        assert_eq!(chip.read(stimer + 233, IRQST) & COMPLETE, 0);
        assert_eq!(chip.read(stimer + 234, IRQST) & COMPLETE, COMPLETE);
    }

    #[test]
    fn a_byte_takes_twenty_pulses_back_to_back() {
        // AUDCTL, AUDF2, AUDF4, SKCTL, cycles of the output timer.
        for (audctl, audf2, audf4, skctl, period) in
            [(0x28, 0, 1, 0x23, 303), (1, 1, 0, 0x63, 228), (1, 0, 3, 0x23, 456)]
        {
            let mut chip = running(&[(AUDCTL, audctl), (2, audf2), (4, 40), (6, audf4), (SKCTL, skctl)]);
            chip.write(EXIT + 10, IRQEN, NEEDED);
            chip.write(EXIT + 11, STIMER, 0);
            chip.write(EXIT + 12, SEROUT, 0xA5);
            let mut loads = Vec::new();
            let mut at = EXIT + 12;
            while loads.len() < 4 {
                at += 1;
                if chip.read(at, IRQST) & NEEDED == 0 {
                    loads.push(at);
                    chip.write(at, IRQEN, 0);
                    chip.write(at, IRQEN, NEEDED);
                    chip.write(at, SEROUT, 0xA5);
                }
            }
            assert!(loads.windows(2).all(|pair| pair[1] - pair[0] == 20 * period));
        }
    }

    /// The levels of the output line in mid-bit while `byte` is sent at the usual rate.
    fn sent(byte: u8) -> (Vec<bool>, u64) {
        let mut chip = running(&[(AUDCTL, 0x28), (4, 0x28), (6, 0), (SKCTL, 0x23), (STIMER, 0)]);
        chip.write(EXIT + 10, SEROUT, byte);
        let start = (EXIT + 10..).find(|&at| !chip.serial_out(at)).unwrap_or_default();
        let bits = (0..10).map(|bit| chip.serial_out(start + 47 + 94 * bit)).collect();
        let idle = (start..).find(|&at| chip.read(at, IRQST) & COMPLETE == 0).unwrap_or_default();
        (bits, idle - start)
    }

    #[test]
    fn a_frame_is_start_bit_data_from_the_lowest_and_stop_bit() {
        for byte in [0x00, 0xFF, 0x35, 0xA9] {
            let (bits, cycles) = sent(byte);
            let mut frame = vec![false];
            frame.extend((0..8).map(|bit| byte >> bit & 1 == 1));
            frame.push(true);
            assert_eq!(bits, frame);
            assert_eq!(cycles, 940);
        }
    }

    #[test]
    fn without_a_clock_nothing_is_sent() {
        let mut chip = running(&[(SKCTL, 3), (IRQEN, NEEDED), (SEROUT, 0)]);
        assert_eq!(chip.next_irq_change(EXIT + 5), u64::MAX);
        assert_eq!(chip.read(EXIT + 100_000, IRQST), 0xF7);
    }

    #[test]
    fn initialisation_flushes_and_keeps_the_line() {
        let mut chip = running(&[(AUDCTL, 0x28), (4, 0x28), (6, 0), (SKCTL, 0x23), (STIMER, 0)]);
        chip.write(EXIT + 10, SEROUT, 0);
        chip.write(EXIT + 300, SKCTL, 0);
        assert_eq!(chip.read(EXIT + 301, IRQST) & COMPLETE, 0);
        assert!(!chip.serial_out(EXIT + 5000));
    }

    #[test]
    fn a_forced_break_holds_the_line_down() {
        let mut chip = running(&[(SKCTL, 0x83)]);
        assert!(!chip.serial_out(EXIT + 10));
        chip.write(EXIT + 11, SKCTL, 0x03);
        assert!(chip.serial_out(EXIT + 12));
    }

    /// Sends `byte` to a chip in `SKCTL` mode $13 with bits of 94 cycles and the given stop bit; the
    /// cycle after it.
    fn receive(chip: &mut Pokey, from: u64, byte: u8, stop: bool) -> u64 {
        let frame = u16::from(byte) << 1 | u16::from(stop) << 9;
        for bit in 0..10 {
            chip.set_serial_in(from + 94 * bit, frame >> bit & 1 == 1);
        }
        chip.set_serial_in(from + 940, true);
        from + 940
    }

    fn receiver() -> Pokey {
        running(&[(AUDCTL, 0x28), (4, 0x28), (6, 0), (SKCTL, 0x13), (IRQEN, READY | TIMER4)])
    }

    #[test]
    fn bytes_come_in_and_errors_stay_until_skres() {
        let mut chip = receiver();
        let at = receive(&mut chip, EXIT + 100, 0x4B, true);
        assert_eq!(chip.read(at, SERIN), 0x4B);
        assert_eq!(chip.read(at, IRQST) & READY, 0);
        assert_eq!(chip.read(at, SKSTAT), 0xFF);
        let at = receive(&mut chip, at + 10, 0x96, true);
        assert_eq!(chip.read(at, SERIN), 0x96);
        assert_eq!(chip.read(at, SKSTAT), 0xDF, "overrun");
        chip.write(at + 1, SKRES, 0);
        chip.write(at + 2, IRQEN, 0);
        chip.write(at + 3, IRQEN, READY);
        let at = receive(&mut chip, at + 10, 0x00, false);
        assert_eq!(chip.read(at, SKSTAT) & 0xE0, 0x60, "framing error");
        chip.write(at + 1, SKRES, 0);
        assert_eq!(chip.read(at + 2, SKSTAT) & 0xE0, 0xE0);
    }

    #[test]
    fn the_busy_bit_lasts_from_the_start_sample_to_the_stop_sample() {
        let mut chip = receiver();
        chip.write(EXIT + 20, IRQEN, READY);
        let from = EXIT + 100;
        chip.set_serial_in(from, false);
        let busy = (from..).find(|&at| chip.read(at, SKSTAT) & 2 == 0).unwrap_or_default();
        assert_eq!(chip.read(from + 1, SKSTAT) & 0x10, 0, "the line itself");
        for bit in 1..10 {
            chip.set_serial_in(from + 94 * bit, true);
        }
        let horizon = chip.next_irq_change(from + 94 * 9);
        let ready = (busy..).find(|&at| chip.read(at, SKSTAT) & 2 != 0).unwrap_or_default();
        assert!((from + 47..from + 55).contains(&busy));
        assert_eq!(ready - busy, 94 * 9);
        assert_eq!(chip.read(ready, SERIN), 0xFF);
        assert_eq!(horizon, ready + 1);
    }

    #[test]
    fn asynchronous_mode_holds_timer_4_until_a_start_bit() {
        let mut chip = receiver();
        assert_eq!(chip.next_irq_change(EXIT + 10), u64::MAX);
        assert_eq!(chip.read(EXIT + 10_000, IRQST) & TIMER4, TIMER4);
        chip.set_serial_in(EXIT + 10_000, false);
        assert_eq!(chip.read(EXIT + 10_060, IRQST) & TIMER4, 0);
    }
}

mod laziness {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// What a random program does next: something at a cycle.
    fn act(chip: &mut Pokey, rng: &mut ChaCha8Rng, now: u64) {
        match rng.random_range(0..24) {
            0 => chip.set_keyboard(
                now,
                Keyboard {
                    down: if rng.random() { 0 } else { 1 << rng.random_range(0..64) },
                    shift: rng.random_range(0..4) == 0,
                    ctrl: rng.random_range(0..4) == 0,
                    brk: rng.random_range(0..4) == 0,
                },
            ),
            1 => chip.set_pot(now, rng.random_range(0..8), rng.random_range(0..=228)),
            2..5 => chip.set_serial_in(now, rng.random()),
            5..8 => chip.write(now, SKCTL, if rng.random() { rng.random() } else { 3 }),
            8 => chip.write(now, AUDCTL, rng.random()),
            9 => chip.write(now, STIMER, 0),
            10 => {
                chip.write(now, STIMER, 0);
                chip.write(now + 1, STIMER, 0);
            }
            11..15 => chip.write(now, 2 * rng.random_range(0..4), rng.random_range(0..4)),
            15..17 => chip.write(now, 2 * rng.random_range(0..4), rng.random()),
            17..20 => chip.write(now, 2 * rng.random_range(0..4) + 1, rng.random()),
            20 => chip.write(now, IRQEN, rng.random()),
            21 => chip.write(now, SEROUT, rng.random()),
            22 => chip.write(now, POTGO, 0),
            _ => chip.write(now, SKRES, 0),
        }
    }

    #[test]
    fn the_way_to_a_cycle_does_not_show_in_the_state() {
        let mut levels = [Vec::new(), Vec::new()];
        for program in 0..150 {
            let mut rng = ChaCha8Rng::seed_from_u64(program);
            let mut lazy = Pokey::new(program);
            lazy.write(10, SKCTL, 3);
            let mut stepped = lazy.clone();
            let mut silent = lazy.clone();
            lazy.set_recording(11, true);
            stepped.set_recording(11, true);
            let mut now = 11;
            for _ in 0..120 {
                let next = now + 2 + rng.random_range(0..rng.clone().random_range(1..4000));
                for at in now..=next {
                    stepped.advance(at);
                }
                silent.advance(rng.random_range(now..=next));
                lazy.advance(next);
                silent.advance(next);
                assert_eq!(lazy, stepped, "program {program} cycle {next}");
                assert_eq!(lazy, silent, "program {program} cycle {next}");
                for chip in [&mut lazy, &mut stepped, &mut silent] {
                    act(chip, &mut rng.clone(), next);
                }
                act(&mut Pokey::new(0), &mut rng, next);
                now = next + 1;
            }
            lazy.take_levels(now, &mut levels[0]);
            stepped.take_levels(now, &mut levels[1]);
        }
        assert!(levels[0].len() > 10_000);
        assert_eq!(levels[0], levels[1]);
    }

    #[test]
    fn the_pin_never_moves_before_its_horizon() {
        let mut moves = 0;
        for program in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(1_000_000 + program);
            let mut chip = Pokey::new(program);
            chip.write(10, SKCTL, 3);
            let mut now = 11;
            for _ in 0..60 {
                let end = now + rng.random_range(1..9000);
                let mut pin = chip.irq_pin(now);
                let mut change = chip.next_irq_change(now);
                let mut out = chip.serial_out(now);
                let mut out_change = chip.next_serial_out_change(now);
                for at in now + 1..=end {
                    if at == change {
                        change = chip.clone().next_irq_change(at);
                    } else {
                        assert_eq!(chip.irq_pin(at), pin, "program {program} cycle {at}");
                    }
                    if at == out_change {
                        out_change = chip.clone().next_serial_out_change(at);
                    } else {
                        assert_eq!(chip.serial_out(at), out, "program {program} cycle {at}");
                    }
                    moves += u32::from(chip.irq_pin(at) != pin);
                    pin = chip.irq_pin(at);
                    out = chip.serial_out(at);
                }
                act(&mut chip, &mut rng, end);
                chip.write(end + 1, IRQEN, rng.random());
                now = end + 2;
            }
        }
        assert!(moves > 1000, "{moves}");
    }

    #[test]
    fn a_saved_chip_goes_on_as_if_nothing_had_happened() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut chip = running(&[]);
        for n in 0..500 {
            act(&mut chip, &mut rng, EXIT + 100 + 60 * n);
        }
        let bytes = postcard::to_stdvec(&chip).expect("serialises");
        let back: Pokey = postcard::from_bytes(&bytes).expect("reads its own bytes");
        assert_eq!(back, chip);
    }
}

mod sound {
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
}
