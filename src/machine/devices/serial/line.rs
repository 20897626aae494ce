//! The two data lines of the bus, handled bit by bit as by a device's firmware.

use serde::{Deserialize, Serialize};

use crate::chips::pokey::Pokey;
use crate::machine::devices::protocol::Pace;
use crate::machine::devices::time::{FAR, NEVER, Rate};

/// Bits of a frame: start, eight data, stop.
const FRAME_BITS: u64 = 10;
/// Microseconds of a bit at 19,200 baud, the rate at which devices receive.
const LISTEN_BIT_MICROS: u64 = 52;

/// A byte received from the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Heard {
    pub byte: u8,
    /// Whether the stop bit was 1.
    pub framed: bool,
}

/// Receives from POKEY's output line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Receiver {
    /// Whether the line was high when last sampled.
    high: bool,
    /// The cycle in which the start bit began; [`NEVER`] between frames.
    start: u64,
    /// The next bit of the frame to sample.
    bit: u64,
    byte: u8,
    /// Between frames: when the line may change next. Recomputed whenever it may be wrong.
    #[serde(skip)]
    look_at: u64,
}

impl Receiver {
    /// Nothing received yet.
    pub(super) fn new() -> Self {
        Receiver { high: false, start: NEVER, bit: 0, byte: 0, look_at: NEVER }
    }

    /// Whether it can be in this state in cycle `now`, to which it has been brought.
    pub(super) fn is_possible(&self, rate: Rate, now: u64) -> bool {
        let known = self.bit < FRAME_BITS && self.start < now + FAR;
        self.start == NEVER || (known && self.next_event(rate) > now)
    }

    /// Begins to listen; samples the line in cycle `at`.
    pub(super) fn begin(&mut self, at: u64) {
        *self = Receiver { look_at: at, ..Self::new() };
    }

    /// POKEY has changed: from cycle `at` on the line may differ from the prediction.
    pub(super) fn look_again(&mut self, at: u64) {
        self.look_at = at;
    }

    /// The cycle in which it samples next.
    pub(super) fn next_event(&self, rate: Rate) -> u64 {
        match self.start {
            NEVER => self.look_at,
            start => start + rate.cycles((2 * self.bit + 1) * LISTEN_BIT_MICROS / 2),
        }
    }

    /// Samples in cycle `at`, which must be the result of [`Receiver::next_event`].
    pub(super) fn event(&mut self, at: u64, pokey: &mut Pokey) -> Option<Heard> {
        let level = pokey.serial_out(at);
        if self.start == NEVER {
            if self.high && !level {
                (self.start, self.bit) = (at, 0);
            }
            self.high = level;
            self.look_at = pokey.next_serial_out_change(at);
            return None;
        }
        let bit = self.bit;
        self.bit += 1;
        let heard = match bit {
            // A spike rather than a start bit.
            0 if level => None,
            0 => return None,
            1..9 => {
                self.byte = self.byte >> 1 | u8::from(level) << 7;
                return None;
            }
            _ => Some(Heard { byte: self.byte, framed: level }),
        };
        self.start = NEVER;
        self.high = level;
        self.look_at = pokey.next_serial_out_change(at);
        heard
    }
}

/// Bytes on their way to the computer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Transmission {
    bytes: Vec<u8>,
    pace: Pace,
    /// The cycle in which the first start bit begins.
    start: u64,
    /// The number of bits begun so far.
    bits: u64,
}

impl Transmission {
    /// Sends `bytes`; the first start bit is in cycle `start`.
    pub(super) fn new(bytes: Vec<u8>, pace: Pace, start: u64) -> Self {
        Transmission { bytes, pace, start, bits: 0 }
    }

    /// Whether it can be in this state in cycle `now`, to which it has been brought.
    pub(super) fn is_possible(&self, rate: Rate, now: u64) -> bool {
        let Pace { bit_micros, byte_micros } = self.pace;
        let known = bit_micros.max(byte_micros) < 1_000
            && self.start < now + FAR
            && self.bits <= FRAME_BITS * self.bytes.len() as u64;
        known && self.next_event(rate) > now
    }

    /// The cycle of the next bit, or after the last one the end of its stop bit.
    pub(super) fn next_event(&self, rate: Rate) -> u64 {
        self.start + rate.cycles(self.micros(self.bits))
    }

    /// Microseconds from the beginning to bit `n`.
    fn micros(&self, n: u64) -> u64 {
        let (byte, bit) = (n / FRAME_BITS, n % FRAME_BITS);
        match bit {
            // The end of the last byte does not wait for another one.
            0 if byte == self.bytes.len() as u64 && byte > 0 => {
                (byte - 1) * self.pace.byte_micros + FRAME_BITS * self.pace.bit_micros
            }
            _ => byte * self.pace.byte_micros + bit * self.pace.bit_micros,
        }
    }

    /// Puts the next bit on the line. False if there is none.
    pub(super) fn event(&mut self, at: u64, pokey: &mut Pokey) -> bool {
        let (byte, bit) = ((self.bits / FRAME_BITS) as usize, self.bits % FRAME_BITS);
        let Some(&byte) = self.bytes.get(byte) else { return false };
        let frame = u16::from(byte) << 1 | 1 << 9;
        pokey.set_serial_in(at, frame >> bit & 1 == 1);
        self.bits += 1;
        true
    }
}
