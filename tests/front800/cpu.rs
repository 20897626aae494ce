//! The 6502: vectors made from the transistor netlist, lockstep with another implementation, and
//! hand-made cases that need no data.

mod disassembly;
mod hand_made;
mod lockstep;
mod pieces;
mod pins;
mod polls;
