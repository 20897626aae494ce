//! Recent bus values, by slot, for the cycles in which a chip takes them [time T6].

use super::lengths::MOST_SLOTS;

/// How many values are kept: more than the slots of the longest stretch. An index below a power of two needs no check.
/// [measured]
const ROOM: usize = 0x800;
const _: () = assert!(ROOM > MOST_SLOTS);

/// Recent bus values and samples of the interrupt pins.
#[derive(Clone)]
pub(crate) struct Tracked {
    /// The values by slot, in a ring.
    values: [u8; ROOM],
    /// The place of the current line's first slot; not reduced to the size of the ring.
    start: u32,
    /// The values of watched cycles before this one have been taken.
    pub done: u32,
    /// The interrupt pins have been sampled up to this cycle of the line.
    pub sampled: u32,
    /// In slots before this one, samples of the interrupt pins are the same as the last one taken.
    pub samples: i32,
}

impl Tracked {
    /// No values yet.
    pub(crate) const fn new() -> Self {
        Tracked { values: [0; ROOM], start: 0, done: 0, sampled: 0, samples: 0 }
    }

    /// The interrupt pins have to be sampled before the next poll.
    #[inline]
    pub(crate) fn forget_samples(&mut self) {
        self.samples = -1;
    }

    /// The value of a slot, counted from the start of the current line.
    #[inline(always)]
    pub(crate) fn get(&self, slot: i32) -> u8 {
        self.values[self.place(slot)]
    }

    /// Keeps the value of a slot.
    #[inline(always)]
    pub(crate) fn set(&mut self, slot: i32, value: u8) {
        self.values[self.place(slot)] = value;
    }

    /// Lines with `slots` slots in total are over.
    #[inline]
    pub(crate) fn end_lines(&mut self, slots: i32) {
        self.start = self.start.wrapping_add_signed(slots);
        self.done = 1;
        self.sampled = 0;
        self.forget_samples();
    }

    #[inline(always)]
    fn place(&self, slot: i32) -> usize {
        self.start.wrapping_add_signed(slot) as usize % ROOM
    }
}
