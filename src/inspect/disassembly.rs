//! Disassembles a program to assembler source with labels: instructions where control flow leads, data
//! everywhere else.

mod data;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use super::code::{self, Byte, Entry, Layout, Loaded};
use super::symbols::Symbols;
use crate::assembler;
use crate::cpu::disassemble::{Disassembled, disassemble, disassemble_with_symbols};
use crate::cpu::opcodes::{Access, Mode};
use names::Names;

pub use data::bytes;

/// A line of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Index of the piece that contains its bytes.
    pub piece: usize,
    /// Their load address.
    pub address: u16,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The label of the address.
    pub label: Option<String>,
    /// The statement, in lower case except for names.
    pub text: String,
    /// The decoded instruction, if it is one.
    pub code: Option<Disassembled>,
}

/// What is known about a program besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Addresses of instructions.
    pub code: Vec<u16>,
    /// Names of addresses, including the system's.
    pub symbols: Symbols,
}

/// How a program uses an address.
#[derive(Clone, Copy, Default)]
struct Use {
    is_read: bool,
    is_written: bool,
}

/// A program as lines of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembly {
    /// The lines, piece by piece.
    pub lines: Vec<Line>,
    /// Names of other addresses used in the lines.
    pub others: Vec<(String, u16)>,
    names: Names,
}

impl Disassembly {
    /// Disassembles pieces of a program, given in load order.
    ///
    /// # Examples
    ///
    /// ```
    /// use front800::inspect::code::{Entry, Loaded};
    /// use front800::inspect::disassembly::{Disassembly, Known};
    ///
    /// let pieces = [Loaded { start: 0x2000, bytes: vec![0x4C, 0x05, 0x20, 0x48, 0x49, 0x60] }];
    /// let entries = [Entry { address: 0x2000, loaded: 1 }];
    /// let program = Disassembly::new(&pieces, &entries, &Known::default());
    /// let text: Vec<&str> = program.lines.iter().map(|line| line.text.as_str()).collect();
    /// assert_eq!(text, ["jmp L2005", "dta $48,$49", "rts"]);
    /// ```
    pub fn new(pieces: &[Loaded], entries: &[Entry], known: &Known) -> Disassembly {
        let code = known.code.iter().map(|&address| Entry { address, loaded: pieces.len() });
        let found = code::find(pieces, entries.iter().copied().chain(code));
        let program = Program { pieces, layout: Layout::new(pieces), bytes: found.bytes };
        let entries = entries.iter().map(|entry| entry.address).chain(found.handlers);
        let mut used: BTreeMap<u16, Use> = entries.map(|address| (address, Use::default())).collect();
        for code in program.instructions() {
            let Some(address) = code.operand_address else { continue };
            let uses = used.entry(address).or_default();
            *if code.opcode.access.writes() { &mut uses.is_written } else { &mut uses.is_read } = true;
        }
        let names = program.names(&used, known);
        let mut others: Vec<(String, u16)> =
            names.others().map(|(name, address)| (name.to_string(), address)).collect();
        others.sort_by_key(|&(_, address)| address);
        let lines = (0..pieces.len()).flat_map(|piece| program.lines(piece, &names)).collect();
        Disassembly { lines, others, names }
    }

    /// The lines of a piece.
    pub fn lines_of(&self, piece: usize) -> &[Line] {
        let from = self.lines.partition_point(|line| line.piece < piece);
        let to = self.lines.partition_point(|line| line.piece <= piece);
        &self.lines[from..to]
    }

    /// The name of an address in the lines, or else the number.
    pub fn describe(&self, address: u16) -> String {
        self.names.of(address, false).unwrap_or_else(|| format!("${address:04x}"))
    }
}

/// The pieces, and the meaning of their bytes.
struct Program<'a> {
    pieces: &'a [Loaded],
    layout: Layout,
    bytes: Vec<Vec<Byte>>,
}

impl Program<'_> {
    fn address(&self, piece: usize, at: usize) -> u16 {
        self.pieces[piece].start.wrapping_add(at as u16)
    }

    /// All instructions.
    fn instructions(&self) -> impl Iterator<Item = Disassembled> {
        let starts = self.bytes.iter().enumerate().flat_map(|(piece, bytes)| {
            let opcodes = bytes.iter().enumerate().filter(|(_, byte)| **byte == Byte::Opcode);
            opcodes.map(move |(at, _)| (piece, at))
        });
        starts.map(|(piece, at)| disassemble(self.address(piece, at), |address| self.byte(piece, address)))
    }

    /// A byte of an instruction; instructions do not span pieces.
    fn byte(&self, piece: usize, address: u16) -> u8 {
        let Loaded { start, bytes } = &self.pieces[piece];
        bytes.get(usize::from(address.wrapping_sub(*start))).copied().unwrap_or_default()
    }

    /// All bytes at an address: the piece, the index in it, and the meaning.
    fn places(&self, address: u16) -> impl Iterator<Item = (usize, usize, Byte)> {
        self.layout.at(address).iter().map(|&(piece, at)| (piece, at, self.bytes[piece][at]))
    }

    /// Names addresses that are used, and all that have a symbol and are in the program. An address within an
    /// instruction is expressed relative to the instruction's label.
    fn names(&self, used: &BTreeMap<u16, Use>, known: &Known) -> Names {
        let symbols = &known.symbols;
        let mut names = Names::new();
        let labels = symbols.iter().map(|symbol| symbol.value).filter(|&value| symbols.name(value).is_some());
        let addresses: BTreeSet<u16> = labels.chain(used.keys().copied()).collect();
        let mut within = Vec::new();
        for address in addresses {
            let symbol = symbols.name(address);
            let mut places = self.places(address).peekable();
            if let Some(&(piece, at, _)) = places.peek() {
                match (places.find(|(.., byte)| *byte != Byte::Operand), symbol) {
                    (Some((piece, ..)), _) => names.place(piece, address, symbol),
                    (None, Some(symbol)) if used.contains_key(&address) => names.elsewhere(address, symbol),
                    (None, None) => within.push((piece, at, address)),
                    (None, Some(_)) => {}
                }
            } else if let Some(word) = symbols.system().word_of(address).filter(|_| symbol.is_none()) {
                names.elsewhere(address - 1, word);
                names.behind(address, address - 1);
            } else if let Some(uses) = used.get(&address) {
                let [read, written] = match symbol {
                    Some(_) => [false, true].map(|is_written| symbols.name_where(address, is_written)),
                    None => symbols.system().both(address).map_or([None; 2], |names| names.map(Some)),
                };
                let is_same = read == written;
                let written = written.filter(|_| uses.is_written && !is_same);
                written.into_iter().for_each(|name| names.written(address, name));
                let read = read.filter(|_| uses.is_read || is_same);
                read.into_iter().for_each(|name| names.elsewhere(address, name));
            }
        }
        for (piece, at, address) in within {
            let back = (1..3).find(|&back| self.bytes[piece][at - back] == Byte::Opcode).unwrap_or_default();
            let start = address.wrapping_sub(back as u16);
            let holder = self.places(start).find(|(.., byte)| *byte != Byte::Operand);
            names.place(holder.map_or(piece, |(piece, ..)| piece), start, symbols.name(start));
            names.behind(address, start);
        }
        names
    }

    fn lines(&self, piece: usize, names: &Names) -> Vec<Line> {
        let Loaded { bytes, .. } = &self.pieces[piece];
        let kinds = &self.bytes[piece];
        let label = |at: usize| names.label(piece, self.address(piece, at));
        let mut lines = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if kinds[at] == Byte::Opcode {
                let line = self.instruction(piece, at, names);
                at += line.bytes.len();
                lines.push(line);
                continue;
            }
            let goes_on = |&at: &usize| kinds[at] != Byte::Opcode && label(at).is_none();
            let length = 1 + (at + 1..bytes.len()).take_while(goes_on).count();
            for (n, text) in data::statements(&bytes[at..at + length]) {
                let bytes = bytes[at..at + n].to_vec();
                let (address, label) = (self.address(piece, at), label(at).map(str::to_string));
                lines.push(Line { piece, address, bytes, label, text, code: None });
                at += n;
            }
        }
        lines
    }

    /// The line of an instruction, as plain bytes if the assembler would encode it differently.
    fn instruction(&self, piece: usize, at: usize, names: &Names) -> Line {
        let address = self.address(piece, at);
        let fetch = |address| self.byte(piece, address);
        let mode = disassemble(address, fetch).opcode.mode;
        let name = |address, access: Access| {
            let name = names.of(address, access.writes())?;
            // The assembler uses the wide form for labels that it does not know yet.
            let is_narrow = matches!(mode, Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY);
            Some(if is_narrow && self.places(address).next().is_some() { format!("z:{name}") } else { name })
        };
        let code = disassemble_with_symbols(address, fetch, name);
        let text = match assembler::takes(&code) {
            true => code.small_text(),
            false => format!("{} ; {}", data::bytes(code.bytes()), code.small_text()),
        };
        let label = names.label(piece, address).map(str::to_string);
        Line { piece, address, bytes: code.bytes().to_vec(), label, text, code: Some(code) }
    }
}
