//! POKEY: the state does not depend on when anybody looked.

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

/// What can be seen of a chip in cycle `at`, and the cycle up to which it foresees the pin: that may be nearer where nobody
/// has looked for long.
fn look(chip: &mut Pokey, at: u64, reg: u8) -> ((u8, bool, bool, u64), u64) {
    let pin = chip.irq_pin(at);
    let change = chip.next_irq_change(at);
    let value = chip.read(at, reg);
    ((value, pin, chip.serial_out(at), chip.next_serial_out_change(at)), change)
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
            let longest = if program % 8 == 0 { 30_000 } else { 2500 };
            let next = now + 2 + rng.random_range(0..rng.clone().random_range(1..longest));
            let (look_at, reg) = (rng.random_range(now..=next), rng.random_range(0..16));
            let (mut pin, mut change) = (false, 0);
            for at in now..=next {
                stepped.advance(at);
                if at == look_at {
                    let (seen, foreseen) = look(&mut silent, at, reg);
                    assert_eq!(seen, look(&mut stepped, at, reg).0, "program {program}");
                    (pin, change) = (seen.1, foreseen);
                }
                assert!(at >= change || stepped.irq_pin(at) == pin, "program {program} cycle {at}");
            }
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
fn bytes_come_in_alike_however_often_the_port_is_looked_at() {
    let (mut bytes, mut moves) = (0, 0);
    for program in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(2_000_000 + program);
        let mut lazy = Pokey::new(program);
        let (low, high) = (rng.random_range(20..60), u8::from(rng.random_range(0..16) == 0));
        let mode = [0x13, 0x13, 0x13, 0x23, 0x33, 0x73, 0x03, 0x1B][rng.random_range(0..8)];
        let linked = if rng.random_range(0..4) > 0 { 0x28 } else { rng.random() };
        for (reg, value) in [(4, low), (6, high), (AUDCTL, linked), (SKCTL, mode)] {
            lazy.write(10, reg, value);
        }
        lazy.write(11, IRQEN, [0x20, 0x24, 0x3C, 0][rng.random_range(0..4)]);
        let mut stepped = lazy.clone();
        let mut now = 12;
        for _ in 0..200 {
            let next = now + if rng.random() { 2 * u64::from(low) + 14 } else { rng.random_range(1..300) };
            (now..=next).for_each(|at| stepped.advance(at));
            let level = rng.random();
            lazy.set_serial_in(next, level);
            stepped.set_serial_in(next, level);
            if rng.random_range(0..20) == 0 {
                let reg = rng.random_range(0xD..0x10);
                assert_eq!(lazy.read(next, reg), stepped.read(next, reg), "program {program} cycle {next}");
            }
            if rng.random_range(0..40) == 0 {
                lazy.advance(next);
                stepped.advance(next);
                assert!(lazy == stepped, "program {program} cycle {next}");
            }
            now = next + 1;
        }
        lazy.advance(now);
        stepped.advance(now);
        assert!(lazy == stepped, "program {program}");
        bytes += u32::from(lazy.read(now, SKSTAT) & 0x20 == 0);
        moves += u32::from(lazy.irq_pin(now));
    }
    assert!(bytes > 50 && moves > 100, "{bytes} overruns, {moves} requests");
}

#[test]
fn the_low_timer_of_the_ports_pair_is_heard_alike_however_often_the_port_is_looked_at() {
    // A gated square wave: what counts is which of its pulses pass.
    let mut lazy = running(&[(AUDCTL, 0x28), (4, 0x28), (6, 1), (5, 0x20), (SKCTL, 0x13)]);
    let mut stepped = lazy.clone();
    let mut now = EXIT + 100;
    for frame in (0..16).map(|byte: u16| ((byte * 0x2D) & 0xFF) << 1 | 1 << 9) {
        for bit in 0..12 {
            let level = frame | 0xC00;
            lazy.set_serial_in(now, level >> bit & 1 == 1);
            stepped.set_serial_in(now, level >> bit & 1 == 1);
            let next = now + 2 * (0x128 + 7);
            (now..=next).for_each(|at| stepped.advance(at));
            now = next + 1;
        }
        let [mut lazy, mut stepped] = [lazy.clone(), stepped.clone()];
        lazy.advance(now);
        stepped.advance(now);
        assert!(lazy == stepped);
    }
}

#[test]
fn the_pin_never_moves_before_its_horizon() {
    let mut moves = 0;
    for program in 0..150 {
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
    chip.advance(EXIT + 100 + 60 * 500);
    let bytes = postcard::to_stdvec(&chip).expect("serialises");
    let back: Pokey = postcard::from_bytes(&bytes).expect("reads its own bytes");
    assert_eq!(back, chip);
}
