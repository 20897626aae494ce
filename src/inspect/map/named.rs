//! The blocks of a program of which another assembler or compiler tells the names and how much each of them is.

use super::{Block, Kind, Source};
use crate::inspect::debug_info::DebugInfo;
use crate::inspect::symbols::{Kind as SymbolKind, Symbol};

impl Block {
    /// Procedures, tables in the program's bytes, which are those of `segments`, and variables beside them.
    pub fn from_debug_info(info: &DebugInfo, segments: &[Block]) -> Vec<Block> {
        let DebugInfo { symbols, lines } = info;
        let is_of_file = |at: u16| segments.iter().any(|segment| (segment.start..=segment.end).contains(&at));
        let block = |symbol: &Symbol| {
            let at = symbol.value;
            let kind = match symbol.kind {
                SymbolKind::Procedure => Kind::Procedure,
                SymbolKind::Label if lines.is_code(at) => return None,
                SymbolKind::Label if is_of_file(at) => Kind::Table,
                SymbolKind::Label => Kind::Variable,
                SymbolKind::Constant => return None,
            };
            let block = Block::sized(&symbol.name, kind, at, symbol.size as usize)?;
            let source = lines.at(at).map(|place| Source { file: place.file.to_string(), line: place.line });
            Some(Block { source, ..block })
        };
        symbols.iter().filter_map(block).collect()
    }
}
