//! The wargame: its routines on a bare CPU, and the whole program on the machine.

mod bare;
mod cursor;
mod forms;
mod orders;
mod places;
mod play;
mod screen;
mod seasons;
mod title;
mod watching;
