//! The blocks of a program whose names and sizes come from another assembler or compiler.

use super::{Block, Kind, Source};
use crate::inspect::debug_info::{DebugInfo, Reserved};
use crate::inspect::symbols::{Kind as SymbolKind, Symbol};

impl Block {
    /// Procedures and tables within `segments`, and variables outside of them.
    pub fn from_debug_info(info: &DebugInfo, segments: &[Block]) -> Vec<Block> {
        let DebugInfo { symbols, lines, reserved } = info;
        let is_of_file = |at: u16| segments.iter().any(|segment| (segment.start..=segment.end).contains(&at));
        let block = |symbol: &Symbol| {
            let at = symbol.value;
            let kind = match symbol.kind {
                SymbolKind::Procedure => Kind::Procedure,
                SymbolKind::Label if lines.is_code(at) => return None,
                SymbolKind::Label if is_of_file(at) => Kind::Table,
                SymbolKind::Label => Kind::Variable,
                // Other assemblers' files have none of these.
                SymbolKind::Block | SymbolKind::Constant => return None,
            };
            let block = Block::sized(&symbol.name, kind, at, symbol.size as usize)?;
            let source = lines.at(at).map(|place| Source { file: place.file.to_string(), line: place.line });
            Some(Block { source, ..block })
        };
        let mut blocks: Vec<Block> = symbols.iter().filter_map(block).collect();
        let unnamed: Vec<Block> = reserved.iter().flat_map(|reserved| unnamed(reserved, &blocks)).collect();
        blocks.extend(unnamed);
        blocks
    }
}

/// The parts of reserved memory without names.
fn unnamed(reserved: &Reserved, named: &[Block]) -> Vec<Block> {
    let end = (u32::from(reserved.start) + reserved.size).min(0x10000);
    let mut within: Vec<&Block> = named.iter().filter(|block| block.kind == Kind::Variable).collect();
    within.sort_by_key(|block| block.start);
    let mut pieces = Vec::new();
    let mut free = u32::from(reserved.start);
    let rest = within.into_iter().map(|block| (u32::from(block.start), u32::from(block.end) + 1));
    for (start, behind) in rest.chain([(end, end)]) {
        let start = start.clamp(free, end);
        if start > free {
            pieces.extend(Block::sized(&reserved.name, Kind::Variable, free as u16, (start - free) as usize));
        }
        free = free.max(behind.min(end));
    }
    pieces
}
