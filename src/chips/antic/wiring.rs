//! What ANTIC is wired to.

/// The memory as ANTIC sees it, and where its player/missile bytes go.
pub trait Wiring {
    /// A byte of memory.
    fn fetch(&self, address: u16) -> u8;
    /// Bytes of memory from `address` on, which do not wrap.
    fn fetch_all(&self, address: u16, into: &mut [u8]) {
        for (byte, address) in into.iter_mut().zip(address..) {
            *byte = self.fetch(address);
        }
    }
    /// The rows of pixels of characters, of which the first one's is at `base`: of each name the bits of `mask` count.
    fn fetch_glyphs(&self, base: u16, mask: u8, names: &[u8], into: &mut [u8]) {
        for (bits, name) in into.iter_mut().zip(names) {
            *bits = self.fetch(base.wrapping_add(u16::from(name & mask) * 8));
        }
    }
    /// The missiles' byte crossed the bus, in cycle 0.
    fn missiles(&mut self, value: u8);
    /// The byte of player `n`, 0 to 3, in cycle `n` + 2.
    fn player(&mut self, n: u8, value: u8);
    /// All four players' bytes.
    fn players(&mut self, values: [u8; 4]);
}
