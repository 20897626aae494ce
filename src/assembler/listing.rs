//! Listings and label tables: those of MADS, for the debuggers that read them, and our own with cycles.

use super::output::{Output, Segment};
use super::pass::{Assembler, Record, Recorded};
use super::rows::{Content, ListingLine, TEXT_COLUMN, hexadecimal};
use super::source::Origin;
use super::symbols::SymbolKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// First line of the files, by which debuggers recognize the format.
const FIRST_LINE: &str = "mads 2.1.7";
impl Output {
    /// The label table as MADS writes it (`.lab`).
    pub fn mads_labels(&self) -> String {
        let mut text = format!("{FIRST_LINE}\nLabel table:\n");
        let structures = self.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Struct);
        let structures: BTreeSet<&str> = structures.map(|symbol| symbol.name.as_str()).collect();
        for symbol in &self.symbols {
            let is_label = match symbol.kind {
                SymbolKind::Variable | SymbolKind::Field => false,
                // The offset of a field in its structure is not an address.
                SymbolKind::Equate => {
                    let block = symbol.name.rsplit_once('.').map(|(block, _)| block);
                    block.is_none_or(|block| !structures.contains(block))
                }
                _ => true,
            };
            if is_label && !symbol.name.starts_with('?') && !symbol.is_unnamed {
                let name = if self.case_sensitive { symbol.name.clone() } else { symbol.name.to_uppercase() };
                let value = hexadecimal(symbol.value);
                let _ = match symbol.kind {
                    // Non-addresses are put into special banks, which debuggers skip.
                    SymbolKind::Struct => writeln!(text, "FFFE\t0000\t{name}"),
                    SymbolKind::Enum => writeln!(text, "FFFD\t0000\t{name}"),
                    _ => writeln!(text, "{:02X}\t{value}\t{name}", symbol.bank),
                };
            }
        }
        text
    }

    /// The listing in the format of MADS (`.lst`). It is empty unless [`super::Options::listing`] was set.
    pub fn mads_listing(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for line in &self.listing {
            match line {
                ListingLine::Source { title } => {
                    let _ = writeln!(text, "{title}");
                }
                ListingLine::Text { number, content, source } => {
                    let mut row = format!("{number:6} {}", content.mads());
                    if source.is_empty() {
                        let _ = writeln!(text, "{}", row.trim_end());
                        continue;
                    }
                    let mut column = row.len();
                    while column < TEXT_COLUMN {
                        row.push(if column + 1 == TEXT_COLUMN { ' ' } else { '\t' });
                        column = (column / 8 + 1) * 8;
                    }
                    let _ = writeln!(text, "{row}{source}");
                }
            }
        }
        text
    }

    /// Our own listing: final address, bytes, cycles (`4+`: more for a page crossing or a taken branch), line
    /// number and text.
    pub fn listing_text(&self) -> String {
        let mut text = String::new();
        for line in &self.listing {
            match line {
                ListingLine::Source { title } => {
                    let _ = writeln!(text, "{title}");
                }
                ListingLine::Text { number, content, source } => {
                    let row = format!("{}{number:6}  {source}", content.own());
                    let _ = writeln!(text, "{}", row.trim_end());
                }
            }
        }
        text
    }
}

/// Builds a listing from the records of the last pass.
pub(super) fn build(assembler: &Assembler, segments: &[Segment]) -> Vec<ListingLine> {
    let mut builder = Builder {
        assembler,
        segments: segment_starts(segments),
        open: Vec::new(),
        lines: Vec::new(),
        last: None,
    };
    for record in &assembler.notes.records {
        match record.what {
            Recorded::Enter => builder.enter(record.source, record.line),
            Recorded::Leave => builder.leave(),
            Recorded::Value(value) => builder.line(record, Content::Value(value)),
            Recorded::Address(address) => builder.line(record, Content::Address(address)),
            Recorded::Bytes { here, offset, length, code, .. } => {
                let (start, end) = (offset as usize, (offset + length) as usize);
                let bytes = assembler.image.bytes.get(start..end).unwrap_or_default().to_vec();
                let begins = builder.segments.get(&offset).copied();
                let address = begins.map_or(here, |(first, ..)| first);
                let segment = begins.map(|(_, last, signature)| (last, signature));
                builder.line(record, Content::Bytes { address, bytes, segment, code });
            }
        }
    }
    builder.lines
}

/// First and last address of each segment by the index of its first byte, and whether the file's signature
/// precedes it.
fn segment_starts(segments: &[Segment]) -> BTreeMap<u32, (u16, u16, bool)> {
    let mut starts = BTreeMap::new();
    let mut offset = 0;
    for segment in segments {
        if segment.has_header {
            let signature = starts.is_empty();
            starts.insert(offset, (segment.load, segment.last, signature));
        }
        offset += segment.bytes.len() as u32;
    }
    starts
}

struct Builder<'a> {
    assembler: &'a Assembler<'a>,
    segments: BTreeMap<u32, (u16, u16, bool)>,
    /// Sources that are open, with the next line of each.
    open: Vec<(u32, u32)>,
    lines: Vec<ListingLine>,
    /// The line of the last row if it belongs to the open source, so that a statement on the same line can
    /// join it.
    last: Option<u32>,
}

impl Builder<'_> {
    fn enter(&mut self, source: u32, calling_line: u32) {
        self.blank_until(calling_line + 1);
        self.open.push((source, 1));
        self.title();
    }

    fn leave(&mut self) {
        self.blank_until(u32::MAX);
        self.open.pop();
        self.title();
    }

    fn title(&mut self) {
        let Some(&(source, _)) = self.open.last() else { return };
        self.title_of(source);
    }

    fn title_of(&mut self, source: u32) {
        self.last = None;
        let entry = &self.assembler.sources.list[source as usize];
        let title = match entry.origin {
            Origin::File => format!("Source: {}", entry.name),
            Origin::Expansion { .. } if entry.is_repeat() => "Source: REPT".to_owned(),
            Origin::Expansion { body, .. } => {
                let (file, _) = self.assembler.sources.file_line(body, 1);
                format!("Macro: {} [Source: {file}]", entry.name.to_uppercase())
            }
        };
        self.lines.push(ListingLine::Source { title });
    }

    /// Adds the lines of the open source without output, up to a line.
    fn blank_until(&mut self, end: u32) {
        let Some(&(source, next)) = self.open.last() else { return };
        let count = self.assembler.sources.list[source as usize].line_count();
        let end = end.min(count + 1);
        for line in next..end {
            self.push(source, line, Content::Blank);
        }
        if let Some(open) = self.open.last_mut() {
            open.1 = open.1.max(end);
        }
    }

    fn line(&mut self, record: &Record, content: Content) {
        let line = record.line;
        let Some(&(source, _)) = self.open.last() else { return };
        if record.source != source {
            // A variable that is declared elsewhere, and placed here.
            self.title_of(record.source);
            self.push(record.source, line, content);
            self.title();
            return;
        }
        if self.last == Some(line) && self.join(&content) {
            return;
        }
        self.blank_until(line);
        self.push(source, line, content);
        if let Some(open) = self.open.last_mut() {
            // In later turns of a repeat, and for a variable that was declared before, lines come again.
            open.1 = open.1.max(line + 1);
        }
        self.last = Some(line);
    }

    /// Adds the output of another statement on the same line to the last row.
    fn join(&mut self, content: &Content) -> bool {
        let Some(ListingLine::Text { content: last, .. }) = self.lines.last_mut() else { return false };
        match (last, content) {
            (
                Content::Bytes { address, bytes, code, .. },
                Content::Bytes { address: next, bytes: more, segment: None, code: more_code },
            ) if usize::from(*next) == usize::from(*address) + bytes.len() => {
                bytes.extend(more);
                *code &= more_code;
                true
            }
            (last @ Content::Address(_), content) => {
                *last = content.clone();
                true
            }
            _ => false,
        }
    }

    /// Adds a row. Like MADS, it numbers the lines of a repeat as those of the text around it, and the lines
    /// of a macro from 1.
    fn push(&mut self, source: u32, line: u32, content: Content) {
        let entry = &self.assembler.sources.list[source as usize];
        let (start, end) = entry.line_bounds(line);
        let source = String::from_utf8_lossy(&entry.text[start..end]).trim_end().to_owned();
        let number = match entry.origin {
            Origin::Expansion { line: first, .. } if entry.is_repeat() => line + first - 1,
            _ => line,
        };
        self.lines.push(ListingLine::Text { number, content, source });
    }
}
