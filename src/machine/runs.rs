//! The ways to run the board: exactly, fast, by lines, lines as they were run before, and all of them watched.

pub mod exact;
pub mod fast;
mod line;
pub mod replay;
pub mod stops;
pub mod stretch;
pub mod watched;
