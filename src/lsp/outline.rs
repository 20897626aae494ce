//! Lists symbols of a source and of all programs.

use std::collections::BTreeMap;

use lsp_types::Range;
use serde_json::{Value, json};

use super::answers;
use super::project::{Project, Reading};
use super::words;
use crate::assembler::{Symbol, SymbolKind};

fn protocol_kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    use lsp_types::SymbolKind as Protocol;
    match kind {
        SymbolKind::Proc => Protocol::FUNCTION,
        SymbolKind::Local => Protocol::NAMESPACE,
        SymbolKind::Struct => Protocol::STRUCT,
        SymbolKind::Enum => Protocol::ENUM,
        SymbolKind::Array => Protocol::ARRAY,
        SymbolKind::Field => Protocol::FIELD,
        SymbolKind::Variable => Protocol::VARIABLE,
        SymbolKind::Equate | SymbolKind::Predefined => Protocol::CONSTANT,
        SymbolKind::Label | SymbolKind::External => Protocol::KEY,
    }
}

fn symbol_information(project: &Project, reading: &Reading, number: usize) -> Option<Value> {
    let symbol = &reading.output.symbols[number];
    let range =
        answers::definition_range(project, reading, number).filter(|_| !project.is_builtin(&symbol.file))?;
    let kind = protocol_kind(symbol.kind);
    Some(json!({ "name": symbol.name, "kind": kind, "location": answers::location(&symbol.file, range) }))
}

/// `documentSymbol`: the symbols of a source, nested in their blocks and data if the editor supports that.
pub(super) fn document_symbols(project: &Project, params: &Value) -> Option<Value> {
    let path = answers::path(params)?;
    let reading = project.reading(&path)?;
    if project.nests_symbols {
        return Some(Outline::of(project, reading, &path)?.told());
    }
    let symbols = reading.output.symbols.iter().enumerate();
    let of_file = symbols.filter(|(_, symbol)| symbol.file == path);
    let told = of_file.filter_map(|(number, _)| symbol_information(project, reading, number));
    Some(json!(told.collect::<Vec<_>>()))
}

/// `workspace/symbol`: symbols of all programs whose names contain the query.
pub(super) fn workspace_symbols(project: &Project, params: &Value) -> Option<Value> {
    let query = params.get("query").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
    let all =
        project.now().flat_map(|reading| (0..reading.output.symbols.len()).map(move |at| (reading, at)));
    let fitting = all.filter(|(reading, symbol)| {
        reading.output.symbols[*symbol].name.to_ascii_lowercase().contains(&query)
    });
    let told = fitting.take(500).filter_map(|(reading, symbol)| symbol_information(project, reading, symbol));
    Some(json!(told.collect::<Vec<_>>()))
}

/// A symbol in the outline of its source.
struct Entry<'a> {
    symbol: &'a Symbol,
    /// The range of its name, and its whole range.
    name: Range,
    whole: Range,
    /// The entries nested in it.
    inner: Vec<usize>,
}

/// The symbols of a source, nested according to their names.
struct Outline<'a> {
    /// In the order of their positions.
    entries: Vec<Entry<'a>>,
    outermost: Vec<usize>,
}

impl<'a> Outline<'a> {
    fn of(project: &Project, reading: &'a Reading, path: &str) -> Option<Self> {
        let text = project.text(path)?;
        let lines: Vec<&str> = text.lines().collect();
        let blocks: BTreeMap<usize, usize> = answers::blocks(&text).into_iter().collect();
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let symbols = reading.output.symbols.iter().enumerate();
        for (number, symbol) in symbols.filter(|(_, symbol)| symbol.file == path) {
            let Some(name) = answers::definition_range(project, reading, number) else { continue };
            let first = name.start.line as usize;
            let last = blocks.get(&first).copied().filter(|_| opens_block(symbol.kind)).unwrap_or(first);
            let end = words::end(lines.get(last).copied().unwrap_or_default(), last);
            let whole = Range { start: words::beginning(first).start, end };
            entries.push(Entry { symbol, name, whole, inner: Vec::new() });
        }
        entries.sort_by_key(|entry| (entry.name.start.line, entry.name.start.character));
        let mut outline = Outline { entries, outermost: Vec::new() };
        outline.nest();
        Some(outline)
    }

    /// Nests each entry in the innermost entry whose name is a prefix of its own.
    fn nest(&mut self) {
        let names = self.entries.iter().enumerate();
        let by_name: BTreeMap<String, usize> =
            names.map(|(at, entry)| (entry.symbol.name.to_ascii_uppercase(), at)).collect();
        for at in 0..self.entries.len() {
            let name = self.entries[at].symbol.name.to_ascii_uppercase();
            let outwards = std::iter::successors(name.rsplit_once('.'), |(name, _)| name.rsplit_once('.'));
            match outwards.filter_map(|(outer, _)| by_name.get(outer)).next() {
                Some(&outer) => self.entries[outer].inner.push(at),
                None => self.outermost.push(at),
            }
        }
    }

    fn told(&self) -> Value {
        self.outermost.iter().map(|&at| self.entry(at, 0)).collect()
    }

    /// The protocol's form of an entry; the first `outer` bytes of its name belong to the enclosing entry.
    fn entry(&self, at: usize, outer: usize) -> Value {
        let Entry { symbol, name, whole, inner } = &self.entries[at];
        let front = symbol.name.len() + 1;
        let inner: Vec<Value> = inner.iter().map(|&at| self.entry(at, front)).collect();
        json!({ "name": own_name(&symbol.name[outer..]), "detail": format!("${:04X}", symbol.value as u32),
            "kind": protocol_kind(symbol.kind), "range": whole, "selectionRange": name, "children": inner })
    }
}

/// A name without the numbers of unnamed blocks.
fn own_name(name: &str) -> &str {
    let number = name.split_once('.').filter(|(block, _)| block.bytes().all(|byte| byte.is_ascii_digit()));
    number.map_or(name, |(_, inner)| own_name(inner))
}

/// Whether the lines from a directive to its end belong to such a symbol.
fn opens_block(kind: SymbolKind) -> bool {
    use SymbolKind::{Array, Enum, Local, Proc, Struct};
    matches!(kind, Array | Enum | Local | Proc | Struct)
}
