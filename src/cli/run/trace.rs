//! A trace on its way to its file: a line for every instruction, or for those that are wanted.

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
    /// What has to come true before it begins.
    from: Option<Until>,
    /// How many lines are wanted, if not all, and the last ones so far.
    last: Option<(usize, VecDeque<String>)>,
}

impl Trace {
    /// A trace that begins when `from` comes true, or at once, of which the last lines are wanted, or all.
    pub(super) fn create(path: &Path, from: Option<Until>, last: Option<usize>) -> io::Result<Self> {
        let last = last.map(|count| (count, VecDeque::new()));
        Ok(Trace { file: OutputFile::create(path)?, from, last })
    }

    /// Takes note of what is about to run.
    pub(super) fn before_step(&mut self, machine: &Machine, symbols: &Symbols) -> io::Result<()> {
        if self.from.as_ref().is_some_and(|from| from.has_come(machine)) {
            self.from = None;
        }
        self.add(|| trace::instruction(machine, symbols))
    }

    /// Takes note of what has happened in place of an instruction.
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

    /// Whether it has yet to begin.
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
