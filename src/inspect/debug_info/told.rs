//! The result of reading debug information.

use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::Symbols;

/// Names and lines of a program.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// Names of addresses.
    pub symbols: Symbols,
    /// Source places of addresses; files have the names that their tool gave them.
    pub lines: SourceLines,
    /// Memory reserved outside of the file.
    pub reserved: Vec<Reserved>,
}

/// Memory that a linker reserves without bytes in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// Its name in the linker, such as `BSS`.
    pub name: String,
    /// First address.
    pub start: u16,
    /// Size in bytes, from 1.
    pub size: u32,
}
