//! The protocol between the computer and the devices on the serial bus. [sheet: pia-sio-disk 2]

use serde::{Deserialize, Serialize};

/// A command frame without its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Command {
    /// Device number.
    pub device: u8,
    /// The operation.
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

/// The response of a device to a command frame.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    /// It cannot execute the command.
    Refusal,
    /// It executes the command.
    Done(Outcome),
    /// It needs a data frame of this many bytes first.
    Wants(usize),
}

/// The result of a command.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    /// The microseconds that it took.
    pub micros: u64,
    /// Whether it succeeded.
    pub good: bool,
    /// The data frame for the computer, if there is one.
    pub data: Option<Vec<u8>>,
}

impl Outcome {
    /// A command that is done after this many microseconds, without data.
    pub(crate) fn new(micros: u64, good: bool) -> Self {
        Outcome { micros, good, data: None }
    }
}

/// The speed at which a device sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pace {
    /// Microseconds of a bit.
    pub bit_micros: u64,
    /// Microseconds from the start of a byte to the start of the next.
    pub byte_micros: u64,
}
