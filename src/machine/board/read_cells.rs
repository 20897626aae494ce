//! What a line that is kept reads: cells of memory, and when they were last looked at.

use super::cells::{SomeCells, cell_of};
use super::memory::Memory;
use crate::chips::antic::{Addresses as _, Reads};

/// The most cells of memory that a line kept may read.
const CELLS: u16 = 48;
/// The most places where they lie side by side.
const RANGES: usize = 12;

/// What a line reads.
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

/// The cells of memory that a line reads, and how often they had changed when it did.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct ReadCells {
    /// All of them, all but those of objects, and those of each part.
    all: SomeCells,
    all_but_objects: SomeCells,
    some: [SomeCells; PARTS.len()],
    /// How often any cell had changed when those of each part were as they were.
    looked_at: [u64; PARTS.len()],
    /// The number of those of objects.
    objects: u64,
    /// Where each part ends in the ranges.
    ends: [u8; PARTS.len()],
    /// The first of cells that lie side by side, and how many there are.
    ranges: [(u16, u16); RANGES],
}

impl ReadCells {
    /// What a line of which the instruction is at `instruction` reads: names or bitmap bytes if it is the first of its
    /// mode line (`scans`); from now on changes of it count. Nothing if that is too much, as all of memory is.
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

    /// Adds the cell of an address to a part, behind which there is none yet; false if there are too many.
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

    /// All of them.
    #[inline]
    pub(crate) fn all(&self) -> SomeCells {
        self.all
    }

    /// All but those of the objects.
    #[inline]
    pub(crate) fn all_but_objects(&self) -> SomeCells {
        self.all_but_objects
    }

    /// Those of the objects.
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

    /// Whether a part has not changed.
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

    /// Whether a part has not changed: quick, and mostly right if it says no.
    #[inline]
    pub(crate) fn is_surely_same(&mut self, part: Part, memory: &Memory) -> bool {
        let then = self.looked_at[part as usize];
        let same = then == memory.all_changes || !memory.may_have_changed(self.some[part as usize], then);
        if same {
            self.looked_at[part as usize] = memory.all_changes;
        }
        same
    }

    /// Whether a part has been looked at since any cell changed that was watched.
    #[inline]
    pub(crate) fn is_fresh(&self, part: Part, memory: &Memory) -> bool {
        self.looked_at[part as usize] == memory.all_changes
    }

    /// Somebody else has looked at a part, and sees to it that what changes from now on counts.
    #[inline]
    pub(crate) fn mark_looked_at(&mut self, part: Part, memory: &Memory) {
        self.looked_at[part as usize] = memory.all_changes;
    }

    /// Looks again at a part: what changes from now on counts.
    pub(crate) fn look(&mut self, part: Part, memory: &mut Memory) {
        // Most lines have their objects' data where the one before has. [measured]
        if !matches!(part, Part::Objects) || memory.begin_watching(self.objects) {
            self.watch(part, memory);
        }
        self.looked_at[part as usize] = memory.all_changes;
    }

    /// What changes from now on of a part counts, though nobody has looked at it.
    pub(crate) fn watch(&self, part: Part, memory: &mut Memory) {
        self.part(part).for_each(|(first, count)| memory.watch(first, count));
    }
}
