//! The two slow clocks. Their dividers run from the end of initialisation mode and depend on nothing else, so ticks can
//! be computed.

use serde::{Deserialize, Serialize};

/// A cycle that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// A cached cycle that can be recomputed: all values compare equal, so that chips do.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Known(pub(super) u64);

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Known {}

/// An upper bound on how many cycles ahead an event can be.
const FAR: u64 = 1 << 40;

/// Whether an event can be due in cycle `at`, with everything up to cycle `now` done.
pub(super) fn is_due(at: u64, now: u64) -> bool {
    at > now && at - now < FAR
}

/// Whether an event can be due in cycle `at`, with everything up to cycle `now` done, or is never due.
pub(super) fn is_due_or_never(at: u64, now: u64) -> bool {
    at == NEVER || is_due(at, now)
}

/// Cycles from a tick of the 15 kHz clock to its effect in keyboard and pot counter. [sheet: pokey 9]
pub(super) const SCAN_DELAY: u64 = 1;

/// One of the slow clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slow {
    /// The 64 kHz clock: a five-bit shift register that restarts every 28 cycles.
    Khz64,
    /// The 15.7 kHz clock: a seven-bit shift register that restarts every 114 cycles.
    Khz15,
}

impl Slow {
    /// Cycles from the write that ends initialisation mode to the first tick. [sheet: pokey 4]
    const fn first(self) -> u64 {
        match self {
            Slow::Khz64 => 21,
            Slow::Khz15 => 80,
        }
    }

    /// Cycles between ticks.
    pub(super) const fn period(self) -> u64 {
        match self {
            Slow::Khz64 => 28,
            Slow::Khz15 => 114,
        }
    }
}

/// The dividers of both slow clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Clock {
    /// The cycle of the write that ended initialisation mode; `None` while it lasts.
    origin: Option<u64>,
}

impl Clock {
    /// Dividers held in reset.
    pub(super) const fn stopped() -> Self {
        Clock { origin: None }
    }

    /// Dividers released by a write in cycle `now`.
    pub(super) const fn started(now: u64) -> Self {
        Clock { origin: Some(now) }
    }

    /// Whether the dividers run.
    pub(super) const fn runs(self) -> bool {
        self.origin.is_some()
    }

    /// Whether the dividers can be in this state in cycle `now`.
    pub(super) fn is_possible(self, now: u64) -> bool {
        self.origin.is_none_or(|origin| origin <= now)
    }

    /// The `n`th tick (1 is the first) after cycle `after`.
    pub(super) fn nth_tick(self, slow: Slow, after: u64, n: u64) -> u64 {
        match self.origin {
            None => NEVER,
            Some(origin) => {
                let index = ticks_until(origin, slow, after) + n - 1;
                origin + slow.first() + index * slow.period()
            }
        }
    }

    /// The number of ticks after cycle `after` and not after cycle `until`.
    pub(super) fn ticks(self, slow: Slow, after: u64, until: u64) -> u64 {
        match self.origin {
            None => 0,
            Some(origin) => ticks_until(origin, slow, until).saturating_sub(ticks_until(origin, slow, after)),
        }
    }
}

/// Ticks from `origin` up to and including cycle `until`.
fn ticks_until(origin: u64, slow: Slow, until: u64) -> u64 {
    let first = origin + slow.first();
    if until < first { 0 } else { (until - first) / slow.period() + 1 }
}
