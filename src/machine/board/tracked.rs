//! What was on the bus of late, by the CPU's own cycles: for the cycles in which a chip takes it [time T6].

/// The longest instruction, in CPU cycles.
pub(crate) const LONGEST: i32 = 8;

/// What was on the bus of late.
#[derive(Clone)]
pub(crate) struct Tracked {
    /// By slot of the line, from the last before its first one on. An index of 8 bits and an instruction
    /// more need no check. [measured]
    values: [u8; 0x100 + 2 * LONGEST as usize],
    /// Watched cycles before this one have their value.
    pub done: u32,
    /// The interrupt pins have been sampled up to this cycle of the line.
    pub sampled: u32,
    /// The interrupt pins, as sampled in slots before this one, are as they were sampled last.
    pub samples: i32,
}

impl Tracked {
    /// Nothing seen yet.
    pub(crate) const fn new() -> Self {
        Tracked { values: [0; 0x100 + 2 * LONGEST as usize], done: 0, sampled: 0, samples: 0 }
    }

    /// The interrupt pins are to be sampled before anybody asks for them.
    #[inline]
    pub(crate) fn forget_samples(&mut self) {
        self.samples = -1;
    }

    /// The value of a slot.
    pub(crate) fn get(&self, slot: i32) -> u8 {
        self.values[index_of(slot)]
    }

    /// Keeps the value of a slot.
    pub(crate) fn set(&mut self, slot: i32, value: u8) {
        self.values[index_of(slot)] = value;
    }

    /// A line of `slots` slots is over.
    #[inline]
    pub(crate) fn end_line(&mut self, slots: i32) {
        // Its last value and those of the instruction that reaches into the next.
        let kept: Option<&[u8; 2 * LONGEST as usize]> = self.values[index_of(slots - 1)..].first_chunk();
        if let Some(kept) = kept.copied() {
            self.values[..kept.len()].copy_from_slice(&kept);
        }
        self.done = 1;
        self.sampled = 0;
    }
}

/// Where the bus value of a slot is kept.
#[inline(always)]
fn index_of(slot: i32) -> usize {
    usize::from((slot + 1) as u8)
}
