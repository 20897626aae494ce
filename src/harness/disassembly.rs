//! Disassembles an opened program: as a listing of its instructions and data, or as a source from which the assembler
//! makes the same file.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::open::operands::Memory;
use super::open::{Medium, Program};
use crate::inspect::code::{Entry, Loaded};
use crate::inspect::disassembly::{self, Disassembly, Known, Line};
use crate::inspect::symbols::{Kind, Symbol, Symbols};
use crate::media::cart::{Cart, CartKind, Footer};
use crate::media::os_rom;
use crate::media::xex::{INITAD, Part, RUNAD, parts};

/// Bytes shown per line of the listing.
const SHOWN: usize = 3;
/// The column at which statements begin in a source.
const COLUMN: usize = 16;

/// A disassembled program.
#[derive(Debug)]
pub struct Disassembled {
    lines: Disassembly,
    /// Where its pieces are loaded: first and last addresses.
    places: Vec<(u16, u16)>,
}

/// Disassembles a program from its entry points and from further addresses of code.
pub fn disassemble(program: &Program, code: &[u16]) -> Disassembled {
    let pieces = pieces(program);
    let loaded = pieces.len();
    let mut entries = entries(program);
    entries.extend(code.iter().map(|&address| Entry { address, loaded }));
    let system = program.symbols.system();
    let named = numbers_that_are_addresses(program);
    let symbols = Symbols::new(program.symbols.iter().cloned().map(|symbol| {
        let is_address = named.contains(symbol.name.as_str()) && system.both(symbol.value).is_none();
        if is_address { Symbol { kind: Kind::Label, ..symbol } } else { symbol }
    }));
    let symbols = symbols.with_system(system.clone());
    let mut code: Vec<u16> = program.lines.instructions().map(|(address, _)| address).collect();
    if program.assembly().is_none() {
        // Files of other assemblers tell of some lines only.
        let procedures = symbols.iter().filter(|symbol| symbol.kind == Kind::Procedure);
        code.extend(procedures.map(|symbol| symbol.value));
    }
    let known = Known { code, symbols };
    let place = |piece: &Loaded| (piece.start, piece.start.wrapping_add((piece.bytes.len() - 1) as u16));
    let places = pieces.iter().map(place).collect();
    Disassembled { lines: Disassembly::new(&pieces, &entries, &known), places }
}

/// Names that a source gave to numbers and that its instructions use as addresses: mostly of variables.
fn numbers_that_are_addresses(program: &Program) -> BTreeSet<&str> {
    let Some(output) = program.assembly() else { return BTreeSet::new() };
    let memory = Memory::of(&program.contents());
    let mut operands: BTreeSet<(u32, u32, u16)> = BTreeSet::new();
    for line in output.lines.iter().filter(|line| line.code) {
        let addresses = memory.operands(line.address, line.length).into_iter();
        operands.extend(addresses.map(|address| (line.file, line.line, address)));
    }
    let uses = output.references.iter().filter(|reference| !reference.defines);
    let uses = uses.map(|reference| (reference, &output.symbols[reference.symbol as usize]));
    let operands = uses.filter(|(reference, symbol)| {
        operands.contains(&(reference.file, reference.line, symbol.value as u16))
    });
    operands.map(|(_, symbol)| symbol.name.as_str()).collect()
}

/// What is loaded, without what only directs the loader.
fn pieces(program: &Program) -> Vec<Loaded> {
    let contents = program.contents().into_iter();
    let pieces = contents.map(|(start, bytes)| Loaded { start, bytes: bytes.into_owned() });
    pieces.filter(|piece| !is_vector(piece.start, &piece.bytes)).collect()
}

fn is_vector(start: u16, bytes: &[u8]) -> bool {
    matches!(start, RUNAD | INITAD) && bytes.len() == 2
}

/// The program's entry points.
fn entries(program: &Program) -> Vec<Entry> {
    match &program.medium {
        Medium::Xex(xex) => {
            let mut pieces = vec![0];
            for segment in &xex.segments {
                let before = pieces.last().copied().unwrap_or_default();
                pieces.push(before + usize::from(!is_vector(segment.start, &segment.bytes)));
            }
            let whole = xex.segments.len();
            let calls = xex.init_addresses().into_iter().chain(xex.run_address().map(|run| (whole, run)));
            calls.map(|(count, address)| Entry { address, loaded: pieces[count] }).collect()
        }
        Medium::Cartridge(_) => {
            let pieces = program.contents();
            let footer = pieces.last().and_then(|(_, bytes)| Footer::of(bytes));
            let addresses = footer.into_iter().flat_map(|footer| [footer.init, footer.run]);
            addresses.map(|address| Entry { address, loaded: pieces.len() }).collect()
        }
        Medium::Os(rom) => {
            os_rom::entries(rom).into_iter().map(|address| Entry { address, loaded: 1 }).collect()
        }
        Medium::None | Medium::Disk(_) => Vec::new(),
    }
}

impl Disassembled {
    /// The lines from one address to another (both included), with addresses and bytes.
    pub fn listing(&self, from: u16, to: u16) -> String {
        let mut text = String::new();
        for (piece, &(first, last)) in self.places.iter().enumerate() {
            let (first, last) = (first.max(from), last.min(to));
            if first > last {
                continue;
            }
            // Writing to a String cannot fail.
            let _ = writeln!(text, "; ${first:04X}-${last:04X}");
            for line in self.lines.lines_of(piece) {
                write_listed(&mut text, line, (first, last));
            }
        }
        text
    }
}

/// A line of the listing, or the part of it that lies in a range.
fn write_listed(text: &mut String, line: &Line, (first, last): (u16, u16)) {
    let end = line.address.wrapping_add((line.bytes.len() - 1) as u16);
    if line.address > last || end < first {
        return;
    }
    if line.address < first || end > last {
        let from = usize::from(first.saturating_sub(line.address));
        let to = usize::from(last.min(end) - line.address);
        for at in from..=to {
            let (address, byte) = (line.address.wrapping_add(at as u16), line.bytes[at]);
            let _ = writeln!(text, "  {address:04X}  {byte:02X}         dta ${byte:02x}");
        }
        return;
    }
    if let Some(label) = &line.label {
        let _ = writeln!(text, "{label}");
    }
    let shown = if line.bytes.len() <= SHOWN { &line.bytes[..] } else { &[] };
    let bytes: Vec<String> = shown.iter().map(|byte| format!("{byte:02X}")).collect();
    let statement = line.code.as_ref().map_or(&line.text, |code| &code.text);
    let _ = writeln!(text, "  {:04X}  {:<9}  {statement}", line.address, bytes.join(" "));
}

/// A program as a source from which the assembler makes the same file.
///
/// # Errors
/// Why no such source exists, as a message.
pub fn source(program: &Program, code: &[u16]) -> Result<String, String> {
    let name = &program.name;
    let ending = match &program.medium {
        Medium::Xex(_) => ".xex",
        Medium::Cartridge(cart) if standard(cart) => ".car or .rom",
        Medium::Os(_) => ".rom",
        Medium::Cartridge(cart) => {
            let (id, kind) = (cart.kind.id(), cart.kind.name());
            return Err(format!(
                "{name}: a cartridge of type {id} ({kind}): the assembler makes those of 8K and 16K (types 1 and 2), which have \
                 one bank; of what is seen at power-on there is a listing"
            ));
        }
        Medium::Disk(_) => return Err(no_disassembly_of_disk(name)),
        Medium::None => return Err(format!("{name} holds no bytes")),
    };
    let mut source = Source { program: disassemble(program, code), text: String::new(), here: None };
    source.line(&format!(
        "; {name}, disassembled: `front800 asm` with -o makes the same file ({ending}) of it"
    ));
    for (name, address) in &source.program.lines.others.clone() {
        source.line(&format!("{name:<width$}= ${address:04x}", width = COLUMN));
    }
    match &program.medium {
        Medium::Xex(_) => source.binary_load(program.file_bytes()),
        _ => source.rom(),
    }
    Ok(source.text)
}

/// A message: why disks cannot be disassembled.
pub fn no_disassembly_of_disk(name: &str) -> String {
    format!(
        "{name}: what a disk loads is not known before it runs: `front800 debug` disassembles what is in memory"
    )
}

fn standard(cart: &Cart) -> bool {
    [CartKind::STANDARD_8K, CartKind::STANDARD_16K].contains(&cart.kind)
}

/// A source being written.
struct Source {
    program: Disassembled,
    text: String,
    /// The address after the last byte.
    here: Option<u16>,
}

impl Source {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn statement(&mut self, statement: &str) {
        self.line(&format!("{:COLUMN$}{statement}", ""));
    }

    /// Without headers.
    fn rom(&mut self) {
        self.statement("opt h-");
        for piece in 0..self.program.places.len() {
            self.statement(&format!("org ${:04x}", self.program.places[piece].0));
            self.piece(piece);
        }
    }

    fn binary_load(&mut self, file: &[u8]) {
        let (parts, rest) = parts(file);
        let mut piece = 0;
        for (n, part) in parts.iter().enumerate() {
            let is_vector = is_vector(part.start, part.bytes);
            let more = part.signatures - usize::from(n == 0);
            if is_vector && more == 0 && part.missing() == 0 {
                let word = if part.start == RUNAD { "run" } else { "ini" };
                self.statement(&format!("{word} {}", self.vector(part)));
                continue;
            }
            self.line("");
            self.origin(part, more);
            if is_vector {
                self.statement(&format!("dta a({})", self.vector(part)));
            } else if !part.bytes.is_empty() {
                self.piece(piece);
                piece += 1;
            }
            self.here = Some(part.start.wrapping_add(part.bytes.len() as u16));
        }
        if !rest.is_empty() {
            self.line("\n; What is no segment");
            self.statement("opt h-");
            for bytes in rest.chunks(8) {
                self.statement(&disassembly::bytes(bytes));
            }
        }
    }

    /// The address in `run` or `ini`.
    fn vector(&self, part: &Part) -> String {
        let address = part.bytes.first_chunk().map_or(0, |&bytes| u16::from_le_bytes(bytes));
        self.program.lines.describe(address)
    }

    /// The beginning of a segment with its header, preceded by `more` $FFFF words than the format requires.
    fn origin(&mut self, part: &Part, more: usize) {
        let &Part { start, end, signatures, .. } = part;
        let follows = self.here == Some(start);
        let words = |count| vec!["a($ffff)"; count].join(",");
        if part.missing() > 0 {
            self.line("; The file ends in this segment: its header is written by hand");
            self.statement("opt h-");
            if signatures > 0 {
                self.statement(&format!("dta {}", words(signatures)));
            }
            self.statement(&format!("dta a(${start:04x}),a(${end:04x})"));
            self.statement(&format!("org ${start:04x}"));
        } else if more > 0 {
            if follows {
                // Bytes in brackets need an `org` to another address, so move away first.
                self.statement(&format!("org ${:04x}", start ^ 0x8000));
            }
            self.statement(&format!("org [{}],${start:04x}", words(more)));
        } else if follows {
            // Without the second address, the previous segment would continue.
            self.statement(&format!("org ${start:04x},${start:04x}"));
        } else {
            self.statement(&format!("org ${start:04x}"));
        }
    }

    /// The lines of one piece.
    fn piece(&mut self, piece: usize) {
        let lines = self.program.lines.lines_of(piece).to_vec();
        for Line { label, text, .. } in &lines {
            match label {
                // A label gets a line of its own if it is long, or if the statement is a repeated one.
                Some(label) if label.len() >= COLUMN || text.starts_with(':') => {
                    self.line(label);
                    self.statement(text);
                }
                Some(label) => self.line(&format!("{label:<COLUMN$}{text}")),
                None => self.statement(text),
            }
        }
    }
}
