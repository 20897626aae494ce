//! Finds the places where a program's sources name its symbols.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::scan::{self, Scanner};
use super::words;
use crate::assembler::{Output, Reference, SymbolKind};

/// A symbol's name in a line: columns from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Use {
    start: usize,
    end: usize,
    /// Index into the symbols of the program.
    symbol: usize,
    /// Whether the symbol is defined there.
    defines: bool,
}

/// A range in a source: file, line and columns, all from 0.
pub(super) type Part = (String, usize, usize, usize);

/// All places where the symbols of a program are named.
#[derive(Default, Debug)]
pub(super) struct Uses {
    /// By file and line.
    lines: BTreeMap<String, BTreeMap<usize, Vec<Use>>>,
    /// Files and lines by symbol.
    symbols: Vec<BTreeSet<(u32, u32)>>,
    /// Symbols by full name in capitals; symbols outside of unnamed blocks take precedence.
    names: BTreeMap<String, usize>,
}

impl Uses {
    /// Computes the places for a program whose source texts are given by `text`.
    pub(super) fn new<'a>(output: &Output, text: impl Fn(&str) -> Option<Cow<'a, str>>) -> Self {
        let mut uses = Uses { symbols: vec![BTreeSet::new(); output.symbols.len()], ..Uses::default() };
        for is_unnamed in [true, false] {
            let symbols = output.symbols.iter().enumerate().rev();
            let symbols = symbols.filter(|(_, symbol)| symbol.is_unnamed == is_unnamed);
            uses.names.extend(symbols.map(|(at, symbol)| (symbol.name.to_ascii_uppercase(), at)));
        }
        let mut references: Vec<&Reference> = output.references.iter().collect();
        references.sort_unstable_by_key(|found| {
            (found.file, found.line, found.column, found.symbol, !found.defines)
        });
        references.dedup_by_key(|found| (found.file, found.line, found.column, found.symbol));
        for of_file in references.chunk_by(|a, b| a.file == b.file) {
            let file = of_file[0].file;
            let path = &output.files[file as usize];
            let Some(text) = text(path) else { continue };
            let lines: Vec<&str> = text.lines().collect();
            let mut found = BTreeMap::new();
            for of_line in of_file.chunk_by(|a, b| a.line == b.line) {
                let number = of_line[0].line;
                let Some(line) = lines.get(number.saturating_sub(1) as usize) else { continue };
                let of_line = in_line(line, of_line, output, &uses.names);
                for one in &of_line {
                    uses.symbols[one.symbol].insert((file, number));
                }
                found.insert(number.saturating_sub(1) as usize, of_line);
            }
            uses.lines.insert(path.clone(), found);
        }
        uses
    }

    fn of_line(&self, path: &str, line: usize) -> &[Use] {
        self.lines.get(path).and_then(|lines| lines.get(&line)).map_or(&[], Vec::as_slice)
    }

    /// Whether there is a symbol with this full name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(&name.to_ascii_uppercase())
    }

    /// The symbol named at a column.
    pub(super) fn at(&self, path: &str, line: usize, column: usize) -> Option<usize> {
        let here = self.of_line(path, line).iter().find(|one| (one.start..one.end).contains(&column));
        here.map(|found| found.symbol)
    }

    /// The columns in a line where a symbol is defined.
    pub(super) fn definition(&self, path: &str, line: usize, symbol: usize) -> Option<(usize, usize)> {
        let is_definition = |one: &&Use| one.symbol == symbol && one.defines;
        self.of_line(path, line).iter().find(is_definition).map(|found| (found.start, found.end))
    }

    /// Where a symbol is named, if that is not where it is defined: for a data field, in the structure.
    pub(super) fn naming(&self, output: &Output, symbol: usize) -> Option<Part> {
        let mut lines = self.symbols.get(symbol)?.iter();
        lines.find_map(|&(file, number)| {
            let (path, line) = (&output.files[file as usize], number.saturating_sub(1) as usize);
            let (start, end) = self.definition(path, line, symbol)?;
            Some((path.clone(), line, start, end))
        })
    }

    /// All symbols named by exactly this range.
    fn named(&self, (path, line, start, end): &Part) -> impl Iterator<Item = usize> {
        let here = self.of_line(path, *line).iter();
        here.filter(move |one| (one.start, one.end) == (*start, *end)).map(|found| found.symbol)
    }

    /// The places of a symbol.
    fn places(&self, output: &Output, symbol: usize) -> Vec<Part> {
        let lines = self.symbols.get(symbol).into_iter().flatten();
        let parts = lines.flat_map(|&(file, number)| {
            let (path, line) = (&output.files[file as usize], number.saturating_sub(1) as usize);
            let here = self.of_line(path, line).iter().filter(|one| one.symbol == symbol);
            here.map(move |one| (path.clone(), line, one.start, one.end))
        });
        parts.collect()
    }
}

/// The names in a line. The column of a reference is that of the name, or of the statement that contains it.
fn in_line(
    line: &str,
    references: &[&Reference],
    output: &Output,
    names: &BTreeMap<String, usize>,
) -> Vec<Use> {
    let words = words::paths(line);
    let fits = |reference: &Reference, word: &words::Path| {
        let symbol = &output.symbols[reference.symbol as usize];
        let may_begin = matches!(
            symbol.kind,
            SymbolKind::Proc | SymbolKind::Struct | SymbolKind::Enum | SymbolKind::External
        );
        word.last().eq_ignore_ascii_case(last_part(&symbol.name))
            && (may_begin || reference.defines || !begins(line, word.start))
    };
    let exact = |reference: &Reference| {
        let column = reference.column.saturating_sub(1) as usize;
        words.iter().find(|word| word.start == column && fits(reference, word))
    };
    let mut found = Vec::new();
    let mut taken = BTreeSet::new();
    for &reference in references {
        if let Some(word) = exact(reference) {
            taken.insert(word.start);
            add(&mut found, word, reference, output, names);
        }
    }
    for &reference in references.iter().filter(|reference| exact(reference).is_none()) {
        let is_there =
            |word: &&words::Path| !word.is_comment && !taken.contains(&word.start) && fits(reference, word);
        // A statement defines one name, which comes first.
        let most = if reference.defines { 1 } else { usize::MAX };
        for word in words.iter().filter(is_there).take(most) {
            add(&mut found, word, reference, output, names);
        }
    }
    found.sort_unstable();
    found.dedup_by(|again, one| {
        let is_same = (again.start, again.end, again.symbol) == (one.start, one.end, one.symbol);
        one.defines |= is_same && again.defines;
        is_same
    });
    found
}

/// Whether a statement begins at a column with a word that is not one of its labels.
fn begins(line: &str, column: usize) -> bool {
    let is_first =
        |piece: &scan::Piece| piece.start == column && piece.part == scan::Part::Word { begins: true };
    Scanner::default().line(line).iter().any(is_first)
}

/// Adds a name as written, including the blocks in its path.
fn add(
    found: &mut Vec<Use>,
    word: &words::Path,
    reference: &Reference,
    output: &Output,
    names: &BTreeMap<String, usize>,
) {
    let symbol = reference.symbol as usize;
    let mut whole = output.symbols[symbol].name.as_str();
    let mut parts = word.parts.iter().rev();
    if let Some(&(start, end, _)) = parts.next() {
        found.push(Use { start, end, symbol, defines: reference.defines });
    }
    for (start, end, text) in parts {
        let Some((outer, _)) = whole.rsplit_once('.') else { return };
        whole = outer;
        let Some(&symbol) = names.get(&whole.to_ascii_uppercase()) else { continue };
        if last_part(whole).eq_ignore_ascii_case(text) {
            found.push(Use { start: *start, end: *end, symbol, defines: false });
        }
    }
}

pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// A program, and the places where it names its symbols.
pub(super) type Known<'a> = (&'a Output, &'a Uses);

/// All places where a symbol of the first program is named, and transitively those of all symbols that share
/// a place with it: in other programs, macro calls or turns of a repeat. Also returns these symbols, each
/// with the index of its program.
pub(super) fn together(programs: &[Known], symbol: usize) -> (BTreeSet<Part>, BTreeSet<(usize, usize)>) {
    let (mut places, mut symbols) = (BTreeSet::new(), BTreeSet::from([(0, symbol)]));
    let mut left = vec![(0, symbol)];
    while let Some((program, symbol)) = left.pop() {
        let (output, uses) = programs[program];
        for place in uses.places(output, symbol) {
            for (number, (_, uses)) in programs.iter().enumerate() {
                for symbol in uses.named(&place) {
                    if symbols.insert((number, symbol)) {
                        left.push((number, symbol));
                    }
                }
            }
            places.insert(place);
        }
    }
    (places, symbols)
}
