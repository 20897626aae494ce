//! Which addresses have been written to: since the last query, and ever.

/// Bytes of a block: as many as a word has bits.
const BLOCK: usize = 64;
/// Blocks of a page.
const PAGE_BLOCKS: usize = 0x100 / BLOCK;
/// Number of blocks whose bits are in one word.
const WORD: usize = 64;
const WORDS: usize = 0x10000 / BLOCK / WORD;

/// Marks of an address: written to since the last query, and since power-on.
const LATELY: u8 = 1;
pub(super) const EVER: u8 = 2;
/// The marks of an address that is written to.
pub(super) const WRITTEN: u8 = LATELY | EVER;
/// The marks at power-on, before the first query.
pub(super) const UNASKED: u8 = LATELY;

/// A set of addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The blocks that contain addresses of the set.
    blocks: [u64; WORDS],
    /// For each of these blocks, its bytes as bits.
    bytes: Box<[u64]>,
}

impl Written {
    /// The addresses with a mark. `marks` has whole blocks.
    pub(super) fn of<const MARK: u8>(marks: &[u8]) -> Written {
        let (mut blocks, mut bytes) = ([0; WORDS], Vec::new());
        for (n, marks) in marks.as_chunks::<BLOCK>().0.iter().enumerate() {
            if marks.iter().fold(0, |any, mark| any | mark) & MARK != 0 {
                blocks[n / WORD] |= 1 << (n % WORD);
                bytes.push(bits::<MARK>(marks));
            }
        }
        Written { blocks, bytes: bytes.into() }
    }

    /// The addresses written to lately; clears their marks for that.
    pub(super) fn take(marks: &mut [u8]) -> Written {
        let written = Written::of::<LATELY>(marks);
        marks.iter_mut().for_each(|mark| *mark &= !LATELY);
        written
    }

    /// Sets a mark on these addresses and clears it on all others.
    pub(super) fn give<const MARK: u8>(&self, marks: &mut [u8]) {
        let mut bytes = self.bytes.iter();
        for (n, marks) in marks.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let has_some = self.blocks[n / WORD] >> (n % WORD) & 1 != 0;
            let bits = if has_some { bytes.next().copied().unwrap_or(0) } else { 0 };
            for (bit, mark) in marks.iter_mut().enumerate() {
                *mark = *mark & !MARK | ((bits >> bit & 1) as u8 * MARK);
            }
        }
    }

    /// Whether the set contains an address.
    pub(crate) fn has(&self, address: u16) -> bool {
        let (block, byte) = (usize::from(address) / BLOCK, usize::from(address) % BLOCK);
        let (word, bit) = (block / WORD, 1 << (block % WORD));
        let before = self.blocks[..word].iter().map(|blocks| blocks.count_ones()).sum::<u32>();
        let n = before + (self.blocks[word] & (bit - 1)).count_ones();
        self.blocks[word] & bit != 0 && self.bytes[n as usize] >> byte & 1 != 0
    }

    /// Whether the set contains an address in a page.
    pub(crate) fn has_in_page(&self, page: u8) -> bool {
        let first = usize::from(page) * PAGE_BLOCKS;
        self.blocks[first / WORD] >> (first % WORD) & ((1 << PAGE_BLOCKS) - 1) != 0
    }

    /// The host bytes that it owns on the heap.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.bytes)
    }
}

/// The bytes of a block that have a mark, as bits.
fn bits<const MARK: u8>(marks: &[u8; BLOCK]) -> u64 {
    // Bit 0 of byte n of a word moves to bit 56 + n.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    const ONES: u64 = 0x0101_0101_0101_0101;
    let one = |word: &[u8; 8]| u64::from_le_bytes(*word) >> MARK.trailing_zeros() & ONES;
    let words = marks.as_chunks().0.iter().map(|word| one(word).wrapping_mul(GATHER) >> 56);
    words.enumerate().fold(0, |bits, (n, word)| bits | word << (8 * n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_is_in_the_set_and_nothing_else() {
        let mut marks = vec![0; 0xC000];
        let marked = [0x0000, 0x003F, 0x0080, 0x0087, 0x1000, 0x1001, 0x7FFE, 0xBFFF];
        marked.iter().for_each(|&address| marks[address] = WRITTEN);
        marks[0x100] = EVER;
        let written = Written::take(&mut marks);
        for address in 0..=0xFFFF {
            assert_eq!(written.has(address), marked.contains(&usize::from(address)), "${address:04X}");
        }
        for page in 0..=0xFF {
            let some = marked.iter().any(|&address| address / 0x100 == usize::from(page));
            assert_eq!(written.has_in_page(page), some, "page ${page:02X}");
        }
        assert_eq!(written.size(), 5 * 8, "a word for each block");
        let ever = Written::of::<EVER>(&marks);
        assert!(ever.has(0x100) && ever.has(0x1001) && !ever.has(0x1002), "these marks stay");
        let mut others = vec![WRITTEN; 0xC000];
        ever.give::<EVER>(&mut others);
        assert!(others.iter().zip(&marks).all(|(other, mark)| *other == LATELY | mark & EVER));
        let none = Written::take(&mut marks);
        assert!((0..=0xFFFF).all(|address| !none.has(address)), "the marks are taken off");
    }
}
