//! What there is to say of a source that assembles and hardly does what was meant.

use std::collections::BTreeMap;

use super::diagnostic::{Diagnostic, Location, Severity};
use super::pass::{Assembler, Recorded};
use super::source::Place;

/// Jumps that close loops: those with an address, and that over a pointer.
const JUMPS: [u8; 2] = [0x4C, 0x6C];

/// `.loop`s behind which no branch or jump stands, and which bound nothing.
pub(super) fn bounds(assembler: &Assembler) -> impl Iterator<Item = Diagnostic> {
    let is_stray = |behind: usize| {
        let records = assembler.notes.records.iter().skip(behind);
        let mut statements = records.filter_map(|record| match record.what {
            Recorded::Bytes { offset, length, .. } if length > 0 => Some(offset),
            _ => None,
        });
        let opcode = statements.next().and_then(|offset| assembler.image.bytes.get(offset as usize));
        // Branches are the opcodes of one column.
        !opcode.is_some_and(|&opcode| opcode & 0x1F == 0x10 || JUMPS.contains(&opcode))
    };
    let stray = assembler.notes.loops.iter().filter(move |bound| is_stray(bound.behind));
    stray.map(|bound| {
        let message = "no branch or jump follows: this bounds no loop".to_owned();
        let help = "it stands right before the branch that closes the loop";
        warning(assembler, message, bound.place, help, bound.stack.clone())
    })
}

/// Tests that are called as one before them, but for those that one text makes in several calls of its macro.
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
                let help = "give each a name of its own, by which it is told and chosen";
                let mut said = warning(assembler, message, test.place, help, test.stack.clone());
                said.related.push(("the first one".to_owned(), before.clone()));
                found.push(said);
            }
            Some(_) => {}
        }
    }
    found
}

fn warning(
    assembler: &Assembler,
    message: String,
    (source, start, end): Place,
    help: &str,
    stack: Vec<(String, Location)>,
) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        message,
        location: assembler.sources.location(source, start, end),
        help: Some(help.to_owned()),
        suggestions: Vec::new(),
        related: Vec::new(),
        stack,
    }
}
