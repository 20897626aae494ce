//! What ANTIC has read and still holds: the line buffer, its counter, and the bytes last taken.

use super::timing::LINE_CYCLES;
use super::train::{BYTES, Train};
use super::wiring::Wiring;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// Positions of the line buffer's 6-bit counter; the first 48 are memory.
const POSITIONS: u8 = 63;

/// All of ANTIC's state that depends on the bytes of a playfield. The rest depends on the display list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// The last byte fetched.
    pub last_byte: u8,
    /// The line buffer.
    #[serde(with = "BigArray")]
    pub buffer: [u8; BYTES],
    /// The line buffer's counter.
    pub position: u8,
    /// The last names taken, by cycle modulo 4.
    pub names: [u8; 4],
}

impl Held {
    /// Nothing fetched yet.
    pub const fn nothing() -> Self {
        Held { last_byte: 0, buffer: [0; BYTES], position: 0, names: [0; 4] }
    }

    /// Whether a chip can be in this state.
    pub(super) fn is_possible(&self) -> bool {
        self.position < POSITIONS
    }

    /// Whether both are the same, disregarding the last byte fetched: most lines fetch one before it could have an
    /// effect.
    #[inline]
    pub fn is_like(&self, other: &Held) -> bool {
        let Held { last_byte: _, buffer, position, names } = self;
        (position, names) == (&other.position, &other.names) && *buffer == other.buffer
    }

    /// A line begins.
    #[inline]
    pub fn begin_line(&mut self) {
        self.position = 0;
        // What was cycle 112 is now cycle -2.
        let [a, b, c, d] = self.names;
        self.names = [c, d, a, b];
    }

    /// Stores a byte at the line buffer's counter.
    pub(super) fn store(&mut self, value: u8) {
        if let Some(place) = self.buffer.get_mut(usize::from(self.position)) {
            *place = value;
        }
    }

    /// Takes the byte at the line buffer's counter and advances the counter, which is held at 0 in cycles 0 to 7.
    /// [acid: antic_hscrolbug] If another byte is taken in the next cycle (`run`), the counter advances before this one
    /// comes out. [sheet: antic 6]
    pub(super) fn take(&mut self, cycle: u8, run: bool) -> u8 {
        let held = cycle < 8;
        let next = if held { 0 } else { (self.position + 1) % POSITIONS };
        let place = if run { next } else { self.position };
        let value = self.buffer.get(usize::from(place)).copied().unwrap_or(0xFF);
        self.position = next;
        self.names[usize::from(cycle) % 4] = value;
        value
    }

    /// The name taken three cycles before `cycle`.
    pub(super) fn name_before(&self, cycle: u8) -> u8 {
        self.names[usize::from(cycle.wrapping_sub(3)) % 4]
    }

    /// On the first scan line of a mode line: loads all names or bitmap bytes of a train that have not been taken yet
    /// into the line buffer, from `scan` on. Returns how many were read.
    #[inline(always)]
    pub(super) fn load(&mut self, train: Train, scan: u16, captured: &Captured, wiring: &impl Wiring) -> u16 {
        let count = usize::from(train.count);
        let taken = count.min(self.position.into());
        let real = usize::from(train.real).clamp(taken, count);
        let (mut index, mut rest, mut scan) = (taken, real - taken, scan);
        while rest > 0 {
            // The memory scan counter counts within 4K.
            let run = rest.min(0x1000 - usize::from(scan & 0x0FFF));
            wiring.fetch_all(scan, &mut self.buffer[index..index + run]);
            (index, rest, scan) = (index + run, rest - run, scan & 0xF000);
        }
        for index in index..count {
            self.buffer[index] = captured.0[train.cycle_of(index)];
        }
        self.last_byte = self.buffer[count - 1];
        (count - taken) as u16
    }

    /// Sets the line buffer's counter and the last names as after a whole train.
    pub(super) fn skip(&mut self, train: Train) {
        self.position = train.count;
        // Requests come every other cycle at most: two of them cover the last four cycles.
        let last = usize::from(train.count).saturating_sub(1);
        for index in [last.saturating_sub(1), last] {
            self.names[train.cycle_of(index) % 4] = self.buffer[index];
        }
    }
}

/// Bus values by cycle of the line; not part of the state.
#[derive(Clone)]
pub struct Captured(pub [u8; LINE_CYCLES]);

impl Default for Captured {
    fn default() -> Self {
        Captured([0; LINE_CYCLES])
    }
}

impl PartialEq for Captured {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Captured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("captured")
    }
}
