//! Stretches: how far the CPU may run while nothing can tell in which machine cycles its accesses fall [time T4, T5].
//!
//! The *slots* of a line are the cycles that ANTIC leaves to the CPU. An instruction may run over the end of a line:
//! its slots are then beyond those of the line, until a cycle number is needed and [`Atari::roll`] makes the next line
//! the current one.
//!
//! A chip *reads the bus* when it takes a value that others have put there: ANTIC in watched cycles, GTIA in the cycles of
//! players that ANTIC does not fetch [time T6].

use super::line::VISIBLE_CYCLE;
use super::manner::Manner;
use super::pins::{FIRST_NMI, LAST_NMI, LINE_END, LONGEST_OVERRUN};
use super::waits::RELEASE;
use crate::chips::antic::plan::below;
use crate::chips::antic::timing::TAKEN;
use crate::cpu::{Cpu, flags};
use crate::machine::board::atari::{Atari, LINE, NEVER};
use crate::machine::board::bounds::{Bounds, NO_SLOT};
use crate::machine::board::cells;
use crate::machine::board::code_ahead::code;
use crate::machine::board::lengths::{LONGEST, LONGEST_RUN};

/// Used as a limit when no instruction may run: before the first slot.
pub(crate) const NONE_FITS: i32 = -1;

/// The most bytes that follow an opcode.
const OPERAND_BYTES: u16 = 2;

/// A stretch: a series of instructions that need no further checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// The slot of the next access.
    pub slot: i32,
    /// Instructions that begin before this slot belong to it.
    pub limit: i32,
    /// How it runs.
    pub manner: Manner,
}

/// The position of the CPU between two instructions.
pub(crate) struct Now {
    /// The slot of the next access.
    pub slot: i32,
    /// The last value on the bus.
    pub last: u8,
    /// Address of the next instruction.
    pub pc: u16,
    /// The I flag.
    pub masked: bool,
    /// An interrupt is due before the next instruction.
    pub due: bool,
}

/// The value of [`Tracked::samples`](crate::machine::board::tracked::Tracked::samples) for an undisturbed line: if
/// requests are masked, the request line is sampled before an RTI can unmask them; otherwise it needs no sample.
fn samples_of(masked: bool) -> i32 {
    if masked { NONE_FITS } else { NO_SLOT }
}

impl Atari {
    /// The first stretch from the present cycle on, if one begins before machine cycle `target`. An interrupt may be
    /// due.
    #[inline(never)]
    pub(crate) fn enter_stretch(&mut self, cpu: &Cpu, due: bool, target: u64) -> Option<Stretch> {
        if self.oracle {
            return None;
        }
        self.run.rows = 0;
        let planned = self.antic.is_planned();
        let slots = if planned { self.antic.plan().slot_at(LINE) } else { self.slots_before_plan() };
        self.set_line_slots(slots);
        let slot = match self.cycle {
            0 => 0,
            cycle if planned => self.antic.plan().slot_at(cycle),
            _ => self.line_slots,
        };
        self.tracked.done = self.cycle;
        self.tracked.sampled = self.cycle;
        self.tracked.forget_samples();
        self.tracked.set(slot - 1, self.bus_value);
        self.cpu_cycles = self.cpu_cycles.wrapping_sub(slot as u64);
        let masked = cpu.p & flags::I != 0;
        let now = Now { slot, last: self.bus_value, pc: cpu.pc, masked, due };
        let stretch = self.next_stretch(now, target);
        if stretch.manner == Manner::Exactly {
            self.cpu_cycles = self.cpu_cycles.wrapping_add(stretch.slot as u64);
            if stretch.slot != slot {
                self.cycle = self.cycle_behind(stretch.slot);
            }
            self.catch_up_antic();
            return None;
        }
        Some(stretch)
    }

    /// Leaves fast execution where the last stretch ended.
    #[inline(never)]
    pub(crate) fn leave_stretch(&mut self, stretch: Stretch) {
        let slot = self.roll(stretch.slot - 1) + 1;
        let cycle = self.cycle_behind(slot);
        self.capture_tracked(cycle);
        self.bus_value = self.tracked.get(slot - 1);
        self.cpu_cycles = self.cpu_cycles.wrapping_add(slot as u64);
        self.sample(slot);
        self.cycle = cycle;
        self.run.rows = 0;
        self.catch_up_antic();
    }

    /// The stretch that begins with the sequence of a pending interrupt.
    pub(crate) fn interrupted_stretch(&mut self, slot: i32, pc: u16, target: u64) -> Stretch {
        let now = Now { slot, last: self.tracked.get(slot - 1), pc, masked: true, due: true };
        self.next_stretch(now, target)
    }

    /// The stretch that begins with the next instruction, if that begins before cycle `target`; its slot changes if the
    /// line was over. The next line is planned even if the instruction begins in its cycle 0, as the first two cycles
    /// of an instruction never write.
    #[inline(never)]
    pub(crate) fn next_stretch(&mut self, now: Now, target: u64) -> Stretch {
        let Now { slot, last, pc, masked, due } = now;
        self.tracked.set(slot - 1, last);
        self.measure_run(slot, masked, due);
        (self.run.bus_kept_from, self.run.masked, self.run.is_free) = (None, masked, false);
        self.run.forget_interrupt(self.line_slots);
        let mut slot = self.pass_lines(slot, pc, target);
        let quick = if due || self.sampler.nmi_pending() { None } else { self.quick_manner(pc) };
        let at_end = self.kept_lines.known && slot == self.line_slots;
        if at_end && quick.is_some() && self.is_undisturbed(target, masked) {
            slot = self.pass_steady_lines(slot, -1);
            if slot == self.line_slots && self.follow_line(slot) {
                slot = self.count_line(slot);
            }
        }
        let none = |slot| Stretch { slot, limit: NONE_FITS, manner: Manner::Exactly };
        if self.rdy_low != NEVER || slot >= self.line_slots || !self.antic.is_planned() {
            slot = match self.enter_line(slot, pc, due, target) {
                Ok(slot) => slot,
                Err(slot) => return none(slot),
            };
        }
        if self.awaits_phantoms() && slot >= self.slot_behind_phantoms() {
            self.capture_tracked(self.cycle_behind(slot));
        }
        let mut quick = quick.filter(|_| !self.sampler.nmi_pending());
        let mut runs_quietly = quick.is_some() && self.is_undisturbed(target, masked) && self.is_quiet();
        if !runs_quietly {
            let was_quiet = self.quiet == Some(true);
            if slot > self.tracked.samples {
                self.sample(slot);
            }
            if self.is_over(slot, pc, target) {
                return none(slot);
            }
            quick = quick.filter(|_| !self.sampler.nmi_pending());
            // After an NMI whose samples have been taken, the rest of the line may be quiet.
            runs_quietly = !was_quiet
                && self.quiet == Some(true)
                && quick.is_some()
                && self.is_undisturbed(target, masked);
        }
        match quick {
            Some(manner) if runs_quietly => {
                self.tracked.samples = samples_of(masked);
                self.quiet_stretch(slot, manner, masked, target)
            }
            _ => self.disturbed_stretch(slot, quick, masked, target),
        }
    }

    /// Makes the line of `slot` the current one, where that is useful.
    #[inline]
    fn pass_lines(&mut self, mut slot: i32, pc: u16, target: u64) -> i32 {
        if slot <= self.line_slots {
            return slot;
        }
        // The last access may already belong to the next line. It was not a write, or that line would be the current
        // one. Near the target the next line must not be planned yet, as it may be inspected in cycle 1.
        let is_near = target <= self.line_start + (LONGEST_RUN as u64 + 4) * LINE_END;
        let mut was_written = self.kept_lines.written;
        let margin = i32::from(is_near);
        slot = self.pass_steady_lines(slot, margin);
        while slot > self.line_slots
            && (slot > self.line_slots + 1 || target > self.line_start + u64::from(LINE) + 1)
            && self.follow_line(slot)
        {
            slot = self.count_line(slot);
            // The first line was written to, but the next one was not.
            if std::mem::take(&mut was_written) && slot > self.line_slots {
                slot = self.pass_steady_lines(slot, margin);
            }
        }
        if slot <= self.line_slots {
            slot
        } else if is_near || self.rdy_low != NEVER || self.is_elsewhere(pc) {
            self.roll(slot - 1) + 1
        } else {
            self.plan_line_of(slot, pc)
        }
    }

    /// Plans the line of `slot`, in which an instruction at `pc` begins. Returns the slot within that line.
    #[inline]
    fn plan_line_of(&mut self, slot: i32, pc: u16) -> i32 {
        // The value on the bus, in case cycle 0 is watched.
        self.tracked.set(slot, self.memory.bytes[usize::from(pc)]);
        let slot = self.roll(slot);
        if !self.antic.is_planned() {
            self.plan_tracked_line();
        }
        slot
    }

    /// Whether an instruction at `pc` that would begin in `slot` can only run the exact way, or does not begin before
    /// `target`.
    #[inline]
    fn is_over(&self, slot: i32, pc: u16, target: u64) -> bool {
        // The target is rarely in this line, so the exact comparison is skipped.
        let over = self.line_start + u64::from(LINE) >= target
            && self.line_start + u64::from(self.cycle_behind(slot)) >= target;
        over || self.is_elsewhere(pc)
    }

    /// Plans the line of `slot` and passes a wait for WSYNC. `Ok` holds the slot in which the instruction at `pc`
    /// begins then, `Err` its slot if it has to run the exact way. If `due`, an interrupt's sequence takes its place.
    fn enter_line(&mut self, mut slot: i32, pc: u16, due: bool, target: u64) -> Result<i32, i32> {
        if slot > self.tracked.samples {
            self.sample(slot);
        }
        if self.is_over(slot, pc, target) {
            return Err(slot);
        }
        if slot >= self.line_slots || !self.antic.is_planned() {
            slot = self.plan_line_of(slot, pc);
        }
        if self.rdy_low != NEVER {
            let mut reads = self.held_reads(slot, pc, due);
            if self.rdy_release > self.line_start + u64::from(self.cycle_of(slot).max(RELEASE)) {
                slot = self.wait_into_next_line(slot, pc, target, reads).ok_or(slot)?;
                reads = [reads[1]; 2];
            }
            slot = self.skip_wait(slot, pc, target, reads).ok_or(slot)?;
            // NMI may have gone high during the wait; only then does the next line's NMI make an edge.
            if slot > self.tracked.samples {
                self.sample(slot);
            }
        }
        Ok(slot)
    }

    /// The stretch that begins in `slot` of a line in which nothing happens, except that a chip may read the bus in its
    /// last cycles.
    #[inline]
    fn quiet_stretch(&mut self, slot: i32, manner: Manner, masked: bool, target: u64) -> Stretch {
        let known = self.kept_lines.known;
        if !known {
            self.begin_rows(target, masked);
        }
        let Some(unwatched) = self.antic.plan().unwatched_slots else {
            let limit = if known {
                self.begin_run(target, masked)
            } else {
                self.run.slots.min(self.run.interrupted_from)
            };
            self.run.is_free = true;
            return Stretch { slot, limit: limit.max(slot + 1), manner };
        };
        let limit = unwatched - LONGEST + 1;
        // Otherwise it would be mistaken for no limit.
        self.run.bus_kept_from = Some(limit).filter(|&limit| limit > NONE_FITS);
        self.run.line_end = self.line_slots;
        if slot >= limit {
            return Stretch { slot, limit: self.line_slots, manner: manner.keeping_bus() };
        }
        Stretch { slot, limit, manner }
    }

    /// Whether code at `pc` can only run the exact way.
    #[inline]
    fn is_elsewhere(&self, pc: u16) -> bool {
        self.memory.kind(pc) & (cells::IO | cells::ABSENT) != 0
    }

    /// Sets the number of slots of the current line. Ends a run at this line unless it is one of rows.
    #[inline]
    pub(super) fn set_line_slots(&mut self, slots: i32) {
        self.line_slots = slots;
        if self.run.rows == 0 {
            self.run.slots = slots;
        }
    }

    /// The stretch that begins in `slot` of a planned line in which something may happen. Until something does, it may
    /// run in the `quick` manner.
    fn disturbed_stretch(&mut self, slot: i32, quick: Option<Manner>, masked: bool, target: u64) -> Stretch {
        let begin = match target - self.line_start {
            target @ ..=LINE_END => self.line_slots.min(self.antic.plan().slot_at(target as u32 - 1) + 1),
            _ => self.line_slots,
        };
        let bounds = self.bounds();
        let nmi = bounds.next_nmi(slot);
        let irq = self.next_irq(slot);
        self.tracked.samples = nmi.min(irq);
        // A masked request line makes no difference.
        let requested = if masked { NO_SLOT } else { irq };
        let seen = self.next_watched(slot).min(bounds.shown_next);
        let else_happens = seen.min(nmi);
        let first = else_happens.min(requested);
        if let Some(manner) = quick.filter(|_| masked || !self.irq_low) {
            // Nothing happens in the rest of this line.
            let nothing_happens = nmi == bounds.nmi_next && seen == NO_SLOT;
            // The last instruction before an interrupt of the next line may end after that interrupt.
            let goes_on = target > self.line_start + 2 * LINE_END + LONGEST_OVERRUN;
            self.run.is_free = nothing_happens && goes_on;
            if self.run.is_free && self.goes_on_to_nmi_next(nmi, requested) {
                return Stretch { slot, limit: self.line_slots, manner };
            }
            if goes_on && nmi == NO_SLOT && requested == NO_SLOT && self.shows_players_alone() {
                return Stretch { slot, limit: self.line_slots, manner: manner.keeping_bus() };
            }
            if goes_on && let Some(limit) = self.stretch_to_request(slot, requested, else_happens) {
                return Stretch { slot, limit, manner };
            }
            if goes_on && let Some(stretch) = self.seen_to_request(slot, requested, manner) {
                return stretch;
            }
            if slot + LONGEST <= first {
                return Stretch { slot, limit: (first - LONGEST + 1).min(begin), manner };
            }
            if !self.awaits_phantoms()
                && self.awaits_nmi(slot, &bounds, target)
                && let Some(from) = self.interrupted_from(&bounds)
                && from + 2 * LONGEST <= requested
            {
                self.run.interrupted_from = from;
                return Stretch { slot, limit: from, manner };
            }
        }
        // Execution may become quick again after a request comes or goes, and after the players' cycles. An NMI
        // interrupts, so it is no limit.
        let phantoms = if self.awaits_phantoms() { self.slot_behind_phantoms() } else { NO_SLOT };
        let limit = begin.min(irq.saturating_add(1)).min(phantoms).max(slot + 1);
        Stretch { slot, limit, manner: Manner::Carefully }
    }

    /// The stretch for watching single accesses, in which any access may end it: up to an interrupt it runs one
    /// instruction at a time.
    pub(crate) fn before_interrupt(&self, stretch: Stretch) -> Stretch {
        match self.run.awaits_interrupt() {
            false => stretch,
            true => Stretch { limit: stretch.slot + 1, manner: Manner::Carefully, ..stretch },
        }
    }

    /// Whether players may still take bus values in their cycles of this planned line.
    #[inline]
    pub(super) fn awaits_phantoms(&self) -> bool {
        self.phantom_from != 0
    }

    /// Whether players may take bus values in this line or in the first cycles of the next, and nothing else does.
    fn shows_players_alone(&self) -> bool {
        let plan = self.antic.plan();
        self.takes_phantoms() && plan.unwatched_slots.is_none() && !plan.watches_next
    }

    /// The first slot of the visible area. From there on it makes no difference when players got their data.
    fn slot_behind_phantoms(&self) -> i32 {
        self.antic.plan().slot_at(VISIBLE_CYCLE) + 1
    }

    /// The quick manner for an instruction at `pc`, if it can run quickly.
    #[inline]
    pub(super) fn quick_manner(&self, pc: u16) -> Option<Manner> {
        if self.memory.holds_code::<{ code::IN_RAM }>(pc, OPERAND_BYTES) {
            Some(Manner::InRam)
        } else {
            self.memory.holds_code::<{ code::IN_ROM }>(pc, OPERAND_BYTES).then_some(Manner::InRom)
        }
    }

    /// Whether ANTIC does nothing that the CPU could notice until the first cycles of the next line are over, unless
    /// the line is disturbed. The current line has been planned.
    #[inline]
    pub(crate) fn is_quiet(&mut self) -> bool {
        match self.quiet {
            Some(quiet) => quiet,
            None => self.find_quiet(),
        }
    }

    fn find_quiet(&mut self) -> bool {
        let quiet = !(self.antic.may_interrupt() && self.antic.nmi_possible()) && self.is_quiet_but_for_nmi();
        *self.quiet.insert(quiet)
    }

    /// Whether a line without an NMI, or without a further one, is quiet: see [`Atari::is_quiet`].
    #[inline(always)]
    pub(super) fn is_quiet_but_for_nmi(&mut self) -> bool {
        let interrupts_next = self.antic.may_interrupt() && self.nmi_possible_next();
        let shows_next = !self.ends_seen() && self.next_is_crowded();
        !interrupts_next && self.phantom_from == 0 && !self.phantoms_next() && !shows_next
    }

    /// Whether a chip reads the bus at the end of the current line, so that a stretch there has to keep its values.
    #[inline]
    fn ends_seen(&self) -> bool {
        self.antic.plan().unwatched_slots.is_some()
    }

    /// The slots of the current planned line, if no chip reads the bus in it or in the first cycles of the next.
    pub(super) fn slots_unseen(&self) -> Option<i32> {
        let plan = self.antic.plan();
        (plan.watched == 0 && !plan.watches_next).then(|| plan.slot_at(LINE))
    }

    /// Whether the line ends before `target`, and nothing outside ANTIC affects the CPU until some time after its end.
    #[inline]
    fn is_undisturbed(&self, target: u64, masked: bool) -> bool {
        let end = self.line_start + LINE_END;
        self.rdy_low == NEVER
            && target > end
            && (masked || (self.irq_until > end + LONGEST_OVERRUN && !(self.irq_low || self.sampler.irq())))
            && !self.antic.plan().watches_next
    }

    /// The first slot from `slot` on in which a chip reads the bus in this line.
    #[inline]
    fn next_watched(&self, slot: i32) -> i32 {
        if self.awaits_phantoms() {
            return slot;
        }
        let plan = self.antic.plan();
        match plan.unwatched_slots {
            None => return NO_SLOT,
            Some(first) if slot <= first => return first,
            Some(_) => {}
        }
        match (plan.watched & !below(self.cycle_behind(slot))).trailing_zeros() {
            watched @ 0..LINE => plan.slot_at(watched),
            _ => NO_SLOT,
        }
    }

    /// What may happen in the current planned line, as things stand.
    #[inline]
    pub(super) fn bounds(&mut self) -> Bounds {
        match self.bounds {
            Some(bounds) => bounds,
            None => self.find_bounds(),
        }
    }

    fn find_bounds(&mut self) -> Bounds {
        let is_quiet = self.is_quiet();
        if is_quiet && !self.ends_seen() && !self.antic.plan().watches_next {
            return *self.bounds.insert(Bounds::NOTHING);
        }
        // If a chip reads the bus at the end of a quiet line, it is not determined whether one does so in the next
        // line, too.
        let keeps_bus = if is_quiet { self.ends_seen() } else { self.next_is_crowded() };
        let plan = self.antic.plan();
        let slots = plan.slot_at(LINE);
        let at_end = |happens| if happens { slots } else { NO_SLOT };
        let nmi = if !is_quiet && self.antic.nmi_possible() {
            // The sample of the last NMI cycle counts even if that cycle has no slot.
            (plan.slot_at(FIRST_NMI), plan.slot_at(LAST_NMI + 1) + 1)
        } else {
            (NO_SLOT, NONE_FITS)
        };
        let shown_next = at_end(plan.watches_next || keeps_bus || (!is_quiet && self.phantoms_next()));
        let nmi_next = !is_quiet && self.nmi_possible_next();
        let nmi_next = if nmi_next { slots + self.free_before_nmi_next() } else { NO_SLOT };
        *self.bounds.insert(Bounds { nmi, nmi_next, shown_next })
    }

    /// Takes the interrupt samples of the slots before `slot`; `last` was on the bus before it. Returns the slot, which
    /// is renumbered if the line is over.
    #[inline(never)]
    pub(crate) fn take_samples(&mut self, slot: i32, last: u8) -> i32 {
        self.tracked.set(slot - 1, last);
        let slot = self.roll(slot - 1) + 1;
        self.sample(slot);
        if !self.antic.is_planned() {
            self.tracked.samples = slot;
            return slot;
        }
        self.tracked.samples = self.bounds().next_nmi(slot).min(self.next_irq(slot));
        slot
    }

    /// Makes the line of `slot` the current one, and returns the slot within it. The next line is planned only if the
    /// slot comes after its cycle 0.
    #[inline(always)]
    pub(super) fn roll(&mut self, slot: i32) -> i32 {
        if slot < self.line_slots { slot } else { self.roll_over(slot, false) }
    }

    /// [`Atari::roll`] for a slot beyond the current line. A run ends before the machine is stopped, so after one an
    /// access that `reads` in cycle 0 of a line may plan it: it has written nothing there.
    #[inline(never)]
    pub(super) fn roll_over(&mut self, mut slot: i32, reads: bool) -> i32 {
        if slot > self.line_slots {
            slot = self.pass_steady_lines(slot, 0);
        }
        while slot >= self.line_slots {
            if !self.antic.is_planned() {
                self.plan_tracked_line();
                continue;
            }
            let is_in = slot > self.line_slots || (reads && slot < self.run.slots);
            if is_in && self.follow_line(slot) {
                slot = self.count_line(slot);
                continue;
            }
            self.catch_up_antic();
            if self.run.rows > 0 && slot > self.line_slots && self.pass_rows(&mut slot) {
                continue;
            }
            self.capture_tracked(LINE);
            self.end_line();
            slot = self.count_line(slot);
            let slots = self.slots_before_plan();
            self.set_line_slots(slots);
        }
        slot
    }

    /// The line before is over: subtracts its slots.
    #[inline]
    pub(super) fn count_line(&mut self, slot: i32) -> i32 {
        let slots = self.line_slots;
        if self.run.rows > 0 {
            return self.count_rows(slot, 1);
        }
        self.tracked.end_lines(slots);
        self.cpu_cycles = self.cpu_cycles.wrapping_add(slots as u64);
        // The run continues.
        self.line_slots = self.antic.plan().slot_at(LINE);
        self.run.pass(slots, self.line_slots);
        slot - slots
    }

    /// Starts the line. If its cycle 0 is watched, the bus value is known.
    pub(super) fn plan_tracked_line(&mut self) {
        if self.antic.watches_first() {
            self.antic.capture(0, self.tracked.get(0));
        }
        self.plan_line();
        self.set_line_slots(self.antic.plan().slot_at(LINE));
    }

    /// The slots of a line that has not been planned: cycle 0, unless ANTIC takes it.
    fn slots_before_plan(&self) -> i32 {
        i32::from(self.antic.head_use(0) & TAKEN == 0)
    }

    /// The machine cycle of a slot of the current line.
    pub(super) fn cycle_of(&self, slot: i32) -> u32 {
        if self.antic.is_planned() { self.antic.plan().cycle_at(slot) } else { 0 }
    }

    /// The machine cycle after the slot before `slot`.
    pub(super) fn cycle_behind(&self, slot: i32) -> u32 {
        if slot == 0 { 0 } else { self.cycle_of(slot - 1) + 1 }
    }
}
