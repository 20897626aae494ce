//! When ANTIC may affect the CPU in a line.

use super::lengths::LONGEST;

/// Stands for no slot: later than any.
pub(crate) const NO_SLOT: i32 = i32::MAX;

/// When ANTIC may affect the CPU in a planned line, as things stand, in slots of that line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The first sample in which NMI may be low in this line, and the first after that in which it is high again.
    pub nmi: (i32, i32),
    /// The first slot in which NMI may be low in the next line.
    pub nmi_next: i32,
    /// The first slot whose bus value may be taken in the first cycles of the next line: for the playfield, or for
    /// players.
    pub shown_next: i32,
}

impl Bounds {
    /// Nothing happens in the line or in the first cycles of the next.
    pub(crate) const NOTHING: Bounds =
        Bounds { nmi: (NO_SLOT, i32::MIN), nmi_next: NO_SLOT, shown_next: NO_SLOT };

    /// Whether NMI may be low in this line.
    #[inline]
    pub(crate) fn holds_nmi(&self) -> bool {
        self.nmi.0 != NO_SLOT
    }

    /// The first slot from `slot` on in which the NMI pin may go low, or high again.
    #[inline]
    pub(crate) fn next_nmi(&self, slot: i32) -> i32 {
        let (first, end) = self.nmi;
        if slot < end { slot.max(first) } else { self.nmi_next }
    }

    /// How many of the line's `slots` may begin an instruction that ends before an NMI in the next line, if nothing
    /// else happens before that.
    pub(crate) fn slots_before_nmi(&self, slots: i32) -> Option<i32> {
        let alone = !self.holds_nmi() && self.shown_next == NO_SLOT;
        alone.then(|| slots.min(self.nmi_next.saturating_sub(LONGEST - 1)))
    }
}
