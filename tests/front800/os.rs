//! Tests: the operating system ROM, used as programs and people use it.

pub mod computer;
mod console;
mod devices;
mod editor;
mod graphics;
mod interrupts;
mod start;
