//! What ANTIC may do to the CPU in a line.

use super::lengths::LONGEST;

/// In place of a slot where there is none: later than any.
pub(crate) const NO_SLOT: i32 = i32::MAX;

/// What ANTIC may do to the CPU in a line, which has been planned, as things stand: in slots of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The first sample in which NMI may be low in this line, and the first in which it is not any more.
    pub nmi: (i32, i32),
    /// From here on it may be low in the next line.
    pub nmi_next: i32,
    /// From here on what is on the bus may be taken, at once in the next line: for the playfield, or for players.
    pub shown_next: i32,
}

impl Bounds {
    /// Nothing happens in the line, or at once in the next.
    pub(crate) const NOTHING: Bounds =
        Bounds { nmi: (NO_SLOT, i32::MIN), nmi_next: NO_SLOT, shown_next: NO_SLOT };

    /// Whether NMI may be low in this line.
    #[inline]
    pub(crate) fn holds_nmi(&self) -> bool {
        self.nmi.0 != NO_SLOT
    }

    /// The slot from `slot` on in which the NMI pin may go low, or high again.
    #[inline]
    pub(crate) fn next_nmi(&self, slot: i32) -> i32 {
        let (first, end) = self.nmi;
        if slot < end { slot.max(first) } else { self.nmi_next }
    }

    /// Of the line's `slots` those in which instructions may begin that are over before an NMI comes in the next one, if
    /// nothing else happens before that.
    pub(crate) fn slots_before_nmi(&self, slots: i32) -> Option<i32> {
        let alone = !self.holds_nmi() && self.shown_next == NO_SLOT;
        alone.then(|| slots.min(self.nmi_next.saturating_sub(LONGEST - 1)))
    }
}
