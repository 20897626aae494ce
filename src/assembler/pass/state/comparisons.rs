//! `#if` and `#while`: which are open, and where their branches go.

use crate::assembler::source::Place;

/// An `#if` or `#while` that is open.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct OpenComparison {
    /// Index among all of a pass.
    pub index: usize,
    /// Where a loop begins.
    pub start: i64,
    pub looping: bool,
    pub has_else: bool,
    /// Blocks that were open before it.
    pub depth: usize,
    pub place: Place,
}

/// Addresses of one, from the pass before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::assembler) struct Branches {
    /// Where it goes on if the condition fails.
    pub failed: i64,
    /// Behind its end.
    pub end: i64,
    /// The instruction that joins the terms.
    pub joined: i64,
}

/// Those of a pass. Their addresses stay from one pass to the next.
#[derive(Default)]
pub(in crate::assembler) struct Comparisons {
    branches: Vec<Branches>,
    open: Vec<OpenComparison>,
    count: usize,
}

impl Comparisons {
    pub(crate) fn begin_pass(&mut self) {
        self.open.clear();
        self.count = 0;
    }

    /// The next one begins at an address; gives its index.
    pub(crate) fn begin(&mut self, start: i64, looping: bool, depth: usize, place: Place) -> usize {
        let index = self.count;
        self.count += 1;
        if self.branches.len() <= index {
            self.branches.resize(index + 1, Branches::default());
        }
        self.open.push(OpenComparison { index, start, looping, has_else: false, depth, place });
        index
    }

    /// The innermost `#if` gets its `#else`, if it may have one; gives its index.
    pub(crate) fn begin_else(&mut self) -> Option<usize> {
        let open = self.open.last_mut().filter(|open| !open.looping && !open.has_else)?;
        open.has_else = true;
        Some(open.index)
    }

    /// The innermost one ends.
    pub(crate) fn end(&mut self) -> Option<OpenComparison> {
        self.open.pop()
    }

    pub(crate) fn branches(&self, index: usize) -> Branches {
        self.branches[index]
    }

    pub(crate) fn branches_mut(&mut self, index: usize) -> &mut Branches {
        &mut self.branches[index]
    }

    /// Whether `.end` means a comparison and not one of the `depth` blocks.
    pub(crate) fn is_innermost(&self, depth: usize) -> bool {
        self.open.last().is_some_and(|open| open.depth >= depth)
    }

    /// The place of one that nothing closed.
    pub(crate) fn unclosed(&self) -> Option<Place> {
        self.open.last().map(|open| open.place)
    }
}
