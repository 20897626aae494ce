//! File formats: bytes to values and back.

pub mod image;
pub mod xex;
