//! Finds all occurrences of a symbol or macro in all programs, and renames it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lsp_types::Range;
use serde_json::{Value, json};

use super::answers::{self, Place};
use super::project::{Key, Project, Reading, Whole};
use super::uses::{Part, last_part, together};
use super::{macros, uri, words};
use crate::assembler::{self, Symbol};

/// Places by file.
type Places = BTreeMap<String, Vec<Range>>;

/// The item under the cursor, with all its occurrences.
struct Named {
    places: Places,
    /// Its full names, and what they would be if its last part were renamed.
    names: Vec<(String, String)>,
}

/// The program of the request, followed by all others that the editor knows.
struct Programs<'a> {
    first: &'a Reading,
    key: Key,
    all: Rc<[Whole]>,
}

impl<'a> Programs<'a> {
    fn of(project: &Project, place: &Place, first: &'a Reading) -> Self {
        Programs { first, key: project.key_of(&place.path), all: project.all() }
    }

    fn readings(&self) -> Vec<&Reading> {
        let others = self.all.iter().filter(|whole| whole.key != self.key);
        std::iter::once(self.first).chain(others.filter_map(|whole| whole.reading.as_ref())).collect()
    }
}

/// All occurrences of a symbol.
fn symbol(project: &Project, place: &Place, first: &Reading, symbol: usize, name: &str) -> Named {
    let programs = Programs::of(project, place, first);
    let known: Vec<_> = programs.readings().into_iter().map(|reading| project.known(reading)).collect();
    let (mut places, symbols) = together(&known, symbol);
    places.extend(unclear(project, place, first, symbol));
    let names = symbols.into_iter().map(|(program, symbol)| {
        let whole = &known[program].0.symbols[symbol].name;
        let scope = whole.strip_suffix(last_part(whole)).unwrap_or_default();
        (whole.clone(), format!("{scope}{name}"))
    });
    let names = names.collect::<BTreeSet<_>>().into_iter().collect();
    let mut by_file = Places::new();
    for (path, places) in files_of(places) {
        let text = project.text(&path).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let range =
            |(line, start, end)| words::range(lines.get(line).copied().unwrap_or_default(), line, start, end);
        by_file.insert(path, places.into_iter().map(range).collect());
    }
    Named { places: by_file, names }
}

/// Lines and columns by file.
fn files_of(places: BTreeSet<Part>) -> BTreeMap<String, Vec<(usize, usize, usize)>> {
    let mut files: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (path, line, start, end) in places {
        files.entry(path).or_default().push((line, start, end));
    }
    files
}

/// Possible occurrences of a symbol in lines with errors. They are recognized by name, if only one symbol has
/// that name.
fn unclear(project: &Project, place: &Place, reading: &Reading, symbol: usize) -> Vec<Part> {
    let symbols = &reading.output.symbols;
    let name = last_part(&symbols[symbol].name);
    let same = |other: &&Symbol| last_part(&other.name).eq_ignore_ascii_case(name);
    let mut parts = Vec::new();
    for (file, number) in project.errors(&place.path).filter(|_| symbols.iter().filter(same).count() == 1) {
        let line = number.saturating_sub(1) as usize;
        let found = project.line(file, line).map(|text| words::places(&text, name)).unwrap_or_default();
        parts.extend(found.into_iter().map(|(start, end)| (file.clone(), line, start, end)));
    }
    parts
}

/// All occurrences of a macro: in the programs that have its file, and in those that share an occurrence with
/// them.
fn macro_named(project: &Project, place: &Place, first: &Reading, name: &str) -> Places {
    let programs = Programs::of(project, place, first);
    let mut left = programs.readings();
    let mut files: BTreeSet<&String> = left.remove(0).output.files.iter().collect();
    loop {
        let places = macros::occurrences(project, &files, name);
        let shares = |reading: &&Reading| reading.output.files.iter().any(|file| places.contains_key(file));
        let (more, others): (Vec<&Reading>, Vec<&Reading>) = left.into_iter().partition(shares);
        if more.is_empty() {
            return places;
        }
        files.extend(more.into_iter().flat_map(|reading| &reading.output.files));
        left = others;
    }
}

/// All occurrences of the symbol or macro at a position.
fn places_of(project: &Project, place: &Place) -> Option<Places> {
    match answers::symbol_at(project, place) {
        Some((reading, number)) => Some(symbol(project, place, reading, number, "").places),
        None => {
            let called = answers::macro_at(project, place)?.called;
            Some(macro_named(project, place, project.reading(&place.path)?, &called))
        }
    }
}

/// `documentHighlight`: occurrences of the symbol or macro under the cursor in the same source.
pub(super) fn highlights(project: &Project, params: &Value) -> Option<Value> {
    let place = answers::place(project, params)?;
    let here = places_of(project, &place)?.remove(&place.path).unwrap_or_default();
    Some(here.into_iter().map(|range| json!({ "range": range })).collect())
}

/// `references`: definition and uses of the symbol or macro under the cursor.
pub(super) fn references(project: &Project, params: &Value) -> Option<Value> {
    let place = answers::place(project, params)?;
    let places = places_of(project, &place)?;
    let places = places.iter().filter(|(file, _)| !project.is_builtin(file));
    let places = places.flat_map(|(file, ranges)| ranges.iter().map(move |&range| (file, range)));
    let locations: Vec<Value> = places.map(|(file, range)| answers::location(file, range)).collect();
    Some(json!(locations))
}

/// The error if there is nothing to rename.
const NOTHING: &str = "there is no symbol or macro here";

/// The item at a position, if it may be renamed to `name`.
fn named(project: &Project, place: &Place, reading: &Reading, name: &str) -> Result<Named, String> {
    let named = match answers::symbol_of(project, reading, place) {
        Some(number) => symbol(project, place, reading, number, name),
        None => {
            let called = answers::macro_at(project, place).ok_or(NOTHING)?.called;
            let places = macro_named(project, place, reading, &called);
            Named { places, names: vec![(called, name.to_owned())] }
        }
    };
    match named.places.keys().find(|file| project.is_builtin(file)) {
        Some(file) => {
            let file = file.rsplit('/').next().unwrap_or(file);
            Err(format!("the name is defined in {file}, which is built in and cannot be changed"))
        }
        None => Ok(named),
    }
}

/// `prepareRename`: the part of the name under the cursor that would be renamed.
pub(super) fn prepare(project: &Project, params: &Value) -> Result<Value, String> {
    let place = answers::place(project, params).ok_or(NOTHING)?;
    let reading = project.reading(&place.path).ok_or(NOTHING)?;
    let mut named = named(project, &place, reading, "")?;
    let text = project.line(&place.path, place.line).unwrap_or_default();
    let at = words::range(&text, place.line, place.column, place.column).start;
    let here = named.places.remove(&place.path).unwrap_or_default();
    let range = here.into_iter().find(|range| range.start <= at && at <= range.end).ok_or(NOTHING)?;
    let [start, end] = [range.start, range.end].map(|at| words::column(&text, at.character as usize));
    let name: String = text.chars().take(end).skip(start).collect();
    Ok(json!({ "range": range, "placeholder": name }))
}

/// `rename`: renames the symbol under the cursor in all places.
pub(super) fn rename(project: &Project, params: &Value) -> Result<Option<Value>, String> {
    let name = params.get("newName").and_then(Value::as_str).unwrap_or_default();
    let is_name = name.chars().all(|character| words::is_of_name(character) && character != '.')
        && name.chars().next().is_some_and(|first| !first.is_ascii_digit());
    if !is_name {
        return Err(format!(
            "`{name}` is not a name: expected letters, digits, `_`, `?` and `@`, not beginning with a digit"
        ));
    }
    let place = answers::place(project, params).ok_or(NOTHING)?;
    let reading = project.reading(&place.path).ok_or(NOTHING)?;
    let named = named(project, &place, reading, name)?;
    let programs = Programs::of(project, &place, reading);
    let reserved = assembler::statement_words();
    for (old, wanted) in &named.names {
        if last_part(old).starts_with('?') != name.starts_with('?') {
            let why = "only names that begin with `?` may be assigned again";
            return Err(format!("`{old}` cannot be `{name}`: {why}"));
        }
        let is_symbol = |reading: &&Reading| {
            project.known(reading).1.has(wanted) || macros::is_there(project, reading, wanted)
        };
        // Names that differ only in case are the same.
        if !old.eq_ignore_ascii_case(wanted)
            && (reserved.iter().any(|word| word.eq_ignore_ascii_case(wanted))
                || programs.readings().iter().any(is_symbol))
        {
            return Err(format!("`{wanted}` exists already"));
        }
    }
    let changes: BTreeMap<String, Vec<Value>> = named
        .places
        .into_iter()
        .map(|(file, ranges)| {
            let edits = ranges.into_iter().map(|range| json!({ "range": range, "newText": name })).collect();
            (uri::uri_of(&file), edits)
        })
        .collect();
    Ok(Some(json!({ "changes": changes })))
}
