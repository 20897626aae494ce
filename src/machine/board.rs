//! The board: memory, cartridge slots, chips and the one clock. It knows what is plugged into it,
//! but not how it is run.

mod access;
pub mod atari;
pub mod cartridge;
pub mod kept_lines;
pub mod memory;
mod pictures;
pub mod present;
pub mod random;
pub mod tracked;
