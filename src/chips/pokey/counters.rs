//! The state of the timers: their counters and pending events.

use serde::{Deserialize, Serialize};

use super::clock::{NEVER, Slow};
use super::irq;

/// Cycles from an underflow to the firing. [sheet: pokey 5]
pub(super) const FIRE_DELAY: u64 = 3;
/// Cycles from a write to STIMER to the reload. [sheet: pokey 5]
pub(super) const STIMER_DELAY: u64 = 3;
/// Cycles from the firing to the cycle in which IRQST shows it.
pub(super) const IRQ_DELAY: u64 = 1;
/// Cycles from the firing to the resynchronisation. [sheet: pokey 6]
pub(super) const RESYNC_DELAY: u64 = 2;
/// Cycles from the firing to its effect in the serial port. [sheet: pokey 10]
pub(super) const SERIAL_DELAY: u64 = 3;

/// Counts from one underflow to the next when nothing reloads the counter.
pub(super) const TURN: u64 = 256;

/// The timer's interrupt, if it has one.
pub(super) const IRQ_BITS: [u8; 4] = [irq::TIMER1, irq::TIMER2, 0, irq::TIMER4];

/// What clocks a timer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// Every machine cycle.
    Machine,
    /// A slow clock.
    Slow(Slow),
    /// The firing of the timer below: this is the high half of a linked pair.
    Low,
    /// Nothing: the slow clocks stand still, or the serial port holds the timer.
    Nothing,
}

/// A counter, kept as the time of its next underflow if that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Counter {
    /// It underflows in this cycle, and fires [`FIRE_DELAY`] later.
    Until(u64),
    /// It stays at this count until it is counted down.
    At(u8),
}

/// A timer. Fields named `_at` are cycles; [`NEVER`] if nothing is pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Timer {
    pub(super) counter: Counter,
    /// A pending firing after an underflow that `counter` no longer shows.
    pub(super) fire_at: u64,
    pub(super) irq_at: u64,
    pub(super) resync_at: u64,
    pub(super) serial_at: u64,
}

impl Timer {
    /// The next firing, as far as it depends on the timer itself.
    pub(super) fn firing(&self) -> u64 {
        match self.counter {
            Counter::Until(underflow) => self.fire_at.min(underflow + FIRE_DELAY),
            Counter::At(_) => self.fire_at,
        }
    }

    pub(super) fn next_event(&self) -> u64 {
        self.firing().min(self.irq_at).min(self.resync_at).min(self.serial_at)
    }
}

/// The interrupts of a timer that lags behind: it runs independently, and any change to that brings it up to date.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Lag {
    /// The cycle of the first firing that counts; 0 if it does not lag.
    pub(super) firing: u64,
    /// Cycles from one firing to the next.
    pub(super) period: u64,
}

impl Lag {
    /// Firings before cycle `now` do not count.
    #[inline]
    pub(super) fn leave_out_before(&mut self, now: u64) {
        if let Some(late @ 1..) = now.checked_sub(self.firing) {
            self.firing += late.div_ceil(self.period) * self.period;
        }
    }
}

/// The timers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Timers {
    pub(super) timers: [Timer; 4],
    /// The next reload for STIMER.
    pub(super) stimer_at: u64,
    /// The last reload for STIMER; later than `stimer_at` after writes in adjacent cycles.
    pub(super) stimer_last: u64,
    /// Whether the serial port holds timers 3 and 4.
    pub(super) held: bool,
}

impl Timers {
    /// Timers at rest; the bytes of `undefined` are their counts.
    pub(super) fn new(undefined: u32) -> Self {
        let timer = |count| Timer {
            counter: Counter::At(count),
            fire_at: NEVER,
            irq_at: NEVER,
            resync_at: NEVER,
            serial_at: NEVER,
        };
        Timers { timers: undefined.to_le_bytes().map(timer), stimer_at: NEVER, stimer_last: 0, held: false }
    }

    /// The cycle of the next event of a group of timers, given as a bit each.
    pub(super) fn next_event_of(&self, group: u8) -> u64 {
        let mut next = self.stimer_at;
        for (n, timer) in self.timers.iter().enumerate() {
            if group >> n & 1 != 0 {
                next = next.min(timer.next_event());
            }
        }
        next
    }
}
