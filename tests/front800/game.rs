//! The wargame: its routines on a bare CPU, and the whole program on the machine.

mod bare;
mod cursor;
mod field;
mod orders;
mod rules_combat;
mod rules_defects;
mod rules_movement;
mod rules_supply;
mod screen;
mod seasons;
