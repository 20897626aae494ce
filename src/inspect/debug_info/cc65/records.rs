//! The records of such a file: one per line, with a kind, a tab, and comma-separated `key=value`.

use std::collections::{BTreeMap, BTreeSet};

/// The records by number.
#[derive(Default)]
pub(super) struct File<'a> {
    pub files: BTreeMap<u32, Source<'a>>,
    /// The main file of each module.
    pub modules: BTreeMap<u32, u32>,
    pub segments: BTreeMap<u32, Segment<'a>>,
    pub spans: BTreeMap<u32, Span>,
    pub scopes: BTreeMap<u32, Scope<'a>>,
    /// Lines that bytes come from.
    pub lines: Vec<Line>,
    pub symbols: BTreeMap<u32, Named<'a>>,
    /// Symbols that other modules import.
    pub exported: BTreeSet<u32>,
    /// Element size of each type, as far as it is known.
    pub types: BTreeMap<u32, u32>,
}

pub(super) struct Source<'a> {
    pub name: &'a str,
    /// The modules that it is part of.
    pub modules: Vec<u32>,
}

pub(super) struct Segment<'a> {
    pub name: &'a str,
    pub start: u32,
    pub size: u32,
    /// Whether the program file contains it.
    pub has_bytes: bool,
    /// Whether it is in memory. File headers are not, and have address 0.
    pub is_loaded: bool,
}

pub(super) struct Span {
    pub segment: u32,
    pub start: u32,
    pub size: u32,
    /// Data have a type, except texts; instructions and reserved bytes have none.
    pub of_type: Option<u32>,
}

pub(super) struct Scope<'a> {
    /// Empty for the module's own scope.
    pub name: &'a str,
    pub module: u32,
    pub parent: Option<u32>,
    /// The symbol that opens it, if it is a procedure.
    pub symbol: Option<u32>,
    /// Whether its symbols are fields.
    pub is_structure: bool,
    pub spans: Vec<u32>,
}

pub(super) struct Line {
    pub file: u32,
    pub line: u32,
    pub is_c: bool,
    /// Nesting depth of macros and repeats.
    pub depth: u32,
    /// Whether it is a line of a macro.
    pub is_of_macro: bool,
    pub spans: Vec<u32>,
}

pub(super) struct Named<'a> {
    pub name: &'a str,
    pub value: u32,
    /// 0 if unknown.
    pub size: u32,
    pub is_label: bool,
    /// Whether a line uses it.
    pub is_used: bool,
    pub scope: Option<u32>,
    /// The symbol that a cheap local label (`@loop`) belongs to.
    pub parent: Option<u32>,
    pub segment: Option<u32>,
}

impl<'a> File<'a> {
    /// Reads the records of a file.
    ///
    /// # Errors If a record lacks a field of its kind.
    pub(super) fn read(text: &'a str) -> Result<File<'a>, String> {
        let mut file = File::default();
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        let mut told = Record("");
        for (number, line) in (1..).zip(text.lines()) {
            let Some((kind, fields)) = line.split_once('\t') else { continue };
            *counts.entry(kind).or_default() += 1;
            if kind == "info" {
                told = Record(fields);
            }
            let taken = file.take(kind, &Record(fields));
            taken.ok_or_else(|| {
                format!(
                    "line {number}: this `{kind}` lacks a field, or has no number where one belongs: expected it as ld65 2.19 writes it"
                )
            })?;
        }
        // Those of files and segments count other records, too. [measured]
        for kind in ["line", "scope", "span", "sym"] {
            let (found, told) = (counts.get(kind).copied().unwrap_or(0), told.number(kind));
            if let Some(told) = told.filter(|&told| told > found) {
                return Err(format!("it is truncated: only {found} of {told} records `{kind}` are there"));
            }
        }
        Ok(file)
    }

    /// Adds a record; none if a field is missing.
    fn take(&mut self, kind: &str, record: &Record<'a>) -> Option<()> {
        let (id, number, text) = (record.number("id"), |key| record.number(key), |key| record.text(key));
        match kind {
            "file" => {
                let source = Source { name: text("name")?, modules: record.numbers("mod")? };
                self.files.insert(id?, source);
            }
            "mod" => drop(self.modules.insert(id?, number("file")?)),
            "seg" => {
                let (name, start, size) = (text("name")?, number("start")?, number("size")?);
                let has_bytes = text("oname").is_some();
                let is_loaded = start > 0 || text("addrsize") == Some("zeropage");
                self.segments.insert(id?, Segment { name, start, size, has_bytes, is_loaded });
            }
            "span" => {
                let (segment, start, size) = (number("seg")?, number("start")?, number("size")?);
                self.spans.insert(id?, Span { segment, start, size, of_type: number("type") });
            }
            "scope" => {
                let (parent, symbol) = (number("parent"), number("sym"));
                let (name, spans) = (text("name")?, record.numbers("span")?);
                let is_structure = matches!(text("type"), Some("struct" | "union" | "enum"));
                let module = number("mod")?;
                self.scopes.insert(id?, Scope { name, module, parent, symbol, is_structure, spans });
            }
            "line" => {
                let (file, line, spans) = (number("file")?, number("line")?, record.numbers("span")?);
                let (of_type, depth) = (number("type"), number("count").unwrap_or(0));
                let (is_c, is_of_macro) = (of_type == Some(1), of_type == Some(2));
                if !spans.is_empty() {
                    self.lines.push(Line { file, line, is_c, depth, is_of_macro, spans });
                }
            }
            "sym" => self.take_symbol(record)?,
            "type" => self.types.extend(element(text("val")?).and_then(|bytes| Some((id?, bytes)))),
            _ => {}
        }
        Some(())
    }

    fn take_symbol(&mut self, record: &Record<'a>) -> Option<()> {
        let kind = record.text("type")?;
        // Imported symbols are defined elsewhere.
        if kind == "imp" {
            self.exported.extend(record.number("exp"));
        } else {
            let symbol = Named {
                name: record.text("name")?,
                value: record.number("val")?,
                size: record.number("size").unwrap_or(0),
                is_label: kind == "lab",
                is_used: record.text("ref").is_some(),
                scope: record.number("scope"),
                parent: record.number("parent"),
                segment: record.number("seg"),
            };
            self.symbols.insert(record.number("id")?, symbol);
        }
        Some(())
    }

    /// Address and size of a span, if it is in memory.
    pub(super) fn place(&self, span: &Span) -> Option<(u16, u32)> {
        let segment = self.segments.get(&span.segment).filter(|segment| segment.is_loaded)?;
        let start = segment.start.checked_add(span.start)?;
        let end = start.checked_add(span.size)?;
        (span.size > 0 && end <= 0x10000).then_some((start as u16, span.size))
    }
}

/// Comma-separated `key=value`, with text in quotes.
struct Record<'a>(&'a str);

impl<'a> Record<'a> {
    fn value(&self, key: &str) -> Option<&'a str> {
        let mut rest = self.0;
        loop {
            let (name, behind) = rest.split_once('=')?;
            let value = match behind.strip_prefix('"') {
                Some(text) => &text[..text.find('"')?],
                None => behind.split(',').next()?,
            };
            if name == key {
                return Some(value);
            }
            let quotes = if behind.starts_with('"') { 2 } else { 0 };
            rest = behind[value.len() + quotes..].strip_prefix(',')?;
        }
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.value(key)
    }

    fn number(&self, key: &str) -> Option<u32> {
        number(self.value(key)?)
    }

    /// Numbers joined by `+`, possibly none.
    fn numbers(&self, key: &str) -> Option<Vec<u32>> {
        self.value(key).map_or(Some(Vec::new()), |text| text.split('+').map(number).collect())
    }
}

/// A decimal or `0x` number.
fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Element size of a type, which is encoded in hexadecimal bytes: 8n is an array, with n + 1 bytes for its
/// length and then the type of its elements; 2n and 5n are numbers of n + 1 bytes, 4n is a pointer of as
/// many.
fn element(text: &str) -> Option<u32> {
    let byte = |at: usize| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok();
    let first = byte(0)?;
    let of_element = if first & 0xF8 == 0x80 { byte(2 + usize::from(first & 7))? } else { first };
    matches!(of_element >> 4, 2 | 4 | 5).then_some(u32::from(of_element & 7) + 1)
}
