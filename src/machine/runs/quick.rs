//! The fast way to run instructions that execute in one piece.

use super::accesses::Horizon;
use super::fast::Fast;
use super::manner::Manner;
use super::place::Place;
use super::stretch::Stretch;
use crate::cpu::{Plain, how};
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::code;
use crate::machine::board::lengths::LONGEST;

/// [`Fast`] without the hardware, which is passed separately; for instructions in one piece.
pub(crate) struct Quick(Place);

impl Quick {
    /// As [`Fast::begin`].
    #[inline(always)]
    pub(crate) fn begin(atari: &mut Atari, stretch: Stretch, pc: u16, target: u64) -> Self {
        Quick(Fast::<{ code::IN_MEMORY }, false>::begin(atari, stretch, pc, target).at)
    }

    /// As [`Fast::end`].
    #[inline(always)]
    pub(crate) fn end(self, atari: &mut Atari) -> Stretch {
        self.with(atari).end()
    }

    /// Combines it with the hardware.
    #[inline(always)]
    pub(crate) fn with<'a>(&self, atari: &'a mut Atari) -> Fast<'a, { code::IN_MEMORY }, false> {
        Fast { atari, at: self.0 }
    }

    /// [`Plain::write_at`]. A caller that stops between instructions passes no wait for WSYNC, because it has to stop
    /// before the wait.
    #[inline(always)]
    pub(super) fn write<const PASSES_WAIT: bool>(
        &mut self,
        atari: &mut Atari,
        slot: i32,
        before: u8,
        address: u16,
        value: u8,
    ) -> bool {
        let (was, horizon) = atari.write_elsewhere(address, value, slot, before);
        let next = was + 1;
        let waits = PASSES_WAIT && horizon == Horizon::Waits;
        let release = if waits { atari.pass_wait(next) } else { None };
        self.0.continue_after_access(atari, slot, was, horizon != Horizon::Stays && release.is_none());
        // Continues after the wait.
        self.0.slot += release.map_or(0, |release| release - next);
        horizon != Horizon::Stays
    }

    /// Bus and hardware together for one instruction that is watched or does not run in one piece. Compiled once, for
    /// code anywhere.
    #[inline(always)]
    pub(super) fn anywhere<'a>(&self, atari: &'a mut Atari) -> Fast<'a, { code::ANYWHERE }, false> {
        Fast { atari, at: self.0 }
    }

    /// Takes over the place that a bus made from this one has reached.
    #[inline(always)]
    pub(super) fn follow<const ANY: u8>(&mut self, fast: &Fast<'_, ANY, false>) {
        self.0 = fast.at;
    }
}

impl Plain for Quick {
    type Board = Atari;
    const ASKS_ALWAYS: bool = false;

    #[inline(always)]
    fn is_plain(&self, atari: &Atari, address: u16) -> bool {
        atari.memory.is_plain(address)
    }

    #[inline(always)]
    fn is_in_time(&self, atari: &Atari, slot: i32) -> bool {
        self.0.limit + slot < atari.run.slots
    }

    #[inline(always)]
    fn jump<const HOW: u8>(&mut self, atari: &mut Atari, pc: u16) {
        let (memory, code) = (&atari.memory, how::memory(HOW));
        if !memory.is_ample(code, pc) && memory.free_cells(code, pc) < self.0.cells() {
            self.0.limit = memory.limit_of_code(code, pc, self.0.slot, self.0.limit);
        }
    }

    #[inline(always)]
    fn left(&self) -> i32 {
        self.0.slot - self.0.limit
    }

    #[inline(always)]
    fn come_to(&mut self, left: i32, last: u8) {
        self.0.slot = self.0.limit + left;
        self.0.last = last;
    }

    #[inline(always)]
    fn unmasked(&mut self, atari: &mut Atari) {
        self.0.unmask::<false>(atari);
    }

    #[inline(always)]
    fn begin(&mut self, atari: &mut Atari, pc: u16) {
        atari.memory.noted.by = pc;
    }

    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.left() < 0
    }

    #[inline(always)]
    fn go_on(&mut self, atari: &mut Atari, pc: u16, masked: bool) -> bool {
        self.0.go_on::<{ code::IN_MEMORY }, false>(atari, pc, masked)
    }

    // Noted writes may have to be examined first, or the sequence itself.
    #[inline(always)]
    fn is_interrupted(&mut self, atari: &mut Atari) -> bool {
        let noted = &atari.memory.noted;
        self.0.next == Manner::Interrupted && noted.writes.is_empty() && !noted.sequences
    }

    #[inline(always)]
    fn serves(&mut self, atari: &mut Atari) -> bool {
        self.0.next = Manner::Exactly;
        atari.serves_unseen(self.0.slot)
    }

    #[inline(always)]
    fn begin_handler(&mut self, atari: &mut Atari, pc: u16) -> bool {
        self.0.begin_handler(atari, pc)
    }

    #[inline(always)]
    fn awaits_interrupt(&self, atari: &Atari) -> bool {
        self.0.slot + LONGEST > atari.run.interrupted_from
    }

    #[inline(always)]
    fn may_run(&mut self, atari: &mut Atari, pc: u16) -> bool {
        let near = atari.memory.stops_near(pc);
        if near {
            self.0.hand_over::<{ code::IN_MEMORY }>();
        }
        !near
    }

    #[inline(always)]
    fn slot(&self, left: i32) -> i32 {
        self.0.limit + left
    }

    #[inline(always)]
    fn how(&self) -> u8 {
        self.0.how
    }

    #[inline(always)]
    fn go_carefully(&mut self, atari: &mut Atari) {
        if atari.run.awaits_interrupt() {
            // Samples were not considered for this instruction.
            atari.tracked.forget_samples();
        }
        // Older bus values of this stretch are unknown. A chip that reads them reads the one from before the stretch,
        // which is kept.
        self.0.how |= how::KEEPS_BUS;
        (self.0.limit, self.0.next) = (self.0.slot + 1, Manner::Carefully);
    }

    #[inline(always)]
    fn wait_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16, value: u8) -> bool {
        let mut here = slot;
        if slot >= atari.line_slots {
            if atari.run.rows > 0
                && let Some(release) = atari.write_wait_behind(address, slot)
            {
                self.0.slot = release - 1;
                return true;
            }
            let (rolled, moved) = atari.roll_to(slot, before, false);
            self.0.continue_after_access(atari, slot, rolled, moved);
            here = rolled;
            if moved {
                // Nothing is known of the line.
                (atari.run.is_free, atari.run.bus_kept_from) = (false, None);
            }
        }
        match atari.write_wait(address, here) {
            Some(release) => self.0.slot = release - 1,
            None => match atari.write_wait_to_request(address, here, self.0.target) {
                Some(release) => (self.0.slot, self.0.whole) = (release - 1, release + 1),
                None => _ = self.write::<true>(atari, here, before, address, value),
            },
        }
        true
    }

    #[inline(always)]
    fn read_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16) -> (u8, bool) {
        let (value, was, moved) = atari.read_above_ram(address, slot, before);
        self.0.continue_after_access(atari, slot, was, moved);
        (value, moved)
    }

    #[inline(always)]
    fn write_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16, value: u8) -> bool {
        self.write::<true>(atari, slot, before, address, value)
    }

    type Accesses<'b>
        = Fast<'b, { code::ANYWHERE }, false>
    where
        Self: 'b;

    #[inline(always)]
    fn by_accesses<'b, T>(
        &'b mut self,
        atari: &'b mut Atari,
        run: impl FnOnce(&mut Self::Accesses<'b>) -> T,
    ) -> T {
        let mut fast = self.anywhere(atari);
        let result = run(&mut fast);
        self.follow(&fast);
        result
    }
}
