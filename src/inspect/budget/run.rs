//! One run of a handler.

/// The subject of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Who {
    /// The vertical blank interrupt.
    VerticalBlank,
    /// The display list interrupt whose handler begins at this address.
    DisplayList(u16),
    /// Interrupt requests (IRQ), which the program handles from this address on.
    Request(u16),
}

/// One completed run of a handler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// CPU cycles of its own.
    pub cpu: u64,
    /// Machine cycles from begin to end, without other interrupts.
    pub own: u64,
    /// Machine cycles from begin to end.
    pub elapsed: u64,
    /// Machine cycle since power-on.
    pub begin: u64,
    /// Machine cycles from line 0 to the beginning.
    pub begin_in_frame: u64,
    /// Deadline as machine cycle since power-on, once it is known.
    pub deadline: Option<u64>,
}

impl Run {
    /// The machine cycle after its last one.
    pub(crate) fn end(&self) -> u64 {
        self.begin + self.elapsed
    }

    /// Machine cycles between the end and the deadline; negative if it was missed.
    pub(crate) fn slack(&self) -> Option<i64> {
        self.deadline.map(|deadline| deadline as i64 - self.end() as i64)
    }
}
