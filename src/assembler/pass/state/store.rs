//! The store: an array of bytes that the source fills, reads in expressions and outputs.

/// What `.get` and `.put` have stored.
#[derive(Default)]
pub(in crate::assembler) struct Store {
    /// Empty, or of full size.
    bytes: Vec<u8>,
}

impl Store {
    /// Size of the store in bytes.
    pub(crate) const SIZE: usize = 0x1_0000;

    pub(crate) fn begin_pass(&mut self) {
        self.bytes.clear();
    }

    /// Stores bytes, if they fit.
    pub(crate) fn fill(&mut self, at: usize, bytes: &[u8]) -> bool {
        self.bytes.resize(Self::SIZE, 0);
        let fits = bytes.len() <= Self::SIZE - at;
        if fits {
            self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        }
        fits
    }

    /// The byte at an index; 0 if nothing was stored there, and beyond the end.
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }
}
