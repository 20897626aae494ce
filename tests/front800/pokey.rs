//! Tests: POKEY against the cycle numbers of the fact sheets. "+n" is n cycles after the write
//! that a number counts from.

mod interrupts;
mod keyboard;
mod laziness;
mod modes;
mod pots;
mod random;
mod serial;
mod sound;
mod timers;

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
