//! What objects over a playfield come to, kept for reuse: in lores and hires it depends on the objects lit, the
//! code and the registers alone. [measured: 10 host instructions a machine cycle with all objects on all lines]

use super::picture::Registers;
use super::playfield::Decode;

/// Codes have three bits.
const CODES: usize = 8;
const ENTRIES: usize = 256 * CODES;

/// The halves of a clock as drawn.
pub(super) type Mix = [u8; 2];

/// In the high half of which registers, by their number; 0 = none. In the low half the mix.
type Entry = u32;

/// By the objects lit and the code, for the registers seen last.
#[derive(Default)]
pub(super) struct Mixed {
    /// Made when first needed.
    entries: Vec<Entry>,
    registers: ([u8; 9], u8, Option<Decode>),
    number: u16,
}

/// A copied chip mixes anew.
impl Clone for Mixed {
    fn clone(&self) -> Self {
        Mixed::default()
    }
}

impl std::fmt::Debug for Mixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("mixed")
    }
}

impl Mixed {
    /// What is kept for these registers.
    pub(super) fn begin(&mut self, registers: &Registers) -> Mixes<'_> {
        let now = (*registers.colours, registers.prior, Some(registers.decode));
        if self.registers != now {
            self.registers = now;
            self.number = self.number.wrapping_add(1);
            if self.number == 0 || self.entries.is_empty() {
                self.entries = vec![0; ENTRIES];
                self.number = 1;
            }
        }
        let entries = self.entries.first_chunk_mut().expect("the registers are some");
        Mixes { entries, number: u32::from(self.number) << 16 }
    }

    /// Mixes anew what comes from now on.
    pub(super) fn forget(&mut self) {
        self.registers.2 = None;
    }
}

/// What is kept for the registers in force.
pub(super) struct Mixes<'a> {
    entries: &'a mut [Entry; ENTRIES],
    /// Their number, in the high half.
    number: Entry,
}

impl Mixes<'_> {
    /// What `mix` gives, or gave before.
    #[inline(always)]
    pub(super) fn find(&mut self, lit: u8, code: u8, mix: impl FnOnce() -> Mix) -> Mix {
        let entry = &mut self.entries[usize::from(u16::from_le_bytes([lit, code])) % ENTRIES];
        let mut found = *entry ^ self.number;
        if found >> 16 != 0 {
            found = u32::from(u16::from_le_bytes(mix()));
            *entry = self.number | found;
        }
        (found as u16).to_le_bytes()
    }
}
