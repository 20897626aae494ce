//! Macros, and procedures with parameters: definitions, calls, parameters.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::Range;
use serde_json::{Value, json};

use super::project::{Project, Reading};
use super::scan::{self, Part, Piece, Scanner};
use super::{in_force, words};
use crate::assembler::Output;

/// A definition of a macro or of a procedure with parameters.
pub(super) struct Definition {
    pub file: String,
    /// From 0.
    pub line: usize,
    pub called: String,
    /// The range of the name.
    pub range: Range,
    /// Parameters as written.
    pub parameters: Vec<String>,
    /// The whole line without its comment.
    pub text: String,
    /// The comment lines right above.
    pub remarks: String,
    pub sort: Sort,
}

/// The kind of a definition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// `.macro`
    Macro,
    /// `.define`
    Line,
    Procedure,
}

impl Sort {
    /// Whether it is expanded in place.
    pub(super) fn is_macro(self) -> bool {
        self != Sort::Procedure
    }
}

/// The directives, each with the kind it defines.
const DEFINING: [(&str, Sort); 3] =
    [(".macro", Sort::Macro), (".define", Sort::Line), (".proc", Sort::Procedure)];

/// The definition of a macro or procedure in the files of a program. Of several `.define`s the one in effect
/// at the place (file and line) is returned.
pub(super) fn find(
    project: &Project,
    output: &Output,
    name: &str,
    place: (&str, usize),
) -> Option<Definition> {
    let first = output.files.iter().find_map(|file| in_text(file, &project.text(file)?, name, 0))?;
    let is_line = |line: &str, pieces: &[Piece]| {
        defined(line, pieces, name).is_some_and(|(_, sort)| sort == Sort::Line)
    };
    let last = if first.sort == Sort::Line { in_force::at(project, output, &is_line, place) } else { None };
    let counts = last.and_then(|(file, line)| in_text(&file, &project.text(&file)?, name, line));
    Some(counts.unwrap_or(first))
}

/// Whether a program has a macro or procedure of this name.
pub(super) fn is_there(project: &Project, reading: &Reading, name: &str) -> bool {
    let names = reading.macros.get_or_init(|| names(project, &reading.output));
    names.contains_key(&name.to_ascii_uppercase())
}

/// The names of a program's macros as written.
pub(super) fn all<'a>(project: &Project, reading: &'a Reading) -> impl Iterator<Item = &'a str> {
    let names = reading.macros.get_or_init(|| names(project, &reading.output));
    names.values().filter(|(_, is_macro)| *is_macro).map(|(name, _)| name.as_str())
}

/// All macros and procedures in the files of a program by their names in capitals: the name as written, and
/// whether it is a macro.
fn names(project: &Project, output: &Output) -> BTreeMap<String, (String, bool)> {
    let mut names = BTreeMap::new();
    for text in output.files.iter().filter_map(|file| project.text(file)) {
        for (line, pieces) in scan::lines(&text) {
            let words = pieces.iter().filter(|piece| matches!(piece.part, Part::Word { .. })).take(2);
            for word in words.map(|piece| piece.of(line)) {
                if let Some((_, sort)) = defined(line, &pieces, &word) {
                    names.insert(word.to_ascii_uppercase(), (word, sort.is_macro()));
                }
            }
        }
    }
    names
}

/// The first definition of a name, starting at a line.
fn in_text(file: &str, text: &str, name: &str, from: usize) -> Option<Definition> {
    let mut scanner = Scanner::default();
    let mut remarks = String::new();
    for (line, content) in text.lines().enumerate() {
        let pieces = scanner.line(content);
        if let [Piece { part: Part::Comment, .. }] = pieces[..] {
            remarks += content.trim_start_matches([';', '/', '*', ' ']);
            remarks.push('\n');
            continue;
        }
        if let Some((name, sort)) = defined(content, &pieces, name).filter(|_| line >= from) {
            let end = pieces
                .iter()
                .find(|piece| piece.part == Part::Comment)
                .map_or(usize::MAX, |piece| piece.start);
            let code: String = content.chars().take(end).collect();
            let behind = pieces.iter().filter(|piece| matches!(piece.part, Part::Word { .. })).take(2);
            let behind: String =
                code.chars().skip(behind.map(|piece| piece.end).max().unwrap_or(0)).collect();
            let parameters = match sort {
                Sort::Line => numbered(&behind),
                _ => parameters(&behind, sort.is_macro()),
            };
            let text = code.trim().to_owned();
            return Some(Definition {
                file: file.to_owned(),
                line,
                called: name.of(content),
                range: words::range(content, line, name.start, name.end),
                parameters,
                text,
                remarks,
                sort,
            });
        }
        remarks.clear();
    }
    None
}

/// The name defined in a line, and the kind of definition: `name .macro`, `.proc name`, `.define name`.
fn defined(line: &str, pieces: &[Piece], name: &str) -> Option<(Piece, Sort)> {
    let mut words = pieces.iter().filter(|piece| matches!(piece.part, Part::Word { .. }));
    let (first, second) = (*words.next()?, *words.next()?);
    for (name_at, directive) in [(first, second), (second, first)] {
        let directive = directive.of(line);
        let sort =
            DEFINING.iter().find(|(word, _)| directive.eq_ignore_ascii_case(word)).map(|&(_, sort)| sort);
        if let Some(sort) = sort.filter(|_| name_at.of(line).eq_ignore_ascii_case(name)) {
            return Some((name_at, sort));
        }
    }
    None
}

/// Numbered parameters: `%%1` or `:1` up to the highest one in the line.
fn numbered(line: &str) -> Vec<String> {
    let is_there = |n: &u32| line.contains(&format!("%%{n}")) || line.contains(&format!(":{n}"));
    let last = (1..=9).rev().find(is_there).unwrap_or(0);
    (1..=last).map(|n| format!("%%{n}")).collect()
}

/// The parameters after the name in a definition: a macro's names, separated by commas or blanks; a
/// procedure's types and names in parentheses.
fn parameters(behind: &str, is_macro: bool) -> Vec<String> {
    let behind = behind.trim();
    let inner = match (behind.find('('), behind.rfind(')')) {
        (Some(start), Some(end)) if start < end => &behind[start + 1..end],
        _ if is_macro => behind,
        _ => return Vec::new(),
    };
    let mut unit = "";
    let mut found = Vec::new();
    for word in
        inner.split([',', ' ', '\t']).filter(|word| !word.is_empty() && !word.starts_with(['\'', '"']))
    {
        if word.starts_with('.') {
            unit = word;
        } else {
            found.push(if unit.is_empty() { word.to_owned() } else { format!("{unit} {word}") });
        }
    }
    found
}

/// `signatureHelp`: the parameters of the macro or procedure called in the line, and which one the cursor is
/// at.
pub(super) fn signature(project: &Project, path: &str, line: usize, column: usize) -> Option<Value> {
    let output = project.program(path)?;
    let text = project.line(path, line)?;
    let pieces = Scanner::default().line(&text);
    let begins = |piece: &&Piece| piece.part == Part::Word { begins: true } && piece.end < column;
    let call = pieces.iter().rfind(begins)?;
    let definition = find(project, output, &call.of(&text), (path, line))?;
    let arguments: String = text.chars().take(column).skip(call.end).collect();
    // All arguments may be in parentheses.
    let arguments = arguments.trim_start();
    let inner = arguments.strip_prefix('(').filter(|_| definition.sort == Sort::Line);
    let active = arguments_before(inner.unwrap_or(arguments));
    let remarks = definition.remarks.trim().to_owned();
    let labels: Vec<Value> = definition.parameters.iter().map(|label| json!({ "label": label })).collect();
    let label = format!("{} {}", call.of(&text), definition.parameters.join(", "));
    let active = active.min(labels.len().saturating_sub(1));
    let signature = json!({ "label": label.trim(), "documentation": remarks, "parameters": labels });
    Some(json!({ "signatures": [signature], "activeSignature": 0, "activeParameter": active }))
}

/// The number of complete arguments: each is followed by a comma or blanks, outside of quotes and brackets.
fn arguments_before(text: &str) -> usize {
    let (mut count, mut depth, mut quote, mut is_open) = (0, 0, None, false);
    for character in text.chars() {
        match (character, quote) {
            (character, Some(open)) => quote = Some(open).filter(|&open| open != character),
            ('\'' | '"', None) => (quote, is_open) = (Some(character), true),
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => depth -= 1,
            (',', None) if depth <= 0 => (count, is_open) = (count + 1, false),
            (' ' | '\t', None) if depth <= 0 => {
                count += usize::from(is_open);
                is_open = false;
            }
            _ => is_open = true,
        }
    }
    count
}

/// The hover text of a macro.
pub(super) fn described(definition: &Definition) -> String {
    let kind = if definition.sort.is_macro() { "macro" } else { "procedure" };
    format!(
        "`{}`: {kind}  \n{}defined in {}:{}",
        definition.text,
        definition.remarks.lines().map(|line| format!("{line}  \n")).collect::<String>(),
        definition.file,
        definition.line + 1
    )
}

/// All occurrences of a macro by file: its definitions, its calls, and its name after a directive.
pub(super) fn occurrences(
    project: &Project,
    files: &BTreeSet<&String>,
    name: &str,
) -> BTreeMap<String, Vec<Range>> {
    const NAMING: [&str; 4] = [".def", ".ifdef", ".ifndef", ".undef"];
    let mut found: BTreeMap<String, Vec<Range>> = BTreeMap::new();
    for &file in files {
        let Some(text) = project.text(file) else { continue };
        for (number, (line, pieces)) in scan::lines(&text).enumerate() {
            let definition =
                defined(line, &pieces, name).filter(|(_, sort)| sort.is_macro()).map(|(name, _)| name);
            let words: Vec<Piece> =
                pieces.into_iter().filter(|piece| matches!(piece.part, Part::Word { .. })).collect();
            let stands_behind = |at: usize, before: usize, directives: &[&str]| {
                let word = at.checked_sub(before).map(|at| words[at].of(line).to_ascii_lowercase());
                word.is_some_and(|word| directives.contains(&word.as_str()))
            };
            let is_call = |at: usize, word: &Piece| {
                word.part == Part::Word { begins: true }
                    || Some(*word) == definition
                    || stands_behind(at, 1, &NAMING)
                    || stands_behind(at, 2, &[".define"])
            };
            for (at, word) in words.iter().enumerate() {
                if word.of(line).eq_ignore_ascii_case(name) && is_call(at, word) {
                    let range = words::range(line, number, word.start, word.end);
                    found.entry(file.clone()).or_default().push(range);
                }
            }
        }
    }
    found
}
