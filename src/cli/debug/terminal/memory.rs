//! A piece of memory, and how long ago each byte of it changed.

use crate::machine::Machine;

/// Bytes of a row.
pub(super) const ROW: u16 = 16;
/// Rows that a key goes on.
const ROWS: u16 = 8;
/// Looks after which a change is forgotten.
pub(super) const COLD: u8 = 8;

/// What is shown of memory.
pub(super) struct Memory {
    /// The first address shown.
    pub first: u16,
    bytes: Vec<u8>,
    /// Looks since each byte changed, at most [`COLD`].
    ages: Vec<u8>,
}

impl Memory {
    /// The memory of a machine, in which nothing has changed.
    pub(super) fn of(machine: &Machine) -> Self {
        Memory { first: 0x0080, bytes: all(machine), ages: vec![COLD; 0x10000] }
    }

    /// Looks what has changed since the last time.
    pub(super) fn compare(&mut self, machine: &Machine) {
        let bytes = all(machine);
        for ((age, old), new) in self.ages.iter_mut().zip(&self.bytes).zip(&bytes) {
            *age = if old == new { COLD.min(*age + 1) } else { 0 };
        }
        self.bytes = bytes;
    }

    /// Looks since a byte changed, at most [`COLD`].
    pub(super) fn age(&self, address: u16) -> u8 {
        self.ages[usize::from(address)]
    }

    /// Shows an address.
    pub(super) fn show(&mut self, address: u16) {
        self.first = address & !(ROW - 1);
    }

    /// Goes on or back.
    pub(super) fn scroll(&mut self, on: bool) {
        let by = ROW * ROWS;
        self.first = if on { self.first.wrapping_add(by) } else { self.first.wrapping_sub(by) };
    }
}

fn all(machine: &Machine) -> Vec<u8> {
    (0..=u16::MAX).map(|address| machine.peek(address)).collect()
}
