//! Writes a trace to its file: a line for every instruction, or for some.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use crate::files::OutputFile;
use crate::harness::until::Until;
use crate::inspect::symbols::Symbols;
use crate::inspect::trace;
use crate::machine::{Machine, Step};

/// A trace of a run.
pub(super) struct Trace {
    file: OutputFile,
    /// The condition that starts it.
    from: Option<Until>,
    /// If only the last lines are wanted: how many, and the last ones so far.
    last: Option<(usize, VecDeque<String>)>,
}

impl Trace {
    /// A trace that starts when `from` comes true, or at once, and keeps the last `last` lines, or all.
    pub(super) fn create(path: &Path, from: Option<Until>, last: Option<usize>) -> io::Result<Self> {
        let last = last.map(|count| (count, VecDeque::new()));
        Ok(Trace { file: OutputFile::create(path)?, from, last })
    }

    /// Records the instruction that is about to run.
    pub(super) fn before_step(&mut self, machine: &Machine, symbols: &Symbols) -> io::Result<()> {
        if self.from.as_ref().is_some_and(|from| from.has_come(machine)) {
            self.from = None;
        }
        self.add(|| trace::instruction(machine, symbols))
    }

    /// Records what happened instead of an instruction.
    pub(super) fn after_step(&mut self, machine: &Machine, step: Step) -> io::Result<()> {
        self.add(|| trace::interruption(machine, step))
    }

    fn add(&mut self, line: impl FnOnce() -> Option<String>) -> io::Result<()> {
        if self.from.is_some() {
            return Ok(());
        }
        let Some(line) = line() else { return Ok(()) };
        match &mut self.last {
            None => writeln!(self.file, "{line}"),
            Some((count, lines)) => {
                if lines.len() == *count {
                    lines.pop_front();
                }
                lines.push_back(line);
                Ok(())
            }
        }
    }

    /// Whether it has not started yet.
    pub(super) fn waits(&self) -> bool {
        self.from.is_some()
    }

    /// Completes the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        for line in self.last.iter().flat_map(|(_, lines)| lines) {
            writeln!(self.file, "{line}")?;
        }
        self.file.commit()
    }
}
