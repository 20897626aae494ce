//! The built-in programs: how each is built, its entry points, its state as Rust values.
