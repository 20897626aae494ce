//! What objects over a playfield come to, kept for reuse: in lores and hires it depends on the objects lit, the
//! code and the registers alone. [measured: 10 host instructions a machine cycle with all objects on all lines]

use super::picture::Registers;
use super::playfield::Decode;

/// Codes have three bits.
const CODES: u8 = 8;
/// So that no byte for a code leads beyond them.
const ENTRIES: usize = 255 * CODES as usize + 256;

/// The halves of a clock as drawn.
pub(super) type Mix = [u8; 2];

/// In place of those: nothing is known. No colour is odd.
const UNKNOWN: u16 = 1;

/// By the objects lit and the code, for the registers seen last.
#[derive(Default)]
pub(super) struct Mixed {
    /// Made when first needed.
    entries: Vec<u16>,
    /// Which of them have been mixed.
    known: Vec<u16>,
    registers: ([u8; 9], u8, Option<Decode>),
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
    #[inline]
    pub(super) fn begin(&mut self, registers: &Registers) -> Mixes<'_> {
        let now = (*registers.colours, registers.prior, Some(registers.decode));
        if self.registers != now {
            self.registers = now;
            self.begin_anew();
        }
        let entries = self.entries.first_chunk_mut().expect("the registers are some");
        Mixes { entries, known: &mut self.known }
    }

    #[inline(never)]
    fn begin_anew(&mut self) {
        self.entries.resize(ENTRIES, UNKNOWN);
        for place in self.known.drain(..) {
            self.entries[usize::from(place)] = UNKNOWN;
        }
    }

    /// Mixes anew what comes from now on.
    pub(super) fn forget(&mut self) {
        self.registers.2 = None;
    }
}

/// What is kept for the registers in force.
pub(super) struct Mixes<'a> {
    entries: &'a mut [u16; ENTRIES],
    known: &'a mut Vec<u16>,
}

impl Mixes<'_> {
    /// What a clock comes to: what `mix` gives, or gave before.
    #[inline(always)]
    pub(super) fn find(&mut self, lit: u8, code: u8, mix: impl FnOnce() -> Mix) -> Mix {
        let place = place(lit, code);
        let entry = &mut self.entries[place];
        if *entry & UNKNOWN != 0 {
            *entry = u16::from_le_bytes(mix());
            self.known.push(place as u16);
        }
        entry.to_le_bytes()
    }
}

/// So the host finds it with one addition.
#[inline(always)]
fn place(lit: u8, code: u8) -> usize {
    usize::from(lit) * usize::from(CODES) + usize::from(code)
}
