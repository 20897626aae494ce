//! The board: memory, cartridge slots, chips and the one clock. It knows what is plugged into it, but not how it is
//! run.

pub(super) mod access;
pub(super) mod atari;
pub(super) mod bounds;
pub(super) mod cartridge;
pub(super) mod cells;
pub(super) mod code_ahead;
pub(super) mod collisions;
pub(super) mod ever;
pub(super) mod fonts;
pub(super) mod foresight;
pub(super) mod kept_line;
pub(super) mod kept_lines;
pub(super) mod lengths;
pub(super) mod memory;
pub(super) mod pause;
pub(super) mod pens;
pub(super) mod phantoms;
mod pictures;
pub(super) mod plain_row;
pub(super) mod present;
pub(super) mod random;
pub(super) mod read_cells;
pub(super) mod run;
pub(super) mod tracked;
mod triggers;
pub(super) mod written;
