//! What an assembly gives: segments, symbols, blocks, line table.

use super::diagnostic::{Diagnostic, Location, Severity};
use super::listing::{self, ListingLine};
use super::pass::{Assembler, Place, Recorded};
use super::symbols::SymbolKind;
use super::{Options, prove, syntax};
use crate::media::cart::{Cart, CartKind};

/// The result of an assembly.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// Everything there is to say, in the order of assembly.
    pub diagnostics: Vec<Diagnostic>,
    /// The output, if there are no errors.
    pub output: Option<Output>,
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
    /// How often the loop's body runs at most.
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
    /// Its lines with their numbers, without comments.
    pub lines: Vec<(u32, String)>,
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
    /// Bytes of the statement in the file's text; inside a macro, of the body with its parameters.
    pub text: (u32, u32),
    /// Whether the bytes are instructions.
    pub code: bool,
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
    /// Declared loop bounds.
    pub loops: Vec<LoopBound>,
    /// Routine tests.
    pub tests: Vec<RoutineTest>,
    /// Paths of the source files.
    pub files: Vec<String>,
    /// Statements with their addresses, in the order of assembly.
    pub lines: Vec<LineEntry>,
    /// The lines of a listing, if one was asked for.
    pub listing: Vec<ListingLine>,
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
        let end = code().map(|segment| segment.load.wrapping_add((segment.bytes.len() - 1) as u16)).max()?;
        Some((start, end))
    }

    /// The bytes of an address range; what nothing is loaded to holds `fill`.
    pub fn range(&self, start: u16, end: u16, fill: u8) -> Vec<u8> {
        let mut bytes = vec![fill; (usize::from(end) + 1).saturating_sub(start.into())];
        for segment in self.segments.iter().filter(|segment| !segment.is_vector) {
            for (offset, &byte) in segment.bytes.iter().enumerate() {
                let address = usize::from(segment.load) + offset;
                if let Some(slot) = address.checked_sub(start.into()).and_then(|at| bytes.get_mut(at)) {
                    *slot = byte;
                }
            }
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

/// Turns a finished run into its result.
pub(super) fn finish(mut assembler: Assembler, options: &Options) -> Assembly {
    if options.warn_unused {
        warn_unused(&mut assembler);
    }
    let diagnostics = std::mem::take(&mut assembler.diagnostics);
    let mut assembly = Assembly { diagnostics, output: None };
    if !assembly.failed() {
        let mut output = collect(&assembler);
        assembly.diagnostics.extend(prove::budgets(&assembler, &output));
        if assembly.failed() {
            return assembly;
        }
        if options.listing {
            output.listing = listing::build(&assembler);
        }
        assembly.output = Some(output);
    }
    assembly
}

fn warn_unused(assembler: &mut Assembler) {
    for index in 0..assembler.symbols.list.len() {
        let symbol = assembler.symbols.list[index];
        if symbol.used != 0 || symbol.kind != SymbolKind::Label || symbol.pass != assembler.symbols.pass {
            continue;
        }
        let name = assembler.program.names.text(symbol.name);
        let location = assembler.sources.location(symbol.source, symbol.start, symbol.end);
        assembler.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message: format!("label `{name}` is not used"),
            location,
            help: None,
            related: Vec::new(),
            stack: Vec::new(),
        });
    }
}

fn collect(assembler: &Assembler) -> Output {
    let locate = |(source, start, _): Place| {
        let (file, line) = assembler.sources.file_line_at(source, start);
        (file.to_owned(), line)
    };
    let mut output = Output {
        segments: segments(assembler),
        run: assembler.run_address,
        inits: assembler.init_addresses.clone(),
        symbols: symbols(assembler),
        ..Output::default()
    };
    for range in &assembler.ranges {
        let scope = &assembler.symbols.scopes[range.scope as usize];
        let Some(name) = scope.name else { continue };
        let (file, line) = locate(range.place);
        output.blocks.push(Block {
            name: assembler.symbols.full_name(&assembler.program.names, scope.parent, name),
            kind: if range.kind == syntax::BlockKind::Proc { BlockKind::Proc } else { BlockKind::Local },
            start: range.start as u16,
            end: range.end as u32,
            budget: range.budget.and_then(|cycles| u64::try_from(cycles).ok()),
            file,
            line,
        });
    }
    for region in &assembler.regions {
        output.regions.push(Region {
            name: assembler.program.names.text(region.name).to_owned(),
            start: region.start as u16,
            end: region.end as u16,
            rom: region.rom,
        });
    }
    for &(address, turns, place) in &assembler.loops {
        let (file, line) = locate(place);
        let turns = turns.max(0) as u64;
        output.loops.push(LoopBound { address, turns, file, line });
    }
    for &(index, place) in &assembler.tests {
        let test = &assembler.program.tests[index as usize];
        let (file, _) = locate(place);
        output.tests.push(RoutineTest { name: test.name.clone(), file, lines: test.lines.clone() });
    }
    collect_lines(assembler, &mut output);
    output.case_sensitive = assembler.program.names.is_case_sensitive();
    output
}

fn segments(assembler: &Assembler) -> Vec<Segment> {
    let image = &assembler.image;
    let mut segments: Vec<Segment> = Vec::new();
    for (index, chunk) in image.chunks.iter().enumerate() {
        let bytes = image.chunk_bytes(index);
        if bytes.is_empty() {
            continue;
        }
        if chunk.opens_segment || segments.is_empty() {
            let (source, start, end) = chunk.place;
            segments.push(Segment {
                load: chunk.load,
                bytes: Vec::new(),
                last: 0,
                spans: Vec::new(),
                has_header: chunk.has_header,
                before: chunk.before.clone(),
                is_vector: chunk.is_vector,
                location: assembler.sources.location(source, start, end),
            });
        }
        if let Some(segment) = segments.last_mut() {
            segment.spans.push(Span { offset: segment.bytes.len(), run: chunk.run, length: bytes.len() });
            segment.bytes.extend(bytes);
            segment.last = segment.load.wrapping_add((segment.bytes.len() - 1) as u16);
        }
    }
    for (segment, &last) in segments.iter_mut().zip(&assembler.header_ends) {
        segment.last = last;
    }
    segments
}

fn symbols(assembler: &Assembler) -> Vec<Symbol> {
    let current = |symbol: &&super::symbols::Symbol| {
        symbol.pass == assembler.symbols.pass && symbol.kind != SymbolKind::Predefined
    };
    let entries = assembler.symbols.list.iter().filter(current);
    entries
        .map(|symbol| {
            let (file, line) = assembler.sources.file_line_at(symbol.source, symbol.start);
            Symbol {
                name: assembler.symbols.full_name(&assembler.program.names, symbol.scope, symbol.name),
                value: symbol.value,
                kind: symbol.kind,
                size: symbol.size,
                used: symbol.used != 0,
                bank: symbol.bank,
                is_unnamed: assembler.symbols.is_in_unnamed(symbol.scope),
                file: file.to_owned(),
                line,
            }
        })
        .collect()
}

fn collect_lines(assembler: &Assembler, output: &mut Output) {
    let mut numbers = std::collections::BTreeMap::new();
    for record in &assembler.records {
        let Recorded::Bytes { here, length, code, .. } = record.what else { continue };
        let (file, line) = assembler.sources.file_line(record.source, record.line);
        let file = match numbers.get(file) {
            Some(&number) => number,
            None => {
                let number = output.files.len() as u32;
                output.files.push(file.to_owned());
                numbers.insert(file, number);
                number
            }
        };
        let text = (record.start, record.end);
        output.lines.push(LineEntry { address: here, length, file, line, text, code });
    }
}
