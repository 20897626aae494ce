//! What is plugged into the serial bus: drives, their disks, the printer. They know POKEY, which talks to them, and
//! nothing else of the machine.

pub(super) mod disks;
pub(super) mod drive;
pub(super) mod model;
pub(super) mod printer;
pub(super) mod protocol;
pub(super) mod serial;
mod time;
