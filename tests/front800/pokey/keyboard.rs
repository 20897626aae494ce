//! POKEY: the keyboard scanner.

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

#[test]
fn without_debounce_two_neighbouring_keys_register_in_one_scan() {
    for (codes, registers) in [(&[5, 6][..], true), (&[5, 9], false), (&[5], false)] {
        let (mut chip, at) = after_scans(2, keys(codes));
        assert_eq!(chip.read(at, IRQST) & KEY == 0, registers, "{codes:?}");
    }
}

#[test]
fn three_keys_at_the_corners_of_a_rectangle_press_the_fourth() {
    // $0F and $10 are scanned one after the other, which registers without debounce; $10 is a
    // ghost of the corners $08, $0F and $17.
    for (codes, registers) in
        [(&[0x08, 0x0F][..], false), (&[0x0F, 0x17], false), (&[0x08, 0x0F, 0x17], true)]
    {
        let (mut chip, at) = after_scans(2, keys(codes));
        assert_eq!(chip.read(at, IRQST) & KEY == 0, registers, "{codes:02X?}");
        assert!(!registers || chip.read(at, KBCODE) == 0x0F);
    }
}

#[test]
fn a_key_that_bounces_is_registered_once() {
    // Seen up once and down again, it was not let go; up twice, it was.
    for (up_scans, again) in [(1, false), (3, true)] {
        let (mut chip, at) = after_scans(3, keys(&[5]));
        chip.write(at, IRQEN, 0);
        chip.write(at, IRQEN, KEY);
        // Let go and pressed halfway between two visits.
        let visit = EXIT + 81 + 5 * 114;
        let middle = at + SCAN - (at - visit) % SCAN + SCAN / 2;
        chip.set_keyboard(middle, keys(&[]));
        chip.set_keyboard(middle + up_scans * SCAN, keys(&[5]));
        assert_eq!(chip.read(middle + 8 * SCAN, IRQST) & KEY == 0, again, "{up_scans} scans");
    }
}
