//! Cells: memory in units of 64 bytes, their kinds, and sets of them.

/// A cell has two to this power bytes: small enough to separate what the display reads from variables in the same page.
pub(super) const CELL_BITS: u32 = 6;
/// The number of cells.
pub(super) const CELLS: usize = 0x10000 >> CELL_BITS;

/// The cell that an address lies in.
#[inline(always)]
pub(crate) fn cell_of(address: u16) -> usize {
    usize::from(address) >> CELL_BITS
}

/// Kinds of cells. Plain RAM that no DMA is about to read is 0, so that the common store needs only one test.
pub(crate) const RAM: u8 = 0;
/// Read-only memory.
pub(crate) const ROM: u8 = 1;
/// A chip's registers.
pub(crate) const IO: u8 = 2;
/// Nothing responds.
pub(crate) const ABSENT: u8 = 4;
/// RAM that the current line's DMA may still read (flags on top of [`RAM`]).
pub(crate) mod marked {
    /// As display list, names or bitmap.
    pub(crate) const ROW: u8 = 8;
    /// As data of players and missiles.
    pub(crate) const OBJECTS: u8 = 64;
    /// As glyphs, or by foreseen lines without any.
    pub(crate) const FONTS: u8 = 128;
}
/// All of these.
pub(super) const MARKED: u8 = marked::ROW | marked::OBJECTS | marked::FONTS;
/// RAM that is watched for its next change (a flag on top of [`RAM`]).
pub(super) const WATCHED: u8 = 16;
/// RAM with watched writes (a flag on top of [`RAM`]).
pub(super) const STOPPED: u8 = 32;
/// The kind of a cell without its flags.
pub(super) const KIND: u8 = !(MARKED | WATCHED | STOPPED);

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cells([u64; CELLS / 64]);

impl Cells {
    /// Adds the cell that an address lies in.
    pub(crate) fn add(&mut self, address: u16) {
        let cell = cell_of(address);
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Adds the cells of another set.
    pub(crate) fn extend(&mut self, others: &Cells) {
        self.0.iter_mut().zip(others.0).for_each(|(cells, more)| *cells |= more);
    }

    /// Whether the set contains a cell.
    pub(super) fn holds(&self, cell: usize) -> bool {
        self.0[cell / 64] & (1 << (cell % 64)) != 0
    }

    /// All cells.
    pub(crate) fn all() -> Cells {
        Cells([u64::MAX; CELLS / 64])
    }
}

/// An approximate set of cells, by a number below 128 that several cells share: if two sets have no number in common,
/// they have no cell in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SomeCells(u128);

impl SomeCells {
    /// All cells.
    pub(super) const ALL: SomeCells = SomeCells(u128::MAX);

    /// Adds a cell.
    #[inline]
    pub(crate) fn add(&mut self, cell: usize) {
        // Spreads the multiples of 8K and of smaller powers of two, at which screens and fonts often begin.
        self.0 |= 1 << ((cell + cell / 128 * 37) % 128);
    }

    /// The union of both.
    #[inline]
    pub(super) fn or(self, other: SomeCells) -> SomeCells {
        SomeCells(self.0 | other.0)
    }

    /// Whether the two may have a cell in common.
    #[inline]
    pub(crate) fn meets(self, other: SomeCells) -> bool {
        self.0 & other.0 != 0
    }
}
