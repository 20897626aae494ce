//! Values of operands, and those that move: addresses of a relocatable block, and names from elsewhere.

use crate::assembler::link::Fixup;
use crate::assembler::names::Name;
use crate::assembler::opcodes::Register;
use crate::assembler::symbols::Anchor;
use crate::assembler::syntax::{ExprId, Shape, Unit, Width};

/// An operand whose value has been computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolved {
    pub shape: Shape,
    pub width: Width,
    pub step: i8,
    /// Nothing while it is unknown.
    pub value: Option<i64>,
    pub expr: ExprId,
    /// How it moves in relocatable code.
    pub moving: Option<Moving>,
}

impl Resolved {
    /// An address, for instructions that have a wide operand.
    pub(super) fn address(value: Option<i64>, expr: ExprId, moving: Option<Moving>) -> Resolved {
        Resolved { shape: Shape::Plain, width: Width::Absolute, step: 0, value, expr, moving }
    }
}

/// Which part of an address a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slice {
    Whole,
    Low,
    High,
}

/// A value that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub anchor: Anchor,
    pub slice: Slice,
    /// The whole address.
    pub full: i64,
}

/// A name that is declared to come from elsewhere.
#[derive(Clone, Debug)]
pub(super) struct External {
    pub name: Name,
    pub unit: Unit,
    pub fixups: Vec<Fixup>,
}

/// What a pass has found that moves.
#[derive(Default)]
pub(super) struct Movement {
    /// The address that the relocatable block stands for, while it is open.
    pub base: Option<i64>,
    pub fixups: Vec<Fixup>,
    pub externals: Vec<External>,
}

impl Movement {
    /// Names from elsewhere keep their numbers: one may be used before it is declared.
    pub(super) fn begin_pass(&mut self) {
        self.base = None;
        self.fixups.clear();
        self.externals.iter_mut().for_each(|external| external.fixups.clear());
    }

    /// How many places have been noted at which something moves.
    pub(super) fn noted(&self) -> usize {
        let of_names = self.externals.iter().map(|external| external.fixups.len());
        self.fixups.len() + of_names.sum::<usize>()
    }

    /// Whether any value may move.
    pub(super) fn is_possible(&self) -> bool {
        self.base.is_some() || !self.externals.is_empty()
    }
}

/// A number that a move has left in a register (`opt r+`).
#[derive(Clone, Copy)]
pub(super) struct Loaded {
    pub register: Register,
    pub value: i64,
    /// How many bytes there were behind the move.
    pub end: usize,
}
