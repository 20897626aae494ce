//! What an assembly gives: segments, symbols, blocks, line table.

use super::diagnostic::{Diagnostic, Location, Severity};
use super::rows::ListingLine;
use super::symbols::SymbolKind;
use crate::media::cart::{Cart, CartKind};
use std::collections::BTreeSet;

/// The result of an assembly.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// Everything there is to say, in the order of assembly.
    pub diagnostics: Vec<Diagnostic>,
    /// The output, if there are no errors.
    pub output: Option<Output>,
    /// Where there are errors, what was understood in spite of them: symbols, places and the bytes so far. It is there
    /// for who looks at a source that is being written; a program it is not.
    pub partial: Option<Output>,
    /// The paths of the files that have been read, sources and others.
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

/// One segment of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address the first byte is loaded to.
    pub load: u16,
    /// Its bytes; never empty.
    pub bytes: Vec<u8>,
    /// Last address in its header: that of the last byte, unless passes did not agree.
    pub last: u16,
    /// Which addresses its parts run at; usually one span with `run` equal to `load`.
    pub spans: Vec<Span>,
    /// Its addresses stand before it in the file (`opt h+`).
    pub has_header: bool,
    /// Bytes that stand in the file before it and its header (`org [bytes],address`).
    pub before: Option<Vec<u8>>,
    /// It is the vector of a `run` or `ini`.
    pub is_vector: bool,
    /// The statement it begins with.
    pub location: Location,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Full name, scopes joined by dots, as first written.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// What it is.
    pub kind: SymbolKind,
    /// Bytes of the block it names, or 0.
    pub size: u32,
    /// Bytes of one element of the array or variable it names; else 1.
    pub element: u32,
    /// Whether anything uses it.
    pub used: bool,
    /// The bank it belongs to (`lmb`).
    pub bank: u32,
    /// It lies in a block without a name.
    pub is_unnamed: bool,
    /// File that defines it.
    pub file: String,
    /// Line there, from 1.
    pub line: u32,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// `.proc`
    Proc,
    /// `.local` with a name.
    Local,
}

/// A procedure or named scope with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Full name.
    pub name: String,
    /// What it is.
    pub kind: BlockKind,
    /// Address of its first byte.
    pub start: u16,
    /// Address behind its last byte.
    pub end: u32,
    /// Most CPU cycles it may take (`.budget`).
    pub budget: Option<u64>,
    /// Other bytes are loaded over its instructions after these, as with overlays.
    pub is_replaced: bool,
    /// File that holds it.
    pub file: String,
    /// Line it begins at.
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
    /// It is read-only memory.
    pub rom: bool,
}

/// Most turns of the loop closed by the branch at an address (`.loop`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBound {
    /// Address of the branch.
    pub address: u16,
    /// How often it is reached at most, each time the loop is entered: as often as the loop's body runs.
    pub turns: u64,
    /// File of the directive.
    pub file: String,
    /// Its line.
    pub line: u32,
}

/// A `.test` block for the harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutineTest {
    /// Its name.
    pub name: String,
    /// File it stands in.
    pub file: String,
    /// The innermost block around it that has a name everywhere, by its full name; empty if there is none.
    pub scope: String,
    /// Its lines with their numbers, without comments: with the blanks before them.
    pub lines: Vec<(u32, String)>,
    /// The calls of macros, repeats and includes that led to it, innermost first, as in [`Diagnostic::stack`].
    pub stack: Vec<(String, Location)>,
}

/// An `.assert` that was found where [`super::Options::assertions`] lets it stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// Before the instruction at this address it has to hold.
    pub address: u16,
    /// Its condition, with what a macro puts in.
    pub condition: String,
    /// Where it stands.
    pub location: Location,
    /// The calls of macros, repeats and includes that led to it, innermost first, as in [`Diagnostic::stack`].
    pub stack: Vec<(String, Location)>,
}

/// One statement's part of the line table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEntry {
    /// Address of the first byte, as it runs.
    pub address: u16,
    /// Bytes.
    pub length: u32,
    /// Index into [`Output::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// The file that the bytes belong to, an index into [`Output::files`]: inside a macro, that of its call.
    pub module: u32,
    /// Bytes of the statement in the file's text; inside a macro, of the body with its parameters.
    pub text: (u32, u32),
    /// Whether the bytes are instructions.
    pub code: bool,
    /// Whether all of them are data in words, the low byte first.
    pub words: bool,
}

/// A statement that others have been put in for, such as the call of a macro, and where their instructions begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Address of the first instruction, as it runs.
    pub address: u16,
    /// Index into [`Output::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
}

/// Addresses that are left to the program without bytes of the file (`.ds`, `.zpvar`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// First address.
    pub start: u16,
    /// Bytes; not beyond $FFFF.
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
    /// Column of the first character of the expression, from 1; within a macro that takes the text of its arguments,
    /// where it would stand with them put in.
    pub column: u32,
    /// The statement there gives the symbol its value; the column is that of the statement.
    pub defines: bool,
}

/// What was assembled.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// In file order, vectors included.
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
    /// Declared loop bounds, but for those of branches over which other bytes are loaded.
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
    /// Statements that others have been put in for, in the same order.
    pub expansions: Vec<Expansion>,
    /// The lines of a listing, if one was asked for.
    pub listing: Vec<ListingLine>,
    /// Definitions and uses of symbols in the order of assembly, if [`super::Options::references`] was set.
    pub references: Vec<Reference>,
    /// Names are written with the case of their letters.
    pub case_sensitive: bool,
}

impl Output {
    /// The value of a symbol by its full name; letters compare without case.
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

    /// Whether it makes a binary-load file: some segment has a header (`opt h+`).
    pub fn has_headers(&self) -> bool {
        self.segments.iter().any(|segment| segment.has_header)
    }

    /// The bytes from the first to the last address, gaps filled.
    pub fn raw(&self, fill: u8) -> Vec<u8> {
        self.bounds().map_or_else(Vec::new, |(start, end)| self.range(start, end, fill))
    }

    /// The 8K or 16K cartridge that holds everything that is loaded; unused bytes are $FF.
    ///
    /// # Errors
    /// [`NoCart::Empty`] if nothing is loaded, [`NoCart::Outside`] if something is that lies outside of $8000-$BFFF.
    pub fn cart(&self) -> Result<Cart, NoCart> {
        let Some((start, end)) = self.bounds() else { return Err(NoCart::Empty) };
        let kind = match (start, end) {
            (0xA000.., ..=0xBFFF) => CartKind::STANDARD_8K,
            (0x8000.., ..=0xBFFF) => CartKind::STANDARD_16K,
            _ => return Err(NoCart::Outside { start, end }),
        };
        Ok(Cart { kind, rom: self.range(kind.start(), 0xBFFF, 0xFF) })
    }

    /// First and last address that bytes are loaded to, vectors aside.
    pub fn bounds(&self) -> Option<(u16, u16)> {
        let code = || self.segments.iter().filter(|segment| !segment.is_vector);
        let start = code().map(|segment| segment.load).min()?;
        // What runs past $FFFF ends there.
        let last = |segment: &Segment| usize::from(segment.load) + segment.bytes.len() - 1;
        let end = code().map(|segment| u16::try_from(last(segment)).unwrap_or(u16::MAX)).max()?;
        Some((start, end))
    }

    /// The bytes of an address range; what nothing is loaded to holds `fill`.
    pub fn range(&self, start: u16, end: u16, fill: u8) -> Vec<u8> {
        let mut bytes = vec![fill; (usize::from(end) + 1).saturating_sub(start.into())];
        for segment in self.segments.iter().filter(|segment| !segment.is_vector) {
            // Of both the part that lies in the other.
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

/// Why a program makes no cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoCart {
    /// There are no bytes.
    Empty,
    /// It is loaded outside of $8000-$BFFF.
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
