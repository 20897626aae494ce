//! POKEY: serial clock modes, two-tone, and what initialisation mode leaves alone.
//! [sheet: pokey 2, 6, 10]

use super::*;

/// The machine cycles from the start bit to the end of a byte sent in serial mode `mode`, with
/// timer 2 at 228 cycles and timer 4 at 456.
fn sending_time(mode: u8) -> Option<u64> {
    let mut chip = running(&[(AUDCTL, 1), (2, 1), (6, 3), (SKCTL, mode << 4 | 3), (STIMER, 0)]);
    chip.write(EXIT + 10, SEROUT, 0x55);
    let busy = (EXIT + 11..EXIT + 2_000).find(|&at| chip.read(at, IRQST) & COMPLETE != 0)?;
    (busy..busy + 20_000).find(|&at| chip.read(at, IRQST) & COMPLETE == 0).map(|idle| idle - busy)
}

#[test]
fn each_mode_sends_by_its_clock() {
    let (by_2, by_4) = (Some(20 * 228), Some(20 * 456));
    // External; asynchronous modes hold timer 4 while nothing comes in.
    let expected = [None, None, by_4, None, by_4, None, by_2, by_2];
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(sending_time), expected);
}

#[test]
fn each_mode_receives_by_its_clock() {
    let heard = [0, 1, 2, 3, 4, 5, 6, 7].map(|mode| {
        let skctl = mode << 4 | 3;
        let mut chip =
            running(&[(AUDCTL, 0x28), (4, 0x28), (6, 0), (SKCTL, skctl), (STIMER, 0), (IRQEN, READY)]);
        let frame = u16::from(0xA7_u8) << 1 | 1 << 9;
        for bit in 0..10 {
            chip.set_serial_in(EXIT + 500 + 94 * bit, frame >> bit & 1 == 1);
        }
        let ready = chip.read(EXIT + 3_000, IRQST) & READY == 0;
        ready.then(|| chip.read(EXIT + 3_000, SERIN))
    });
    let byte = Some(0xA7);
    assert_eq!(heard, [None, byte, byte, byte, None, byte, byte, byte]);
}

#[test]
fn the_last_byte_written_is_sent_and_its_end_asks_for_nothing() {
    let mut chip = running(&[(AUDCTL, 0x28), (4, 0x28), (6, 0), (SKCTL, 0x23), (STIMER, 0), (IRQEN, NEEDED)]);
    chip.write(EXIT + 10, SEROUT, 0x11);
    chip.write(EXIT + 12, SEROUT, 0xC3);
    let start = (EXIT + 12..).find(|&at| !chip.serial_out(at)).unwrap_or_default();
    let data = (1..9).map(|bit| u8::from(chip.serial_out(start + 47 + 94 * bit)) << (bit - 1)).sum::<u8>();
    assert_eq!(data, 0xC3);
    assert_eq!(chip.read(start + 900, IRQST) & NEEDED, 0, "the register is empty");
    chip.write(start + 900, IRQEN, 0);
    chip.write(start + 901, IRQEN, NEEDED);
    assert_eq!(chip.read(start + 3_000, IRQST), !COMPLETE, "idle, and no further request");
}

/// The cycles between the changes of the output line.
fn tone(skctl: u8, audctl: u8) -> Vec<u64> {
    let mut chip = running(&[(AUDCTL, audctl), (0, 100), (2, 0), (SKCTL, skctl), (STIMER, 0)]);
    let mut line = chip.serial_out(EXIT + 10);
    let mut changes = Vec::new();
    for at in EXIT + 10..EXIT + 2_000 {
        if chip.serial_out(at) != line {
            line = !line;
            changes.push(at);
        }
    }
    changes.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn two_tone_puts_the_tone_of_the_bit_on_the_line() {
    // A 1, the idle line, is timer 1's tone: its period and the two cycles of the resynchronisation.
    let mark = tone(0x0B, 0x50);
    assert!(mark.len() > 15 && mark.iter().all(|&cycles| cycles == 106), "{mark:?}");
    let space = tone(0x8B, 0x50);
    assert!(space.len() > 15 && space.iter().all(|&cycles| cycles == 109), "{space:?}");
    assert!(tone(0x03, 0x50).is_empty(), "without it the line rests");
    let mut chip = running(&[(AUDCTL, 0x40), (0, 100), (SKCTL, 0x0B), (STIMER, 0)]);
    let low = (EXIT + 10..).find(|&at| !chip.serial_out(at)).unwrap_or_default();
    chip.write(low, SKCTL, 3);
    assert!(chip.serial_out(low + 1), "the tone's flip-flop is reset");
}

#[test]
fn initialisation_leaves_requests_codes_and_counters() {
    let mut chip = running(&[(AUDCTL, 0x40), (0, 96), (IRQEN, TIMER1 | KEY), (STIMER, 0)]);
    chip.set_keyboard(EXIT + 10, Keyboard { down: 1 << 0x2A, ..Keyboard::default() });
    let at = EXIT + 30_000;
    assert_eq!((chip.read(at, KBCODE), chip.read(at, IRQST)), (0x2A, !(COMPLETE | TIMER1 | KEY)));
    chip.write(at, SKCTL, 0);
    assert_eq!(chip.read(at + 100, IRQST), !(COMPLETE | TIMER1 | KEY), "requests stand");
    assert_eq!((chip.read(at + 100, KBCODE), chip.read(at + 100, RANDOM)), (0x2A, 0xFF));
    assert_eq!(chip.read(at + 100, SKSTAT) & 4, 4, "no key is down");
    // The timers at machine clock go on.
    let stimer = EXIT + 4;
    for n in 400..410 {
        let firing = stimer + 104 + 100 * n;
        chip.write(firing - 2, IRQEN, 0);
        chip.write(firing - 2, IRQEN, TIMER1);
        assert_eq!(chip.read(firing - 1, IRQST) & TIMER1, TIMER1);
        assert_eq!(chip.read(firing, IRQST) & TIMER1, 0);
    }
}

#[test]
fn registers_without_a_meaning_read_ff_and_skstat_has_a_bit_that_is_1() {
    let mut chip = running(&[]);
    assert_eq!([0xB, 0xC].map(|reg| chip.read(EXIT + 5, reg)), [0xFF; 2]);
    let all = Keyboard { shift: true, ctrl: true, brk: true, down: 1 << 63 };
    chip.set_keyboard(EXIT + 10, all);
    chip.set_serial_in(EXIT + 10, false);
    assert_eq!(chip.read(EXIT + 40_000, SKSTAT) & 1, 1);
}
