//! What is foreseen of collisions, for [`collisions`](super::collisions).

use super::pause::Pause;
use crate::chips::gtia::Foreseen;

/// The collisions at the end of a line, if nobody disturbs it.
#[derive(Clone, Default)]
pub(crate) struct Foresight {
    /// They, the machine cycle at which the line begins, and how many writes to GTIA they know of.
    pub foreseen: Option<(u64, usize, Foreseen)>,
    /// When it is not to be found out, as something has met for the first time.
    pub pause: Pause,
}

impl Foresight {
    /// The line is disturbed.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.foreseen = None;
    }

    /// What is foreseen in the line that begins in that machine cycle, if so much has been written in it.
    #[inline(always)]
    pub(crate) fn of(&self, line_start: u64, writes: usize) -> Option<Foreseen> {
        let (start, known, foreseen) = self.foreseen?;
        (start == line_start && known == writes).then_some(foreseen)
    }
}
