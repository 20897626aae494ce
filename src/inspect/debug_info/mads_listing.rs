//! Reads listings of MADS and of `front800 asm -l FILE.lst`, for the source lines of instructions.

use std::collections::BTreeMap;

use crate::cpu::opcodes::OPCODES;
use crate::inspect::source_lines::{SourceLines, Statement};

/// Beginning of a section of a listing.
const SOURCE: &str = "Source: ";
const MACRO: &str = "Macro: ";
/// The section of a repeat; its lines belong to the previous file.
const REPEATED: &str = "REPT";
/// Directives for data and segments, without their dots.
const DATA: [&str; 24] = [
    "dta", "by", "byte", "wo", "word", "sb", "cb", "fl", "he", "dword", "long", "addr", "db", "dw", "dd",
    "ins", "ds", "get", "sav", "run", "ini", "array", "sin", "incbin",
];

/// Maximum number of characters between the number of a row and its source.
const CONTENT: usize = 25;

/// Whether a text is such a listing.
pub(super) fn is_meant(text: &str) -> bool {
    let mut lines = text.lines();
    let is_of_mads = lines.next().is_some_and(|first| first.starts_with("mads "));
    is_of_mads && lines.any(|line| line.starts_with(SOURCE))
}

/// Reads a listing. Macro lines are recognized by their own numbering; their bytes belong to the calling
/// line.
pub(super) fn read(text: &str) -> SourceLines {
    let mut reader = Reader::default();
    for line in text.lines() {
        reader.take(line);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    files: Vec<String>,
    /// The last line of a source: file and number.
    place: (u32, u32),
    in_macro: bool,
    /// The last macro called, and the calling line.
    call: Option<(String, (u32, u32))>,
    statements: BTreeMap<u16, Statement>,
    /// The last statement, if the listing does not show all of its bytes.
    unfinished: Option<u16>,
}

/// The memory columns of a row.
struct Row<'a> {
    address: u16,
    bytes: Vec<u8>,
    /// Whether there are more bytes than shown.
    has_more: bool,
    source: &'a str,
}

impl Reader {
    fn take(&mut self, line: &str) {
        if let Some(file) = line.strip_prefix(SOURCE) {
            if file != REPEATED {
                self.in_macro = false;
                self.place.0 = self.file(file);
            }
        } else if let Some(name) = line.strip_prefix(MACRO) {
            self.enter_macro(name);
        } else if let Some((number, rest)) = numbered(line).filter(|_| !self.files.is_empty()) {
            if !self.in_macro {
                self.place.1 = number;
            }
            if let Some(row) = Row::parse(rest) {
                self.put(&row);
            }
        }
    }

    /// The body of a macro begins, or continues after an included file.
    fn enter_macro(&mut self, name: &str) {
        match &self.call {
            Some((of, place)) if of == name && place.0 != self.place.0 => self.place = *place,
            _ => self.call = Some((name.to_string(), self.place)),
        }
        self.in_macro = true;
    }

    /// The number of a file.
    fn file(&mut self, name: &str) -> u32 {
        let known = self.files.iter().position(|it| it == name);
        known.unwrap_or_else(|| {
            self.files.push(name.to_string());
            self.files.len() - 1
        }) as u32
    }

    fn put(&mut self, row: &Row<'_>) {
        let length = row.bytes.len() as u32;
        if let Some(start) = self.unfinished.take()
            && let Some(statement) = self.statements.get_mut(&start)
            && row.address > start
        {
            statement.length = statement.length.max(u32::from(row.address - start));
        }
        if length == 0 {
            return;
        }
        let (file, line) = self.place;
        let code = row.is_code();
        self.statements.insert(row.address, Statement { length, file, line, code });
        self.unfinished = row.has_more.then_some(row.address);
    }

    fn finish(self) -> SourceLines {
        SourceLines::from_statements(self.files, self.statements, Vec::new())
    }
}

/// The number of a row, and the rest.
fn numbered(line: &str) -> Option<(u32, &str)> {
    let row = line.trim_start_matches(' ');
    let (number, rest) = row.split_once(' ').unwrap_or((row, ""));
    Some((number.parse().ok()?, rest))
}

impl<'a> Row<'a> {
    /// `AAAA BB BB +`; the address may also be a segment's range (`AAAA-AAAA>`, preceded by `FFFF>`) or have
    /// a bank (`BB,AAAA`); or `= AAAA` for reserved bytes. None if the row has no memory columns.
    fn parse(text: &'a str) -> Option<Row<'a>> {
        let end = text.find('\t').unwrap_or(text.len()).min(CONTENT);
        let (content, source) = text.split_at_checked(end)?;
        let mut words = content.split(' ').filter(|word| !word.is_empty()).peekable();
        let is_reserved = source.to_ascii_lowercase().contains(".ds");
        words.next_if(|&word| word == "FFFF>" || word == "=" && is_reserved);
        let place = words.next()?;
        let place = place.split_once(',').map_or(place, |(_, address)| address);
        let place = place.split_once('-').map_or(place, |(first, _)| first);
        let address = u16::from_str_radix(place, 16).ok().filter(|_| place.len() == 4)?;
        let mut row =
            Row { address, bytes: Vec::new(), has_more: false, source: source.trim_start_matches('\t') };
        for word in words {
            match u8::from_str_radix(word, 16) {
                Ok(byte) => row.bytes.push(byte),
                Err(_) => row.has_more = word == "+",
            }
        }
        Some(row)
    }

    /// Whether the bytes are instructions: they decode completely, and the source is not a data directive.
    fn is_code(&self) -> bool {
        let statement = self.source.split(';').next().unwrap_or_default();
        let words = statement.split_whitespace().take(3);
        let directive = |word: &str| word.trim_start_matches(['.', ':']).to_ascii_lowercase();
        if words.map(directive).any(|word| DATA.contains(&word.as_str())) {
            return false;
        }
        let mut at = 0;
        while at < self.bytes.len() {
            at += usize::from(OPCODES[usize::from(self.bytes[at])].bytes());
        }
        at == self.bytes.len() || self.has_more
    }
}
