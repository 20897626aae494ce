//! MAGNA, on the real program.

mod console;
mod hidden;
mod refusals;
mod robot;
mod traces;
mod walk;
