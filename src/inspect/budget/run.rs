//! One run of a handler.

/// Who is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Who {
    /// The vertical blank interrupt.
    VerticalBlank,
    /// The display list interrupt whose handler begins at this address.
    DisplayList(u16),
    /// Interrupt requests (IRQ) that the program serves from this address on.
    Request(u16),
}

/// One completed run of a handler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Own CPU cycles.
    pub cpu: u64,
    /// Machine cycles from begin to end, without interrupts in between.
    pub own: u64,
    /// Machine cycles from begin to end.
    pub elapsed: u64,
    /// Machine cycle since power-on.
    pub begin: u64,
    /// Machine cycles from line 0 to the beginning.
    pub begin_in_frame: u64,
    /// Machine cycle since power-on by which it had to be done, once that is known.
    pub deadline: Option<u64>,
}

impl Run {
    /// The machine cycle behind its last one.
    pub(crate) fn end(&self) -> u64 {
        self.begin + self.elapsed
    }

    /// Machine cycles between the end and the deadline; negative if it was missed.
    pub(crate) fn slack(&self) -> Option<i64> {
        self.deadline.map(|deadline| deadline as i64 - self.end() as i64)
    }
}
