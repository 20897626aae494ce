//! POKEY: the serial port.

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

#[test]
fn timer_4_starts_anew_when_asynchronous_mode_ends() {
    let mut chip = running(&[(AUDCTL, 0x28), (4, 0x28), (6, 1), (STIMER, 0)]);
    let period = 0x128 + 7;
    chip.write(EXIT + 100, SKCTL, 0x13);
    chip.write(EXIT + 328, SKCTL, 3);
    assert_eq!(firings(&mut chip, TIMER4, EXIT + 328, 2), [period + 1, 2 * period + 1]);
}
