//! Named segments between which the source switches: `.segdef` and `.segment`.

use crate::assembler::names::Name;

/// A part of memory that the source fills piece by piece.
#[derive(Clone, Copy)]
pub(in crate::assembler) struct NamedSegment {
    pub name: Name,
    /// The next address, and the one after the last.
    pub here: i64,
    pub end: i64,
}

/// The segments of a pass.
#[derive(Default)]
pub(in crate::assembler) struct Segments {
    list: Vec<NamedSegment>,
    active: Option<usize>,
    /// Where the program itself continues: program counter and load address.
    outside: Option<(i64, i64)>,
}

impl Segments {
    pub(crate) fn is_defined(&self, name: Name) -> bool {
        self.list.iter().any(|segment| segment.name == name)
    }

    pub(crate) fn define(&mut self, segment: NamedSegment) {
        self.list.push(segment);
    }

    /// Whether a segment is open.
    pub(crate) fn is_open(&self) -> bool {
        self.active.is_some()
    }

    /// Suspends the open segment or the program at an address. Returns the segment, if it is one.
    pub(crate) fn suspend(&mut self, here: i64, load: i64) -> Option<NamedSegment> {
        let Some(active) = self.active else {
            self.outside = Some((here, load));
            return None;
        };
        self.list[active].here = here;
        Some(self.list[active])
    }

    /// Opens a segment. Returns the address where it continues.
    pub(crate) fn enter(&mut self, name: Name) -> Option<i64> {
        self.active = self.list.iter().position(|segment| segment.name == name);
        self.active.map(|active| self.list[active].here)
    }

    /// Closes the segment. Returns where the program itself continues.
    pub(crate) fn leave(&mut self) -> Option<(i64, i64)> {
        self.active = None;
        self.outside
    }
}
