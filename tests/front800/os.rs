//! Tests: the operating system ROM, used as programs and people use it.

mod computer;
mod console;
mod devices;
mod editor;
mod graphics;
mod interrupts;
mod sio;
mod start;
