//! What the parser says beside the statements: warnings, and notes of what MADS refuses.

use super::Parser;
use crate::assembler::syntax::{ExprId, Fault, Kind, Label, Statement};

impl Parser<'_> {
    /// MADS loses what follows a quoted backslash in the line that began at `begin`.
    pub(super) fn warn_of_quoted_backslash(&mut self, begin: usize) {
        let before = &self.text[begin..self.at];
        if before.windows(3).any(|three| matches!(three, b"'\\'" | b"\"\\\"")) {
            let (start, message) = (self.at, "MADS leaves out what follows a quoted `\\` here".to_owned());
            self.remark(start, start + 1, message, "write it in a line of its own");
        }
    }

    /// A label in column 1 that looks like a statement: said, if nothing follows it.
    pub(super) fn warn_of_label(&mut self, start: usize) {
        let word = String::from_utf8_lossy(&self.text[start..self.at]).trim_end().to_owned();
        let message = format!("`{word}` is a label here, as it begins in column 1");
        self.remark(start, start + word.len(), message, "indent it to make it a statement");
    }

    /// A warning, given where the statement stands that is being read.
    pub(super) fn remark(&mut self, start: usize, end: usize, message: String, help: &str) {
        self.aside(start, end, message, help, Kind::Remark);
    }

    /// Says that MADS refuses what stands here from `start` on, and what it takes.
    pub(super) fn beyond(&mut self, start: usize, message: &str, help: &str) {
        let end = self.at.max(start + 1);
        self.aside(start, end, format!("{message}: MADS refuses that"), help, Kind::Beyond);
    }

    pub(super) fn aside(
        &mut self,
        start: usize,
        end: usize,
        message: String,
        help: &str,
        kind: fn(u32) -> Kind,
    ) {
        let (start, end, help) = (start as u32, end as u32, Some(help.to_owned()));
        let kind = kind(self.program.fault(Fault { message, help, start, end }));
        let line = self.line;
        self.push(Statement { kind, label: Label::None, repeat: ExprId::NONE, line, start, end });
    }
}
