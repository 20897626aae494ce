//! Answers to an editor's requests. A request without an answer gets `null`, never an error.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use lsp_types::Range;
use serde_json::{Value, json};

use super::project::{Project, Reading};
use super::scan::{self, Part, Piece, Scanner};
use super::{actions, in_force, macros, tokens, uri, uses, words};
use crate::assembler::{self, BLOCKS, Block, LineEntry, Output, Symbol, SymbolKind, counted, cycles};

/// The position of a request; line and column from 0.
pub(super) struct Place {
    pub path: String,
    pub line: usize,
    pub column: usize,
}

pub(super) fn place(project: &Project, params: &Value) -> Option<Place> {
    let (path, line) = (path(params)?, number(params, "/position/line")?);
    let units = number(params, "/position/character")?;
    let column = project.line(&path, line).map_or(0, |text| words::column(&text, units));
    Some(Place { path, line, column })
}

/// A number of a request, which may be larger than any valid one.
fn number(params: &Value, at: &str) -> Option<usize> {
    let number = params.pointer(at).and_then(Value::as_u64)?;
    Some(usize::try_from(number).unwrap_or(usize::MAX))
}

pub(super) fn path(params: &Value) -> Option<String> {
    params.pointer("/textDocument/uri").and_then(Value::as_str).map(uri::path_of)
}

/// The symbol at a position: one that is used or defined there, or else one with that name.
pub(super) fn symbol_at<'a>(project: &'a Project, place: &Place) -> Option<(&'a Reading, usize)> {
    project.readings(&place.path).find_map(|reading| Some((reading, symbol_of(project, reading, place)?)))
}

pub(super) fn symbol_of(project: &Project, reading: &Reading, place: &Place) -> Option<usize> {
    let line = project.line(&place.path, place.line)?;
    let (name, start, _) = words::name_at(&line, place.column)?;
    let (output, uses) = project.known(reading);
    let is_named = |symbol: &Symbol| {
        let whole = symbol.name.to_ascii_uppercase();
        let name = name.to_ascii_uppercase();
        whole == name || whole.ends_with(&format!(".{name}"))
    };
    let defined = |symbol: &Symbol| symbol.file == place.path && symbol.line as usize == place.line + 1;
    let find = |wanted: &dyn Fn(&Symbol) -> bool| output.symbols.iter().position(wanted);
    let here = uses.at(&place.path, place.line, place.column);
    let here = here.or_else(|| find(&|symbol| defined(symbol) && is_named(symbol)));
    // A macro may have the name of a label, so the first word of a statement is not taken as a label.
    let at = (place.path.as_str(), place.line);
    let called = || macros::find(project, output, &name, at).filter(|definition| definition.sort.is_macro());
    let is_call = |definition: &macros::Definition| {
        let begins = Part::Word { begins: true };
        let is_there = definition.file == place.path && definition.line == place.line;
        is_there
            || Scanner::default().line(&line).iter().any(|piece| piece.part == begins && piece.start == start)
    };
    if here.is_none() && called().is_some_and(|definition| is_call(&definition)) {
        return None;
    }
    here.or_else(|| find(&is_named))
}

/// The description of a symbol.
pub(super) fn described(symbol: &Symbol) -> String {
    let kind = match symbol.kind {
        SymbolKind::Label => "label",
        SymbolKind::Equate => "constant",
        SymbolKind::Variable => "variable",
        SymbolKind::Proc => "procedure",
        SymbolKind::Local => "scope",
        SymbolKind::Struct => "structure",
        SymbolKind::Enum => "enumeration",
        SymbolKind::Array => "array",
        SymbolKind::Field => "field",
        SymbolKind::External => "external symbol",
        SymbolKind::Predefined => "predefined",
    };
    let value = symbol.value as u32;
    let size = if symbol.size > 0 { format!(", {}", counted(symbol.size, "byte")) } else { String::new() };
    format!("`{}`: {kind}, ${value:04X} ({}){size}", symbol.name, symbol.value)
}

/// What lines of a source are assembled to: address, bytes, and whether they are code; by lines from 0.
fn assembled(
    output: &Output,
    path: &str,
    lines: RangeInclusive<usize>,
) -> BTreeMap<usize, (u16, Vec<u8>, bool)> {
    let Some(file) = output.files.iter().position(|file| file == path) else { return BTreeMap::new() };
    let mut parts: BTreeMap<usize, (&LineEntry, &LineEntry)> = BTreeMap::new();
    for entry in output.lines.iter().filter(|entry| entry.file == file as u32) {
        let line = (entry.line as usize).wrapping_sub(1);
        if lines.contains(&line) {
            parts.entry(line).or_insert((entry, entry)).1 = entry;
        }
    }
    let of_line = |(line, (first, last)): (usize, (&LineEntry, &LineEntry))| {
        let end = u32::from(last.address) + last.length;
        let length = end.checked_sub(first.address.into()).filter(|&length| length <= 64)?;
        let last = u16::try_from(u32::from(first.address) + length.checked_sub(1)?).ok()?;
        Some((line, (first.address, output.range(first.address, last, 0), first.code)))
    };
    parts.into_iter().filter_map(of_line).collect()
}

/// `hover`: value, address, bytes and cycles of the item under the pointer.
pub(super) fn hover(project: &Project, params: &Value) -> Option<Value> {
    let place = place(project, params)?;
    let mut lines = Vec::new();
    if let Some((reading, symbol)) = symbol_at(project, &place) {
        lines = of_symbol(project, reading, symbol);
    } else if let Some(definition) = macro_at(project, &place) {
        lines.push(macros::described(&definition));
    }
    let output = project.program(&place.path)?;
    let assembled = assembled(output, &place.path, place.line..=place.line).remove(&place.line);
    if lines.is_empty()
        && let Some(line) = project.line(&place.path, place.line)
    {
        let is_code = assembled.as_ref().is_some_and(|(.., code)| *code);
        lines.extend(project.hardware().of_number(&line, place.column, is_code));
    }
    if let Some((address, bytes, code)) = assembled {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let time = if code { format!(", {} cycles", cycles(&bytes)) } else { String::new() };
        lines.push(format!("${address:04X}: {}{time}", hex.join(" ")));
    }
    let text = lines.join("  \n");
    (!text.is_empty()).then(|| json!({ "contents": { "kind": "markdown", "value": text } }))
}

pub(super) fn location(path: &str, range: Range) -> Value {
    json!({ "uri": uri::uri_of(path), "range": range })
}

/// The description of a symbol, the comments on it, and the place of its name.
fn of_symbol(project: &Project, reading: &Reading, number: usize) -> Vec<String> {
    let symbol = &reading.output.symbols[number];
    let (file, line) = match field_naming(project, reading, number) {
        Some((file, line, ..)) => (file, line + 1),
        None => (symbol.file.clone(), symbol.line as usize),
    };
    let hardware = project.hardware().of_symbol(uses::last_part(&symbol.name), symbol.value);
    // Our own description is more detailed than the comments in the built-in file of names.
    let said = if hardware.is_empty() { remarks(project, &file, line) } else { hardware };
    let place = format!("defined in {file}:{line}");
    std::iter::once(described(symbol)).chain(said).chain([place]).collect()
}

/// The comments on a line, numbered from 1: the comment lines right above it, and the comment after its code.
fn remarks(project: &Project, file: &str, line: usize) -> Vec<String> {
    let Some(text) = project.text(file) else { return Vec::new() };
    let said = |comment: &str| comment.trim_start_matches([';', '/', '*', ' ']).trim_end().to_owned();
    let mut above = Vec::new();
    for (number, (content, pieces)) in scan::lines(&text).enumerate().take(line) {
        match pieces[..] {
            [Piece { part: Part::Comment, .. }] => above.push(said(content)),
            [.., comment @ Piece { part: Part::Comment, .. }] if number + 1 == line => {
                above.push(said(&comment.of(content)));
            }
            _ if number + 1 < line => above.clear(),
            _ => {}
        }
    }
    above.retain(|said| !said.is_empty());
    above
}

/// Where a data field is named: in its structure, which may be in another file.
fn field_naming(project: &Project, reading: &Reading, number: usize) -> Option<uses::Part> {
    let (output, uses) = project.known(reading);
    let is_field = output.symbols[number].kind == SymbolKind::Field;
    is_field.then(|| uses.naming(output, number)).flatten()
}

/// The range of the last part of a symbol's name in the line that defines it.
pub(super) fn definition_range(project: &Project, reading: &Reading, number: usize) -> Option<Range> {
    let (output, uses) = project.known(reading);
    let symbol = &output.symbols[number];
    let line = symbol.line.saturating_sub(1) as usize;
    let text = project.line(&symbol.file, line)?;
    let named = || words::places(&text, uses::last_part(&symbol.name)).into_iter().next();
    let (start, end) = uses.definition(&symbol.file, line, number).or_else(named).unwrap_or((0, 0));
    Some(words::range(&text, line, start, end))
}

/// `definition`: where a symbol, macro or included file is defined, if an editor can open it.
pub(super) fn definition(project: &Project, params: &Value) -> Option<Value> {
    let (file, range) = defined_at(project, &place(project, params)?)?;
    (!project.is_builtin(&file)).then(|| location(&file, range))
}

fn defined_at(project: &Project, place: &Place) -> Option<(String, Range)> {
    if let Some((reading, symbol)) = symbol_at(project, place) {
        if let Some((file, line, start, end)) = field_naming(project, reading, symbol) {
            let range = words::range(&project.line(&file, line)?, line, start, end);
            return Some((file, range));
        }
        let range = definition_range(project, reading, symbol)?;
        return Some((reading.output.symbols[symbol].file.clone(), range));
    }
    if let Some(definition) = macro_at(project, place) {
        return Some((definition.file, definition.range));
    }
    let (output, line) = (project.program(&place.path)?, project.line(&place.path, place.line)?);
    let included = in_force::included(output, &place.path, &line, &Scanner::default().line(&line))?;
    Some((included, Range::default()))
}

/// The macro named at a position.
pub(super) fn macro_at(project: &Project, place: &Place) -> Option<macros::Definition> {
    let line = project.line(&place.path, place.line)?;
    let (name, ..) = words::name_at(&line, place.column)?;
    macros::find(project, project.program(&place.path)?, &name, (&place.path, place.line))
        .filter(|definition| definition.sort.is_macro())
}

/// `formatting`: the formatted source, or the requested lines of it, as one edit for each line that changes.
pub(super) fn formatting(project: &Project, params: &Value) -> Option<Value> {
    let text = project.text(&path(params)?)?;
    let formatted = String::from_utf8(assembler::format(text.as_bytes())).ok()?;
    let first = number(params, "/range/start/line").unwrap_or(0);
    let last = number(params, "/range/end/line").unwrap_or(usize::MAX);
    let mut edits = Vec::new();
    for (at, (line, wanted)) in text.lines().zip(formatted.lines()).enumerate() {
        if line != wanted && (first..=last).contains(&at) {
            edits
                .push(json!({ "range": words::range(line, at, 0, line.chars().count()), "newText": wanted }));
        }
    }
    if formatted.ends_with('\n') && !text.ends_with('\n') && last == usize::MAX {
        let (at, line) = text.lines().enumerate().last().unwrap_or_default();
        let end = words::end(line, at);
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        edits.push(json!({ "range": Range { start: end, end }, "newText": line_end }));
    }
    Some(json!(edits))
}

/// The line ranges of the blocks in a text, from the opening to the closing directive.
pub(super) fn blocks(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut blocks = Vec::new();
    for (number, (line, pieces)) in scan::lines(text).enumerate() {
        let words = pieces.into_iter().filter(|piece| matches!(piece.part, Part::Word { .. }));
        let words: Vec<String> = words.take(2).map(|word| word.of(line).to_ascii_lowercase()).collect();
        if BLOCKS.iter().any(|block| words.iter().any(|word| word == block.0)) {
            open.push(number);
        } else if BLOCKS.iter().any(|block| words.iter().any(|word| word == block.1))
            && let Some(start) = open.pop()
        {
            blocks.push((start, number));
        }
    }
    blocks
}

/// `foldingRange`: the blocks.
pub(super) fn folding(project: &Project, params: &Value) -> Option<Value> {
    let text = project.text(&path(params)?)?;
    let range = |(start, end)| json!({ "startLine": start, "endLine": end });
    Some(blocks(&text).into_iter().map(range).collect())
}

/// `inlayHint`: cycles after each line of code, and their sum at the beginning of a procedure or scope.
pub(super) fn inlay_hints(project: &Project, params: &Value) -> Option<Value> {
    let path = path(params)?;
    let output = project.program(&path)?;
    let (first, last) = (number(params, "/range/start/line")?, number(params, "/range/end/line")?);
    let end = |number| Some(words::end(&project.line(&path, number)?, number));
    let assembled = assembled(output, &path, first..=last).into_iter();
    let hints = assembled.filter(|(_, (.., code))| *code).filter_map(|(number, (_, bytes, _))| {
        Some(json!({ "position": end(number)?, "label": cycles(&bytes), "paddingLeft": true }))
    });
    let sums = output.blocks.iter().filter_map(|block| {
        let number = (block.line as usize).checked_sub(1)?;
        let is_shown = block.file == path && (first..=last).contains(&number);
        let bytes = is_shown.then(|| code_of(output, block)).filter(|bytes| !bytes.is_empty())?;
        let label = format!("{} in all", cycles(&bytes));
        let told = "cycles of all its instructions, each once";
        Some(json!({ "position": end(number)?, "label": label, "tooltip": told, "paddingLeft": true }))
    });
    Some(json!(hints.chain(sums).collect::<Vec<_>>()))
}

/// The instructions of a block, each once, for the time of a straight run through it.
fn code_of(output: &Output, block: &Block) -> Vec<u8> {
    let range = u32::from(block.start)..block.end;
    let lines = output.lines.iter().filter(|line| line.code && range.contains(&line.address.into()));
    let last = |line: &LineEntry| u16::try_from(u32::from(line.address) + line.length.checked_sub(1)?).ok();
    lines.filter_map(|line| Some(output.range(line.address, last(line)?, 0))).flatten().collect()
}

/// `semanticTokens`: the kind of every word in a source.
pub(super) fn semantic_tokens(project: &Project, params: &Value) -> Option<Value> {
    tokens::tokens(project, &path(params)?)
}

/// `signatureHelp`: the parameters of the macro or procedure being called.
pub(super) fn signature_help(project: &Project, params: &Value) -> Option<Value> {
    let place = place(project, params)?;
    macros::signature(project, &place.path, place.line, place.column)
}

/// `codeLens`: the proved bounds of procedures.
pub(super) fn code_lenses(project: &Project, params: &Value) -> Option<Value> {
    actions::lenses(project, &path(params)?)
}

/// `codeAction`: the suggestions of diagnostics as edits.
pub(super) fn code_actions(project: &Project, params: &Value) -> Option<Value> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str)?;
    actions::actions(project, &path(params)?, uri, params)
}
