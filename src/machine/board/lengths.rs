//! Upper bounds on the lengths of instructions and stretches.

/// The longest instruction, in CPU cycles.
pub(crate) const LONGEST: i32 = 8;
/// The most known lines that a stretch goes through: checking more of them would often be in vain.
pub(crate) const LONGEST_RUN: usize = 16;
/// The most slots of a line: refresh, or what replaces it, takes the other cycles. [sheet: antic 6]
const LINE_SLOTS: usize = 105;
/// The most slots of a stretch: it begins in one line, goes through a run, and its last instruction may end in another
/// line.
pub(crate) const MOST_SLOTS: usize = (LONGEST_RUN + 2) * LINE_SLOTS;
