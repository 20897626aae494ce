//! State shared between consecutive instructions.

use crate::assembler::image::Spot;
use crate::assembler::opcodes::Register;
use crate::assembler::source::Place;

/// A number that a move has left in a register (`opt r+`).
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Loaded {
    pub register: Register,
    pub value: i64,
    /// The position after the move, once it has ended.
    pub behind: Option<Spot>,
}

/// A branch over the next instruction, for `seq` and the like.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Skip {
    /// Index of its distance among the bytes.
    pub branch: usize,
    pub place: Place,
    /// The position after the branch, where the skipped code begins, if there is any.
    pub behind: Spot,
}

/// A half of the first term of a sum: `<table+1`.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Half {
    pub is_high: bool,
    pub place: Place,
    pub line: u32,
}

impl Half {
    /// The sum after the sign.
    pub(crate) fn sum(&self) -> Place {
        let (source, start, end) = self.place;
        (source, start + 1, end)
    }
}

/// State shared between consecutive instructions. It is valid only at the position right after the previous
/// instruction; any output or movement of the counter invalidates it.
#[derive(Clone, Copy, Default)]
pub(in crate::assembler) struct Neighbours {
    /// Where the previous statement began, for `req` and the like.
    pub last_start: i64,
    skip: Option<Skip>,
    loaded: Option<Loaded>,
    /// The last number that was half of the first term of a sum.
    pub half: Option<Half>,
}

impl Neighbours {
    /// Saves the state for output elsewhere, which has no predecessor. Returns the state to restore.
    pub(crate) fn set_aside(&mut self) -> Neighbours {
        let before = *self;
        (self.skip, self.loaded) = (None, None);
        before
    }

    /// Skips the next instruction.
    pub(crate) fn skip(&mut self, skip: Skip) {
        self.skip = Some(skip);
    }

    /// The pending branch over the next instruction.
    pub(crate) fn take_skip(&mut self) -> Option<Skip> {
        self.skip.take()
    }

    /// What a move has loaded immediately before a position.
    pub(crate) fn loaded(&self, spot: Spot) -> Option<Loaded> {
        self.loaded.filter(|loaded| loaded.behind == Some(spot))
    }

    /// Records that a move loads a number, or an unknown value.
    pub(crate) fn load(&mut self, loaded: Option<Loaded>) {
        self.loaded = loaded;
    }

    /// Ends a move at a position; the loaded number is available to the next one.
    pub(crate) fn keep_loaded(&mut self, spot: Spot) {
        self.loaded = self.loaded.map(|loaded| Loaded { behind: Some(spot), ..loaded });
    }

    /// The program may reach this place from elsewhere, so the registers are unknown.
    pub(crate) fn forget_loaded(&mut self) {
        self.loaded = None;
    }
}
