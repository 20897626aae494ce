//! The store: an array of bytes that the source fills, reads in expressions and puts out.

/// What `.get` and `.put` have stored.
#[derive(Default)]
pub(in crate::assembler) struct Store {
    /// Empty, or all of them.
    bytes: Vec<u8>,
}

impl Store {
    /// Bytes of the store.
    pub(crate) const SIZE: usize = 0x1_0000;

    pub(crate) fn begin_pass(&mut self) {
        self.bytes.clear();
    }

    /// Puts bytes in, if they fit.
    pub(crate) fn fill(&mut self, at: usize, bytes: &[u8]) -> bool {
        self.bytes.resize(Self::SIZE, 0);
        let fits = bytes.len() <= Self::SIZE - at;
        if fits {
            self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        }
        fits
    }

    /// 0 where nothing has been stored, and behind the end.
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }
}
