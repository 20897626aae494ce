//! Values of operands, and their relocation.

use crate::assembler::symbols::Anchor;
use crate::assembler::syntax::{ExprId, Shape, Width};

/// An operand whose value has been computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolved {
    pub shape: Shape,
    pub width: Width,
    pub step: i8,
    /// None while it is unknown.
    pub value: Option<i64>,
    pub expr: ExprId,
    /// Its relocation, in relocatable code.
    pub moving: Option<Moving>,
}

impl Resolved {
    /// An address, for instructions with a wide operand.
    pub(super) fn address(value: Option<i64>, expr: ExprId, moving: Option<Moving>) -> Resolved {
        Resolved { shape: Shape::Plain, width: Width::Absolute, step: 0, value, expr, moving }
    }
}

/// The part of an address that a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slice {
    Whole,
    Low,
    High,
}

/// A relocatable value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub anchor: Anchor,
    pub slice: Slice,
    /// The whole address.
    pub full: i64,
}
