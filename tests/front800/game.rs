//! The wargame: its routines on a bare CPU, and the whole program on the machine.

mod bare;
mod cursor;
mod orders;
mod screen;
mod seasons;
