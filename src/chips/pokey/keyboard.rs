//! The keyboard: the scanner's ticks, and the interrupts that they cause.

use super::clock::{Known, NEVER, SCAN_DELAY, Slow};
use super::registers::skctl;
use super::scanner::{CODES, Keyboard, LONGEST_WAIT_TICKS, State, sensed};
use super::{Pokey, irq};

impl Pokey {
    /// Executes all scanner ticks up to and including cycle `now`.
    pub(super) fn advance_keyboard(&mut self, now: u64) {
        while self.scanner.next_tick <= now {
            let at = self.scanner.next_tick;
            let ticks = if self.scanner.at_rest() { (now - at) / Slow::Khz15.period() } else { 0 };
            self.scanner.counter = ((u64::from(self.scanner.counter) + ticks) % u64::from(CODES)) as u8;
            let at = at + ticks * Slow::Khz15.period();
            self.scanner.next_tick = at + Slow::Khz15.period();
            let found = self.scanner.tick(self.skctl & skctl::DEBOUNCE != 0);
            if found.key {
                self.scanner.overrun |= self.irq.raise(irq::KEY, at);
            }
            if found.brk {
                self.irq.raise(irq::BREAK, at);
            }
        }
    }

    /// Applies a new SKCTL or clock, for a write in cycle `now`.
    pub(super) fn reset_scanner(&mut self, now: u64) {
        let scanner = &mut self.scanner;
        if self.skctl & skctl::SCAN == 0 {
            scanner.state = State::Up;
            scanner.counter = 0;
            scanner.next_tick = NEVER;
        } else if scanner.next_tick == NEVER {
            // A tick of the divider in the cycle of the write still takes effect.
            let tick = self.clock.nth_tick(Slow::Khz15, now.saturating_sub(SCAN_DELAY), 1);
            scanner.next_tick = tick.saturating_add(SCAN_DELAY);
        }
    }

    /// Sets the keys from cycle `now` on.
    pub fn set_keyboard(&mut self, now: u64, keys: Keyboard) {
        self.advance(now);
        self.settled = Known::default();
        self.scanner.matrix = sensed(&keys);
    }

    /// The cycle of the next tick that may change the interrupt pin.
    pub(super) fn next_keyboard_irq(&self) -> u64 {
        let debounce = self.skctl & skctl::DEBOUNCE != 0;
        let (key, brk) = (self.irq.waits_for(irq::KEY), self.irq.waits_for(irq::BREAK));
        if self.scanner.next_tick == NEVER || !(key || brk) || !self.scanner.may_interrupt(debounce) {
            return NEVER;
        }
        let mut scanner = self.scanner.clone();
        let mut at = scanner.next_tick;
        for _ in 0..LONGEST_WAIT_TICKS {
            let found = scanner.tick(debounce);
            if (found.key && key) || (found.brk && brk) {
                return at;
            }
            at += Slow::Khz15.period();
        }
        at
    }
}
