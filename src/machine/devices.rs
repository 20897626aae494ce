//! What is plugged into the serial bus: drives, their disks, the printer.

pub mod disks;
pub mod drive;
pub mod printer;
pub mod serial;
