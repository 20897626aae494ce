//! Debug information of cc65 as `ld65 --dbgfile` writes it, version 2. [measured: cc65, ca65 and ld65 2.19]

mod names;
mod records;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::assembler::Expansion;
use crate::inspect::debug_info::told::{DebugInfo, Reserved};
use crate::inspect::source_lines::{SourceLines, Statement};
use records::{File, Line, Span};

/// What the version that is read begins with.
const VERSION: &str = "version\tmajor=2,";
/// Bytes of the longest instruction.
const LONGEST: u32 = 3;

/// Whether a text is such a file, of whatever version.
pub(super) fn is_meant(text: &str) -> bool {
    text.starts_with("version\tmajor=")
}

/// Reads one.
///
/// # Errors
/// The line that makes no sense, and what is expected.
pub(super) fn read(text: &str) -> Result<DebugInfo, String> {
    if !text.starts_with(VERSION) {
        let first = text.lines().next().unwrap_or_default();
        return Err(format!("line 1: `{first}`: expected version 2 of cc65's debug information"));
    }
    let file = File::read(text)?;
    let lines = lines(&file);
    let reserved = file.segments.values().filter(|segment| segment.is_loaded && !segment.has_bytes);
    let reserved = reserved.filter_map(|it| {
        let start = u16::try_from(it.start).ok()?;
        (it.size > 0).then(|| Reserved { name: it.name.to_string(), start, size: it.size })
    });
    Ok(DebugInfo { symbols: names::symbols(&file, &lines), reserved: reserved.collect(), lines })
}

/// Bytes that come from a line.
struct Piece<'a> {
    start: u16,
    size: u32,
    line: &'a Line,
    code: bool,
}

impl Piece<'_> {
    fn end(&self) -> u32 {
        u32::from(self.start) + self.size
    }

    fn is_within(&self, outer: &Piece<'_>) -> bool {
        outer.start <= self.start && self.end() <= outer.end()
    }
}

/// The statements are those of ca65, which are single instructions, also where a C compiler wrote them; but the lines are those of C then.
fn lines(file: &File<'_>) -> SourceLines {
    let (mut c, mut plain): (Vec<_>, Vec<_>) = pieces(file).into_iter().partition(|it| it.line.is_c);
    // What lies within another comes before it, in a macro that is in no other the one that stands deepest; of C behind it.
    plain.sort_by_key(|piece| (piece.start, piece.size, Reverse(piece.line.depth)));
    c.sort_by_key(|piece| (piece.start, Reverse(piece.size)));
    let compiled = compiled(file);
    let mut used = Used::default();
    let (mut statements, mut expansions) = (BTreeMap::new(), Vec::new());
    let (mut end, mut is_of_macro) = (0, false);
    for piece in &plain {
        let before = &c[..c.partition_point(|it| it.start <= piece.start)];
        let of_c = before.iter().rev().find(|it| piece.is_within(it));
        let is_shown = of_c.is_some() || !compiled.contains(&piece.line.file);
        let Some(line) = Some(of_c.unwrap_or(piece).line).filter(|_| is_shown) else { continue };
        let (number, line) = (used.number(line.file), line.line);
        if u32::from(piece.start) < end {
            // Around others: the call of a macro, or the end of what is repeated.
            if is_of_macro {
                expansions.push(Expansion { address: piece.start, file: number, line });
            }
            continue;
        }
        (end, is_of_macro) = (piece.end(), piece.line.is_of_macro);
        let statement = Statement { length: piece.size, file: number, line, code: piece.code };
        statements.insert(piece.start, statement);
    }
    let names = used.numbers.iter().map(|number| file.files[number].name.to_string());
    SourceLines::from_statements(names.collect(), statements, expansions)
}

fn pieces<'a>(file: &'a File<'_>) -> Vec<Piece<'a>> {
    let spans_of = |line: &'a Line| line.spans.iter().map(move |span| (line, span));
    let pieces = file.lines.iter().flat_map(spans_of).filter_map(|(line, span)| {
        let span = file.spans.get(span)?;
        let (start, size) = file.place(span)?;
        file.files.get(&line.file)?;
        Some(Piece { start, size, line, code: is_code(file, span) })
    });
    pieces.collect()
}

/// Whether a span can be an instruction. Texts have no type, as instructions have none; but they are rarely as short, or stand where
/// the usual segments of data are.
fn is_code(file: &File<'_>, span: &Span) -> bool {
    let segment = file.segments.get(&span.segment);
    let is_data = segment.is_none_or(|it| !it.has_bytes || matches!(it.name, "DATA" | "RODATA" | "ZEROPAGE"));
    !is_data && span.of_type.is_none() && span.size <= LONGEST
}

/// The sources that a C compiler wrote, which nobody wants to see: of modules that lines of C belong to, the main files.
fn compiled(file: &File<'_>) -> BTreeSet<u32> {
    let c = file.lines.iter().filter(|line| line.is_c).filter_map(|line| file.files.get(&line.file));
    c.flat_map(|source| &source.modules).filter_map(|module| file.modules.get(module).copied()).collect()
}

/// The files that are made use of, in the order in which that happens.
#[derive(Default)]
struct Used {
    numbers: Vec<u32>,
}

impl Used {
    /// The place of a file among them.
    fn number(&mut self, file: u32) -> u32 {
        let known = self.numbers.iter().position(|&it| it == file);
        let place = known.unwrap_or_else(|| {
            self.numbers.push(file);
            self.numbers.len() - 1
        });
        place as u32
    }
}
