//! How far a stretch has come, and how it goes on.

use super::manner::Manner;
use super::stretch::{NONE_FITS, Now, Stretch};
use crate::cpu::how;
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::{cells_in, code};

/// How far a stretch has come.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The slot of the next access.
    pub slot: i32,
    /// Instructions that begin before this slot need no further thought.
    pub limit: i32,
    /// Instructions that begin before this slot would need no further thought, were it not that code may run out of
    /// its memory.
    pub whole: i32,
    /// What was last on the bus.
    pub last: u8,
    /// Where code is, in a quick stretch, and whether somebody looks at the bus: its values are kept then.
    pub how: u8,
    /// How it goes on when this stretch is over.
    pub next: Manner,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    pub target: u64,
}

impl Place {
    /// After an access in `slot` that was not to plain RAM: in which slot it was, and whether the horizon may have moved.
    #[inline(always)]
    pub(super) fn come_elsewhere(&mut self, atari: &mut Atari, slot: i32, was: i32, moved: bool) {
        // In a run other lines have become the current one.
        self.limit -= slot - was;
        self.whole -= slot - was;
        self.slot = was;
        if moved {
            self.end_soon();
            atari.tracked.forget_samples();
        }
    }

    /// The bus is asked before the next instruction.
    #[inline(always)]
    pub(super) fn end_soon(&mut self) {
        (self.limit, self.whole) = (NONE_FITS, NONE_FITS);
    }

    /// The I flag has been cleared.
    // What runs quickly while the request line is, or may go, low runs masked.
    #[inline(always)]
    pub(super) fn unmask<const CAREFUL: bool>(&mut self, atari: &mut Atari) {
        if atari.unmask_run() && !CAREFUL {
            self.end_soon();
        }
    }

    /// Whether somebody looks at the bus.
    #[inline(always)]
    pub(super) fn is_seen(&self) -> bool {
        how::is_seen(self.how)
    }

    /// The memory that code is in, in a quick stretch.
    #[inline(always)]
    pub(super) fn memory(&self) -> u8 {
        how::memory(self.how)
    }

    /// Goes on behind the stretch; false if that takes another bus.
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

    /// Code has left its memory, or may soon do so, in the middle of a stretch, and stands at `pc`: whether the stretch goes on
    /// with the same bus; none if it takes a new stretch.
    #[inline(always)]
    pub(super) fn go_on_elsewhere<const CODE: u8>(&mut self, atari: &Atari, pc: u16) -> Option<bool> {
        let manner = if self.slot < self.whole { atari.quick_manner(pc) } else { None }?;
        Some(self.go_on_to::<CODE>(
            atari,
            pc,
            self.whole,
            if self.is_seen() { manner.seen() } else { manner },
        ))
    }

    /// Goes on in a quick manner up to `limit`; false if that takes another bus.
    #[inline(always)]
    pub(super) fn go_on_to<const CODE: u8>(
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
        if !memory.is_endless(code, pc) && memory.free_cells(code, pc) < self.cells() {
            self.limit = memory.limit_from(code, pc, self.slot, self.limit);
        }
    }

    /// More cells of memory than code comes to in what is left of the stretch.
    #[inline(always)]
    pub(super) fn cells(&self) -> i32 {
        cells_in(self.limit - self.slot)
    }

    /// The stretch is to go on in the same memory, but with another bus.
    #[inline(always)]
    pub(super) fn give_over<const CODE: u8>(&mut self) {
        self.next = if CODE == code::IN_MEMORY { Manner::quick(self.how) } else { Manner::Carefully };
    }

    /// The sequence of an interrupt is over: goes on in its handler, which stands at `pc`.
    #[inline(always)]
    pub(super) fn begin_handler(&mut self, atari: &mut Atari, pc: u16) -> bool {
        let now = Now { slot: self.slot, last: self.last, pc, masked: true, due: false };
        self.go_on_anew::<{ code::IN_MEMORY }, false>(atari, now)
    }

    /// Goes on behind the stretch, within its memory; false if that takes another bus, or somebody is to look at what has been
    /// written before it may well go on so.
    #[inline(always)]
    fn go_on_anew<const CODE: u8, const CAREFUL: bool>(&mut self, atari: &mut Atari, now: Now) -> bool {
        let pc = now.pc;
        if !self.enter_next::<CODE, CAREFUL>(atari, now) {
            return false;
        }
        self.stay_within::<CODE>(atari, pc);
        let looks = !atari.memory.noted.writes.is_empty();
        if looks {
            self.give_over::<CODE>();
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
                // Another one polls before it is too late.
                self.whole = self.slot + 1;
                atari.run.interrupted_from = self.whole;
            } else if self.slot >= atari.run.interrupted_from {
                let slot = atari.roll_to_interrupt(self.slot, self.last);
                self.come_elsewhere(atari, self.slot, slot, false);
                if atari.sampler.interrupt(masked || !atari.run.awaited.is_request()) {
                    self.next = Manner::Interrupted;
                    return false;
                }
            }
            if let Some(same) = self.go_on_elsewhere::<CODE>(atari, pc) {
                return same;
            }
            if let Some((manner, limit)) = atari.rest_of_line(self.slot, self.whole, pc) {
                return self.go_on_to::<CODE>(atari, pc, limit, manner);
            }
        }
        let now = Now { slot: self.slot, last: self.last, pc, masked, due: false };
        self.go_on_anew::<CODE, CAREFUL>(atari, now)
    }
}
