//! The timers that clock the serial port, and that it holds.

use super::Pokey;
use super::audio::Pulses;
use super::clock::NEVER;
use super::counters::SERIAL_DELAY;

impl Pokey {
    /// Brings the timers up to date that clock the serial port or sound on its line.
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

    /// Takes or releases timers 3 and 4 as the serial port wants from cycle `now` on.
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

    /// A cycle not after the `pulses`th (1 is the next) clocking of the serial port by timer `n`.
    pub(super) fn earliest_serial_pulse(&self, n: usize, pulses: u64) -> u64 {
        let serial_at = self.timers.timers[n].serial_at;
        let pulses = if serial_at == NEVER { pulses } else { pulses - 1 };
        if pulses == 0 {
            return serial_at;
        }
        let (first, reload) = (self.own_firing(n), self.first_reload(n));
        // A pending reload or AUDF of the other half may change the rhythm; then look again early.
        let steady = first <= reload && !(n < 2 && self.two_tone());
        let rest = if steady { (pulses - 1) * self.period(n).unwrap_or(0) } else { 0 };
        first.min(reload).saturating_add(rest).saturating_add(SERIAL_DELAY)
    }

    /// The pulses that timer 4, which fired in cycle `at` and is to fire as `firings` say, gives to the port: before all
    /// of those but the last, unless the port holds the timer after one. How many firings there are before that.
    pub(super) fn clock_port(&mut self, at: u64, firings: Pulses) -> u64 {
        let mut fired = at;
        for count in 0..firings.groups {
            self.serial_pulse(3, fired + SERIAL_DELAY);
            if self.timers.held {
                return count;
            }
            fired = firings.first + count * firings.period;
        }
        firings.groups
    }

    /// Whether the port counts them: it may hold timers 3 and 4 at the end of a frame.
    pub(super) fn port_counts(&self, n: usize) -> bool {
        (n >= 2 || self.serial.clocked_by(n, self.skctl)) && !self.serial.quiet(self.skctl)
    }
}
