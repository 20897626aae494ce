//! What ANTIC takes from the bus, where others have put it: in the watched cycles of a line [time T6].

use crate::chips::antic::plan::below;
use crate::machine::board::atari::{Atari, LINE};

impl Atari {
    /// Gives ANTIC the values of the watched cycles before `end`.
    #[inline(always)]
    pub(super) fn capture_tracked(&mut self, end: u32) {
        if !self.antic.is_planned() || self.antic.plan().watched != 0 {
            self.capture_watched(end);
        }
    }

    #[inline(always)]
    fn capture_watched(&mut self, end: u32) {
        if !self.antic.is_planned() {
            if end > 0 && self.antic.watches_first() {
                self.antic.capture(0, self.tracked.get(0));
            }
            return;
        }
        // Mostly all of them, at the end of the line.
        let Atari { antic, tracked, .. } = self;
        if end == LINE && antic.capture_all(tracked.done, |slot| tracked.get(slot)) {
            tracked.done = LINE;
            return;
        }
        if antic.capture_free(tracked.done, end, |slot| tracked.get(slot)) {
            tracked.done = tracked.done.max(end);
            return;
        }
        let mut watched = self.antic.plan().watched & below(end) & !below(self.tracked.done);
        self.tracked.done = end;
        while watched != 0 {
            let cycle = watched.trailing_zeros();
            watched &= watched - 1;
            let plan = self.antic.plan();
            let slot = plan.slot_at(cycle);
            let value = if plan.taken >> cycle & 1 == 0 {
                self.tracked.get(slot)
            } else {
                // Refresh that came late: what ANTIC fetched before is there.
                self.catch_up_antic();
                self.bus_value = self.tracked.get(slot - 1);
                self.floating(cycle)
            };
            self.antic.capture(cycle, value);
        }
    }
}
