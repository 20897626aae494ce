//! Tests: the operating system ROM, used as programs and people use it.

mod basic;
pub mod computer;
mod console;
mod database;
mod devices;
mod editor;
mod floating;
mod graphics;
mod interrupts;
mod lines;
mod printer;
mod sio;
mod start;
