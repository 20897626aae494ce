//! What the CPU reads from RANDOM: POKEY's polynomial counter, or a stream of bytes that does not depend on time, so
//! that runs of a program can be compared byte by byte.

use serde::{Deserialize, Serialize};

/// A stream of bytes from a linear congruential generator modulo 2^31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lcg(u32);

impl Lcg {
    /// The stream that follows state `seed`, of which the low 31 bits count.
    pub fn new(seed: u32) -> Self {
        Lcg(seed % (1 << 31))
    }

    /// The next byte: bits 16 to 23 of the next state.
    pub fn next_byte(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        (self.0 >> 16) as u8
    }
}

/// The source of random numbers and the number of reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Random {
    /// Replaces POKEY's counter.
    pub stream: Option<Lcg>,
    /// CPU reads of RANDOM since power-on.
    pub reads: u64,
}

impl Random {
    /// Reads for the CPU; `pokey` returns POKEY's value.
    pub(crate) fn read(&mut self, pokey: impl FnOnce() -> u8) -> u8 {
        self.reads += 1;
        self.stream.as_mut().map_or_else(pokey, Lcg::next_byte)
    }

    /// What the next read will return.
    pub(crate) fn peek(self, pokey: impl FnOnce() -> u8) -> u8 {
        self.stream.map_or_else(pokey, |mut stream| stream.next_byte())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_seed_1_begins_as_its_definition_says() {
        let mut stream = Lcg::new(1);
        let bytes: Vec<u8> = (0..16).map(|_| stream.next_byte()).collect();
        assert_eq!(bytes, [198, 126, 129, 107, 75, 251, 226, 251, 84, 246, 189, 223, 124, 28, 225, 135]);
    }

    #[test]
    fn looking_takes_nothing_from_the_stream() {
        let mut random = Random { stream: Some(Lcg::new(1)), reads: 0 };
        assert_eq!([random.peek(|| 0), random.peek(|| 0), random.read(|| 0)], [198; 3]);
        assert_eq!((random.read(|| 0), random.reads), (126, 2));
    }
}
