//! The blocks of a program for SpartaDOS X.

/// Length of a symbol's name in a SpartaDOS X file.
pub(in crate::assembler) const SPARTA_NAME: usize = 8;

/// A block that has begun.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct SpartaBlock {
    /// Index of its chunk, if it has bytes.
    pub chunk: usize,
    pub start: i64,
    /// Bytes that it reserves without contents.
    pub empty: i64,
    pub form: SpartaForm,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::assembler) enum SpartaForm {
    /// At a fixed address.
    Fixed,
    /// In main memory (0) or extended memory (2).
    Movable(u8),
}

impl SpartaBlock {
    pub(crate) fn is_movable(&self) -> bool {
        self.form != SpartaForm::Fixed
    }
}

/// The blocks of a pass.
#[derive(Default)]
pub(in crate::assembler) struct SpartaBlocks {
    list: Vec<SpartaBlock>,
    /// Imported symbols: index into the external symbols, and name in the file.
    symbols: Vec<(usize, [u8; SPARTA_NAME])>,
    /// Those of the previous pass, since they may be declared after the code.
    wanted: Vec<(usize, [u8; SPARTA_NAME])>,
}

impl SpartaBlocks {
    pub(crate) fn begin_pass(&mut self) {
        self.list.clear();
        self.wanted = std::mem::take(&mut self.symbols);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn begin(&mut self, block: SpartaBlock) {
        self.list.push(block);
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut SpartaBlock> {
        self.list.last_mut()
    }

    /// Whether the last block is movable.
    pub(crate) fn movable_is_open(&self) -> bool {
        self.list.last().is_some_and(SpartaBlock::is_movable)
    }

    /// All of them in the order of the source.
    pub(crate) fn all(&self) -> &[SpartaBlock] {
        &self.list
    }

    pub(crate) fn movable(&self) -> impl DoubleEndedIterator<Item = &SpartaBlock> + Clone {
        self.list.iter().filter(|block| block.is_movable())
    }

    /// First address and the one after the last of each movable block; the last block is unlimited.
    pub(crate) fn movable_ranges(&self) -> Vec<(i64, i64)> {
        let starts = self.movable().map(|block| block.start);
        let ends = starts.clone().skip(1).chain([0x1_0000]);
        starts.zip(ends).collect()
    }

    /// Imports this symbol.
    pub(crate) fn want(&mut self, external: usize, name: [u8; SPARTA_NAME]) {
        self.symbols.push((external, name));
    }

    pub(crate) fn wanted(&self) -> Vec<(usize, [u8; SPARTA_NAME])> {
        self.wanted.clone()
    }
}
