//! Lockstep with the `mos6502` crate.
