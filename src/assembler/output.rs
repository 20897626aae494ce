//! The result of an assembly: segments, symbols, blocks, line table.

use super::diagnostic::{Diagnostic, Location, Severity};
use super::rows::ListingLine;
use super::symbols::SymbolKind;
use crate::media::cart::{Cart, CartKind};
use std::collections::BTreeSet;

/// The result of an assembly.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// All diagnostics, in the order of assembly.
    pub diagnostics: Vec<Diagnostic>,
    /// The output, if there are no errors.
    pub output: Option<Output>,
    /// If there are errors, what was understood in spite of them: symbols, places and the bytes so far. It is
    /// meant for editors, which look at unfinished sources; it is not a usable program.
    pub partial: Option<Output>,
    /// The paths of all files that were read, sources and others.
    pub read: BTreeSet<String>,
}

impl Assembly {
    /// Whether there are errors.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// A part of a segment that is assembled for one range of addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Index of its first byte in the segment.
    pub offset: usize,
    /// Address it runs at.
    pub run: u16,
    /// Bytes.
    pub length: usize,
}

/// A segment of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address the first byte is loaded to.
    pub load: u16,
    /// Its bytes; never empty.
    pub bytes: Vec<u8>,
    /// Last address in its header: that of the last byte, unless the passes disagreed.
    pub last: u16,
    /// The run addresses of its parts; usually one span with `run` equal to `load`.
    pub spans: Vec<Span>,
    /// Whether its header precedes it in the file (`opt h+`).
    pub has_header: bool,
    /// Bytes in the file before it and its header (`org [bytes],address`).
    pub before: Option<Vec<u8>>,
    /// Whether it is the vector of a `run` or `ini`.
    pub is_vector: bool,
    /// Its first statement.
    pub location: Location,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Full name, with scopes joined by dots, as first written.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// What it is.
    pub kind: SymbolKind,
    /// Size of the block it names, or 0.
    pub size: u32,
    /// Size of an element of the array or variable it names; otherwise 1.
    pub element: u32,
    /// Whether it is used anywhere.
    pub used: bool,
    /// The bank it belongs to (`lmb`).
    pub bank: u32,
    /// Whether it is in an unnamed block.
    pub is_unnamed: bool,
    /// File of its definition.
    pub file: String,
    /// Line of its definition, from 1.
    pub line: u32,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// `.proc`
    Proc,
    /// `.local` with a name.
    Local,
}

/// A procedure or named scope, with its address range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Full name.
    pub name: String,
    /// What it is.
    pub kind: BlockKind,
    /// Address of its first byte.
    pub start: u16,
    /// Address after its last byte.
    pub end: u32,
    /// Its limit of CPU cycles (`.budget`).
    pub budget: Option<u64>,
    /// Whether other bytes are loaded over its instructions later, as with overlays.
    pub is_replaced: bool,
    /// Its file.
    pub file: String,
    /// Its first line.
    pub line: u32,
}

/// A range of addresses declared by `.region`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// First address.
    pub start: u16,
    /// Last address.
    pub end: u16,
    /// Whether it is read-only memory.
    pub rom: bool,
}

/// The bound of a loop (`.loop`), by the address of the branch that closes the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBound {
    /// Address of the branch.
    pub address: u16,
    /// Maximum number of times the branch is reached per entry of the loop, which equals the number of times
    /// the body runs.
    pub turns: u64,
    /// File of the directive.
    pub file: String,
    /// Its line.
    pub line: u32,
}

/// A `.test` block for the test harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutineTest {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// The innermost block around it that has a name everywhere, by its full name; empty if there is none.
    pub scope: String,
    /// Its lines with their numbers, without comments: with the blanks before them.
    pub lines: Vec<(u32, String)>,
    /// The macro calls, repeats and includes that led to it, innermost first, as in [`Diagnostic::stack`].
    pub stack: Vec<(String, Location)>,
}

/// An `.assert`, where [`super::Options::assertions`] allows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The assertion must hold before the instruction at this address.
    pub address: u16,
    /// Its condition, with macro parameters substituted.
    pub condition: String,
    /// Its place.
    pub location: Location,
    /// The macro calls, repeats and includes that led to it, innermost first, as in [`Diagnostic::stack`].
    pub stack: Vec<(String, Location)>,
}

/// The line table's entry for a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEntry {
    /// Run address of the first byte.
    pub address: u16,
    /// Bytes.
    pub length: u32,
    /// Index into [`Output::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// The file that owns the bytes, an index into [`Output::files`]: inside a macro, the file of the call.
    pub module: u32,
    /// Byte range of the statement in the file's text; inside a macro, in the body with its parameters
    /// substituted.
    pub text: (u32, u32),
    /// Whether the bytes are instructions.
    pub code: bool,
    /// Whether all of them are words, low byte first.
    pub words: bool,
}

/// A statement that expands to others, such as a macro call, and where its instructions begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Run address of the first instruction.
    pub address: u16,
    /// Index into [`Output::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
}

/// Addresses reserved without bytes in the file (`.ds`, `.zpvar`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// First address.
    pub start: u16,
    /// Size in bytes; does not extend beyond $FFFF.
    pub length: u32,
    /// File of the directive.
    pub file: String,
    /// Its line.
    pub line: u32,
}

/// A use of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Index into [`Output::symbols`].
    pub symbol: u32,
    /// Index into [`Output::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column of the first character of the expression, from 1; in a macro whose arguments are substituted as
    /// text, the column after the substitution.
    pub column: u32,
    /// Whether the statement defines the symbol; the column is then that of the statement.
    pub defines: bool,
}

/// The output of an assembly.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// In file order, including vectors.
    pub segments: Vec<Segment>,
    /// The last `run` address.
    pub run: Option<u16>,
    /// The `ini` addresses in order.
    pub inits: Vec<u16>,
    /// In the order of definition.
    pub symbols: Vec<Symbol>,
    /// Procedures and named scopes, in the order in which they end.
    pub blocks: Vec<Block>,
    /// Declared regions.
    pub regions: Vec<Region>,
    /// Declared loop bounds, except those of branches that other bytes are loaded over.
    pub loops: Vec<LoopBound>,
    /// Memory without bytes in the file, in the order of assembly.
    pub reserved: Vec<Reserved>,
    /// Routine tests.
    pub tests: Vec<RoutineTest>,
    /// Conditions of tests, in the order of assembly.
    pub assertions: Vec<Assertion>,
    /// Paths of the source files.
    pub files: Vec<String>,
    /// Statements with their addresses, in the order of assembly.
    pub lines: Vec<LineEntry>,
    /// Statements that expand to others, in the same order.
    pub expansions: Vec<Expansion>,
    /// The lines of a listing, if one was asked for.
    pub listing: Vec<ListingLine>,
    /// Definitions and uses of symbols in the order of assembly, if [`super::Options::references`] was set.
    pub references: Vec<Reference>,
    /// Whether names are case sensitive.
    pub case_sensitive: bool,
}

impl Output {
    /// The value of a symbol by its full name, ignoring case.
    pub fn symbol(&self, name: &str) -> Option<i64> {
        let found = self.symbols.iter().find(|symbol| symbol.name.eq_ignore_ascii_case(name));
        found.map(|symbol| symbol.value)
    }

    /// The binary-load file.
    pub fn xex(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut signed = false;
        for segment in &self.segments {
            file.extend(segment.before.iter().flatten());
            if segment.has_header {
                if !std::mem::replace(&mut signed, true) && (file.is_empty() || segment.before.is_some()) {
                    file.extend([0xFF, 0xFF]);
                }
                file.extend(segment.load.to_le_bytes());
                file.extend(segment.last.to_le_bytes());
            }
            file.extend(&segment.bytes);
        }
        file
    }

    /// Whether it makes a binary-load file, that is, whether a segment has a header (`opt h+`).
    pub fn has_headers(&self) -> bool {
        self.segments.iter().any(|segment| segment.has_header)
    }

    /// The bytes from the first to the last address; gaps are filled with `fill`.
    pub fn raw(&self, fill: u8) -> Vec<u8> {
        self.bounds().map_or_else(Vec::new, |(start, end)| self.range(start, end, fill))
    }

    /// The 8K or 16K cartridge that contains everything that is loaded; unused bytes are $FF.
    ///
    /// # Errors [`NoCart::Empty`] if nothing is loaded, [`NoCart::Outside`] if anything is loaded outside of
    /// $8000-$BFFF.
    pub fn cart(&self) -> Result<Cart, NoCart> {
        let Some((start, end)) = self.bounds() else { return Err(NoCart::Empty) };
        let kind = match (start, end) {
            (0xA000.., ..=0xBFFF) => CartKind::STANDARD_8K,
            (0x8000.., ..=0xBFFF) => CartKind::STANDARD_16K,
            _ => return Err(NoCart::Outside { start, end }),
        };
        Ok(Cart { kind, rom: self.range(kind.start(), 0xBFFF, 0xFF) })
    }

    /// First and last address that bytes are loaded to, not counting vectors.
    pub fn bounds(&self) -> Option<(u16, u16)> {
        let code = || self.segments.iter().filter(|segment| !segment.is_vector);
        let start = code().map(|segment| segment.load).min()?;
        // Segments that extend past $FFFF are cut off there.
        let last = |segment: &Segment| usize::from(segment.load) + segment.bytes.len() - 1;
        let end = code().map(|segment| u16::try_from(last(segment)).unwrap_or(u16::MAX)).max()?;
        Some((start, end))
    }

    /// The bytes of an address range; addresses without bytes have `fill`.
    pub fn range(&self, start: u16, end: u16, fill: u8) -> Vec<u8> {
        let mut bytes = vec![fill; (usize::from(end) + 1).saturating_sub(start.into())];
        for segment in self.segments.iter().filter(|segment| !segment.is_vector) {
            // The overlap of the segment and the range.
            let skipped = usize::from(start.saturating_sub(segment.load));
            let first = usize::from(segment.load.saturating_sub(start));
            let from = segment.bytes.get(skipped..).unwrap_or_default();
            let into = bytes.get_mut(first..).unwrap_or_default();
            let length = from.len().min(into.len());
            into[..length].copy_from_slice(&from[..length]);
        }
        bytes
    }
}

/// Why a program cannot be a cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoCart {
    /// There are no bytes.
    Empty,
    /// Bytes are loaded outside of $8000-$BFFF.
    Outside {
        /// First address.
        start: u16,
        /// Last address.
        end: u16,
    },
}

impl std::fmt::Display for NoCart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoCart::Empty => write!(f, "the program has no bytes"),
            NoCart::Outside { start, end } => {
                write!(f, "a cartridge lies in $8000-$BFFF, the program in ${start:04X}-${end:04X}")
            }
        }
    }
}

impl std::error::Error for NoCart {}
