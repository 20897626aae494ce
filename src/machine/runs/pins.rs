//! The CPU's interrupt pins in stretches: when their level may change, and the samples that the CPU takes.

use crate::machine::board::atari::{Atari, LINE};
use crate::machine::board::bounds::{Bounds, NO_SLOT};
use crate::machine::board::lengths::LONGEST;
use crate::machine::board::run::Awaited;

/// An instruction that begins in a line takes no more cycles than this after its end: in any case the playfield leaves
/// the last eight cycles of the next line to the CPU, and refresh takes one of them at most.
pub(super) const LONGEST_OVERRUN: u64 = LINE as u64;
/// The cycles of a line.
pub(super) const LINE_END: u64 = LINE as u64;
/// The first cycle in which the NMI pin may be low.
pub(super) const FIRST_NMI: u32 = 8;
pub(super) const LAST_NMI: u32 = 9;

impl Atari {
    /// The CPU samples the interrupt pins at the end of each slot. Takes the samples of the slots before `slot` in the
    /// current line. For requests only the last sample counts, for NMI the edge.
    pub(super) fn sample(&mut self, slot: i32) {
        // Usually nothing has come, and nothing can have; no NMI comes before a line is planned.
        let may_interrupt = self.quiet != Some(true) && self.antic.is_planned();
        if !may_interrupt && self.sampler.is_at_rest() && !self.requests_soon() {
            return;
        }
        let cycle = if slot > 0 { self.cycle_of(slot - 1) } else { 0 };
        if slot == 0 || cycle < self.tracked.sampled {
            return;
        }
        let from = std::mem::replace(&mut self.tracked.sampled, cycle + 1);
        let irq = self.irq(self.line_start + u64::from(cycle));
        if !may_interrupt {
            return self.sampler.clock(irq, false);
        }
        // What has been sampled may include the end of the NMI: then the next sample is the first one after it.
        let passes_nmi = from <= LAST_NMI + 1 && cycle >= FIRST_NMI;
        let nmi = passes_nmi && self.bounds().holds_nmi();
        if nmi && from <= LAST_NMI {
            self.sample_nmi(from.max(FIRST_NMI), cycle.min(LAST_NMI), irq);
        }
        if !nmi || cycle > LAST_NMI {
            self.sampler.clock(irq, false);
        }
        if nmi && cycle > LAST_NMI {
            // The rest of the line may be quiet.
            match self.kept_lines.current() {
                Some(line) => self.quiet = Some(line.quiet_behind_nmi),
                None => (self.quiet, self.bounds) = (Some(self.is_quiet_but_for_nmi()), None),
            }
        }
    }

    /// Takes the samples of the cycles `from..=last`, in which NMI may be low. Brings ANTIC there unless its behaviour
    /// is known.
    fn sample_nmi(&mut self, from: u32, last: u32, irq: bool) {
        let known = self.kept_lines.current().map(|line| line.interrupt.comes);
        if known.is_none() {
            self.capture_tracked(last);
            self.advance_antic_events(last);
        }
        for cycle in from..=last {
            if self.antic.plan().taken >> cycle & 1 == 0 {
                self.sampler.clock(irq, known.unwrap_or_else(|| self.antic.nmi_pin(cycle)));
            }
        }
    }

    /// The first slot in which the sequence of an NMI may replace an instruction, in the current planned line. None
    /// unless the pin goes low as scheduled and nothing else happens before the sequence is over.
    ///
    /// An instruction polls before its last cycle, so the first one that ends two slots after the sample is the last.
    /// Running quickly up to there saves two changes of manner.
    /// [measured: 1.6 of 26 host instructions a machine cycle in `chain`]
    #[inline]
    pub(super) fn interrupted_from(&self, bounds: &Bounds) -> Option<i32> {
        let ((first, end), plan) = (bounds.nmi, self.antic.plan());
        let else_happens = plan.unwatched_slots.unwrap_or(NO_SLOT).min(bounds.shown_next);
        // An instruction may begin just before that, and the sequence takes as long again.
        let alone = || first + 2 + 2 * LONGEST <= else_happens.min(plan.slot_at(LINE));
        (bounds.holds_nmi() && first + 1 < end && alone()).then(|| first + 2)
    }

    /// Whether a stretch that begins in `slot` of the current line may run quickly up to an NMI in it: the pin goes low
    /// there or later, as scheduled, and single accesses are not watched.
    #[inline]
    pub(super) fn awaits_nmi(&self, slot: i32, bounds: &Bounds, target: u64) -> bool {
        let by_itself = self.kept_lines.ahead.is_some() || self.antic.has_decided_nothing();
        slot <= bounds.nmi.0
            && by_itself
            && target > self.line_start + LINE_END
            && !self.memory.noted.accesses
    }

    /// Lets a stretch in which nothing else happens go on to the end of the current line, even though its last
    /// instruction may end after an NMI that may come in the next line from slot `nmi` on, counted from the start of
    /// this one. False unless there may be such an NMI and no request is near it.
    /// [measured: 4.2 of 38 host instructions a machine cycle with an interrupt on each line]
    #[inline]
    pub(super) fn goes_on_to_nmi_next(&mut self, nmi: i32, requested: i32) -> bool {
        let from = nmi.saturating_add(2);
        let alone = nmi != NO_SLOT && from + 2 * LONGEST <= requested && !self.memory.noted.accesses;
        if alone {
            (self.run.interrupted_from, self.run.awaited) = (from, Awaited::NmiNext);
        }
        alone
    }

    /// The first slot in which the sequence of a request may replace an instruction, if the request may come in slot
    /// `requested`. The stretch begins in `slot` and is not masked; nothing else happens before slot `else_happens`;
    /// and the line or run has `slots` slots. Changes made by the last instruction come after its poll: see
    /// [`Atari::polls_last`].
    #[inline]
    pub(super) fn requested_from(
        &self,
        slot: i32,
        requested: i32,
        else_happens: i32,
        slots: i32,
    ) -> Option<i32> {
        let from = requested.saturating_add(2);
        let alone = slot <= requested
            && from.saturating_add(2 * LONGEST) <= else_happens
            && from.saturating_add(LONGEST) <= slots
            && !self.memory.noted.accesses;
        alone.then_some(from)
    }

    /// Whether the sequence of an interrupt that begins in `slot`, after a stretch that ran quickly up to it, ends
    /// before the run or the line does, and before a chip reads the bus. The last instruction may have written
    /// something that changes this.
    pub(crate) fn serves_unseen(&mut self, slot: i32) -> bool {
        let unwatched = self.antic.plan().unwatched_slots.unwrap_or(NO_SLOT);
        let slots = if self.has_left_run() { self.line_slots } else { self.run.slots };
        !self.waits()
            && self.antic.is_planned()
            && slot + LONGEST <= unwatched.min(slots)
            && (!self.run.awaited.is_request() || self.has_no_nmi_in_sequence(slot))
    }

    /// Whether no NMI comes before the end of a sequence that begins in `slot`.
    #[inline(never)]
    fn has_no_nmi_in_sequence(&mut self, slot: i32) -> bool {
        slot + LONGEST <= self.bounds().next_nmi(slot)
    }

    /// After an instruction that ended before `slot`, in a stretch that runs quickly up to an interrupt: takes the
    /// samples that it has polled. Returns the slot, renumbered if the line is over.
    #[inline(never)]
    pub(super) fn roll_to_interrupt(&mut self, slot: i32, last: u8) -> i32 {
        let early = std::mem::take(&mut self.run.polled_early);
        self.tracked.set(slot - 1, last);
        // The edge of an NMI is kept; otherwise the polled sample counts, which may belong to the line before.
        let behind = if self.run.awaited == Awaited::Nmi { 0 } else { 1 + i32::from(early) };
        let polled = self.roll(slot - behind - 1) + 1;
        self.sample(polled);
        self.roll(polled + behind - 1) + 1
    }

    /// The first slot from `slot` of the current line on in which the sample of the request line may differ from the
    /// last one.
    #[inline]
    pub(super) fn next_irq(&mut self, slot: i32) -> i32 {
        // Usually nothing is to come for a long time.
        if self.irq_until < self.line_start + LINE_END + LONGEST_OVERRUN || self.oracle {
            return self.next_irq_near(slot);
        }
        if self.irq_low == self.sampler.irq() { NO_SLOT } else { slot }
    }

    fn next_irq_near(&mut self, slot: i32) -> i32 {
        let cycle = self.cycle_behind(slot);
        let low = self.irq(self.line_start + u64::from(cycle));
        let plan = self.antic.plan();
        match self.irq_until.saturating_sub(self.line_start) {
            _ if low != self.sampler.irq() => plan.slot_at(cycle),
            until @ ..=LINE_END => plan.slot_at(until as u32),
            until if until < LINE_END + LONGEST_OVERRUN => {
                self.line_slots + self.free_next((until - LINE_END) as u32)
            }
            _ => NO_SLOT,
        }
    }

    /// How many cycles of the next line before `cycle` ANTIC leaves to the CPU, as far as that line is known.
    fn free_next(&mut self, cycle: u32) -> i32 {
        let Atari { kept_lines: kept, memory, antic, .. } = self;
        let next = if kept.known { kept.next(kept.place) } else { None };
        let Some(line) = next.and_then(|next| kept.line(next)) else { return 0 };
        let same = line.reads_the_same(memory);
        antic.known_plan(line.plan).filter(|_| same).map_or(0, |plan| plan.slot_at(cycle))
    }
}
