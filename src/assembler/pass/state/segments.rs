//! Segments that the source goes to and fro between: `.segdef` and `.segment`.

use crate::assembler::names::Name;

/// A part of memory that code is put into piece by piece.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct NamedSegment {
    pub name: Name,
    /// The next address, and the one behind the last.
    pub here: i64,
    pub end: i64,
}

/// The segments of a pass.
#[derive(Default)]
pub(in crate::assembler) struct Segments {
    list: Vec<NamedSegment>,
    active: Option<usize>,
    /// Where the program itself goes on: the counter and the load address.
    outside: Option<(i64, i64)>,
}

impl Segments {
    pub(crate) fn is_defined(&self, name: Name) -> bool {
        self.list.iter().any(|segment| segment.name == name)
    }

    pub(crate) fn define(&mut self, segment: NamedSegment) {
        self.list.push(segment);
    }

    /// Whether a segment has no end yet.
    pub(crate) fn is_open(&self) -> bool {
        self.active.is_some()
    }

    /// What is open is left at an address: gives the segment, if it is one.
    pub(crate) fn suspend(&mut self, here: i64, load: i64) -> Option<NamedSegment> {
        let Some(active) = self.active else {
            self.outside = Some((here, load));
            return None;
        };
        self.list[active].here = here;
        Some(self.list[active])
    }

    /// Opens a segment; gives the address where it goes on.
    pub(crate) fn enter(&mut self, name: Name) -> Option<i64> {
        self.active = self.list.iter().position(|segment| segment.name == name);
        self.active.map(|active| self.list[active].here)
    }

    /// No segment is open; gives where the program itself goes on.
    pub(crate) fn leave(&mut self) -> Option<(i64, i64)> {
        self.active = None;
        self.outside
    }
}
