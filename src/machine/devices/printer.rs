//! A printer on the serial bus: receives lines and keeps the text for the host.

use serde::{Deserialize, Serialize};

use super::protocol::{Answer, Command, Outcome, Pace};

const STATUS: u8 = 0x53;
const WRITE: u8 = 0x57;
/// AUX1 of a line is its print mode, which tells its length. [OSM p.80] Some systems send other letters for the normal
/// mode.
const SIDEWAYS: (u8, usize) = (b'S', 29);
const DOUBLE: (u8, usize) = (b'D', 20);
const NORMAL_LENGTH: usize = 40;
/// End of line. What follows it in a line is padding.
const EOL: u8 = 0x9B;
/// Microseconds to print a line. [guess]
const LINE_MICROS: u64 = 30_000;
/// How long the computer has to wait, in units of 64 frames.
const TIMEOUT: u8 = 30;

/// The printer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Printer {
    /// AUX1 of the last command.
    last: u8,
    /// ATASCII text that the host has not taken yet.
    #[serde(skip)]
    printed: Vec<u8>,
}

impl Printer {
    /// The speed at which it sends. [guess]
    pub(crate) const PACE: Pace = Pace { bit_micros: 52, byte_micros: 530 };

    /// Executes a command frame.
    pub(crate) fn command(&mut self, command: Command) -> Answer {
        match command.code {
            STATUS => {
                let data = Some(vec![0, self.last, TIMEOUT, 0]);
                Answer::Done(Outcome { micros: 0, good: true, data })
            }
            WRITE => {
                self.last = command.aux[0];
                let special = [SIDEWAYS, DOUBLE].into_iter().find(|&(mode, _)| mode == self.last);
                Answer::Wants(special.map_or(NORMAL_LENGTH, |(_, length)| length))
            }
            _ => Answer::Refusal,
        }
    }

    /// Prints a line, which is none if it was damaged. Returns `None` if it refuses.
    pub(crate) fn data(&mut self, line: Option<&[u8]>) -> Option<Outcome> {
        let line = line?;
        let end = line.iter().position(|&byte| byte == EOL).map_or(line.len(), |at| at + 1);
        self.printed.extend_from_slice(&line[..end]);
        Some(Outcome::new(LINE_MICROS, true))
    }

    /// Takes the text printed since the last call.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.printed)
    }
}
