//! The interface of ANTIC to the board.

/// The memory as ANTIC sees it, and the destination of its player/missile bytes.
pub trait Wiring {
    /// Reads a byte of memory.
    fn fetch(&self, address: u16) -> u8;
    /// Reads bytes of memory from `address` on, which must not wrap.
    fn fetch_all(&self, address: u16, into: &mut [u8]) {
        for (byte, address) in into.iter_mut().zip(address..) {
            *byte = self.fetch(address);
        }
    }
    /// Reads the rows of pixels of characters, of which the first one's is at `base`. `mask` selects the bits of a name
    /// that count.
    fn fetch_glyphs(&self, base: u16, mask: u8, names: &[u8], into: &mut [u8]) {
        for (bits, name) in into.iter_mut().zip(names) {
            *bits = self.fetch(base.wrapping_add(u16::from(name & mask) * 8));
        }
    }
    /// Takes the missiles' byte, which crossed the bus in cycle 0.
    fn missiles(&mut self, value: u8);
    /// Takes the byte of player `n`, 0 to 3, which crossed the bus in cycle `n` + 2.
    fn player(&mut self, n: u8, value: u8);
    /// Takes all four players' bytes.
    fn players(&mut self, values: [u8; 4]);
}
