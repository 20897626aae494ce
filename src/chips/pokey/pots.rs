//! The paddle inputs: capacitors that charge through the paddles while a counter runs.

use serde::{Deserialize, Serialize};

use super::clock::{Clock, NEVER, SCAN_DELAY, Slow, is_due_or_never};

/// The count at which a scan decides to end. [sheet: pokey 9]
const LAST_COUNT: u8 = 228;
/// Cycles from the increment to [`LAST_COUNT`] to the end of the scan.
const END_DELAY: u64 = 2;
/// Cycles in which a capacitor charges by one step of the paddle's position.
const CHARGE_STEP_CYCLES: u64 = 114;

/// A scan in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Scan {
    /// The counter was at `count` in cycle `base`, when its pace last changed.
    base: u64,
    count: u8,
    /// Whether it counts cycles instead of 15 kHz ticks.
    fast: bool,
    /// The cycle in which ALLPOT becomes 0.
    end: u64,
}

impl Scan {
    fn new(clock: Clock, base: u64, count: u8, fast: bool) -> Self {
        let left = u64::from(LAST_COUNT.saturating_sub(count));
        let last = match (left, fast) {
            (0, _) => base,
            (_, true) => base + 1 + left,
            (_, false) => clock.nth_tick(Slow::Khz15, base, left).saturating_add(SCAN_DELAY),
        };
        Scan { base, count, fast, end: last.saturating_add(END_DELAY) }
    }

    /// The counter after a possible increment in cycle `at`.
    fn count(&self, clock: Clock, at: u64) -> u8 {
        let at = at.min(self.end - 1);
        let steps = match self.fast {
            true => at.saturating_sub(self.base + 1),
            false => clock.ticks(Slow::Khz15, self.base, at.saturating_sub(SCAN_DELAY)),
        };
        (u64::from(self.count) + steps) as u8
    }

    /// The counter as read in cycle `at`: during an increment the old value and the new one at once.
    fn live(&self, clock: Clock, at: u64) -> u8 {
        self.count(clock, at.saturating_sub(1)) & self.count(clock, at)
    }
}

/// The eight inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Pots {
    position: [u8; 8],
    /// The value of each POTn when it does not follow the counter.
    value: [u8; 8],
    scan: Option<Scan>,
    /// The cycle in which the capacitors began to charge; [`NEVER`] while they are discharged.
    charged_from: u64,
    /// For each input: the cycle in which the voltage reaches the threshold.
    crossing: [u64; 8],
}

impl Pots {
    /// Nothing connected; POT0 to POT7 show `value`.
    pub(super) fn new(value: [u8; 8]) -> Self {
        Pots { position: [LAST_COUNT; 8], value, scan: None, charged_from: NEVER, crossing: [NEVER; 8] }
    }

    /// Whether the inputs can be in this state in cycle `now`, to which they have been brought.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.scan.is_none_or(|scan| scan.base <= now && is_due_or_never(scan.end, now))
    }

    /// The value of POTn.
    pub(super) fn read(&self, clock: Clock, now: u64, n: usize) -> u8 {
        match self.scan {
            Some(scan) if self.crossing[n] > now => scan.live(clock, now),
            Some(scan) if self.crossing[n] > scan.base => scan.count(clock, self.crossing[n]),
            _ => self.value[n],
        }
    }

    /// The value of ALLPOT.
    pub(super) fn counting(&self, now: u64) -> u8 {
        let open = |n: usize| self.scan.is_some() && self.crossing[n] > now;
        (0..8).filter(|&n| open(n)).fold(0, |bits, n| bits | 1 << n)
    }

    /// Ends the scan if that is due by cycle `now`. `fast`: SKCTL keeps the discharging transistors off.
    pub(super) fn advance(&mut self, clock: Clock, now: u64, fast: bool) {
        let Some(scan) = self.scan.filter(|scan| scan.end <= now) else { return };
        for n in 0..8 {
            if self.crossing[n] > scan.base {
                self.value[n] = scan.count(clock, self.crossing[n]);
            }
        }
        self.scan = None;
        if !fast {
            self.charge(NEVER);
        }
    }

    /// Handles a write to POTGO in cycle `now`.
    pub(super) fn start(&mut self, clock: Clock, now: u64, fast: bool) {
        if self.charged_from == NEVER {
            self.charge(now);
        }
        self.value = [0; 8];
        self.scan = Some(Scan::new(clock, now, 0, fast));
    }

    /// Changes what the counter counts, for a write in cycle `now`. `clock` is the state of the slow clock before,
    /// `new_clock` the one from now on.
    pub(super) fn repace(&mut self, clock: Clock, new_clock: Clock, now: u64, fast: bool) {
        if let Some(scan) = self.scan {
            if scan.fast == fast && clock == new_clock {
                return;
            }
            for n in 0..8 {
                if (scan.base + 1..=now).contains(&self.crossing[n]) {
                    self.value[n] = scan.count(clock, self.crossing[n]);
                }
            }
            self.scan = Some(Scan::new(new_clock, now, scan.count(clock, now), fast));
        } else if !fast {
            self.charge(NEVER);
        } else if self.charged_from == NEVER {
            self.charge(now);
        }
    }

    /// Moves a paddle in cycle `now`. A threshold that has been passed may have to be passed again.
    pub(super) fn set_position(&mut self, now: u64, n: usize, position: u8) {
        self.position[n] = position;
        let crossing = self.crossing_of(n);
        if crossing > now {
            self.crossing[n] = crossing;
        } else {
            self.crossing[n] = self.crossing[n].min(now);
        }
    }

    /// Charges the capacitors from cycle `from` on, or discharges them.
    fn charge(&mut self, from: u64) {
        self.charged_from = from;
        self.crossing = [0, 1, 2, 3, 4, 5, 6, 7].map(|n| self.crossing_of(n));
    }

    fn crossing_of(&self, n: usize) -> u64 {
        match self.position[n] {
            LAST_COUNT.. => NEVER,
            position => {
                let charging = CHARGE_STEP_CYCLES * u64::from(position) + SCAN_DELAY;
                self.charged_from.saturating_add(charging)
            }
        }
    }
}
