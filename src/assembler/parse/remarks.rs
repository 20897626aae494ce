//! Diagnostics of the parser apart from faulty statements: warnings, and errors after which it continues.

use super::{Parsed, Parser};
use crate::assembler::fix::Fix;
use crate::assembler::syntax::{ExprId, Fault, Kind, Label, Statement};

impl Parser<'_> {
    /// Whether this backslash ends the line because a quoted one precedes it, after `begin`: MADS ignores the
    /// rest. [measured]
    pub(super) fn ends_behind_quoted_backslash(&mut self, begin: usize) -> bool {
        let before = &self.text[begin..self.at];
        let is_quoted = before.windows(3).any(|three| matches!(three, b"'\\'" | b"\"\\\""));
        if is_quoted {
            let message = "the rest of the line after a quoted `\\` is ignored, as in MADS".to_owned();
            self.remark(self.at, self.at + 1, message, "write it on its own line");
        }
        is_quoted
    }

    /// The rest of a line that begins with `*` or `|`, which is a comment. Warns if it looks like an `org` of
    /// another assembler.
    pub(super) fn star_comment(&mut self) {
        let start = self.at;
        while !self.peek_newline() {
            self.at += 1;
        }
        if self.text[start] == b'*'
            && let Some(end) = self.end_of_address(start + 1)
        {
            let message = "this line is a comment, because it begins with `*`".to_owned();
            let line = self.text[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let help = match self.text[line..start].trim_ascii_start().starts_with(b"?") {
                true => "to change a variable, write `?name = ?name*2`",
                false => "to set the address, write `org`",
            };
            self.remark(start, end, message, help);
        }
    }

    /// The end of the value after a `=` in the comment from `start` to the cursor, if nothing follows it that
    /// could belong to an ordinary comment. The text is parsed only for this check; it stays a comment.
    fn end_of_address(&mut self, start: usize) -> Option<usize> {
        let mut comment = Parser::new(self.program, self.words, &self.text[..self.at], self.source);
        comment.at = start;
        if !comment.accept(b'=') {
            return None;
        }
        comment.skip_blanks();
        let is_word = comment.peek().is_ascii_alphabetic();
        comment.expression().ok()?;
        comment.skip_blanks();
        (!is_word || comment.at_end()).then_some(comment.at)
    }

    /// Warns of an unclosed `/*`, after which the text is a comment, as in MADS.
    pub(super) fn warn_of_open_comment(&mut self) {
        if let Some(start) = self.open_comment {
            let message = "this comment is not closed: what follows is ignored".to_owned();
            self.remark(start, start + 2, message, "close it with `*/`");
            self.fix_last(Fix::Close("*/".to_owned()));
        }
    }

    /// Warns of a label in column 1 that looks like a statement, if nothing follows it, not even a colon, and
    /// it is unused.
    pub(super) fn warn_of_label(&mut self, start: usize, label: Label) {
        let word = String::from_utf8_lossy(&self.text[start..self.at]).trim_end().to_owned();
        let Label::Named(name) = label else { return };
        if word.ends_with(':') {
            return;
        }
        let message = format!("`{word}` is a label here, because it begins in column 1");
        let help = "indent it to make it a statement";
        self.say(start, start + word.len(), message, help, |fault| Kind::RemarkOfLabel(fault, name));
    }

    /// `.nowarn` before a statement, or before its repeat count.
    pub(super) fn without_warnings(&mut self) {
        let start = self.at;
        while self.accept_word(b".nowarn") {
            self.skip_blanks();
        }
        if self.at > start && !self.ends_statement() {
            let (line, start, end) = (self.line, start as u32, self.at as u32);
            let kind = Kind::Hush;
            self.push(Statement { kind, label: Label::None, repeat: ExprId::NONE, line, start, end });
        }
    }

    /// A part of a block's head. If it is faulty, that is reported, and the block is parsed anyway, so that
    /// its lines and its end are not reported.
    pub(super) fn or_else<T>(&mut self, part: Parsed<T>, otherwise: T) -> T {
        part.unwrap_or_else(|fault| {
            (self.depth, self.tight) = (0, false);
            let start = fault.start as usize;
            self.push_fault(*fault, start, Label::None);
            self.skip_to_comment();
            otherwise
        })
    }

    /// A warning, issued when the statement being parsed is reached.
    pub(super) fn remark(&mut self, start: usize, end: usize, message: String, help: &str) {
        self.say(start, end, message, help, Kind::Remark);
    }

    /// Reports an error in the text from `start` on, which could be parsed, with a hint.
    pub(super) fn refuse(&mut self, start: usize, message: &str, help: &str) {
        let end = self.at.max(start + 1);
        self.say(start, end, message.to_owned(), help, Kind::Fault);
    }

    /// Attaches a fix to the last diagnostic.
    pub(super) fn fix_last(&mut self, fix: Fix) {
        if let Some(fault) = self.program.faults.last_mut() {
            fault.fix = Some(fix);
        }
    }

    pub(super) fn say(
        &mut self,
        start: usize,
        end: usize,
        message: String,
        help: &str,
        kind: impl FnOnce(u32) -> Kind,
    ) {
        let (start, end, help) = (start as u32, end as u32, Some(help.to_owned()));
        let kind =
            kind(self.program.fault(Fault { message, help, fix: None, start, end, hides_names: false }));
        let line = self.line;
        self.push(Statement { kind, label: Label::None, repeat: ExprId::NONE, line, start, end });
    }
}
