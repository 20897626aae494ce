//! IRQEN, IRQST and the interrupt pin.

use serde::{Deserialize, Serialize};

/// Bits of IRQEN and IRQST.
pub(super) const TIMER1: u8 = 0x01;
pub(super) const TIMER2: u8 = 0x02;
pub(super) const TIMER4: u8 = 0x04;
/// The output shift register is idle: a level, not a latch.
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
    /// The output shift register is idle.
    output_idle: bool,
    /// Per bit: the first cycle in which IRQST showed the request that stands now.
    since: [u64; 8],
}

impl Irq {
    pub(super) fn new() -> Self {
        Irq { enabled: 0, latched: 0, output_idle: true, since: [0; 8] }
    }

    /// IRQEN.
    pub(super) fn enabled(&self) -> u8 {
        self.enabled
    }

    /// IRQST.
    pub(super) fn status(&self) -> u8 {
        !(self.latched | if self.output_idle { OUTPUT_COMPLETE } else { 0 })
    }

    /// A write to IRQEN in cycle `now`. What it disables leaves the pin in the same cycle; what
    /// it enables is there one cycle later. [sheet: pokey 5]
    pub(super) fn write_enable(&mut self, now: u64, value: u8) {
        let newly = value & !self.enabled;
        self.enabled = value;
        self.latched &= value;
        if newly & OUTPUT_COMPLETE != 0 {
            self.stamp(OUTPUT_COMPLETE, now + 1);
        }
    }

    /// An event that IRQST shows from cycle `at` on. Tells whether the request was already
    /// pending: an overrun for the sources that have one.
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

    /// The output shift register becomes idle or busy, visible from cycle `at` on.
    pub(super) fn set_output_idle(&mut self, idle: bool, at: u64) {
        if idle && !self.output_idle {
            self.stamp(OUTPUT_COMPLETE, at);
        }
        self.output_idle = idle;
    }

    /// Whether the pin is pulled at the end of cycle `now`.
    pub(super) fn pin(&self, now: u64) -> bool {
        self.first_active() < now
    }

    /// The sources of which a further event would be latched.
    pub(super) fn waited(&self) -> u8 {
        self.enabled & !self.latched
    }

    /// Whether one of source `bit` would.
    pub(super) fn waits_for(&self, bit: u8) -> bool {
        self.waited() & bit != 0
    }

    /// Whether the state of the output shift register reaches the pin.
    pub(super) fn watches_output(&self) -> bool {
        self.enabled & OUTPUT_COMPLETE != 0
    }

    /// The pin is pulled, and by a latch: only a write can release it.
    pub(super) fn stuck(&self, now: u64) -> bool {
        self.latched != 0 && self.pin(now)
    }

    /// The cycle from which on IRQST has shown the oldest request that pulls the pin;
    /// `u64::MAX` if nothing does.
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
