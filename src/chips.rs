//! The custom chips and the PIA. No chip knows another one: the machine carries values between them.

pub mod an;
pub mod antic;
pub mod gtia;
pub mod pia;
pub mod pokey;
