//! Statements grouped by subject.

use super::{ExprId, List};
use crate::assembler::names::Name;

/// Statements about the store.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum StoreStatement {
    /// `.get [index] 'file'`: into the store.
    Load {
        path: u32,
        index: ExprId,
        /// Index into [`ParsedProgram::parts`](super::ParsedProgram::parts).
        part: u32,
    },
    /// `.put [index] = values`: into the store.
    Put { index: ExprId, items: List },
    /// `.sav [index] count`: from the store.
    Save { index: ExprId, count: ExprId, to_file: bool },
}

/// A part of a structured comparison.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum ComparisonPart {
    /// `#if`, `#while`: entries of [`ParsedProgram::terms`](super::ParsedProgram::terms).
    Begin { terms: List, looping: bool },
    /// `#else`
    Else,
    /// `#end`
    End,
}

/// Statements about named segments, between which the source can switch.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum SegmentStatement {
    /// `.segdef`
    Define { name: Name, start: ExprId, length: ExprId },
    /// `.segment`
    Enter(Name),
    /// `.endseg`
    Leave,
}

/// Statements about object files.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum ObjectStatement {
    /// `.reloc`
    Relocate { zero_page: bool },
    /// `.public`: entries of [`ParsedProgram::scopes`](super::ParsedProgram::scopes).
    Public(List),
    /// `.extrn`: entries of [`ParsedProgram::externals`](super::ParsedProgram::externals).
    External(List),
    /// `.link`
    Link(u32),
    /// `blk update`
    Update(Update),
}

/// Statements of programs for SpartaDOS X. Memory is 0 (main) or 2 (extended).
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum Sparta {
    /// `blk sparta address`
    Fixed(ExprId),
    /// `blk reloc memory`
    Movable(u8),
    /// `blk empty size memory`
    Empty(ExprId, u8),
    /// `name smb 'SYMBOL'`: the name, and an index into [`ParsedProgram::strings`].
    ///
    /// [`ParsedProgram::strings`]: super::ParsedProgram::strings
    Symbol(Name, u32),
    /// `blk update symbols`
    UpdateSymbols,
    /// `blk update new name 'SYMBOL'`
    UpdateNew(Name, u32),
}

/// A block of an object file after its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::assembler) enum Update {
    Addresses,
    Wants,
    Offers,
}
