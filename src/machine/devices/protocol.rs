//! What the computer and the devices on the serial bus say to each other. [sheet: pia-sio-disk 2]

use serde::{Deserialize, Serialize};

/// A command frame without its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Command {
    /// Device number.
    pub device: u8,
    /// What is to be done.
    pub code: u8,
    /// AUX1 and AUX2.
    pub aux: [u8; 2],
}

impl Command {
    /// AUX1 and AUX2 as a number.
    pub(crate) fn number(&self) -> u16 {
        u16::from_le_bytes(self.aux)
    }
}

/// What a device makes of a command frame.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    /// It cannot do this.
    Refusal,
    /// It does it.
    Done(Outcome),
    /// It wants a data frame of so many bytes first.
    Wants(usize),
}

/// How a command ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    /// Microseconds it took.
    pub micros: u64,
    /// It went well.
    pub good: bool,
    /// The data frame for the computer, if there is one.
    pub data: Option<Vec<u8>>,
}

impl Outcome {
    /// Done after so many microseconds, without data.
    pub(crate) fn new(micros: u64, good: bool) -> Self {
        Outcome { micros, good, data: None }
    }
}

/// How fast a device sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pace {
    /// Microseconds of a bit.
    pub bit_micros: u64,
    /// Microseconds from the start of a byte to the start of the next.
    pub byte_micros: u64,
}
