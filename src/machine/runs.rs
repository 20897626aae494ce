//! The ways to run the board: exactly, fast, line by line, by replaying lines that were run before, several lines at
//! once, and any of these while watched.

mod accesses;
mod at_hand;
mod captures;
pub(super) mod exact;
pub(super) mod fast;
mod line;
pub(super) mod manner;
pub(super) mod operands;
mod pins;
mod place;
pub(super) mod quick;
pub(super) mod replay;
mod rows;
mod run;
mod shown;
pub(super) mod stops;
pub(super) mod stretch;
mod waits;
pub(super) mod watched;
