//! Semantic tokens: the kind of every word in a source.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{Position, Range};
use serde_json::{Value, json};

use super::project::Project;
use super::scan::{self, Part};
use super::words;
use crate::assembler::{Output, SymbolKind, statement_words};

/// Token types in the order of their numbers.
pub(super) const LEGEND: [&str; 12] = [
    "comment",
    "string",
    "number",
    "keyword",
    "macro",
    "function",
    "variable",
    "enumMember",
    "struct",
    "namespace",
    "property",
    "label",
];

fn number_of(name: &str) -> u32 {
    LEGEND.iter().position(|&kind| kind == name).unwrap_or(0) as u32
}

fn kind_of(symbol: SymbolKind) -> &'static str {
    match symbol {
        SymbolKind::Proc => "function",
        SymbolKind::Local => "namespace",
        SymbolKind::Struct | SymbolKind::Enum => "struct",
        SymbolKind::Field => "property",
        SymbolKind::Equate | SymbolKind::Predefined => "enumMember",
        SymbolKind::Variable | SymbolKind::Array => "variable",
        SymbolKind::Label | SymbolKind::External => "label",
    }
}

/// The tokens of a whole source in the protocol's encoding, each relative to the previous one.
pub(super) fn tokens(project: &Project, path: &str) -> Option<Value> {
    let text = project.text(path)?;
    let names = project.program(path).map(names).unwrap_or_default();
    let language: BTreeSet<String> = statement_words().into_iter().collect();
    let mut data: Vec<u32> = Vec::new();
    let mut last = Position::default();
    for (number, (line, pieces)) in scan::lines(&text).enumerate() {
        for piece in pieces {
            let kind = match piece.part {
                Part::Comment => "comment",
                Part::Text => "string",
                Part::Number => "number",
                Part::Word { begins } => match word(&piece.of(line), begins, &language, &names) {
                    Some(kind) => kind,
                    None => continue,
                },
            };
            let Range { start, end } = words::range(line, number, piece.start, piece.end);
            let length = end.character - start.character;
            let is_first = start.line != last.line;
            let distance = start.character - if is_first { 0 } else { last.character };
            data.extend([start.line - last.line, distance, length, number_of(kind), 0]);
            last = start;
        }
    }
    Some(json!({ "data": data }))
}

fn word(
    word: &str,
    begins: bool,
    language: &BTreeSet<String>,
    names: &BTreeMap<String, &'static str>,
) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    if lower.starts_with('.') {
        return Some("keyword");
    }
    if begins {
        // `lda.w` has its size after a dot.
        let base = lower.split('.').next().unwrap_or(&lower);
        let called = names.get(&lower).copied().filter(|&kind| kind == "function");
        return Some(if language.contains(base) { "keyword" } else { called.unwrap_or("macro") });
    }
    let last = lower.rsplit('.').next().unwrap_or(&lower);
    names.get(&lower).or_else(|| names.get(last)).copied()
}

/// Names of a program in lower case, in full and by their last part; earlier entries win.
fn names(output: &Output) -> BTreeMap<String, &'static str> {
    let mut names = BTreeMap::new();
    for symbol in &output.symbols {
        let whole = symbol.name.to_ascii_lowercase();
        let last = whole.rsplit('.').next().unwrap_or(&whole).to_owned();
        names.entry(last).or_insert(kind_of(symbol.kind));
        names.insert(whole, kind_of(symbol.kind));
    }
    names
}
