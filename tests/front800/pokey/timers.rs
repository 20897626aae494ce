//! POKEY: periods, deadlines, resynchronisation.

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
fn two_resynchronisations_in_a_row_make_a_period_three_cycles_longer() {
    let mut probe = running(&[(2, 0), (SKCTL, 0x0B)]);
    let at = firings(&mut probe, TIMER2, EXIT + 200, 1)[0] + EXIT + 200;
    // Timer 1 fires a cycle before timer 2.
    let mut chip = running(&[(2, 0), (AUDCTL, 0x40), (SKCTL, 0x0B), (0, 10)]);
    let stimer = at - 1 - 18;
    chip.write(stimer, STIMER, 0);
    assert_eq!(firings(&mut chip, TIMER1, stimer, 2), [18, 18 + 10 + 4 + 3]);
}

#[test]
fn frozen_slow_clocks_keep_the_count() {
    let mut chip = running(&[(0, 9), (STIMER, 0)]);
    chip.write(EXIT + 100, SKCTL, 0);
    chip.write(EXIT + 5000, SKCTL, 3);
    // STIMER at +2; ticks at 21, 49, 77 left seven of the ten.
    assert_eq!(firings(&mut chip, TIMER1, EXIT + 5000, 1), [25 + 6 * 28]);
}

#[test]
fn another_clock_counts_on_from_where_the_count_stands() {
    let mut chip = running(&[(0, 255), (STIMER, 0)]);
    chip.write(EXIT + 100, IRQEN, TIMER1);
    // Three ticks of 28 cycles so far.
    chip.write(EXIT + 100, AUDCTL, 0x40);
    let shown = (EXIT + 100..).find(|&at| chip.read(at, IRQST) & TIMER1 == 0).unwrap_or_default();
    assert!((253..=258).contains(&(shown - EXIT - 100)), "{}", shown - EXIT - 100);
}
