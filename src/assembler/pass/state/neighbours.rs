//! What an instruction knows of the one before it, and that of the next.

use crate::assembler::opcodes::Register;
use crate::assembler::source::Place;

/// A number that a move has left in a register (`opt r+`).
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Loaded {
    pub register: Register,
    pub value: i64,
    /// How many bytes there were behind the move.
    pub end: usize,
}

/// A half of the first term of a sum: `<table+1`.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Half {
    pub is_high: bool,
    pub place: Place,
    pub line: u32,
}

impl Half {
    /// The sum behind the sign.
    pub(crate) fn sum(&self) -> Place {
        let (source, start, end) = self.place;
        (source, start + 1, end)
    }
}

/// What instructions next to each other have to do with each other.
#[derive(Clone, Copy, Default)]
pub(in crate::assembler) struct Neighbours {
    /// Where the statement before began, for `req` and its kin.
    pub last_start: i64,
    /// The distance of a branch over the next instruction, for `seq` and its kin: its index among the bytes.
    pub pending_skip: Option<usize>,
    pub loaded: Option<Loaded>,
    /// The last number that was half of the first term of a sum.
    pub half: Option<Half>,
}

impl Neighbours {
    /// What comes now stands elsewhere, and has nothing before it. Gives what is to be put back then.
    pub(crate) fn set_aside(&mut self) -> Neighbours {
        let before = *self;
        (self.pending_skip, self.loaded) = (None, None);
        before
    }
}
