//! Warnings about sources that assemble but probably do not do what was intended.

use std::collections::{BTreeMap, BTreeSet};

use super::diagnostic::{Diagnostic, Location, Severity};
use super::pass::{Assembler, LeftOut, MAX_DIAGNOSTICS, Recorded};
use super::source::Place;
use crate::cpu::opcodes::OPCODES;

/// `.loop` directives that are not followed by a branch or jump, and therefore bound nothing. Each is
/// reported once, however often a repeat or macro expands it.
pub(super) fn bounds(assembler: &Assembler) -> Vec<Diagnostic> {
    let (mut said, mut found) = (BTreeSet::new(), Vec::new());
    for (bound, statement) in assembler.notes.bounds() {
        let opcode = match statement.map(|record| record.what) {
            Some(Recorded::Bytes { offset, .. }) => assembler.image.bytes.get(offset as usize),
            _ => None,
        };
        let closes = opcode.is_some_and(|&opcode| OPCODES[usize::from(opcode)].closes_loops());
        let (source, start, _) = bound.place;
        if closes || !said.insert(assembler.sources.file_line_column(source, start)) {
            continue;
        }
        if found.len() == MAX_DIAGNOSTICS {
            break;
        }
        let message = "no branch or jump to an address follows: this bounds no loop".to_owned();
        let help = "it belongs right before the branch that closes the loop";
        found.push(warning(assembler, message, bound.place, help, bound.stack.clone()));
    }
    found
}

/// Tests with the same name as an earlier one, unless both come from the same text in several calls of a
/// macro.
pub(super) fn tests(assembler: &Assembler) -> Vec<Diagnostic> {
    let mut first: BTreeMap<&str, Location> = BTreeMap::new();
    let mut found = Vec::new();
    for test in &assembler.notes.tests {
        let name = assembler.program.tests[test.index as usize].name.as_str();
        let (source, start, end) = test.place;
        let here = assembler.sources.location(source, start, end);
        match first.get(name) {
            None => _ = first.insert(name, here),
            Some(before) if (&before.file, before.line) != (&here.file, here.line) => {
                let message = format!("another test is called \"{name}\"");
                let help = "give each its own name, for reports and for selecting it";
                let mut said = warning(assembler, message, test.place, help, test.stack.clone());
                said.related.push(("the first one".to_owned(), before.clone()));
                found.push(said);
            }
            Some(_) => {}
        }
    }
    found
}

/// Bytes placed over memory that an earlier `.ds` reserved, unless an `ini` runs in between. Code that is
/// moved before it runs, and an `org` to a labelled address (`org table+8`), are assumed to be intended.
pub(super) fn overlaid(assembler: &Assembler) -> Vec<Diagnostic> {
    let (image, notes) = (&assembler.image, &assembler.notes);
    let mut waiting = notes.reserved.iter().filter(|left| left.length > 0).peekable();
    let (mut room, mut found) = (Room::default(), Vec::new());
    for (index, chunk) in image.chunks.iter().enumerate() {
        if chunk.after_init {
            room = Room::default();
        }
        while let Some(left) = waiting.next_if(|left| left.behind <= chunk.offset) {
            room.leave(left);
        }
        let start = i64::from(chunk.load);
        let end = start + image.chunk_bytes(index).len() as i64;
        let is_meant = chunk.run != chunk.load || notes.named_places.contains(&start);
        let Some((from, to, left)) = room.taken(start, end).filter(|_| !chunk.is_vector && !is_meant) else {
            continue;
        };
        if found.len() == MAX_DIAGNOSTICS {
            break;
        }
        let (source, begin, stop) = left.place;
        let reserved = assembler.sources.location(source, begin, stop);
        let message =
            format!("the bytes from here on overlap ${from:04X}-${:04X}, which is reserved", to - 1);
        let help = "give them another `org`; if the overlap is intended, use a label in the `org`";
        let mut said = warning(assembler, message, chunk.place, help, Vec::new());
        said.related.push(("reserved here".to_owned(), reserved));
        found.push(said);
    }
    found
}

/// Memory reserved by `.ds`: address ranges by their start, without overlaps.
#[derive(Default)]
struct Room<'a> {
    spans: BTreeMap<i64, (i64, &'a LeftOut)>,
}

impl<'a> Room<'a> {
    /// Reserves another range, replacing what it overlaps.
    fn leave(&mut self, left: &'a LeftOut) {
        let (start, end) = (left.start, left.start.saturating_add(left.length));
        let below = self.spans.range(..end).rev().take_while(|(_, (stop, _))| *stop > start);
        for begin in below.map(|(begin, _)| *begin).collect::<Vec<_>>() {
            let Some((stop, other)) = self.spans.remove(&begin) else { continue };
            for (begin, stop) in [(begin, start), (end, stop)] {
                if begin < stop {
                    self.spans.insert(begin, (stop, other));
                }
            }
        }
        self.spans.insert(start, (end, left));
    }

    /// The first part of the room that a range of bytes occupies.
    fn taken(&self, start: i64, end: i64) -> Option<(i64, i64, &'a LeftOut)> {
        let before = self.spans.range(..=start).next_back().filter(|(_, (stop, _))| *stop > start);
        let (begin, (stop, left)) = before.or_else(|| self.spans.range(start..end).next())?;
        Some(((*begin).max(start), (*stop).min(end), *left)).filter(|(from, to, _)| from < to)
    }
}

fn warning(
    assembler: &Assembler,
    message: String,
    (source, start, end): Place,
    help: &str,
    stack: Vec<(String, Location)>,
) -> Diagnostic {
    let location = assembler.sources.location(source, start, end);
    Diagnostic { stack, ..Diagnostic::new(Severity::Warning, message, location, Some(help.to_owned())) }
}
