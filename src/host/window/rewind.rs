//! Looking at the frames of the past, backwards.

use crate::debug::timeline::{Frame, Timeline};

/// A frame of the past that is shown while the machine stays at its present.
pub(super) struct Rewind {
    /// The frame shown.
    pub shown: Frame,
    /// Earlier frames, as far as they have been computed.
    before: Vec<Frame>,
}

impl Rewind {
    /// Shows the last frame before a cycle; none if the past begins there.
    pub(super) fn begin(past: &Timeline, cycle: u64) -> Option<Self> {
        let mut before = past.frames_before(cycle);
        Some(Rewind { shown: before.pop()?, before })
    }

    /// Goes back one frame; false at the beginning of the past.
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
