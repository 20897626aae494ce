//! Source and disassembly, with the cycles of each line.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cpu::opcodes::OPCODES;
use crate::debug::debugger::Debugger;
use crate::debug::listing;
use crate::files;
use crate::titles::Sources;

/// A row of source or disassembly.
pub(super) struct Row {
    /// Cycles without page crossings and taken branches, for rows with instructions.
    pub cycles: String,
    /// The rest of the row.
    pub text: String,
    /// Line number or address.
    pub place: String,
    /// Whether the program counter is here.
    pub is_here: bool,
}

/// The texts of the source files shown so far.
pub(super) struct Texts {
    sources: Sources,
    texts: BTreeMap<String, Option<Vec<String>>>,
}

impl Texts {
    /// Empty; the texts of built-in programs come from `sources`.
    pub(super) fn new(sources: Sources) -> Self {
        Texts { sources, texts: BTreeMap::new() }
    }

    /// The lines of a file, if it can be read.
    fn lines(&mut self, file: &str) -> Option<&[String]> {
        let Texts { sources, texts } = self;
        let read = || {
            let bytes = files::read(Path::new(file), files::MOST_BYTES).ok();
            let bytes = bytes.or_else(|| sources.read(&format!("asm/{file}")))?;
            Some(String::from_utf8_lossy(&bytes).lines().map(|line| line.replace('\t', "        ")).collect())
        };
        texts.entry(file.to_string()).or_insert_with(read).as_deref()
    }

    /// This many rows of source around the program counter, and the name of their file.
    pub(super) fn source(&mut self, debugger: &Debugger, rows: usize) -> Option<(String, Vec<Row>)> {
        let place = debugger.place()?;
        let (file, here) = (place.file, place.line as usize);
        let first = here.saturating_sub(rows / 2).max(1);
        let lines = self.lines(file)?;
        let row = |(n, text): (usize, &String)| {
            let addresses = debugger.lines().addresses(file, n as u32).unwrap_or_default();
            let cycles: u32 = addresses.first().map_or(0, |&at| cycles_of_line(debugger, file, n as u32, at));
            Row {
                cycles: if cycles == 0 { String::new() } else { cycles.to_string() },
                text: text.clone(),
                place: n.to_string(),
                is_here: n == here,
            }
        };
        let rows = lines.iter().enumerate().map(|(n, text)| (n + 1, text)).skip(first - 1).take(rows);
        Some((file.to_string(), rows.map(row).collect()))
    }
}

/// CPU cycles of a line's instructions from an address on.
fn cycles_of_line(debugger: &Debugger, file: &str, line: u32, mut at: u16) -> u32 {
    let mut cycles = 0;
    while debugger.lines().at(at).is_some_and(|place| place.line == line && place.file == file) {
        let code = listing::instruction(debugger, at);
        cycles += u32::from(code.opcode.cycles);
        let next = code.next_address();
        if next <= at {
            break;
        }
        at = next;
    }
    cycles
}

/// Characters of a row that bytes and labels have columns of their own in.
const WIDE: usize = 48;

/// This many rows of disassembly around the program counter, for texts of this many characters.
pub(super) fn disassembly(debugger: &Debugger, rows: usize, width: usize) -> Vec<Row> {
    let pc = debugger.machine().cpu().pc;
    let mut addresses = listing::before(debugger, pc, rows / 2);
    let mut at = pc;
    while addresses.len() < rows {
        addresses.push(at);
        at = at.wrapping_add(listing::length(debugger, at));
    }
    let row = |at: u16| {
        let code = listing::row(debugger, at);
        let label = debugger.symbols().name(at);
        let bytes: String = code.bytes.iter().map(|byte| format!("{byte:02X} ")).collect();
        let cycles = OPCODES[usize::from(debugger.machine().peek(at))].cycles;
        let text = match label {
            _ if width >= WIDE => format!("{bytes:<10}{:<16} {}", label.unwrap_or_default(), code.text),
            Some(label) => format!("{label}: {}", code.text),
            None => code.text,
        };
        Row {
            cycles: if code.is_data { String::new() } else { cycles.to_string() },
            text,
            place: format!("{at:04X}"),
            is_here: at == pc,
        }
    };
    addresses.into_iter().map(row).collect()
}
