//! Memory maps: what lies where, what is free, what lies upon something else.

mod svg;

use std::fmt;

use serde::Serialize;

use crate::assembler::Output;

/// What a block of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bytes of the program file.
    Segment,
    /// What one source file put there.
    Module,
    /// A procedure.
    Procedure,
    /// A named range declared by the source.
    Region,
    /// Chips, ROM, and the parts of RAM that belong to the operating system.
    Hardware,
    /// Nothing.
    Gap,
}

/// A named range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// First address.
    pub start: u16,
    /// Last address.
    pub end: u16,
    /// Bytes.
    pub size: u32,
}

impl Block {
    /// A block from its first to its last address.
    pub fn new(name: impl Into<String>, kind: Kind, start: u16, end: u16) -> Self {
        let end = end.max(start);
        Block { name: name.into(), kind, start, end, size: u32::from(end - start) + 1 }
    }

    /// A block of `size` bytes; none if that is nothing or goes beyond $FFFF.
    pub fn sized(name: impl Into<String>, kind: Kind, start: u16, size: usize) -> Option<Self> {
        let end = usize::from(start).checked_add(size.checked_sub(1)?)?;
        Some(Block::new(name, kind, start, u16::try_from(end).ok()?))
    }

    /// Segments, modules (the source files), procedures and regions of an assembled program.
    pub fn from_assembly(output: &Output) -> Vec<Block> {
        let segments = output.segments.iter().filter_map(|segment| {
            let name = match segment.load {
                _ if !segment.is_vector => {
                    format!("from {}:{}", segment.location.file, segment.location.line)
                }
                0x02E0 => "run address".to_string(),
                _ => "init address".to_string(),
            };
            Block::sized(name, Kind::Segment, segment.load, segment.bytes.len())
        });
        let procedures = output.blocks.iter().filter_map(|block| {
            let size = (block.end as usize).checked_sub(usize::from(block.start))?;
            Block::sized(block.name.clone(), Kind::Procedure, block.start, size)
        });
        let regions = output
            .regions
            .iter()
            .map(|region| Block::new(region.name.clone(), Kind::Region, region.start, region.end));
        segments.chain(modules(output)).chain(procedures).chain(regions).collect()
    }

    fn common(&self, other: &Block) -> Option<(u16, u16)> {
        let (start, end) = (self.start.max(other.start), self.end.min(other.end));
        (start <= end).then_some((start, end))
    }
}

/// Two blocks that lie upon each other.
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
    /// Named ranges.
    pub regions: Vec<Block>,
    /// What no segment and no hardware uses, from $0000 up.
    pub gaps: Vec<Block>,
    /// Segments over segments, and segments over hardware.
    pub overlaps: Vec<Overlap>,
    /// The parts of the machine.
    pub hardware: Vec<Block>,
}

/// Parts of an Atari 800 that a program does not have for itself. [sheet: os 1]
const HARDWARE: [(&str, u16, u16); 8] = [
    ("operating system zero page", 0x0000, 0x007F),
    ("stack", 0x0100, 0x01FF),
    ("operating system variables", 0x0200, 0x047F),
    ("GTIA", 0xD000, 0xD0FF),
    ("POKEY", 0xD200, 0xD2FF),
    ("PIA", 0xD300, 0xD3FF),
    ("ANTIC", 0xD400, 0xD4FF),
    ("operating system ROM", 0xD800, 0xFFFF),
];

/// Vectors of the loader: segments there are not the program's memory.
const LOADER_VECTORS: (u16, u16) = (0x02E0, 0x02E3);

/// What each source file put where, in pieces without gaps.
fn modules(output: &Output) -> Vec<Block> {
    let mut pieces: Vec<(u32, u16, usize)> = Vec::new();
    for line in &output.lines {
        match pieces.last_mut() {
            Some((file, start, size))
                if *file == line.file && usize::from(*start) + *size == usize::from(line.address) =>
            {
                *size += line.length as usize;
            }
            _ => pieces.push((line.file, line.address, line.length as usize)),
        }
    }
    pieces
        .into_iter()
        .filter_map(|(file, start, size)| {
            Block::sized(output.files.get(file as usize)?.clone(), Kind::Module, start, size)
        })
        .collect()
}

impl MemoryMap {
    /// A map from the program's blocks, in any order but the segments'.
    pub fn new(blocks: impl IntoIterator<Item = Block>) -> Self {
        let mut map = MemoryMap {
            segments: Vec::new(),
            modules: Vec::new(),
            procedures: Vec::new(),
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
                Kind::Region => map.regions.push(block),
                Kind::Hardware => map.hardware.push(block),
                Kind::Gap => {}
            }
        }
        for blocks in [&mut map.modules, &mut map.procedures] {
            blocks.sort_by(|a, b| (a.start, b.end, &a.name).cmp(&(b.start, a.end, &b.name)));
        }
        map.gaps = map.find_gaps();
        map.overlaps = map.find_overlaps();
        map
    }

    fn find_gaps(&self) -> Vec<Block> {
        let mut used: Vec<(u32, u32)> = self
            .segments
            .iter()
            .chain(&self.hardware)
            .map(|block| (u32::from(block.start), u32::from(block.end)))
            .collect();
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

impl fmt::Display for MemoryMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("segments", &self.segments),
            ("modules", &self.modules),
            ("procedures", &self.procedures),
            ("regions", &self.regions),
            ("hardware", &self.hardware),
            ("free", &self.gaps),
        ];
        for (title, blocks) in parts.iter().filter(|(_, blocks)| !blocks.is_empty()) {
            writeln!(f, "{title}")?;
            for block in blocks.iter() {
                writeln!(f, "  ${:04X}-${:04X} {:>6}  {}", block.start, block.end, block.size, block.name)?;
            }
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
        assert_eq!(
            gaps,
            [
                (0x0080, 0x00FF),
                (0x0480, 0x1FFF),
                (0x3000, 0x3FFF),
                (0xC000, 0xCFFF),
                (0xD100, 0xD1FF),
                (0xD500, 0xD7FF)
            ]
        );
        assert!(map.overlaps.is_empty());
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
        assert_eq!(overlaps, [("b", 0x20F0, 0x20FF), ("c", 0xD000, 0xD000)]);
    }

    #[test]
    fn a_block_of_no_bytes_or_beyond_the_end_is_none() {
        assert_eq!(Block::sized("a", Kind::Segment, 0x2000, 0), None);
        assert_eq!(Block::sized("a", Kind::Segment, 0xFFFF, 2), None);
        assert_eq!(Block::sized("a", Kind::Segment, 0xFFFF, 1).map(|b| b.end), Some(0xFFFF));
    }
}
