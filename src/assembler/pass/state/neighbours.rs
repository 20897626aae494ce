//! What an instruction knows of the one before it, and that of the next.

use crate::assembler::image::Spot;
use crate::assembler::opcodes::Register;
use crate::assembler::source::Place;

/// A number that a move has left in a register (`opt r+`).
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Loaded {
    pub register: Register,
    pub value: i64,
    /// Behind the move, if that has ended.
    pub behind: Option<Spot>,
}

/// A branch over what comes next, for `seq` and its kin.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct Skip {
    /// Its distance: the index among the bytes.
    pub branch: usize,
    pub place: Place,
    /// Behind the branch: what it skips begins here, or there is nothing to skip.
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
    /// The sum behind the sign.
    pub(crate) fn sum(&self) -> Place {
        let (source, start, end) = self.place;
        (source, start + 1, end)
    }
}

/// What instructions next to each other have to do with each other. What is known of the one before is known at the spot
/// behind it alone: whatever puts out bytes or moves the counter ends it.
#[derive(Clone, Copy, Default)]
pub(in crate::assembler) struct Neighbours {
    /// Where the statement before began, for `req` and its kin.
    pub last_start: i64,
    skip: Option<Skip>,
    loaded: Option<Loaded>,
    /// The last number that was half of the first term of a sum.
    pub half: Option<Half>,
}

impl Neighbours {
    /// What comes now stands elsewhere, and has nothing before it. Gives what is to be put back then.
    pub(crate) fn set_aside(&mut self) -> Neighbours {
        let before = *self;
        (self.skip, self.loaded) = (None, None);
        before
    }

    /// What comes next is to be skipped.
    pub(crate) fn skip(&mut self, skip: Skip) {
        self.skip = Some(skip);
    }

    /// The branch that waits for what comes now.
    pub(crate) fn take_skip(&mut self) -> Option<Skip> {
        self.skip.take()
    }

    /// What a move has loaded right before a spot.
    pub(crate) fn loaded(&self, spot: Spot) -> Option<Loaded> {
        self.loaded.filter(|loaded| loaded.behind == Some(spot))
    }

    /// A move loads a number, or something that is not known.
    pub(crate) fn load(&mut self, loaded: Option<Loaded>) {
        self.loaded = loaded;
    }

    /// A move ends at a spot: what it has loaded is there for the next one.
    pub(crate) fn keep_loaded(&mut self, spot: Spot) {
        self.loaded = self.loaded.map(|loaded| Loaded { behind: Some(spot), ..loaded });
    }

    /// The program may come here on other ways: what registers hold is not known.
    pub(crate) fn forget_loaded(&mut self) {
        self.loaded = None;
    }
}
