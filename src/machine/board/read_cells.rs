//! What a kept line reads: cells of memory, and when they were last checked for changes.

use super::cells::{SomeCells, cell_of};
use super::memory::Memory;
use crate::chips::antic::{Addresses as _, Reads};

/// The most cells of memory that a kept line may read.
const CELLS: u16 = 48;
/// The most ranges of adjacent cells.
const RANGES: usize = 12;

/// A part of what a line reads.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// Display list.
    List,
    /// Players and missiles.
    Objects,
    /// Names or bitmap bytes.
    Scanned,
    /// Fonts.
    Glyphs,
}

const PARTS: [Part; 4] = [Part::List, Part::Objects, Part::Scanned, Part::Glyphs];

/// The cells of memory that a line reads, and how far their changes have been considered.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct ReadCells {
    /// All cells; all except those of objects; and those of each part.
    all: SomeCells,
    all_but_objects: SomeCells,
    some: [SomeCells; PARTS.len()],
    /// For each part, the value of [`Memory::all_changes`] for which it was found unchanged.
    looked_at: [u64; PARTS.len()],
    /// A number of the objects' cells.
    objects: u64,
    /// For each part, where its ranges end.
    ends: [u8; PARTS.len()],
    /// Ranges of adjacent cells: the first one and the count.
    ranges: [(u16, u16); RANGES],
}

impl ReadCells {
    /// The cells that a line reads whose instruction is at `instruction`; it reads names or bitmap bytes only if
    /// `scans`, as the first line of its mode line does. Watches them for changes. `None` if there are too many, or if
    /// they are all of memory.
    pub(crate) fn of(instruction: u16, reads: &Reads, scans: bool, memory: &mut Memory) -> Option<Self> {
        let mut read = ReadCells {
            ranges: [(0, 0); RANGES],
            ends: [0; PARTS.len()],
            looked_at: [0; PARTS.len()],
            all: SomeCells::default(),
            all_but_objects: SomeCells::default(),
            some: [SomeCells::default(); PARTS.len()],
            objects: reads.objects.number(),
        };
        let mut fits = read.add(Part::List, instruction);
        reads.row.list(&mut |address| fits &= read.add(Part::List, address));
        reads.objects.each(&mut |address| fits &= read.add(Part::Objects, address));
        if scans {
            reads.row.scanned(&mut |address| fits &= read.add(Part::Scanned, address));
        }
        reads.fonts.each(&mut |address| fits &= read.add(Part::Glyphs, address));
        let cells: u16 = read.ranges.iter().map(|(_, count)| count).sum();
        if !fits || cells > CELLS {
            return None;
        }
        PARTS.into_iter().for_each(|part| read.look(part, memory));
        Some(read)
    }

    /// Adds the cell of an address to a part. Later parts must still be empty. False if there are too many cells.
    #[inline(always)]
    fn add(&mut self, part: Part, address: u16) -> bool {
        let (is_object, part, cell) = (matches!(part, Part::Objects), part as usize, cell_of(address) as u16);
        self.all.add(usize::from(cell));
        if !is_object {
            self.all_but_objects.add(usize::from(cell));
        }
        self.some[part].add(usize::from(cell));
        let begin = if part == 0 { 0 } else { usize::from(self.ends[part - 1]) };
        let end = usize::from(self.ends[part]);
        if end > begin {
            let (first, count) = &mut self.ranges[end - 1];
            let place = cell.wrapping_sub(*first);
            if place <= *count {
                *count += u16::from(place == *count);
                return true;
            }
        }
        if end == RANGES {
            return false;
        }
        self.ranges[end] = (cell, 1);
        self.ends[part..].fill(end as u8 + 1);
        true
    }

    /// All cells.
    #[inline]
    pub(crate) fn all(&self) -> SomeCells {
        self.all
    }

    /// All cells except the objects'.
    #[inline]
    pub(crate) fn all_but_objects(&self) -> SomeCells {
        self.all_but_objects
    }

    /// The objects' cells.
    #[inline]
    pub(crate) fn objects(&self) -> SomeCells {
        self.some[Part::Objects as usize]
    }

    #[inline]
    fn part(&self, part: Part) -> impl Iterator<Item = (usize, usize)> {
        let from = if let Part::List = part { 0 } else { self.ends[part as usize - 1].into() };
        let ranges = self.ranges.get(from..self.ends[part as usize].into()).unwrap_or_default();
        ranges.iter().map(|&(first, count)| (first.into(), count.into()))
    }

    /// Whether a part is unchanged.
    #[inline]
    pub(crate) fn is_same(&mut self, part: Part, memory: &Memory) -> bool {
        let then = self.looked_at[part as usize];
        let same = self.is_surely_same(part, memory)
            || !self.part(part).any(|(first, count)| memory.has_changed(first, count, then));
        if same {
            self.looked_at[part as usize] = memory.all_changes;
        }
        same
    }

    /// Whether a part is unchanged. Quick; a negative answer is usually right, but may be wrong.
    #[inline]
    pub(crate) fn is_surely_same(&mut self, part: Part, memory: &Memory) -> bool {
        let then = self.looked_at[part as usize];
        let same = then == memory.all_changes || !memory.may_have_changed(self.some[part as usize], then);
        if same {
            self.looked_at[part as usize] = memory.all_changes;
        }
        same
    }

    /// Whether no watched cell has changed since a part was last found unchanged.
    #[inline]
    pub(crate) fn is_fresh(&self, part: Part, memory: &Memory) -> bool {
        self.looked_at[part as usize] == memory.all_changes
    }

    /// Notes that a part has been considered by the caller, who also watches it for changes.
    #[inline]
    pub(crate) fn mark_looked_at(&mut self, part: Part, memory: &Memory) {
        self.looked_at[part as usize] = memory.all_changes;
    }

    /// Notes that a part has been considered, and watches it for changes from now on.
    pub(crate) fn look(&mut self, part: Part, memory: &mut Memory) {
        // For most lines the objects' data are in the same place as for the line before. [measured]
        if !matches!(part, Part::Objects) || memory.begin_watching(self.objects) {
            self.watch(part, memory);
        }
        self.looked_at[part as usize] = memory.all_changes;
    }

    /// Watches a part for changes from now on, although it has not been considered.
    pub(crate) fn watch(&self, part: Part, memory: &mut Memory) {
        self.part(part).for_each(|(first, count)| memory.watch(first, count));
    }
}
