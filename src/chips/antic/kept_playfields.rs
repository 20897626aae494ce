//! Playfields kept for reuse: what a line shows depends on its bytes, the font and a few registers,
//! which are mostly the same as in the frame before. [measured: 2.7 of 34.6 host instructions a
//! machine cycle on the map screen]

use super::train::{BYTES, Train};

/// What the codes of a regular playfield depend on besides the bytes shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlayfieldKey {
    /// Where and how the bytes come.
    pub train: Train,
    /// The instruction, the row, CHACTL, CHBASE, and the odd clock of HSCROL.
    pub shown: [u8; 5],
    /// How often the pages of the font have changed.
    pub changed_at: u64,
}

/// Longest playfield in codes.
const CODES: usize = super::super::an::CLOCKS;

#[derive(Clone, Debug)]
struct Playfield {
    key: Option<PlayfieldKey>,
    bytes: [u8; BYTES],
    codes: [u8; CODES],
    last_byte: u8,
}

/// The playfields of a frame, by line.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptPlayfields {
    lines: Vec<Playfield>,
    off: bool,
}

impl KeptPlayfields {
    /// Nothing kept, now or later.
    pub(super) fn none() -> Self {
        KeptPlayfields { lines: Vec::new(), off: true }
    }

    /// Whether anything is kept.
    pub(super) fn set_keeping(&mut self, on: bool) {
        self.off = !on;
        self.lines.clear();
    }

    /// Fills `codes` as they were when `line` showed the same, and gives the last byte
    /// fetched; nothing if it did not.
    #[inline]
    pub(super) fn reuse(&self, line: u16, key: &PlayfieldKey, bytes: &[u8], codes: &mut [u8]) -> Option<u8> {
        let kept = self.lines.get(usize::from(line))?;
        if kept.key != Some(*key) || kept.bytes.get(..bytes.len())? != bytes {
            return None;
        }
        codes.copy_from_slice(kept.codes.get(..codes.len())?);
        Some(kept.last_byte)
    }

    /// Keeps what `line` shows.
    pub(super) fn keep(&mut self, line: u16, key: PlayfieldKey, bytes: &[u8], codes: &[u8], last_byte: u8) {
        let number = usize::from(line);
        if self.off {
            return;
        }
        if self.lines.len() <= number {
            let none = Playfield { key: None, bytes: [0; BYTES], codes: [0; CODES], last_byte: 0 };
            self.lines.resize(number + 1, none);
        }
        let kept = &mut self.lines[number];
        (kept.key, kept.last_byte) = (Some(key), last_byte);
        kept.bytes[..bytes.len()].copy_from_slice(bytes);
        kept.codes[..codes.len()].copy_from_slice(codes);
    }
}
