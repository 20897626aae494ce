//! `#if` and `#while`: open ones, and the targets of their branches.

use crate::assembler::source::Place;

/// An open `#if` or `#while`.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct OpenComparison {
    /// Index among all comparisons of a pass.
    pub index: usize,
    /// Begin of the loop.
    pub start: i64,
    pub looping: bool,
    pub has_else: bool,
    /// Number of blocks open before it.
    pub depth: usize,
    pub place: Place,
}

/// Addresses of a comparison, from the previous pass.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::assembler) struct Branches {
    /// Where it continues if the condition fails.
    pub failed: i64,
    /// After its end.
    pub end: i64,
    /// The instruction that joins the terms.
    pub joined: i64,
}

/// The comparisons of a pass. Their addresses are kept for the next pass.
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

    /// Begins a comparison at an address. Returns its index.
    pub(crate) fn begin(&mut self, start: i64, looping: bool, depth: usize, place: Place) -> usize {
        let index = self.count;
        self.count += 1;
        if self.branches.len() <= index {
            self.branches.resize(index + 1, Branches::default());
        }
        self.open.push(OpenComparison { index, start, looping, has_else: false, depth, place });
        index
    }

    /// `#else` of the innermost `#if`, if it may have one. Returns its index.
    pub(crate) fn begin_else(&mut self) -> Option<usize> {
        let open = self.open.last_mut().filter(|open| !open.looping && !open.has_else)?;
        open.has_else = true;
        Some(open.index)
    }

    /// Ends the innermost comparison.
    pub(crate) fn end(&mut self) -> Option<OpenComparison> {
        self.open.pop()
    }

    pub(crate) fn branches(&self, index: usize) -> Branches {
        self.branches[index]
    }

    pub(crate) fn branches_mut(&mut self, index: usize) -> &mut Branches {
        &mut self.branches[index]
    }

    /// Whether `.end` refers to a comparison and not to one of the `depth` blocks.
    pub(crate) fn is_innermost(&self, depth: usize) -> bool {
        self.open.last().is_some_and(|open| open.depth >= depth)
    }

    /// The place of an unclosed comparison.
    pub(crate) fn unclosed(&self) -> Option<Place> {
        self.open.last().map(|open| open.place)
    }
}
