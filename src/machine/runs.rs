//! The ways to run the board: exactly, fast, by lines, lines as they were run before, several at once, and all of them
//! watched.

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
