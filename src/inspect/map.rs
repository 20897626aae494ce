//! Memory maps: what is where, free memory, overlaps.

mod addressed;
mod assembled;
mod look;
mod named;
mod operands;
mod svg;
mod tape;
mod zero_page;

use std::fmt;

use serde::Serialize;

/// The kind of a block of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bytes of the program file.
    Segment,
    /// The bytes of one source file.
    Module,
    /// A procedure.
    Procedure,
    /// Instructions outside of procedures.
    Code,
    /// Other bytes than instructions, from a label on.
    Table,
    /// Memory reserved without bytes in the file.
    Variable,
    /// Memory that instructions address but nothing reserves.
    Addressed,
    /// A named range declared by the source.
    Region,
    /// Chips, ROM, and the parts of RAM that belong to the operating system.
    Hardware,
    /// Free memory.
    Gap,
}

/// A named range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// First address.
    pub start: u16,
    /// Last address.
    pub end: u16,
    /// Size in bytes.
    pub size: u32,
    /// Its first statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Its stack use, if the machine enters it: the program's entry, interrupt handlers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<Stack>,
    /// Procedures that use it, or files of code outside of procedures; known only for the zero page and for
    /// addressed memory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<String>,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// Path of the file.
    pub file: String,
    /// From 1.
    pub line: u32,
}

/// The maximum stack use of a routine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stack {
    /// Bytes, without its own return address; none if there is no proof.
    pub bytes: Option<u32>,
    /// The call chain at the deepest point.
    pub calls: Vec<String>,
    /// Whether it calls the operating system, whose bytes are not counted.
    pub leaves: bool,
    /// Why there is no proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproved: Option<String>,
}

impl Block {
    /// A block from its first to its last address.
    pub fn new(name: impl Into<String>, kind: Kind, start: u16, end: u16) -> Self {
        let end = end.max(start);
        let size = u32::from(end - start) + 1;
        Block { name: name.into(), kind, start, end, size, source: None, stack: None, users: Vec::new() }
    }

    /// A block of `size` bytes; none if the size is 0 or the block would extend beyond $FFFF.
    pub fn sized(name: impl Into<String>, kind: Kind, start: u16, size: usize) -> Option<Self> {
        let end = usize::from(start).checked_add(size.checked_sub(1)?)?;
        Some(Block::new(name, kind, start, u16::try_from(end).ok()?))
    }

    fn at(self, source: Source) -> Self {
        Block { source: Some(source), ..self }
    }

    fn common(&self, other: &Block) -> Option<(u16, u16)> {
        let (start, end) = (self.start.max(other.start), self.end.min(other.end));
        (start <= end).then_some((start, end))
    }
}

/// Two blocks that overlap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overlap {
    /// The one that comes first in the file.
    pub first: String,
    /// The one that is loaded over it.
    pub second: String,
    /// First common address.
    pub start: u16,
    /// Last common address.
    pub end: u16,
}

/// The map of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemoryMap {
    /// The program's segments, in the order of the file.
    pub segments: Vec<Block>,
    /// Source files by address.
    pub modules: Vec<Block>,
    /// Procedures by address.
    pub procedures: Vec<Block>,
    /// Code and data outside of procedures, by address.
    pub tables: Vec<Block>,
    /// Memory without bytes in the file, by address.
    pub variables: Vec<Block>,
    /// Memory that instructions address by number, outside of the program's and the machine's own, by
    /// address. How far indexing reaches is unknown.
    pub addressed: Vec<Block>,
    /// Named ranges.
    pub regions: Vec<Block>,
    /// Memory used by no segment, variable, instruction address or hardware, in ascending order.
    pub gaps: Vec<Block>,
    /// Segments that overlap other segments or hardware.
    pub overlaps: Vec<Overlap>,
    /// The parts of the machine.
    pub hardware: Vec<Block>,
}

/// Parts of an Atari 800 that a program cannot use as its own memory. [sheet: os 1]
const HARDWARE: [(&str, u16, u16); 12] = [
    ("operating system zero page", 0x0000, 0x007F),
    ("stack", 0x0100, 0x01FF),
    ("operating system variables", 0x0200, 0x047F),
    (NOTHING, 0xC000, 0xCFFF),
    ("GTIA", 0xD000, 0xD0FF),
    (NOTHING, 0xD100, 0xD1FF),
    ("POKEY", 0xD200, 0xD2FF),
    ("PIA", 0xD300, 0xD3FF),
    ("ANTIC", 0xD400, 0xD4FF),
    ("registers of cartridges", 0xD500, 0xD5FF),
    (NOTHING, 0xD600, 0xD7FF),
    ("operating system ROM", 0xD800, 0xFFFF),
];

/// Addresses without memory.
const NOTHING: &str = "no memory";

/// End of the cartridge area, which begins where RAM ends with 48K.
const CARTRIDGES_END: u32 = 0xC000;

/// Vectors of the loader: segments there are not the program's memory.
const LOADER_VECTORS: (u16, u16) = (0x02E0, 0x02E3);

impl MemoryMap {
    /// Builds a map from the program's blocks, in any order except that segments are in file order. RAM is
    /// assumed to extend through the cartridge area.
    pub fn new(blocks: impl IntoIterator<Item = Block>) -> Self {
        Self::with_ram(blocks, CARTRIDGES_END)
    }

    /// The same for a machine with this many bytes of RAM and no cartridge.
    pub fn with_ram(blocks: impl IntoIterator<Item = Block>, ram: u32) -> Self {
        let beyond = (ram < CARTRIDGES_END).then(|| Block::new(NOTHING, Kind::Hardware, ram as u16, 0xBFFF));
        Self::of(blocks.into_iter().chain(beyond))
    }

    fn of(blocks: impl IntoIterator<Item = Block>) -> Self {
        let mut map = MemoryMap {
            segments: Vec::new(),
            modules: Vec::new(),
            procedures: Vec::new(),
            tables: Vec::new(),
            variables: Vec::new(),
            addressed: Vec::new(),
            regions: Vec::new(),
            gaps: Vec::new(),
            overlaps: Vec::new(),
            hardware: HARDWARE
                .iter()
                .map(|&(n, start, end)| Block::new(n, Kind::Hardware, start, end))
                .collect(),
        };
        for block in blocks {
            match block.kind {
                Kind::Segment => map.segments.push(block),
                Kind::Module => map.modules.push(block),
                Kind::Procedure => map.procedures.push(block),
                Kind::Code | Kind::Table => map.tables.push(block),
                Kind::Variable => map.variables.push(block),
                Kind::Addressed => map.addressed.push(block),
                Kind::Region => map.regions.push(block),
                Kind::Hardware => map.hardware.push(block),
                Kind::Gap => {}
            }
        }
        for blocks in
            [&mut map.modules, &mut map.procedures, &mut map.tables, &mut map.variables, &mut map.addressed]
        {
            blocks.sort_by(|a, b| (a.start, b.end, &a.name).cmp(&(b.start, a.end, &b.name)));
        }
        map.hardware.sort_by_key(|block| block.start);
        map.gaps = map.find_gaps();
        map.overlaps = map.find_overlaps();
        map
    }

    /// Memory that neither the program, its variables and regions nor the machine uses.
    fn free(&self) -> Vec<Block> {
        let used = [&self.segments, &self.variables, &self.addressed, &self.regions, &self.hardware];
        gaps(used.into_iter().flatten())
    }

    /// Code that is not entered by a call.
    fn entered(&self) -> impl Iterator<Item = &Block> {
        self.procedures.iter().chain(&self.tables).filter(|block| block.stack.is_some())
    }

    fn procedures_and_code(&self) -> impl Iterator<Item = &Block> {
        let outer = |block: &&Block| {
            let around = |other: &&Block| other.size > block.size && other.common(block).is_some();
            !self.procedures.iter().any(|other| around(&other))
        };
        self.procedures
            .iter()
            .filter(outer)
            .chain(self.tables.iter().filter(|block| block.kind == Kind::Code))
    }

    fn find_gaps(&self) -> Vec<Block> {
        let used = [&self.segments, &self.variables, &self.addressed, &self.hardware];
        gaps(used.into_iter().flatten())
    }

    fn find_overlaps(&self) -> Vec<Overlap> {
        let overlap = |first: &Block, second: &Block| {
            first.common(second).map(|(start, end)| Overlap {
                first: first.name.clone(),
                second: second.name.clone(),
                start,
                end,
            })
        };
        let own = |block: &&Block| block.start < LOADER_VECTORS.0 || block.end > LOADER_VECTORS.1;
        let segments: Vec<&Block> = self.segments.iter().filter(own).collect();
        let mut overlaps = Vec::new();
        for (index, second) in segments.iter().enumerate() {
            overlaps.extend(segments[..index].iter().filter_map(|first| overlap(first, second)));
            overlaps.extend(self.hardware.iter().filter_map(|first| overlap(first, second)));
        }
        overlaps
    }
}

/// The ranges between blocks.
fn gaps<'a>(blocks: impl Iterator<Item = &'a Block>) -> Vec<Block> {
    let mut used: Vec<(u32, u32)> =
        blocks.map(|block| (u32::from(block.start), u32::from(block.end))).collect();
    used.sort_unstable();
    used.push((0x1_0000, 0x1_0000));
    let mut gaps = Vec::new();
    let mut free = 0;
    for (start, end) in used {
        if start > free {
            gaps.push(Block::new("free", Kind::Gap, free as u16, (start - 1) as u16));
        }
        free = free.max(end + 1);
    }
    gaps
}

/// Memory with no known use, divided only by addressed memory, whose extent is unknown.
struct Unused<'a> {
    start: u16,
    end: u16,
    size: u32,
    addressed: Vec<&'a str>,
}

impl MemoryMap {
    /// The gaps in a form for readers.
    fn unused(&self) -> Vec<Unused<'_>> {
        let mut found: Vec<Unused<'_>> = Vec::new();
        for gap in &self.gaps {
            let before = found.last_mut().and_then(|last| {
                let mut next = u32::from(last.end) + 1;
                let start = u32::from(gap.start);
                let cut =
                    self.addressed.iter().filter(|block| (next..start).contains(&u32::from(block.start)));
                let cut: Vec<&Block> = cut.collect();
                for block in &cut {
                    next = if u32::from(block.start) <= next { u32::from(block.end) + 1 } else { next };
                }
                (next >= start).then_some((last, cut))
            });
            match before {
                Some((last, cut)) => {
                    (last.end, last.size) = (gap.end, last.size + gap.size);
                    last.addressed.extend(cut.iter().map(|block| block.name.as_str()));
                }
                None => {
                    let Block { start, end, size, .. } = *gap;
                    found.push(Unused { start, end, size, addressed: Vec::new() });
                }
            }
        }
        found
    }

    fn write_unused(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unused = self.unused();
        if !unused.is_empty() {
            writeln!(f, "not used by name or address (what pointers and indices reach is unknown)")?;
        }
        for Unused { start, end, size, addressed } in unused {
            write!(f, "  ${start:04X}-${end:04X} {size:>6}  ")?;
            match addressed.is_empty() {
                true => writeln!(f, "free")?,
                false => writeln!(f, "free, except what begins at {}", addressed.join(", "))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for MemoryMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("segments", &self.segments),
            ("modules", &self.modules),
            ("procedures", &self.procedures),
            ("tables and code outside of procedures", &self.tables),
            ("variables", &self.variables),
            ("addressed by code, but not reserved", &self.addressed),
            ("regions", &self.regions),
            ("hardware", &self.hardware),
        ];
        let stacks: Vec<&Block> = self.entered().collect();
        for (title, blocks) in parts.iter().filter(|(_, blocks)| !blocks.is_empty()) {
            writeln!(f, "{title}")?;
            for block in blocks.iter() {
                write!(f, "  ${:04X}-${:04X} {:>6}  {}", block.start, block.end, block.size, block.name)?;
                match block.kind {
                    Kind::Addressed => writeln!(f, ", by {}", block.users.join(", "))?,
                    _ => writeln!(f)?,
                }
            }
        }
        self.write_unused(f)?;
        if !stacks.is_empty() {
            writeln!(f, "maximum stack use, in bytes, of code that is not entered by a call")?;
        }
        for (name, stack) in stacks.iter().filter_map(|block| Some((&block.name, block.stack.as_ref()?))) {
            writeln!(f, "  {name}: {stack}")?;
        }
        if !self.overlaps.is_empty() {
            writeln!(f, "overlaps")?;
        }
        for overlap in &self.overlaps {
            writeln!(
                f,
                "  ${:04X}-${:04X}  {} over {}",
                overlap.start, overlap.end, overlap.second, overlap.first
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.bytes, &self.unproved) {
            (Some(bytes), _) => write!(f, "{bytes}")?,
            (None, Some(reason)) => write!(f, "not proved: {reason}")?,
            (None, None) => write!(f, "not proved")?,
        }
        if self.leaves {
            write!(f, " and what the operating system uses")?;
        }
        if !self.calls.is_empty() {
            write!(f, ", within {}", self.calls.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_neither_the_program_nor_the_machine_uses() {
        let map = MemoryMap::new([
            Block::new("a", Kind::Segment, 0x2000, 0x2FFF),
            Block::new("b", Kind::Segment, 0x4000, 0xBFFF),
        ]);
        let gaps: Vec<_> = map.gaps.iter().map(|gap| (gap.start, gap.end)).collect();
        assert_eq!(gaps, [(0x0080, 0x00FF), (0x0480, 0x1FFF), (0x3000, 0x3FFF)]);
        assert!(map.overlaps.is_empty());
    }

    #[test]
    fn beyond_the_ram_there_is_nothing() {
        let map = MemoryMap::with_ram([Block::new("a", Kind::Segment, 0x3F00, 0x40FF)], 0x4000);
        assert_eq!(map.gaps.last().map(|gap| (gap.start, gap.end)), Some((0x0480, 0x3EFF)));
        let [Overlap { first, start, end, .. }] = &map.overlaps[..] else { panic!("{:?}", map.overlaps) };
        assert_eq!((first.as_str(), *start, *end), (NOTHING, 0x4000, 0x40FF));
    }

    #[test]
    fn a_segment_over_another_or_over_hardware_is_an_overlap() {
        let map = MemoryMap::new([
            Block::new("a", Kind::Segment, 0x2000, 0x20FF),
            Block::new("b", Kind::Segment, 0x20F0, 0x2200),
            Block::new("c", Kind::Segment, 0xCFFF, 0xD000),
            Block::new("run", Kind::Segment, 0x02E0, 0x02E1),
        ]);
        let overlaps: Vec<_> = map.overlaps.iter().map(|o| (o.second.as_str(), o.start, o.end)).collect();
        assert_eq!(overlaps, [("b", 0x20F0, 0x20FF), ("c", 0xCFFF, 0xCFFF), ("c", 0xD000, 0xD000)]);
    }

    #[test]
    fn a_block_of_no_bytes_or_beyond_the_end_is_none() {
        assert_eq!(Block::sized("a", Kind::Segment, 0x2000, 0), None);
        assert_eq!(Block::sized("a", Kind::Segment, 0xFFFF, 2), None);
        assert_eq!(Block::sized("a", Kind::Segment, 0xFFFF, 1).map(|b| b.end), Some(0xFFFF));
    }
}
