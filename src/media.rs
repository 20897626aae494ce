//! File formats: bytes to values and back.

pub mod atr;
pub mod cart;
mod counted;
pub mod dos;
pub mod kind;
pub mod os_rom;
pub mod xex;

pub(crate) use counted::counted;
pub use kind::{Kind, Unsupported, kind};
