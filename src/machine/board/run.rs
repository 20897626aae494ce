//! Runs: lines that are known and through which a quick stretch goes on, without anybody looking at them before it is over. A
//! store into what they read ends it.

use super::bounds::NO_SLOT;
use super::lengths::LONGEST_RUN;

/// What a stretch runs quickly up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// An NMI in a line that is known or has been planned: the first slot in which it interrupts is known.
    #[default]
    Nmi,
    /// An NMI in the line behind the current one: that it does not interrupt before some slot is all that is known.
    NmiNext,
    /// A request, of which the slot is known.
    Request,
    /// A request in the line behind the current one, or among bytes at the end of this one that somebody looks at: that it is not served
    /// before some slot is all that is known.
    RequestNext,
}

impl Awaited {
    /// Whether it is one that the I flag masks.
    #[inline]
    pub(crate) fn is_request(self) -> bool {
        matches!(self, Awaited::Request | Awaited::RequestNext)
    }

    /// Whether no more is known of it.
    #[inline]
    pub(crate) fn is_next(self) -> bool {
        matches!(self, Awaited::NmiNext | Awaited::RequestNext)
    }
}

/// What is known of the lines behind the current one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// Slots from the start of the current line to their end, at least those of the line.
    pub slots: i32,
    /// It goes on through so many lines behind the current one, which is not known: rows of its mode line, planned as it is.
    pub rows: u16,
    /// How many lines are tried, by who is not masked and who is, as handlers are: twice as many as before where all came
    /// to their end.
    pub lines: [u64; 2],
    /// Which of the two holds for the present stretch.
    pub kind: usize,
    /// The stretch goes on through others than the current one, if they are known.
    pub is_tried: bool,
    /// How often any cell of memory had changed when it was begun.
    pub all_changes: u64,
    /// The slot before which instructions run quickly that begin there, if the rest of the line is then run with an eye on
    /// the bus alone.
    pub quick_until: Option<i32>,
    /// The slot in which that line ends, which may be one of those rows.
    pub line_end: i32,
    /// The first slot in which the sequence of an interrupt that may come in this line, or does in the last of the run, comes in
    /// place of an instruction, if the stretch runs quickly up to there.
    pub interrupted_from: i32,
    /// What may come there.
    pub awaited: Awaited,
    /// What has ended there, or behind it, is a branch, which did not poll as late as other instructions do.
    pub polled_early: bool,
    /// The I flag has been set since the stretch began: requests do not matter to it.
    pub masked: bool,
    /// Nothing happens in any line of the stretch, which runs quickly, and nobody looks at the bus in it.
    pub is_free: bool,
    /// Where its lines end.
    pub ends: Ends,
}

impl Run {
    /// Lines of so many slots are over, and the current one has `now`.
    #[inline]
    pub(crate) fn pass(&mut self, slots: i32, now: i32) {
        self.ends.pass(slots);
        self.slots = (self.slots - slots).max(now);
        // None stays later than any, as stretches go.
        self.interrupted_from -= slots;
    }

    /// No interrupt is to come, in a line of so many slots: a run that went up to one is over with that line.
    #[inline]
    pub(crate) fn forget_interrupt(&mut self, now: i32) {
        if self.awaits_interrupt() {
            self.slots = now;
        }
        (self.interrupted_from, self.awaited) = (NO_SLOT, Awaited::Nmi);
    }

    /// Whether the sequence of an interrupt may come.
    pub(crate) fn awaits_interrupt(&self) -> bool {
        self.interrupted_from < NO_SLOT / 2
    }
}

/// Where the lines of a run end: whoever polls VCOUNT in it need not make another line the current one for that.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    /// The first line of the run.
    line: u16,
    /// Slots from its start to that of the current one.
    passed: i32,
    /// Slots from its start to the end of the last of them.
    end: i32,
    /// Slots from its start to the end of each, or beyond all of them.
    slots: [i16; LONGEST_RUN],
    /// The slots of each, if all have as many and are not told one by one; else 0.
    each: i32,
    /// The lines that VCOUNT has counted, so far.
    counted: u16,
}

impl Ends {
    /// Of a run of `line` alone, so far, which is the current one and has so many slots.
    pub(crate) fn new(line: u16, slots: i32) -> Self {
        let mut ends = [i16::MAX; LONGEST_RUN];
        ends[0] = slots as i16;
        Ends { line, passed: 0, end: slots, slots: ends, each: 0, counted: 0 }
    }

    /// Makes them those of a run of `line`, which is the current one, and so many lines behind it, all of which have `slots` slots.
    pub(crate) fn set_alike(&mut self, line: u16, slots: i32, behind: u16) {
        (self.line, self.passed, self.end) = (line, 0, slots * (1 + i32::from(behind)));
        (self.each, self.counted) = (slots, 0);
    }

    /// Lines of so many slots are over.
    pub(crate) fn pass(&mut self, slots: i32) {
        // It goes on where there is no run.
        self.passed = self.passed.wrapping_add(slots);
    }

    /// Line `number` of the run, the first being 0, ends so many slots behind its start.
    pub(crate) fn set(&mut self, number: usize, slots: i32) {
        self.end = slots;
        self.slots[number] = slots as i16;
    }

    /// One more line of so many slots belongs to it.
    pub(crate) fn push(&mut self, slots: i32) {
        if let Some(number) = self.slots.iter().position(|&end| end == i16::MAX) {
            self.set(number, self.end + slots);
        }
    }

    /// Slots from the start of the first line to the end of line `number`, or beyond all of them, as long as the first is the current
    /// one.
    pub(crate) fn end_of(&self, number: usize) -> i32 {
        self.slots[number].into()
    }

    /// The line that VCOUNT has come to in `slot`, from the start of the current line, if that is in one of them. It counts on
    /// in cycle 111; that and what is behind it is always the CPU's.
    #[inline(always)]
    pub(crate) fn count_at(&mut self, slot: i32) -> Option<u16> {
        let slot = self.passed + slot;
        if slot >= self.end {
            return None;
        }
        // Nobody goes back within a run.
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
