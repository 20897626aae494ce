//! The progress of a stretch, and how it continues.

use super::manner::Manner;
use super::stretch::{NONE_FITS, Now, Stretch};
use crate::cpu::how;
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::{cells_in, code};

/// The progress of a stretch.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The slot of the next access.
    pub slot: i32,
    /// Instructions that begin before this slot need no further checks.
    pub limit: i32,
    /// The limit if it were not for code: instructions that begin before this slot need no checks except that they may
    /// run out of their memory.
    pub whole: i32,
    /// What was last on the bus.
    pub last: u8,
    /// For a quick stretch: the memory that holds the code, and whether a chip reads the bus, in which case its values
    /// are kept.
    pub how: u8,
    /// The manner in which execution continues after this stretch.
    pub next: Manner,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    pub target: u64,
}

impl Place {
    /// Continues after an access in `slot` that was not to plain RAM. `was` is its slot, renumbered if the line is
    /// over; `moved` tells whether the horizon may have moved.
    #[inline(always)]
    pub(super) fn continue_after_access(&mut self, atari: &mut Atari, slot: i32, was: i32, moved: bool) {
        // During a run other lines have become the current one, which renumbers the slots.
        self.limit -= slot - was;
        self.whole -= slot - was;
        self.slot = was;
        if moved {
            self.end_soon();
            atari.tracked.forget_samples();
        }
    }

    /// Ends the stretch with this instruction: the bus is consulted before the next one.
    #[inline(always)]
    pub(super) fn end_soon(&mut self) {
        (self.limit, self.whole) = (NONE_FITS, NONE_FITS);
    }

    /// The I flag has been cleared.
    // While the request line is low, or may go low, quick stretches run masked.
    #[inline(always)]
    pub(super) fn unmask<const CAREFUL: bool>(&mut self, atari: &mut Atari) {
        if atari.unmask_run() && !CAREFUL {
            self.end_soon();
        }
    }

    /// Whether a chip reads the bus in this stretch.
    #[inline(always)]
    pub(super) fn keeps_bus(&self) -> bool {
        how::keeps_bus(self.how)
    }

    /// The memory that holds the code, in a quick stretch.
    #[inline(always)]
    pub(super) fn memory(&self) -> u8 {
        how::memory(self.how)
    }

    /// Continues with the following stretch; false if that needs another bus.
    #[inline(always)]
    pub(super) fn enter_next<const CODE: u8, const CAREFUL: bool>(
        &mut self,
        atari: &mut Atari,
        now: Now,
    ) -> bool {
        let pc = now.pc;
        let stretch = atari.next_stretch(now, self.target);
        Stretch { slot: self.slot, limit: self.limit, manner: self.next } = stretch;
        (self.whole, self.how) = (self.limit, stretch.manner.how());
        let same = match CODE {
            code::IN_MEMORY => stretch.manner.is_quick(),
            code::UNSTOPPED if atari.memory.stops_near(pc) => false,
            _ => CAREFUL && stretch.manner == Manner::Carefully,
        };
        if same {
            self.next = Manner::Exactly;
        }
        same
    }

    /// Code at `pc` has left its memory, or may soon do so, in the middle of a stretch. Returns whether the stretch
    /// continues with the same bus, or nothing if a new stretch is needed.
    #[inline(always)]
    pub(super) fn continue_in_other_memory<const CODE: u8>(
        &mut self,
        atari: &Atari,
        pc: u16,
    ) -> Option<bool> {
        let manner = if self.slot < self.whole { atari.quick_manner(pc) } else { None }?;
        Some(self.continue_until::<CODE>(
            atari,
            pc,
            self.whole,
            if self.keeps_bus() { manner.keeping_bus() } else { manner },
        ))
    }

    /// Continues in a quick manner up to `limit`; false if that needs another bus.
    #[inline(always)]
    pub(super) fn continue_until<const CODE: u8>(
        &mut self,
        atari: &Atari,
        pc: u16,
        limit: i32,
        manner: Manner,
    ) -> bool {
        (self.limit, self.whole, self.how) = (limit, limit, manner.how());
        let same = CODE == code::IN_MEMORY;
        if same {
            self.stay_within::<CODE>(atari, pc);
        } else {
            self.next = manner;
        }
        same
    }

    /// A stretch begins at `pc`.
    #[inline(always)]
    pub(super) fn stay_within<const CODE: u8>(&mut self, atari: &Atari, pc: u16) {
        if CODE != code::IN_MEMORY {
            return;
        }
        let (memory, code) = (&atari.memory, self.memory());
        if !memory.is_ample(code, pc) && memory.free_cells(code, pc) < self.cells() {
            self.limit = memory.limit_from(code, pc, self.slot, self.limit);
        }
    }

    /// An upper bound on the memory cells that code can reach in the rest of the stretch.
    #[inline(always)]
    pub(super) fn cells(&self) -> i32 {
        cells_in(self.limit - self.slot)
    }

    /// Lets the stretch continue in the same memory, but with another bus.
    #[inline(always)]
    pub(super) fn hand_over<const CODE: u8>(&mut self) {
        self.next = if CODE == code::IN_MEMORY { Manner::quick(self.how) } else { Manner::Carefully };
    }

    /// The sequence of an interrupt is over: continues in the handler at `pc`.
    #[inline(always)]
    pub(super) fn begin_handler(&mut self, atari: &mut Atari, pc: u16) -> bool {
        let now = Now { slot: self.slot, last: self.last, pc, masked: true, due: false };
        self.continue_in_next_stretch::<{ code::IN_MEMORY }, false>(atari, now)
    }

    /// Continues with the following stretch in the same memory. False if that needs another bus, or if noted writes
    /// have to be examined first.
    #[inline(always)]
    fn continue_in_next_stretch<const CODE: u8, const CAREFUL: bool>(
        &mut self,
        atari: &mut Atari,
        now: Now,
    ) -> bool {
        let pc = now.pc;
        if !self.enter_next::<CODE, CAREFUL>(atari, now) {
            return false;
        }
        self.stay_within::<CODE>(atari, pc);
        let looks = !atari.memory.noted.writes.is_empty();
        if looks {
            self.hand_over::<CODE>();
        }
        !looks
    }

    /// See [`Bus::go_on`].
    #[inline(always)]
    pub(super) fn go_on<const CODE: u8, const CAREFUL: bool>(
        &mut self,
        atari: &mut Atari,
        pc: u16,
        masked: bool,
    ) -> bool {
        if !CAREFUL {
            if self.slot == atari.run.interrupted_from
                && !atari.run.awaited.is_next()
                && std::mem::take(&mut atari.run.polled_early)
            {
                // One more instruction runs, which polls in time.
                self.whole = self.slot + 1;
                atari.run.interrupted_from = self.whole;
            } else if self.slot >= atari.run.interrupted_from {
                let slot = atari.roll_to_interrupt(self.slot, self.last);
                self.continue_after_access(atari, self.slot, slot, false);
                if atari.sampler.interrupt(masked || !atari.run.awaited.is_request()) {
                    self.next = Manner::Interrupted;
                    return false;
                }
            }
            if let Some(same) = self.continue_in_other_memory::<CODE>(atari, pc) {
                return same;
            }
            if let Some((manner, limit)) = atari.rest_of_line(self.slot, self.whole, pc) {
                return self.continue_until::<CODE>(atari, pc, limit, manner);
            }
        }
        let now = Now { slot: self.slot, last: self.last, pc, masked, due: false };
        self.continue_in_next_stretch::<CODE, CAREFUL>(atari, now)
    }
}
