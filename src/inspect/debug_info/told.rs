//! What is told of a program.

use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::Symbols;

/// Names and lines of a program.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// Names of addresses.
    pub symbols: Symbols,
    /// Where in its source an address comes from; files by the names that their tool gave them.
    pub lines: SourceLines,
    /// Memory that it has beside its file.
    pub reserved: Vec<Reserved>,
}

/// Memory that a linker leaves to a program, without bytes in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// What the linker calls it, such as `BSS`.
    pub name: String,
    /// First address.
    pub start: u16,
    /// Bytes, from 1.
    pub size: u32,
}
