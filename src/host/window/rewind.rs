//! Pictures of the past, one after the other, backwards.

use crate::debug::timeline::{Frame, Timeline};

/// Somebody looks at a frame of the past. The machine stays where it is.
pub(super) struct Rewind {
    /// What is to be seen.
    pub shown: Frame,
    /// Those before it, as far as they have been looked for.
    before: Vec<Frame>,
}

impl Rewind {
    /// At the last frame before a cycle; none if the past begins there.
    pub(super) fn begin(past: &Timeline, cycle: u64) -> Option<Self> {
        let mut before = past.frames_before(cycle);
        Some(Rewind { shown: before.pop()?, before })
    }

    /// One frame back; false where the past begins.
    pub(super) fn back(&mut self, past: &Timeline) -> bool {
        if self.before.is_empty() {
            self.before = past.frames_before(self.cycle());
        }
        match self.before.pop() {
            Some(frame) => self.shown = frame,
            None => return false,
        }
        true
    }

    /// The machine cycle at which the frame ended.
    pub(super) fn cycle(&self) -> u64 {
        self.shown.cycle
    }
}
