//! Open blocks.

use super::calls::MAX_NESTING;
use super::structures::Field;
use super::variables::Waiting;
use crate::assembler::names::Name;
use crate::assembler::source::Place;
use crate::assembler::syntax::BlockSyntax;

/// A block that is open.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct OpenBlock {
    pub kind: BlockSyntax,
    pub scope: u32,
    pub outer: u32,
    pub name: Option<Name>,
    /// Its address.
    pub start: i64,
    /// The program counter before it.
    pub counter: i64,
    /// Difference between load address and program counter before it, if the block is assembled for another
    /// address.
    pub displacement: Option<i64>,
    pub pages: i64,
    /// The largest value of an enumeration's members.
    pub largest: i64,
    pub place: Place,
    pub budget: Option<i64>,
    /// Number of records before it.
    pub behind: usize,
    /// `.var`s to place at its end.
    pub variables: Vec<Waiting>,
    pub fields: Vec<Field>,
    pub symbol: Option<u32>,
}

impl OpenBlock {
    /// A block that begins at the program counter.
    pub(crate) fn new(kind: BlockSyntax, scope: u32, outer: u32, start: i64, place: Place) -> Self {
        OpenBlock {
            kind,
            scope,
            outer,
            name: None,
            start,
            counter: start,
            displacement: None,
            pages: 0,
            largest: 0,
            place,
            budget: None,
            behind: 0,
            variables: Vec::new(),
            fields: Vec::new(),
            symbol: None,
        }
    }
}

/// The blocks around the current statement, outermost first.
#[derive(Default)]
pub(in crate::assembler) struct OpenBlocks {
    blocks: Vec<OpenBlock>,
    /// Numbers of blocks that were closed together with an enclosing block, whose ends may follow.
    late_ends: Vec<(BlockSyntax, u32)>,
    /// Scopes of blocks that were not closed in the previous pass.
    unclosed: Vec<u32>,
}

impl OpenBlocks {
    pub(crate) fn begin_pass(&mut self) {
        self.blocks.clear();
        self.late_ends.clear();
    }

    pub(crate) fn open(&mut self, block: OpenBlock) {
        self.blocks.push(block);
    }

    /// Closes the innermost block, if it is of this kind.
    pub(crate) fn close(&mut self, kind: BlockSyntax) -> Option<OpenBlock> {
        self.blocks.pop_if(|block| block.kind == kind)
    }

    /// The blocks that are open at the end of a pass, outermost first.
    pub(crate) fn take_unclosed(&mut self) -> Vec<OpenBlock> {
        self.unclosed = self.blocks.iter().map(|block| block.scope).collect();
        std::mem::take(&mut self.blocks)
    }

    /// Unclosed scopes, which may contain what was meant to come after them.
    pub(crate) fn unclosed(&self) -> &[u32] {
        &self.unclosed
    }

    /// Records that a block was closed together with the enclosing one.
    pub(crate) fn expect_late_end(&mut self, kind: BlockSyntax) {
        match self.late_ends.iter_mut().find(|(late, _)| *late == kind) {
            Some((_, count)) => *count += 1,
            None => self.late_ends.push((kind, 1)),
        }
    }

    /// Whether the end of such a block is still expected; it then no longer is.
    pub(crate) fn take_late_end(&mut self, kind: BlockSyntax) -> bool {
        let late = self.late_ends.iter_mut().find(|(late, count)| *late == kind && *count > 0);
        late.map(|(_, count)| *count -= 1).is_some()
    }

    /// Closes the blocks after the first `depth`. Returns the outermost of them.
    pub(crate) fn close_behind(&mut self, depth: usize) -> Option<OpenBlock> {
        let first = self.blocks.get(depth).cloned();
        self.blocks.truncate(depth);
        first
    }

    pub(crate) fn depth(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the maximum number is reached.
    pub(crate) fn are_too_many(&self) -> bool {
        self.blocks.len() >= MAX_NESTING
    }

    pub(crate) fn innermost(&self) -> Option<&OpenBlock> {
        self.blocks.last()
    }

    pub(crate) fn innermost_mut(&mut self) -> Option<&mut OpenBlock> {
        self.blocks.last_mut()
    }

    /// The innermost open block of a kind.
    pub(crate) fn around(&self, kind: BlockSyntax) -> Option<&OpenBlock> {
        self.blocks.iter().rfind(|block| block.kind == kind)
    }

    pub(crate) fn around_mut(&mut self, kind: BlockSyntax) -> Option<&mut OpenBlock> {
        self.blocks.iter_mut().rfind(|block| block.kind == kind)
    }

    /// Whether one of them has different run and load addresses.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.blocks.iter().any(|block| block.displacement.is_some())
    }

    pub(crate) fn in_enumeration(&self) -> bool {
        self.innermost().is_some_and(|block| block.kind == BlockSyntax::Enum)
    }

    pub(crate) fn in_structure(&self) -> bool {
        self.innermost().is_some_and(|block| block.kind == BlockSyntax::Struct)
    }
}
