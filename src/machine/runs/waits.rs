//! Passing waits for WSYNC within stretches. RDY holds the CPU from the next read but one to the first free cycle from
//! [`RELEASE`] on, in this line or the next [time T3].

use crate::chips::antic::plan::{LinePlan, below};
use crate::machine::board::atari::{Atari, LINE, NEVER};
use crate::machine::board::bounds::NO_SLOT;
use crate::machine::board::lengths::LONGEST;
use crate::machine::board::run::Awaited;

/// The opcodes of CLI and SEI: after a wait in its last cycle, such an instruction polls with another mask than before
/// the wait. [vectors RULES 10]
const CLI: u8 = 0x58;
const SEI: u8 = 0x78;

/// A wait for WSYNC ends with the first free cycle from this one on [time T3].
pub(super) const RELEASE: u32 = 105;

/// Length of a store instruction with an absolute address.
const STORE_BYTES: u16 = 3;

/// The wait that a write to WSYNC causes. It begins with the cycle after next. An instruction begins with two reads,
/// and if the first comes before the wait, the second one is held.
struct Wait {
    /// The slot of the first read that is not held any more.
    release: i32,
    /// The instruction's first read comes before the wait.
    is_at_once: bool,
    /// The machine cycle of `release`, or an earlier one if ANTIC has the bus in between.
    end: u64,
}

impl Atari {
    /// Whether the CPU waits for WSYNC, or is about to.
    pub(crate) fn waits(&self) -> bool {
        self.rdy_low != NEVER
    }

    /// If the CPU waits: whether a read in `cycle` of the current line is held.
    #[inline(always)]
    fn holds(&self, cycle: u32) -> bool {
        self.line_start + u64::from(cycle) >= self.rdy_low
    }

    /// Whether the present stretch may pass a wait for WSYNC that ends in this line: nothing happens in it, except that
    /// a chip may read the bus after the wait.
    #[inline]
    pub(super) fn passes_waits(&self) -> bool {
        let is_seen_late = || {
            let plan = self.antic.plan();
            plan.watched & below(RELEASE) == 0 && plan.watched & plan.taken == 0
        };
        self.run.is_free || (self.run.bus_kept_from.is_some() && is_seen_late())
    }

    /// Whether the instruction at `pc`, which waits until cycle `end`, may poll something other than the sample of the
    /// last cycle before that. A request that comes during the wait is seen at its end, unless it goes away during the
    /// wait or the instruction changes the mask. [measured: 8 of 42 host instructions a machine cycle where samples are
    /// played while a program waits on each line]
    #[inline]
    fn polls_otherwise(&self, pc: u16, end: u64) -> bool {
        let (changes, low) = (self.irq_until <= end, self.irq_low);
        (changes && low && !self.run.masked)
            || ((changes || low) && matches!(self.memory.bytes[usize::from(pc)], CLI | SEI))
    }

    /// Whether the instruction after the present one, which is writing, may be a CLI. If a CLI waits in its last cycle,
    /// it lets through a request that came during the wait.
    #[cold]
    #[inline(never)]
    fn next_lets_through(&self) -> bool {
        [2, 3]
            .iter()
            .any(|bytes| self.memory.bytes[usize::from(self.memory.noted.by.wrapping_add(*bytes))] == CLI)
    }

    /// Passes a wait for WSYNC before an instruction that would begin in `slot`. Returns the slot in which it begins,
    /// if nothing else happens in the stretch and the wait ends within it, in this line or the next.
    #[inline]
    pub(super) fn pass_wait(&mut self, slot: i32) -> Option<i32> {
        let is_requested = self.irq_low || self.irq_until <= self.rdy_release;
        if is_requested && (!self.run.masked || self.next_lets_through()) {
            return None;
        }
        let rest = self.rdy_release - self.line_start;
        if rest == u64::from(RELEASE) && slot < self.line_slots {
            let release = self.antic.plan().slot_at(RELEASE);
            let undisturbed = release < self.run.interrupted_from;
            return undisturbed.then(|| self.end_wait(slot, self.cycle_of(slot), release));
        }
        if rest == u64::from(LINE + RELEASE) && self.run.slots > self.line_slots {
            return match self.run.rows {
                0 => self.pass_wait_into_next_line(slot),
                _ => self.pass_wait_into_next_row(slot),
            };
        }
        None
    }

    /// Whether the wait caused by a write in `slot` of the current line may be passed in the present stretch, if it
    /// ends within that.
    #[inline(always)]
    fn may_write_wait(&self, slot: i32) -> bool {
        slot < self.line_slots
            && self.antic.is_planned()
            && self.phantom_from == 0
            && self.passes_waits()
            && !self.irq_low
            && !self.waits()
            && !self.has_left_run()
    }

    /// The wait caused by a write in `slot` of the current line, if it ends in that line.
    #[inline(always)]
    fn wait_in_line(&self, slot: i32) -> Option<Wait> {
        let plan = self.antic.plan();
        let (release, is_at_once) =
            (plan.slot_at(RELEASE), plan.cycle_at(slot + 1) == plan.cycle_at(slot) + 1);
        let end = self.line_start + u64::from(RELEASE);
        (slot + 1 < release).then_some(Wait { release, is_at_once, end })
    }

    /// The wait caused by a write in `slot` of the current line, if it ends in the next line and that is known.
    #[inline(never)]
    fn wait_over_line(&self, slot: i32) -> Option<Wait> {
        let (plan, behind) = (self.antic.plan(), self.known_next_plan()?);
        let cycle = plan.cycle_at(slot);
        if cycle + 1 < RELEASE || self.run.rows != 0 {
            return None;
        }
        let next = match slot + 1 - self.line_slots {
            0 => LINE + behind.cycle_at(0),
            _ => plan.cycle_at(slot + 1),
        };
        let release = self.line_slots + behind.slot_at(RELEASE);
        let end = self.line_start + u64::from(LINE + RELEASE);
        (release < self.run.slots).then_some(Wait { release, is_at_once: next == cycle + 1, end })
    }

    /// Writes to WSYNC in `slot`, in a stretch that can pass the wait, if no request comes before its end. Returns the
    /// slot in which the next instruction begins; if none, nothing has been done.
    // Programs do this on all lines, so it is kept minimal.
    // [measured: 1.0 of 23.5 host instructions a machine cycle in `kernel`]
    #[inline(always)]
    pub(super) fn write_wait(&mut self, address: u16, slot: i32) -> Option<i32> {
        if !self.may_write_wait(slot) {
            return None;
        }
        let wait = self.wait_in_line(slot).or_else(|| self.wait_over_line(slot))?;
        let undisturbed = wait.release < self.run.interrupted_from && self.irq_until > wait.end;
        undisturbed.then(|| self.write_passed_wait(address, slot, wait))
    }

    /// [`Atari::write_wait`] in a stretch that runs quickly up to a request which comes during the wait. The
    /// instruction that waits still belongs to the stretch, and polls at the end of the wait.
    /// [measured: 1.3 of 34 where samples are played while a program waits on each line]
    #[inline(never)]
    pub(super) fn write_wait_to_request(&mut self, address: u16, slot: i32, target: u64) -> Option<i32> {
        // The write must not belong to the instruction that polls last.
        let is_before = self.run.awaited == Awaited::Request && slot + 1 < self.run.interrupted_from;
        if !is_before || !self.may_write_wait(slot) {
            return None;
        }
        let wait = self.wait_in_line(slot).or_else(|| self.wait_over_line(slot))?;
        let waits = self.memory.noted.by.wrapping_add(STORE_BYTES);
        // A caller that stops after the waiting instruction stops before the sequence.
        let goes_on = target > wait.end + u64::from(LINE);
        if !goes_on || self.irq_until > wait.end || self.polls_otherwise(waits, wait.end) {
            return None;
        }
        let begin = self.write_passed_wait(address, slot, wait);
        self.run.interrupted_from = begin + 1;
        if begin + 2 * LONGEST > self.run.slots {
            self.extend_run();
        }
        Some(begin)
    }

    /// [`Atari::write_wait`] in `slot` of a line after the current one that is foreseen to be planned like it.
    #[inline(always)]
    pub(super) fn write_wait_behind(&mut self, address: u16, slot: i32) -> Option<i32> {
        if !self.is_foreseen(slot)
            || self.phantom_from != 0
            || !self.passes_waits()
            || self.irq_low
            || self.waits()
        {
            return None;
        }
        let row = slot / self.line_slots;
        let begin = row * self.line_slots;
        let mut wait = self.wait_in_line(slot - begin)?;
        wait.release += begin;
        wait.end += u64::from(row as u32 * LINE);
        let undisturbed = wait.release < self.run.interrupted_from && self.irq_until > wait.end;
        undisturbed.then(|| self.write_passed_wait(address, slot, wait))
    }

    /// Writes to WSYNC in `slot` and passes the wait. Returns the slot in which the next instruction begins.
    #[inline(always)]
    fn write_passed_wait(&mut self, address: u16, slot: i32, wait: Wait) -> i32 {
        self.memory.mark_written(address);
        self.rdy_release = wait.end;
        let begin = wait.release - i32::from(wait.is_at_once);
        self.cpu_cycles = self.cpu_cycles.wrapping_sub((begin - slot - 1) as u64);
        begin
    }

    /// The plan of the next line, if it is known.
    #[inline]
    pub(super) fn known_next_plan(&self) -> Option<&LinePlan> {
        let kept = &self.kept_lines;
        self.antic.known_plan(kept.lines[kept.next(kept.place)?].as_ref()?.plan)
    }

    fn pass_wait_into_next_line(&mut self, slot: i32) -> Option<i32> {
        let next = self.known_next_plan()?;
        let cycle = match slot - self.line_slots {
            behind @ 0.. => LINE + next.cycle_at(behind),
            _ => self.cycle_of(slot),
        };
        let release = self.line_slots + next.slot_at(RELEASE);
        (release < self.run.slots.min(self.run.interrupted_from)).then(|| self.end_wait(slot, cycle, release))
    }

    /// Passes a wait for WSYNC that ends in the next line, which is planned like the current one. Returns the slot in
    /// which the next instruction begins. No chip may read the bus during the wait.
    #[inline(never)]
    fn pass_wait_into_next_row(&mut self, slot: i32) -> Option<i32> {
        let plan = self.antic.plan();
        let cycle = match slot - self.line_slots {
            behind @ 0.. => LINE + plan.cycle_at(behind),
            _ => self.cycle_of(slot),
        };
        // The write before the wait is taken to be on the bus at its end.
        let seen = plan.watched & !below(self.cycle_of((slot - 1).min(self.line_slots)));
        let release = self.line_slots + plan.slot_at(RELEASE);
        (seen == 0 && release < self.run.slots.min(self.run.interrupted_from))
            .then(|| self.end_wait(slot, cycle, release))
    }

    /// Passes a wait that ends in slot `release`, before an instruction that would begin in `slot`, which is `cycle`.
    /// Returns the slot in which it begins. An instruction begins with two reads, and one of them is held. If it is the
    /// second, both are placed at the end of the wait, where nothing can observe the first.
    #[inline]
    fn end_wait(&mut self, slot: i32, cycle: u32, release: i32) -> i32 {
        let held = self.holds(cycle);
        let release = release - i32::from(!held);
        self.rdy_low = NEVER;
        self.cpu_cycles = self.cpu_cycles.wrapping_sub((release - slot) as u64);
        release
    }

    /// What the instruction at `pc` reads during the wait that it meets in `slot` of the current line: first there,
    /// then repeatedly after it. If `due`, the sequence of an interrupt in its place reads its first byte twice.
    pub(super) fn held_reads(&self, slot: i32, pc: u16, due: bool) -> [u8; 2] {
        let held = self.holds(self.cycle_of(slot));
        let [first, second] = [pc, pc.wrapping_add(1)].map(|address| self.memory.bytes[usize::from(address)]);
        [first, if held || due { first } else { second }]
    }

    /// Keeps the bus values from `slot` up to `end` of the current line, in case a chip reads them from `cycle` on.
    fn track_wait(&mut self, slot: i32, end: i32, cycle: u32, reads: [u8; 2]) {
        if self.antic.plan().watched & !below(cycle) != 0 || self.awaits_phantoms() {
            self.tracked.set(slot, reads[0]);
            for slot in slot + 1..end {
                self.tracked.set(slot, reads[1]);
            }
        }
    }

    /// The slot in which the instruction at `pc` begins after a write to WSYNC, if nothing happens during the wait and
    /// it ends in this line. Until then the instruction makes `reads`.
    pub(super) fn skip_wait(&mut self, slot: i32, pc: u16, target: u64, reads: [u8; 2]) -> Option<i32> {
        let cycle = self.cycle_of(slot);
        let end = self.line_start + u64::from(RELEASE);
        let release = self.antic.plan().slot_at(RELEASE);
        let held = self.holds(cycle);
        // A wait that extends beyond the target belongs to an instruction that begins before it.
        let undisturbed = self.rdy_release == end
            && target > end
            && slot < release + i32::from(held)
            && !self.polls_otherwise(pc, end);
        undisturbed.then(|| {
            self.track_wait(slot, release, cycle, reads);
            // The instruction may be taken to begin in the last cycle of the wait, where a chip then takes what was
            // read there.
            self.capture_tracked(self.cycle_of(release));
            let begin = self.end_wait(slot, cycle, release);
            if begin > slot {
                // The last value on the bus.
                self.tracked.set(begin - 1, reads[usize::from(begin - 1 > slot)]);
            }
            begin
        })
    }

    /// Whether ANTIC may take all cycles of the next line up to the end of a wait in it.
    fn may_be_taken_next(&mut self) -> bool {
        if self.bounds().shown_next == NO_SLOT || !self.antic.fetches_on() {
            return false;
        }
        self.catch_up_antic();
        self.antic.plan().watches_next || self.next_is_crowded()
    }

    /// The first slot of the next line, if the wait of the instruction at `pc` continues from `slot` into it and
    /// nothing happens before. Until then the instruction makes `reads`.
    pub(super) fn wait_into_next_line(
        &mut self,
        slot: i32,
        pc: u16,
        target: u64,
        reads: [u8; 2],
    ) -> Option<i32> {
        let cycle = self.cycle_of(slot);
        let end = self.line_start + u64::from(LINE + RELEASE);
        let undisturbed = self.rdy_release == end
            && target > end
            && !self.may_be_taken_next()
            && !self.polls_otherwise(pc, end);
        if !undisturbed {
            return None;
        }
        let held = self.holds(cycle);
        let slots = self.line_slots;
        self.sample(slots);
        self.cpu_cycles = self.cpu_cycles.wrapping_sub((slots - slot) as u64);
        self.track_wait(slot, slots, cycle, reads);
        // The last value of this line and, in case a chip reads it there, the first of the next.
        self.tracked.set(slots - 1, reads[usize::from(slots > slot + 1)]);
        self.tracked.set(slots, reads[1]);
        // A waiting CPU writes nothing.
        let slot = if self.follow_line(slots) { self.count_line(slots) } else { self.roll(slots) };
        if !self.antic.is_planned() {
            self.plan_tracked_line();
        }
        if !held {
            // The first of the two reads may be placed here.
            self.rdy_low = self.line_start + u64::from(self.cycle_of(slot)) + 1;
        }
        Some(slot)
    }
}
