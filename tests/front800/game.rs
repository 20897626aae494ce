//! The wargame: its routines on a bare CPU, and the whole program on the machine.

mod bare;
mod comforts;
mod cursor;
mod field;
mod forms;
mod orders;
mod places;
mod play;
mod pointer;
mod routes;
mod rules_combat;
mod rules_defects;
mod rules_movement;
mod rules_supply;
mod saving;
mod screen;
mod seasons;
mod strike;
mod thinking;
mod thinking_line;
mod thinking_ratio;
mod thinking_value;
mod title;
mod travelling;
mod walks;
mod watching;
