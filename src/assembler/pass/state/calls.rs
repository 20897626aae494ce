//! The calls of macros, repeats and includes that lead to the current statement.

use crate::assembler::source::Place;

/// Nesting of macros, includes and repeats, and of blocks.
pub(in crate::assembler) const MAX_NESTING: usize = 100;

/// A call on the way to the current statement.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Frame {
    pub what: FrameKind,
    /// Index of the macro.
    pub name: u32,
    pub place: Place,
}

/// What a call enters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::assembler) enum FrameKind {
    Include,
    Macro,
    Repeat,
}

/// The calls that are open, the outermost first.
#[derive(Default)]
pub(in crate::assembler) struct Calls(Vec<Frame>);

impl Calls {
    pub(crate) fn begin_pass(&mut self) {
        self.0.clear();
    }

    pub(crate) fn enter(&mut self, frame: Frame) {
        self.0.push(frame);
    }

    pub(crate) fn leave(&mut self) {
        self.0.pop();
    }

    /// Whether there are as many as may be.
    pub(crate) fn are_too_many(&self) -> bool {
        self.0.len() >= MAX_NESTING
    }

    /// Whether a file that includes itself has done so often enough.
    pub(crate) fn are_many(&self) -> bool {
        self.0.len() > MAX_NESTING / 2
    }

    /// Whether a source has included the one that is read now, or one that leads to it.
    pub(crate) fn come_from(&self, source: u32) -> bool {
        self.0.iter().any(|frame| frame.what == FrameKind::Include && frame.place.0 == source)
    }

    /// From the innermost to the outermost.
    pub(crate) fn inside_out(&self) -> impl Iterator<Item = &Frame> {
        self.0.iter().rev()
    }

    /// The innermost call of a macro, and how many calls lie within it.
    pub(crate) fn of_macro(&self) -> Option<(usize, Frame)> {
        self.inside_out().copied().enumerate().find(|(_, frame)| frame.what == FrameKind::Macro)
    }
}
