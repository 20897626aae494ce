//! The bus values that ANTIC and GTIA take although others have put them there: in the watched cycles of a line
//! [time T6], and in the cycles of players.

use super::line::VISIBLE_CYCLE;
use crate::chips::antic::plan::below;
use crate::machine::board::atari::{Atari, LINE};
use crate::machine::board::phantoms::{PHANTOMS_BY_MISSILES, PLAYERS};

impl Atari {
    /// Gives ANTIC the values of the watched cycles before `end`, and players those of their cycles.
    #[inline(always)]
    pub(super) fn capture_tracked(&mut self, end: u32) {
        if !self.antic.is_planned() || self.antic.plan().watched != 0 || self.awaits_phantoms() {
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
        if self.awaits_phantoms() {
            self.load_phantoms(end);
        }
        // Usually all of them, at the end of the line.
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
                // Delayed refresh: what ANTIC fetched before is on the bus.
                self.catch_up_antic();
                self.bus_value = self.tracked.get(slot - 1);
                self.floating(cycle)
            };
            self.antic.capture(cycle, value);
        }
    }

    /// Gives players the bus values from before `end` in their cycles of the line. ANTIC has not been brought beyond
    /// `end`.
    #[cold]
    fn load_phantoms(&mut self, end: u32) {
        let (from, done) = (self.phantom_from, self.tracked.done);
        if done <= from && end >= VISIBLE_CYCLE && self.load_phantoms_at_once() {
            return;
        }
        for cycle in from.max(done)..end.min(from + PLAYERS) {
            let plan = self.antic.plan();
            let value = if plan.taken >> cycle & 1 == 0 {
                self.tracked.get(plan.slot_at(cycle))
            } else {
                self.advance_antic_events(cycle + 1);
                self.antic.last_byte()
            };
            self.phantom_load(cycle, value);
        }
    }

    /// Loads all four players at once if their cycles are those in which ANTIC would fetch their data and the CPU had
    /// all of them. Suffices if nothing looks before the visible area begins.
    /// [measured: 1.8 of 35 host instructions a machine cycle where missiles alone are fetched]
    fn load_phantoms_at_once(&mut self) -> bool {
        let plan = self.antic.plan();
        let cycles = [0, 1, 2, 3].map(|player| PHANTOMS_BY_MISSILES + player);
        let are_free = cycles.iter().all(|cycle| plan.taken >> cycle & 1 == 0);
        if self.phantom_from != PHANTOMS_BY_MISSILES || !are_free || self.gtia.has_begun() {
            return false;
        }
        let values = cycles.map(|cycle| self.tracked.get(plan.slot_at(cycle)));
        self.gtia.load_players(self.antic.line(), values);
        self.end_phantoms();
        true
    }
}
