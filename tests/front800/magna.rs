//! MAGNA, on the real program.

mod console;
mod frame;
mod hidden;
mod refusals;
mod robot;
mod traces;
mod walk;
