//! Proves the cycle budgets that procedures declare.

use std::ops::Range;

use super::diagnostic::{Diagnostic, Location, Severity};
use super::loaded::Loaded;
use super::output::{Block, Output};
use super::pass::{Assembler, MAX_DIAGNOSTICS, Recorded};
use super::paths::{Longest, PathSearch, Program, Unprovable};
use super::symbols::SymbolKind;

impl Output {
    /// The program as loaded, with later bytes replacing earlier ones, and its `.loop` bounds. It is the
    /// input of a [`PathSearch`] and a [`DepthSearch`](super::paths::stack::DepthSearch).
    pub fn control_flow(&self) -> Program {
        let loaded = Loaded::of(self);
        let turns = self.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
        Program::new(|address| loaded.byte(address), turns)
    }

    /// The label of an address; of several, the one defined first.
    pub fn label_at(&self, address: u16) -> Option<&str> {
        let labels = self.symbols.iter().filter(|symbol| {
            matches!(symbol.kind, SymbolKind::Label | SymbolKind::Proc) && symbol.value == i64::from(address)
        });
        labels.map(|symbol| symbol.name.as_str()).next()
    }
}

/// An error for every budget that is exceeded or cannot be proved, up to a readable number.
pub(super) fn budgets(assembler: &Assembler, output: &Output) -> Vec<Diagnostic> {
    let blocks = output.blocks.iter().zip(&assembler.notes.ranges);
    if output.blocks.iter().all(|block| block.budget.is_none()) {
        return Vec::new();
    }
    let program = output.control_flow();
    let mut search = PathSearch::new(&program);
    blocks
        .filter_map(|(block, range)| {
            let budget = block.budget?;
            let (source, start, end) = range.place;
            let place = || assembler.sources.location(source, start, end);
            let error = if block.is_replaced {
                replaced(block, place(), range.records.clone(), assembler, output)
            } else {
                match search.longest(block.start) {
                    Ok(path) if path.cycles <= budget => return None,
                    Ok(path) => exceeded(block, budget, &path, place(), output),
                    Err(reason) => unproved(block, reason, place(), assembler),
                }
            };
            Some(Diagnostic { stack: range.stack.clone(), ..error })
        })
        .take(MAX_DIAGNOSTICS)
        .collect()
}

fn exceeded(block: &Block, budget: u64, path: &Longest, location: Location, output: &Output) -> Diagnostic {
    let message =
        format!("`{}` takes {} cycles in the worst case; its budget is {budget}", block.name, path.cycles);
    let legs = path.describe(&|address| output.label_at(address).map(str::to_owned));
    let help = format!("the longest path, in cycles:\n{legs}");
    error(message, location, Some(help), Vec::new())
}

fn unproved(block: &Block, reason: Unprovable, location: Location, assembler: &Assembler) -> Diagnostic {
    let message = format!("the budget of `{}` cannot be proved: {reason}", block.name);
    let help = match reason {
        Unprovable::Unbounded(_) => {
            Some("declare before the branch how often the loop's body runs, as in `.loop 8`")
        }
        Unprovable::Indirect(_) => Some("a routine with a budget cannot jump through a pointer"),
        Unprovable::CallsOutside(_) => Some("only the program's own routines can be counted"),
        _ => None,
    };
    let related = place_of(assembler, reason.address()).map(|place| ("here".to_owned(), place));
    error(message, location, help.map(str::to_owned), related.into_iter().collect())
}

fn error(
    message: String,
    location: Location,
    help: Option<String>,
    related: Vec<(String, Location)>,
) -> Diagnostic {
    Diagnostic { related, ..Diagnostic::new(Severity::Error, message, location, help) }
}

/// The error for the code of an overlay: what else is loaded when it runs is unknown.
fn replaced(
    block: &Block,
    location: Location,
    records: Range<usize>,
    assembler: &Assembler,
    output: &Output,
) -> Diagnostic {
    let (loaded, all) = (Loaded::of(output), &assembler.notes.records);
    let over = all[records].iter().find_map(|record| loaded.over(record));
    let by = over.and_then(|over| all.iter().find(|record| record.bytes().contains(&over)));
    let related = by.map(|by| ("here".to_owned(), assembler.sources.location(by.source, by.start, by.end)));
    let message = format!("the budget of `{}` cannot be proved: other bytes are loaded over it", block.name);
    let help = "only code that is not replaced can have a budget: give it its own addresses".to_owned();
    error(message, location, Some(help), related.into_iter().collect())
}

/// The statement that produced the instruction at an address.
fn place_of(assembler: &Assembler, address: u16) -> Option<Location> {
    let record = assembler.notes.records.iter().find(|record| match record.what {
        Recorded::Bytes { here, length, code, .. } => {
            code && u32::from(address).checked_sub(here.into()).is_some_and(|offset| offset < length)
        }
        _ => false,
    })?;
    Some(assembler.sources.location(record.source, record.start, record.end))
}
