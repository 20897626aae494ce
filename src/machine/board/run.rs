//! Runs: known lines that a quick stretch goes through; they are processed only afterwards. A store into memory that
//! they read ends the run.

use super::bounds::NO_SLOT;
use super::lengths::LONGEST_RUN;

/// What a stretch runs quickly up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// An NMI in a known or planned line: the first slot in which it interrupts is known.
    #[default]
    Nmi,
    /// An NMI in the line after the current one, known only not to interrupt before some slot.
    NmiNext,
    /// A request whose slot is known.
    Request,
    /// A request in the line after the current one, or at the end of this one where a chip reads the bus; known only
    /// not to be served before some slot.
    RequestNext,
}

impl Awaited {
    /// Whether the I flag masks it.
    #[inline]
    pub(crate) fn is_request(self) -> bool {
        matches!(self, Awaited::Request | Awaited::RequestNext)
    }

    /// Whether only a lower bound of its slot is known.
    #[inline]
    pub(crate) fn is_next(self) -> bool {
        matches!(self, Awaited::NmiNext | Awaited::RequestNext)
    }
}

/// What is known of the lines after the current one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// Slots from the start of the current line to the end of the run, at least those of the line.
    pub slots: i32,
    /// How many lines after the current one, which is not known, the stretch goes through: rows of its mode line, or
    /// mode lines, planned like it.
    pub rows: u16,
    /// How many lines the next run tries, for stretches that are not masked and for those that are, as handlers are.
    /// Doubled each time a run reaches its end.
    pub lines: [u64; 2],
    /// Which of the two applies to the present stretch.
    pub kind: usize,
    /// The stretch tries to go through lines after the current one, if they are known.
    pub tries_lines: bool,
    /// The value of `Memory::all_changes` when the run began.
    pub all_changes: u64,
    /// Instructions that begin before this slot run quickly, and the rest of the line runs the same way except that it
    /// keeps bus values.
    pub bus_kept_from: Option<i32>,
    /// The slot in which that line ends; it may be one of the rows.
    pub line_end: i32,
    /// If the stretch runs quickly up to an interrupt: the first slot in which the interrupt's sequence may replace an
    /// instruction, in this line or the last one of the run.
    pub interrupted_from: i32,
    /// What may come there.
    pub awaited: Awaited,
    /// A branch ended at or after that slot; it did not poll as late as other instructions do.
    pub polled_early: bool,
    /// Requests are masked since the stretch began.
    pub masked: bool,
    /// The stretch runs quickly, nothing happens in any of its lines, and no chip reads the bus.
    pub is_free: bool,
    /// Where its lines end.
    pub ends: Ends,
}

impl Run {
    /// Lines with this number of slots are over; the current one has `now` slots.
    #[inline]
    pub(crate) fn pass(&mut self, slots: i32, now: i32) {
        self.ends.pass(slots);
        self.slots = (self.slots - slots).max(now);
        // `NO_SLOT` remains later than any slot, given the length of stretches.
        self.interrupted_from -= slots;
    }

    /// No interrupt is expected any more. A run that went up to one ends with the current line, which has `now` slots.
    #[inline]
    pub(crate) fn forget_interrupt(&mut self, now: i32) {
        if self.awaits_interrupt() {
            self.slots = now;
        }
        (self.interrupted_from, self.awaited) = (NO_SLOT, Awaited::Nmi);
    }

    /// Whether the stretch runs up to an interrupt.
    pub(crate) fn awaits_interrupt(&self) -> bool {
        self.interrupted_from < NO_SLOT / 2
    }
}

/// Where the lines of a run end, so that polling VCOUNT in it need not make another line the current one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    /// The first line of the run.
    line: u16,
    /// Slots from its start to that of the current line.
    passed: i32,
    /// Slots from its start to the end of the last line.
    end: i32,
    /// For each line, the slots from the start of the run to its end; out of reach for lines that are not in it.
    slots: [i16; LONGEST_RUN],
    /// The slots of each line, if all have the same number and `slots` is not used; otherwise 0.
    each: i32,
    /// The number of lines that VCOUNT has counted so far.
    counted: u16,
}

impl Ends {
    /// The ends of a run of `line` alone, which is the current one and has this number of slots.
    pub(crate) fn new(line: u16, slots: i32) -> Self {
        let mut ends = [i16::MAX; LONGEST_RUN];
        ends[0] = slots as i16;
        Ends { line, passed: 0, end: slots, slots: ends, each: 0, counted: 0 }
    }

    /// Sets the ends of a run of `line`, which is the current one, and of `behind` lines after it, all of which have
    /// `slots` slots.
    pub(crate) fn set_alike(&mut self, line: u16, slots: i32, behind: u16) {
        (self.line, self.passed, self.end) = (line, 0, slots * (1 + i32::from(behind)));
        (self.each, self.counted) = (slots, 0);
    }

    /// Lines with this number of slots are over.
    pub(crate) fn pass(&mut self, slots: i32) {
        // This also happens without a run.
        self.passed = self.passed.wrapping_add(slots);
    }

    /// Line `number` of the run, counted from 0, ends this number of slots after the start of the run.
    pub(crate) fn set(&mut self, number: usize, slots: i32) {
        self.end = slots;
        self.slots[number] = slots as i16;
    }

    /// Adds a line with this number of slots to the run.
    pub(crate) fn push(&mut self, slots: i32) {
        if let Some(number) = self.slots.iter().position(|&end| end == i16::MAX) {
            self.set(number, self.end + slots);
        }
    }

    /// Slots from the start of the first line to the end of line `number`, valid while the first line is the current
    /// one; out of reach for lines that are not in the run.
    pub(crate) fn end_of(&self, number: usize) -> i32 {
        self.slots[number].into()
    }

    /// The line number that VCOUNT shows in `slot`, counted from the start of the current line, if the run includes it.
    /// VCOUNT advances in cycle 111; from there on all cycles of the line are slots.
    #[inline(always)]
    pub(crate) fn count_at(&mut self, slot: i32) -> Option<u16> {
        let slot = self.passed + slot;
        if slot >= self.end {
            return None;
        }
        // Slots never decrease within a run.
        if self.each != 0 {
            while (i32::from(self.counted) + 1) * self.each <= slot + 3 {
                self.counted += 1;
            }
            return Some(self.line + self.counted);
        }
        while let Some(&end) = self.slots.get(usize::from(self.counted))
            && i32::from(end) <= slot + 3
        {
            self.counted += 1;
        }
        Some(self.line + self.counted)
    }
}
