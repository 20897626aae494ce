//! Notes of a pass for the listing and the result.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::assembler::diagnostic::Location;
use crate::assembler::output::Assertion;
use crate::assembler::source::Place;
use crate::assembler::syntax::BlockSyntax;

/// The output of a statement, in the order of assembly.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Record {
    pub source: u32,
    pub line: u32,
    pub start: u32,
    pub end: u32,
    pub what: Recorded,
}

impl Record {
    fn place(&self) -> Place {
        (self.source, self.start, self.end)
    }

    fn length(&self) -> usize {
        self.bytes().len()
    }

    /// The indices of its bytes among all bytes.
    pub(in crate::assembler) fn bytes(&self) -> Range<usize> {
        match self.what {
            Recorded::Bytes { offset, length, .. } => offset as usize..offset as usize + length as usize,
            _ => 0..0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assembler) enum Recorded {
    /// A source begins.
    Enter,
    /// A source ends.
    Leave,
    /// Bytes that no earlier record has: address, index of the first among all bytes, number, and whether they
    /// are code, or data words.
    Bytes { here: u16, offset: u32, length: u32, code: bool, words: bool },
    /// The address of a label without other output.
    Address(u16),
    /// A value that was assigned.
    Value(i64),
}

/// A finished block.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct BlockRange {
    pub kind: BlockSyntax,
    pub scope: u32,
    pub start: i64,
    pub end: i64,
    /// The records of its statements.
    pub records: Range<usize>,
    pub budget: Option<i64>,
    pub place: Place,
    /// The calls that led to it, if it has a budget.
    pub stack: Vec<(String, Location)>,
}

/// A `.loop`, and the calls that led to it.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct FoundBound {
    pub address: u16,
    pub turns: i64,
    pub place: Place,
    /// Number of records before it.
    pub behind: usize,
    pub stack: Vec<(String, Location)>,
}

/// A `.test` block, and the calls that led to it.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct FoundTest {
    /// Its index in the program.
    pub index: u32,
    pub place: Place,
    /// What it stands in.
    pub scope: u32,
    pub stack: Vec<(String, Location)>,
}

/// Addresses reserved by `.ds`.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct LeftOut {
    pub start: i64,
    pub length: i64,
    pub place: Place,
    /// Number of bytes before it.
    pub behind: usize,
}

/// What the last pass produces besides its bytes and symbols.
#[derive(Default)]
pub(in crate::assembler) struct Notes {
    pub records: Vec<Record>,
    /// The records of the previous pass.
    records_before: Vec<Record>,
    /// Number of bytes up to the end of the last recorded one.
    pub recorded: usize,
    pub ranges: Vec<BlockRange>,
    pub loops: Vec<FoundBound>,
    pub tests: Vec<FoundTest>,
    pub assertions: Vec<Assertion>,
    pub run_address: Option<u16>,
    pub init_addresses: Vec<u16>,
    /// Reserved addresses.
    pub reserved: Vec<LeftOut>,
    /// Addresses where an `org` with a label continues (`org table+8`); an overlap there is intended.
    pub named_places: BTreeSet<i64>,
    /// Variables (`.var`, `.zpvar`) and fields of structures: the symbol, its size, and the size of its
    /// elements.
    pub sizes: Vec<(u32, i64, i64)>,
    /// References to symbols in this pass, if requested: the symbol, the place, and whether it is a
    /// definition.
    pub references: Vec<(u32, Place, bool)>,
}

impl Notes {
    pub(crate) fn begin_pass(&mut self) {
        std::mem::swap(&mut self.records, &mut self.records_before);
        self.records.clear();
        self.recorded = 0;
        self.ranges.clear();
        self.loops.clear();
        self.tests.clear();
        self.assertions.clear();
        self.run_address = None;
        self.init_addresses.clear();
        self.reserved.clear();
        self.named_places.clear();
        self.sizes.clear();
        self.references.clear();
    }

    /// The loop bounds, each with the first statement after it that has output.
    pub(in crate::assembler) fn bounds(&self) -> impl Iterator<Item = (&FoundBound, Option<&Record>)> {
        // Many have the same one.
        let mut next = 0..0;
        self.loops.iter().map(move |bound| {
            if !next.contains(&bound.behind) {
                let distance = self.records[bound.behind..].iter().position(|record| record.length() > 0);
                next = bound.behind..distance.map_or(usize::MAX, |distance| bound.behind + distance + 1);
            }
            (bound, self.records.get(next.end - 1))
        })
    }

    /// The first statement that has different amounts of output in the last two passes, or output in only one
    /// of them.
    pub(crate) fn unsteady(&self) -> Option<Place> {
        let passes = self.records.iter().zip(&self.records_before);
        let is_same = |(now, before): &(&Record, &Record)| {
            (now.place(), now.length()) == (before.place(), before.length())
        };
        passes.skip_while(is_same).map(|(now, before)| now.place().min(before.place())).next()
    }
}
