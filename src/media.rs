//! File formats: bytes to values and back.

pub mod cart;
pub mod image;
pub mod xex;
