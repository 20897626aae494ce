//! ENCOUNTER, on the real program.

mod hidden;
mod refusals;
mod table;
mod title;
mod traces;
mod walk;
