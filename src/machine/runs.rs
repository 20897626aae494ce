//! The ways to run the board: exactly, fast, by lines, and lines as they were run before.

pub mod exact;
pub mod fast;
mod line;
pub mod replay;
