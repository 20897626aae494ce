//! Macros and procedures with parameters: where they are defined and called, and what they take.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::Range;
use serde_json::{Value, json};

use super::project::{Project, Reading};
use super::scan::{self, Part, Piece, Scanner};
use super::words;
use crate::assembler::Output;

/// A definition of a macro or of a procedure with parameters.
pub(super) struct Definition {
    pub file: String,
    /// From 0.
    pub line: usize,
    pub called: String,
    /// Where the name stands.
    pub range: Range,
    /// Parameters as they are written.
    pub parameters: Vec<String>,
    /// The whole line without its comment.
    pub text: String,
    /// The comment lines right above.
    pub remarks: String,
    pub is_macro: bool,
}

/// The definition of the macro or procedure with this name, in the files of a program.
pub(super) fn find(project: &Project, output: &Output, name: &str) -> Option<Definition> {
    output.files.iter().find_map(|file| in_text(file, &project.text(file)?, name))
}

/// Whether a program has a macro or procedure of a name.
pub(super) fn is_there(project: &Project, reading: &Reading, name: &str) -> bool {
    let names = reading.macros.get_or_init(|| names(project, &reading.output));
    names.contains(&name.to_ascii_uppercase())
}

/// The names of all macros and procedures in the files of a program, in capitals.
fn names(project: &Project, output: &Output) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in output.files.iter().filter_map(|file| project.text(file)) {
        for (line, pieces) in scan::lines(&text) {
            let words = pieces.iter().filter(|piece| matches!(piece.part, Part::Word { .. })).take(2);
            for word in words.map(|piece| piece.of(line)) {
                if defined(line, &pieces, &word).is_some() {
                    names.insert(word.to_ascii_uppercase());
                }
            }
        }
    }
    names
}

fn in_text(file: &str, text: &str, name: &str) -> Option<Definition> {
    let mut scanner = Scanner::default();
    let mut remarks = String::new();
    for (line, content) in text.lines().enumerate() {
        let pieces = scanner.line(content);
        if let [Piece { part: Part::Comment, .. }] = pieces[..] {
            remarks += content.trim_start_matches([';', '/', '*', ' ']);
            remarks.push('\n');
            continue;
        }
        if let Some((name, is_macro)) = defined(content, &pieces, name) {
            let end = pieces
                .iter()
                .find(|piece| piece.part == Part::Comment)
                .map_or(usize::MAX, |piece| piece.start);
            let code: String = content.chars().take(end).collect();
            let behind = pieces.iter().filter(|piece| matches!(piece.part, Part::Word { .. })).take(2);
            let behind: String =
                code.chars().skip(behind.map(|piece| piece.end).max().unwrap_or(0)).collect();
            let parameters = parameters(&behind, is_macro);
            let text = code.trim().to_owned();
            return Some(Definition {
                file: file.to_owned(),
                line,
                called: name.of(content),
                range: words::range(content, line, name.start, name.end),
                parameters,
                text,
                remarks,
                is_macro,
            });
        }
        remarks.clear();
    }
    None
}

/// The name in a line that defines it, and whether it is that of a macro: `name .macro`, `.proc name`.
fn defined(line: &str, pieces: &[Piece], name: &str) -> Option<(Piece, bool)> {
    let mut words = pieces.iter().filter(|piece| matches!(piece.part, Part::Word { .. }));
    let (first, second) = (*words.next()?, *words.next()?);
    for (name_at, directive) in [(first, second), (second, first)] {
        let is_macro = directive.of(line).eq_ignore_ascii_case(".macro");
        let is_block = is_macro || directive.of(line).eq_ignore_ascii_case(".proc");
        if is_block && name_at.of(line).eq_ignore_ascii_case(name) {
            return Some((name_at, is_macro));
        }
    }
    None
}

/// What stands behind the name of a definition: names of a macro, divided by commas or blanks; in parentheses the
/// types and names of a procedure's.
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

/// What the macro or procedure takes that is called in the line, and which of it stands at the cursor.
pub(super) fn signature(project: &Project, path: &str, line: usize, column: usize) -> Option<Value> {
    let output = project.program(path)?;
    let text = project.line(path, line)?;
    let pieces = Scanner::default().line(&text);
    let begins = |piece: &&Piece| piece.part == Part::Word { begins: true } && piece.end < column;
    let call = pieces.iter().rfind(begins)?;
    let definition = find(project, output, &call.of(&text))?;
    let arguments: String = text.chars().take(column).skip(call.end).collect();
    let active = arguments_before(arguments.trim_start());
    let remarks = definition.remarks.trim().to_owned();
    let labels: Vec<Value> = definition.parameters.iter().map(|label| json!({ "label": label })).collect();
    let label = format!("{} {}", call.of(&text), definition.parameters.join(", "));
    let active = active.min(labels.len().saturating_sub(1));
    let signature = json!({ "label": label.trim(), "documentation": remarks, "parameters": labels });
    Some(json!({ "signatures": [signature], "activeSignature": 0, "activeParameter": active }))
}

/// How many arguments are complete: each ends with a comma or blanks, outside of quotes and brackets.
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

/// What is shown of a macro under the pointer.
pub(super) fn described(definition: &Definition) -> String {
    let kind = if definition.is_macro { "macro" } else { "procedure" };
    format!(
        "`{}`: {kind}  \n{}defined in {}:{}",
        definition.text,
        definition.remarks.lines().map(|line| format!("{line}  \n")).collect::<String>(),
        definition.file,
        definition.line + 1
    )
}

/// All places of a macro by file: its definition, its calls, and questions whether it is defined.
pub(super) fn occurrences(
    project: &Project,
    files: &BTreeSet<&String>,
    name: &str,
) -> BTreeMap<String, Vec<Range>> {
    const ASKING: [&str; 3] = [".def", ".ifdef", ".ifndef"];
    let mut found: BTreeMap<String, Vec<Range>> = BTreeMap::new();
    for &file in files {
        let Some(text) = project.text(file) else { continue };
        for (number, (line, pieces)) in scan::lines(&text).enumerate() {
            let definition =
                defined(line, &pieces, name).filter(|&(_, is_macro)| is_macro).map(|(name, _)| name);
            let words: Vec<Piece> =
                pieces.into_iter().filter(|piece| matches!(piece.part, Part::Word { .. })).collect();
            let is_call = |at: usize, word: &Piece| {
                let is_asked = || {
                    at.checked_sub(1).is_some_and(|before| {
                        ASKING.iter().any(|asking| words[before].of(line).eq_ignore_ascii_case(asking))
                    })
                };
                word.part == Part::Word { begins: true } || Some(*word) == definition || is_asked()
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
