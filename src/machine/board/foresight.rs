//! Foreseen collisions, for [`collisions`](super::collisions).

use super::pause::Pause;
use crate::chips::gtia::Foreseen;

/// The collisions at the end of a line, provided that it is not disturbed.
#[derive(Clone, Default)]
pub(crate) struct Foresight {
    /// The machine cycle at which the line begins, the number of writes to GTIA that have been considered, and the
    /// collisions.
    pub foreseen: Option<(u64, usize, Foreseen)>,
    /// When not to compute them, because objects or playfields have met for the first time.
    pub pause: Pause,
}

impl Foresight {
    /// Discards them when the line is disturbed.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.foreseen = None;
    }

    /// The foreseen collisions, if they are for the line that begins in that machine cycle and for this number of
    /// writes.
    #[inline(always)]
    pub(crate) fn of(&self, line_start: u64, writes: usize) -> Option<Foreseen> {
        let (start, known, foreseen) = self.foreseen?;
        (start == line_start && known == writes).then_some(foreseen)
    }
}
