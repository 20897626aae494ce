//! POKEY: IRQST, IRQEN and the pin.

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
