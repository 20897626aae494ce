//! IRQEN, IRQST and the interrupt pin.

use serde::{Deserialize, Serialize};

/// Bits of IRQEN and IRQST.
pub(super) const TIMER1: u8 = 0x01;
pub(super) const TIMER2: u8 = 0x02;
pub(super) const TIMER4: u8 = 0x04;
/// Set while the output shift register is idle: a level, not a latch.
pub(super) const OUTPUT_COMPLETE: u8 = 0x08;
pub(super) const OUTPUT_NEEDED: u8 = 0x10;
pub(super) const INPUT_READY: u8 = 0x20;
pub(super) const KEY: u8 = 0x40;
pub(super) const BREAK: u8 = 0x80;

/// The interrupt latches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Irq {
    enabled: u8,
    /// Latched requests, 1 = pending.
    latched: u8,
    /// Whether the output shift register is idle.
    output_idle: bool,
    /// For each bit: the first cycle in which IRQST showed the present request.
    since: [u64; 8],
}

impl Irq {
    pub(super) fn new() -> Self {
        Irq { enabled: 0, latched: 0, output_idle: true, since: [0; 8] }
    }

    /// The value of IRQEN.
    pub(super) fn enabled(&self) -> u8 {
        self.enabled
    }

    /// The value of IRQST.
    pub(super) fn status(&self) -> u8 {
        !(self.latched | if self.output_idle { OUTPUT_COMPLETE } else { 0 })
    }

    /// Handles a write to IRQEN in cycle `now`. Requests that it disables leave the pin in the same cycle; those that
    /// it enables reach it one cycle later. [sheet: pokey 5]
    pub(super) fn write_enable(&mut self, now: u64, value: u8) {
        let newly = value & !self.enabled;
        self.enabled = value;
        self.latched &= value;
        if newly & OUTPUT_COMPLETE != 0 {
            self.stamp(OUTPUT_COMPLETE, now + 1);
        }
    }

    /// Requests an interrupt that IRQST shows from cycle `at` on. Returns whether it was already pending, which is an
    /// overrun for sources that have one.
    pub(super) fn raise(&mut self, bit: u8, at: u64) -> bool {
        if self.latched & bit != 0 {
            return true;
        }
        if self.enabled & bit != 0 {
            self.latched |= bit;
            self.stamp(bit, at);
        }
        false
    }

    /// Makes the output shift register idle or busy, visible from cycle `at` on.
    pub(super) fn set_output_idle(&mut self, idle: bool, at: u64) {
        if idle && !self.output_idle {
            self.stamp(OUTPUT_COMPLETE, at);
        }
        self.output_idle = idle;
    }

    /// Whether the pin is pulled low at the end of cycle `now`.
    pub(super) fn pin(&self, now: u64) -> bool {
        self.first_active() < now
    }

    /// The sources whose next event would be latched.
    pub(super) fn waited(&self) -> u8 {
        self.enabled & !self.latched
    }

    /// Whether the next event of source `bit` would be latched.
    pub(super) fn waits_for(&self, bit: u8) -> bool {
        self.waited() & bit != 0
    }

    /// Whether the state of the output shift register reaches the pin.
    pub(super) fn watches_output(&self) -> bool {
        self.enabled & OUTPUT_COMPLETE != 0
    }

    /// Whether the pin is pulled low by a latch, so that only a write can release it.
    pub(super) fn stuck(&self, now: u64) -> bool {
        self.latched != 0 && self.pin(now)
    }

    /// The first cycle in which IRQST showed the oldest request that pulls the pin; `u64::MAX` if none does.
    pub(super) fn first_active(&self) -> u64 {
        let mut active = self.active();
        let mut first = u64::MAX;
        while active != 0 {
            first = first.min(self.since[active.trailing_zeros() as usize]);
            active &= active - 1;
        }
        first
    }

    fn active(&self) -> u8 {
        !self.status() & self.enabled
    }

    fn stamp(&mut self, bit: u8, at: u64) {
        self.since[bit.trailing_zeros() as usize] = at;
    }
}
