//! The ways to run the board: exactly, fast, by lines, lines as they were run before, and all of them watched.

pub(super) mod exact;
pub(super) mod fast;
mod line;
pub(super) mod replay;
pub(super) mod stops;
pub(super) mod stretch;
pub(super) mod watched;
