//! The custom chips and the PIA. A chip knows no other chip: the machine carries values
//! between them.

pub mod an;
pub mod antic;
pub mod gtia;
pub mod pia;
pub mod pokey;
