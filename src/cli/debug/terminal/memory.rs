//! A range of memory, and how long ago each byte changed.

use crate::machine::Machine;

/// Bytes per row.
pub(super) const ROW: u16 = 16;
/// Rows that a key scrolls.
const ROWS: u16 = 8;
/// Comparisons after which a change is no longer highlighted.
pub(super) const COLD: u8 = 8;

/// The memory panel.
pub(super) struct Memory {
    /// The first address shown.
    pub first: u16,
    bytes: Vec<u8>,
    /// Comparisons since each byte changed, at most [`COLD`].
    ages: Vec<u8>,
}

impl Memory {
    /// The panel for a machine; nothing counts as changed.
    pub(super) fn of(machine: &Machine) -> Self {
        Memory { first: 0x0080, bytes: all(machine), ages: vec![COLD; 0x10000] }
    }

    /// Finds what has changed since the last call.
    pub(super) fn compare(&mut self, machine: &Machine) {
        let bytes = all(machine);
        for ((age, old), new) in self.ages.iter_mut().zip(&self.bytes).zip(&bytes) {
            *age = if old == new { COLD.min(*age + 1) } else { 0 };
        }
        self.bytes = bytes;
    }

    /// Comparisons since a byte changed, at most [`COLD`].
    pub(super) fn age(&self, address: u16) -> u8 {
        self.ages[usize::from(address)]
    }

    /// Scrolls to an address.
    pub(super) fn show(&mut self, address: u16) {
        self.first = address & !(ROW - 1);
    }

    /// Scrolls forwards or backwards.
    pub(super) fn scroll(&mut self, on: bool) {
        let by = ROW * ROWS;
        self.first = if on { self.first.wrapping_add(by) } else { self.first.wrapping_sub(by) };
    }
}

fn all(machine: &Machine) -> Vec<u8> {
    (0..=u16::MAX).map(|address| machine.peek(address)).collect()
}
