//! What is plugged into the serial bus: drives, their disks, the printer. They know POKEY, which
//! speaks with them, and nothing else of the machine.

pub mod disks;
pub mod drive;
pub mod loader;
pub mod model;
pub mod printer;
pub(super) mod protocol;
pub mod serial;
mod time;
