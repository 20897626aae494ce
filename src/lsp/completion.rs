//! Completion of names at the cursor.

use std::collections::BTreeSet;

use lsp_types::CompletionItemKind;
use serde_json::{Value, json};

use super::answers::{self, Place, described};
use super::project::Project;
use super::{macros, uses, words};
use crate::assembler;

/// `completion`: names that are possible here: statements at the beginning of a line, symbols in operands.
pub(super) fn completion(project: &Project, params: &Value) -> Option<Value> {
    let place = answers::place(project, params)?;
    let line = project.line(&place.path, place.line).unwrap_or_default();
    let before: String = line.chars().take(place.column).collect();
    if let Some(parts) = parts(project, &place, &line, &before) {
        return Some(json!(parts));
    }
    let is_statement = before.split_whitespace().count() <= 1 && before.starts_with([' ', '\t'])
        || before.split_whitespace().count() == 2 && !before.starts_with([' ', '\t']);
    let mut items = Vec::new();
    if is_statement {
        let words = assembler::statement_words()
            .into_iter()
            .chain(assembler::directives().into_iter().map(str::to_owned));
        items.extend(words.map(|word| json!({ "label": word, "kind": CompletionItemKind::KEYWORD })));
        let called: BTreeSet<&str> =
            project.readings(&place.path).flat_map(|reading| macros::all(project, reading)).collect();
        let called = called.into_iter();
        items.extend(
            called.map(
                |name| json!({ "label": name, "kind": CompletionItemKind::FUNCTION, "detail": "macro" }),
            ),
        );
    }
    let mut names = BTreeSet::new();
    let symbols = project.readings(&place.path).flat_map(|reading| &reading.output.symbols);
    let symbols = symbols.filter(|symbol| names.insert(symbol.name.as_str()));
    items.extend(symbols.map(|symbol| {
        json!({ "label": symbol.name, "kind": CompletionItemKind::VARIABLE, "detail": described(symbol) })
    }));
    Some(json!(items))
}

/// The members of the item before a dot: fields of a structure or of an element (`objects[1].`), names in a
/// block.
fn parts(project: &Project, place: &Place, line: &str, before: &str) -> Option<Vec<Value>> {
    let begun = before.rsplit(|character| !words::is_of_name(character)).next()?;
    let (path, part) = begun.rsplit_once('.')?;
    let element = before.strip_suffix(begun)?.strip_suffix(']').filter(|_| begun.starts_with('.'));
    let outer = match element {
        Some(element) => {
            let array = element.rsplit_once('[')?.0.trim_end();
            let array = array.rsplit(|character| !words::is_of_name(character)).next()?;
            format!("{array}{path}")
        }
        None => path.to_owned(),
    };
    let start = place.column - part.chars().count();
    let range = words::range(line, place.line, start, place.column);
    // The item before the dot: by its full name, or by the last parts of it.
    let is_outer = |name: &str| {
        let is_same = name.eq_ignore_ascii_case(&outer);
        is_same || name.to_ascii_uppercase().ends_with(&format!(".{}", outer.to_ascii_uppercase()))
    };
    let mut names = BTreeSet::new();
    let symbols = project.readings(&place.path).flat_map(|reading| &reading.output.symbols);
    let inner =
        symbols.filter(|symbol| symbol.name.rsplit_once('.').is_some_and(|(outer, _)| is_outer(outer)));
    let inner = inner.filter(|symbol| names.insert(uses::last_part(&symbol.name).to_ascii_uppercase()));
    let item = |symbol: &assembler::Symbol| {
        let name = uses::last_part(&symbol.name);
        json!({ "label": name, "kind": CompletionItemKind::FIELD, "detail": described(symbol),
            "textEdit": { "range": range, "newText": name } })
    };
    let items: Vec<Value> = inner.map(item).collect();
    (!outer.is_empty() && !items.is_empty()).then_some(items)
}
