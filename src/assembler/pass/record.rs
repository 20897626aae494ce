//! What a pass notes while it walks: calls, open blocks, and what each statement put out.

use crate::assembler::diagnostic::Location;
use crate::assembler::names::Name;
use crate::assembler::source::Place;
use crate::assembler::syntax::BlockKind;

/// A call on the way to the current statement.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub what: FrameKind,
    /// Index of the macro.
    pub name: u32,
    pub source: u32,
    pub start: u32,
    pub end: u32,
}

/// What a call enters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Include,
    Macro,
    Repeat,
}

/// A block that is open.
#[derive(Clone, Debug)]
pub(super) struct OpenBlock {
    pub kind: BlockKind,
    pub scope: u32,
    pub outer: u32,
    pub name: Option<Name>,
    /// Where it begins.
    pub start: i64,
    /// The counter before it.
    pub counter: i64,
    /// How far from the counter bytes were loaded before it, if the block is assembled for another address.
    pub displacement: Option<i64>,
    pub pages: i64,
    /// The largest value of an enumeration's members.
    pub largest: i64,
    pub place: Place,
    pub budget: Option<i64>,
    /// `.var`s that stand at its end.
    pub variables: Vec<Waiting>,
    pub fields: Vec<Field>,
    pub symbol: Option<u32>,
}

impl OpenBlock {
    /// A block that begins at the counter.
    pub(super) fn new(kind: BlockKind, scope: u32, outer: u32, start: i64, place: Place) -> Self {
        OpenBlock {
            kind,
            scope,
            outer,
            name: None,
            start,
            counter: start,
            displacement: None,
            pages: 0,
            largest: 0,
            place,
            budget: None,
            variables: Vec::new(),
            fields: Vec::new(),
            symbol: None,
        }
    }
}

/// A variable that is put out at the end of a block.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub name: Name,
    pub scope: u32,
    pub place: Place,
    /// Bytes of one element.
    pub unit: i64,
    /// Bytes of all.
    pub size: i64,
    pub initial: Option<i64>,
    /// The symbol of its type, if that is a structure or enumeration.
    pub structure: Option<u32>,
}

/// A field of a structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub name: Name,
    pub offset: i64,
    pub size: i64,
    /// The symbol of its type, if that is a structure or enumeration.
    pub of_type: Option<u32>,
}

/// A structure that is known.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub fields: Vec<Field>,
    /// Bytes.
    pub size: i64,
}

/// What a statement put out, in the order of assembly.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Record {
    pub source: u32,
    pub line: u32,
    pub start: u32,
    pub end: u32,
    pub what: Recorded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assembler) enum Recorded {
    /// A source begins.
    Enter,
    /// A source ends.
    Leave,
    /// Bytes: address, index of the first among all bytes, number, and whether they are code.
    Bytes { here: u16, offset: u32, length: u32, code: bool },
    /// A label alone: its address.
    Address(u16),
    /// A value that was assigned.
    Value(i64),
}

/// A finished block.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct BlockRange {
    pub kind: BlockKind,
    pub scope: u32,
    pub start: i64,
    pub end: i64,
    pub budget: Option<i64>,
    pub place: Place,
    /// What led to it, if it has a budget.
    pub stack: Vec<(String, Location)>,
}

/// A `.test` block, and what led to it.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct FoundTest {
    /// Its index in the program.
    pub index: u32,
    pub place: Place,
    pub stack: Vec<(String, Location)>,
}

/// A region declared by `.region`.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Region {
    pub name: Name,
    pub start: i64,
    pub end: i64,
    pub rom: bool,
}

/// A part of memory that code is put into piece by piece.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub name: Name,
    /// The next address, and the one behind the last.
    pub here: i64,
    pub end: i64,
}

/// `.segdef` and `.segment`
#[derive(Default)]
pub(super) struct Segments {
    pub list: Vec<Segment>,
    pub active: Option<usize>,
    /// Where the program itself goes on: the counter and the load address.
    pub outside: Option<(i64, i64)>,
}

impl Segments {
    /// Whether a segment has no end yet.
    pub(super) fn is_open(&self) -> bool {
        self.active.is_some()
    }
}

/// A test that is open.
#[derive(Clone, Copy)]
pub(super) struct OpenTest {
    /// Index among all tests of a pass.
    pub index: usize,
    /// Where a loop begins.
    pub start: i64,
    pub looping: bool,
    pub has_else: bool,
    /// Blocks that were open before it.
    pub depth: usize,
    pub place: Place,
}

/// Addresses of a test, from the pass before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TestPlaces {
    /// Where it goes on if the condition fails.
    pub failed: i64,
    /// Behind its end.
    pub end: i64,
    /// The instruction that joins the terms.
    pub joined: i64,
}

/// Tests of a pass.
#[derive(Default)]
pub(super) struct Tests {
    pub places: Vec<TestPlaces>,
    pub open: Vec<OpenTest>,
    pub count: usize,
}

impl Tests {
    /// A new pass: the addresses stay.
    pub(super) fn begin_pass(&mut self) {
        self.open.clear();
        self.count = 0;
    }

    /// Whether `.end` means a test and not one of the `depth` blocks.
    pub(super) fn is_innermost(&self, depth: usize) -> bool {
        self.open.last().is_some_and(|open| open.depth >= depth)
    }

    /// The place of a test that nothing closed.
    pub(super) fn unclosed(&self) -> Option<Place> {
        self.open.last().map(|open| open.place)
    }
}

/// Characters of a symbol's name in a file for SpartaDOS X.
pub(super) const SPARTA_NAME: usize = 8;

/// A block that has been begun.
#[derive(Clone, Copy)]
pub(super) struct SpartaBlock {
    /// Index of its chunk, unless it has no bytes.
    pub chunk: usize,
    pub start: i64,
    /// Bytes that it keeps free and does not hold.
    pub empty: i64,
    pub form: SpartaForm,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpartaForm {
    /// At a place of its own.
    Fixed,
    /// In main memory (0) or extended memory (2).
    Movable(u8),
}

/// The blocks of a pass.
#[derive(Default)]
pub(super) struct SpartaBlocks {
    pub list: Vec<SpartaBlock>,
    /// The symbols that the source wants: index into the names from elsewhere, and the name in the file.
    pub symbols: Vec<(usize, [u8; SPARTA_NAME])>,
}

impl SpartaBlocks {
    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
