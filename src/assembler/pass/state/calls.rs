//! The calls of macros, repeats and includes that lead to the current statement.

use crate::assembler::source::Place;

/// Nesting of macros, includes and repeats, and of blocks.
pub(in crate::assembler) const MAX_NESTING: usize = 100;
/// Calls by which something may call itself, in it and in what it calls: one that does so twice comes to as many within
/// fifteen levels.
pub(in crate::assembler) const MAX_ROUNDS: u32 = 1 << 15;
/// Bytes that the bodies entered by them may have together, with their arguments put in.
pub(in crate::assembler) const MAX_ROUND_BYTES: usize = 2 << 20;

/// A call on the way to the current statement.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Frame {
    pub what: FrameKind,
    /// Index of the macro, or the unit of the file.
    pub name: u32,
    pub place: Place,
    /// The same was open before.
    is_again: bool,
}

/// What a call enters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::assembler) enum FrameKind {
    Include,
    Macro,
    Repeat,
}

/// In which way something calls itself too often.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::assembler) enum Excess {
    /// One call lies in another without end.
    Deep,
    /// There are too many calls side by side.
    Many,
}

/// The calls that are open.
#[derive(Default)]
pub(in crate::assembler) struct Calls {
    /// The outermost first.
    frames: Vec<Frame>,
    /// Macros and files that call themselves too often, as far as a pass has come upon it.
    endless: Vec<(FrameKind, u32, Excess)>,
    /// How many open calls are of something that was open before.
    again: u32,
    /// Calls of that kind since there was none open, and the bytes of bodies that have been made for them.
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

    /// Whether there are as many as may be, and in which way.
    pub(crate) fn excess(&self) -> Option<Excess> {
        if self.frames.len() >= MAX_NESTING {
            return Some(Excess::Deep);
        }
        (self.rounds >= MAX_ROUNDS).then_some(Excess::Many)
    }

    /// How many bytes a body may have that is entered now, if something has called itself.
    pub(crate) fn room(&self) -> Option<usize> {
        (self.again > 0).then(|| MAX_ROUND_BYTES.saturating_sub(self.bytes))
    }

    /// So many bytes of that room are taken.
    pub(crate) fn take_room(&mut self, bytes: usize) {
        if self.again > 0 {
            self.bytes += bytes;
        }
    }

    /// Whether a call would be one more turn of those that are too many, and in which way they are.
    pub(crate) fn go_round(&self, what: FrameKind, name: u32) -> Option<Excess> {
        let excess = self.excess_of(what, name)?;
        self.open().any(|open| open == (what, name)).then_some(excess)
    }

    /// Finds what calls itself among the calls that are open, the outermost of them, and keeps it as endless.
    pub(crate) fn find_endless(&mut self, excess: Excess) -> Option<(FrameKind, u32)> {
        let open: Vec<_> = self.open().filter(|&(what, _)| what != FrameKind::Repeat).collect();
        let found = open.iter().enumerate().find(|(n, call)| open[n + 1..].contains(call));
        let (_, &(what, name)) = found?;
        self.endless.push((what, name, excess));
        Some((what, name))
    }

    /// Whether a call that has ended was the outermost of those that are too many.
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

    /// The innermost call of a macro, and how many calls lie within it.
    pub(crate) fn of_macro(&self) -> Option<(usize, Frame)> {
        self.inside_out().copied().enumerate().find(|(_, frame)| frame.what == FrameKind::Macro)
    }
}
