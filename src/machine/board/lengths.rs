//! How long instructions and stretches are at most.

/// The longest instruction, in CPU cycles.
pub(crate) const LONGEST: i32 = 8;
/// No stretch goes through more known lines than that: what has been looked at is often in vain.
pub(crate) const LONGEST_RUN: usize = 16;
/// Slots of a line at most: refresh, or what takes its place, has the others. [sheet: antic 6]
const LINE_SLOTS: usize = 105;
/// No stretch has more slots: it begins in one line, goes on through a run, and its last instruction may end in another.
pub(crate) const MOST_SLOTS: usize = (LONGEST_RUN + 2) * LINE_SLOTS;
