//! File formats: bytes to values and back.

pub mod xex;
