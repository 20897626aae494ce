//! The calls of macros, repeats and includes that lead to the current statement.

use crate::assembler::source::Place;

/// Nesting of macros, includes and repeats, and of blocks.
pub(in crate::assembler) const MAX_NESTING: usize = 100;

/// A call on the way to the current statement.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Frame {
    pub what: FrameKind,
    /// Index of the macro, or the unit of the file.
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

/// The calls that are open.
#[derive(Default)]
pub(in crate::assembler) struct Calls {
    /// The outermost first.
    frames: Vec<Frame>,
    /// Macros and files that call themselves without end, as far as a pass has come upon it.
    endless: Vec<(FrameKind, u32)>,
}

impl Calls {
    pub(crate) fn begin_pass(&mut self) {
        self.frames.clear();
    }

    pub(crate) fn enter(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(crate) fn leave(&mut self) {
        self.frames.pop();
    }

    /// Whether there are as many as may be.
    pub(crate) fn are_too_many(&self) -> bool {
        self.frames.len() >= MAX_NESTING
    }

    /// Whether a call would be one more turn of those without end.
    pub(crate) fn go_round(&self, what: FrameKind, name: u32) -> bool {
        self.endless.contains(&(what, name)) && self.open().any(|open| open == (what, name))
    }

    /// Finds what calls itself among the calls that are open, the outermost of them, and keeps it as endless.
    pub(crate) fn find_endless(&mut self) -> Option<(FrameKind, u32)> {
        let open: Vec<_> = self.open().filter(|&(what, _)| what != FrameKind::Repeat).collect();
        let found = open.iter().enumerate().find(|(n, call)| open[n + 1..].contains(call));
        let (_, &found) = found?;
        self.endless.push(found);
        Some(found)
    }

    /// Whether a call that has ended was the outermost of those without end.
    pub(crate) fn are_out_of(&self, what: FrameKind, name: u32) -> bool {
        let is_same = |frame: &Frame| (frame.what, frame.name) == (what, name);
        self.endless.contains(&(what, name)) && !self.frames.iter().any(is_same)
    }

    /// The main file, and what is called from there.
    fn open(&self) -> impl Iterator<Item = (FrameKind, u32)> {
        let frames = self.frames.iter().map(|frame| (frame.what, frame.name));
        std::iter::once((FrameKind::Include, 0)).chain(frames)
    }

    /// From the innermost to the outermost.
    pub(crate) fn inside_out(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter().rev()
    }

    /// The innermost call of a macro, and how many calls lie within it.
    pub(crate) fn of_macro(&self) -> Option<(usize, Frame)> {
        self.inside_out().copied().enumerate().find(|(_, frame)| frame.what == FrameKind::Macro)
    }
}
