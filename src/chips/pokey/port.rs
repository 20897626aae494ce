//! The timers that clock the serial port, and those that it holds.

use super::Pokey;
use super::audio::Pulses;
use super::clock::NEVER;
use super::counters::{Counter, IRQ_BITS, IRQ_DELAY, SERIAL_DELAY};

impl Pokey {
    /// Brings the timers up to date that clock the serial port or make tones on its line.
    pub(super) fn advance_port(&mut self, now: u64) {
        if self.two_tone() {
            self.advance_timers(now);
            return;
        }
        for n in [1, 3] {
            if self.serial.clocked_by(n, self.skctl) {
                self.advance_timer(n, now);
            }
        }
    }

    /// Holds or releases timers 3 and 4 as the serial port requires from cycle `now` on.
    pub(super) fn update_hold(&mut self, now: u64) {
        let held = self.serial.holds_timers(self.skctl);
        if held == self.timers.held {
            return;
        }
        self.timers.held = held;
        for n in [2, 3] {
            self.reload(n, now);
        }
    }

    /// A lower bound on the cycle in which timer `n` clocks the serial port for the `pulses`th time (1 is the next).
    pub(super) fn earliest_serial_pulse(&self, n: usize, pulses: u64) -> u64 {
        let serial_at = self.timers.timers[n].serial_at;
        let pulses = if serial_at == NEVER { pulses } else { pulses - 1 };
        if pulses == 0 {
            return serial_at;
        }
        let (first, reload) = (self.own_firing(n), self.first_reload(n));
        // A pending reload, or AUDF of the other half, may change the rhythm; then the bound is an early one.
        let steady = first <= reload && !(n < 2 && self.two_tone());
        let rest = if steady { (pulses - 1) * self.period(n).unwrap_or(0) } else { 0 };
        first.min(reload).saturating_add(rest).saturating_add(SERIAL_DELAY)
    }

    /// Executes the firings of timer 4, linked with timer 3, which clocks the port, as far as all their effects are
    /// over in cycle `now`. None if something of an earlier firing, or another count, is pending.
    pub(super) fn clock_port(&mut self, now: u64) {
        let [_, _, low, high] = &self.timers.timers;
        let at_rest = high.fire_at.min(high.irq_at).min(high.serial_at).min(low.fire_at) == NEVER
            && high.counter == Counter::At(self.audf[3]);
        if !at_rest || !self.linked(3) || !self.serial.clocked_by(3, self.skctl) {
            return;
        }
        let first = self.own_firing(3);
        if first.saturating_add(SERIAL_DELAY) > now {
            return;
        }
        let (Some(period), Some(clock)) = (self.period(3), self.clock_period(2)) else { return };
        let mut pulse = first + SERIAL_DELAY;
        pulse = self.serial.take_bits(3, self.skctl, pulse..=now, period);
        // The port may hold the timers after a pulse.
        while pulse <= now && !self.timers.held {
            self.serial_pulse(3, pulse);
            pulse += period;
        }
        let last = pulse - period - SERIAL_DELAY;
        let groups = (last - first) / period + 1;
        self.irq.raise(IRQ_BITS[3], first + IRQ_DELAY);
        self.sound(3, Pulses { first, groups, period, per_group: 1, turn: 0 }, clock);
        self.reload(3, last);
        self.reload(2, last);
    }

    /// Whether the port depends on single pulses of timer `n`: it may hold timers 3 and 4 at the end of a frame.
    pub(super) fn port_counts(&self, n: usize) -> bool {
        (n >= 2 || self.serial.clocked_by(n, self.skctl)) && !self.serial.quiet(self.skctl)
    }
}
