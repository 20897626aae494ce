//! The macro calls, repeats and includes that lead to the current statement.

use crate::assembler::source::Place;

/// Maximum nesting of macros, includes and repeats, and of blocks.
pub(in crate::assembler) const MAX_NESTING: usize = 100;
/// Maximum number of recursive calls, including those in called macros. A macro that calls itself twice
/// reaches it within fifteen levels.
pub(in crate::assembler) const MAX_ROUNDS: u32 = 1 << 15;
/// Maximum total size of the bodies entered by these calls, with their arguments substituted.
pub(in crate::assembler) const MAX_ROUND_BYTES: usize = 2 << 20;

/// A call on the way to the current statement.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Frame {
    pub what: FrameKind,
    /// Index of the macro, or the unit of the file.
    pub name: u32,
    pub place: Place,
    /// Whether the same macro or file was open before.
    is_again: bool,
}

/// What a call enters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::assembler) enum FrameKind {
    Include,
    Macro,
    Repeat,
}

/// The form of excessive recursion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::assembler) enum Excess {
    /// Calls are nested without end.
    Deep,
    /// There are too many calls in total.
    Many,
}

/// The open calls.
#[derive(Default)]
pub(in crate::assembler) struct Calls {
    /// Outermost first.
    frames: Vec<Frame>,
    /// Macros and files known to call themselves too often.
    endless: Vec<(FrameKind, u32, Excess)>,
    /// Number of open calls of something that was already open.
    again: u32,
    /// Number of such calls since none was open, and the size of the bodies expanded for them.
    rounds: u32,
    bytes: usize,
}

impl Calls {
    pub(crate) fn begin_pass(&mut self) {
        self.frames.clear();
        (self.again, self.rounds, self.bytes) = (0, 0, 0);
    }

    pub(crate) fn enter(&mut self, what: FrameKind, name: u32, place: Place) {
        let is_again = what != FrameKind::Repeat && self.open().any(|open| open == (what, name));
        self.again += u32::from(is_again);
        self.rounds += u32::from(is_again);
        self.frames.push(Frame { what, name, place, is_again });
    }

    pub(crate) fn leave(&mut self) {
        let left = self.frames.pop().is_some_and(|frame| frame.is_again);
        self.again -= u32::from(left);
        if self.again == 0 {
            (self.rounds, self.bytes) = (0, 0);
        }
    }

    /// Whether a limit is reached, and which one.
    pub(crate) fn excess(&self) -> Option<Excess> {
        if self.frames.len() >= MAX_NESTING {
            return Some(Excess::Deep);
        }
        (self.rounds >= MAX_ROUNDS).then_some(Excess::Many)
    }

    /// The maximum size of a body entered now, if something has called itself.
    pub(crate) fn room(&self) -> Option<usize> {
        (self.again > 0).then(|| MAX_ROUND_BYTES.saturating_sub(self.bytes))
    }

    /// Uses this many bytes of that room.
    pub(crate) fn take_room(&mut self, bytes: usize) {
        if self.again > 0 {
            self.bytes += bytes;
        }
    }

    /// Whether a call would continue an excessive recursion, and of which form.
    pub(crate) fn go_round(&self, what: FrameKind, name: u32) -> Option<Excess> {
        let excess = self.excess_of(what, name)?;
        self.open().any(|open| open == (what, name)).then_some(excess)
    }

    /// Finds the outermost recursion among the open calls, and marks it as endless.
    pub(crate) fn find_endless(&mut self, excess: Excess) -> Option<(FrameKind, u32)> {
        let open: Vec<_> = self.open().filter(|&(what, _)| what != FrameKind::Repeat).collect();
        let found = open.iter().enumerate().find(|(n, call)| open[n + 1..].contains(call));
        let (_, &(what, name)) = found?;
        self.endless.push((what, name, excess));
        Some((what, name))
    }

    /// Whether a call that has ended was the outermost of an excessive recursion.
    pub(crate) fn are_out_of(&self, what: FrameKind, name: u32) -> bool {
        let is_same = |frame: &Frame| (frame.what, frame.name) == (what, name);
        self.excess_of(what, name).is_some() && !self.frames.iter().any(is_same)
    }

    fn excess_of(&self, what: FrameKind, name: u32) -> Option<Excess> {
        let mut endless = self.endless.iter();
        endless.find(|endless| (endless.0, endless.1) == (what, name)).map(|&(.., excess)| excess)
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

    /// The innermost macro call, and the number of calls nested in it.
    pub(crate) fn of_macro(&self) -> Option<(usize, Frame)> {
        self.inside_out().copied().enumerate().find(|(_, frame)| frame.what == FrameKind::Macro)
    }
}
