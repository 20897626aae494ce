//! Routine tests, whose lines are kept as text: `.test "name" … .endtest`.

use super::{Parsed, Parser};
use crate::assembler::fix::Fix;
use crate::assembler::syntax::{Fault, Kind, TestSyntax};

impl Parser<'_> {
    /// Whether this `.test` begins a comparison with a type, not a routine test with a name.
    pub(super) fn is_comparison(&mut self) -> bool {
        self.skip_blanks();
        self.peek() == b'.'
    }

    /// `.test "name"` with its lines up to `.endtest`.
    pub(super) fn test(&mut self) -> Parsed<Kind> {
        let quoted = self.quoted();
        let name = String::from_utf8_lossy(&self.or_else(quoted, Vec::new())).into_owned();
        let begun = self.begin_body();
        self.or_else(begun, ());
        let at = self.at;
        self.skip_line();
        let mut lines = Vec::new();
        while self.at < self.text.len() {
            let (number, start) = (self.line, self.at);
            self.skip_blanks();
            let word = self.peek_word();
            if word.eq_ignore_ascii_case(b".endtest") {
                self.at += word.len();
                self.program.tests.push(TestSyntax { name, lines });
                return Ok(Kind::RoutineTest(self.program.tests.len() as u32 - 1));
            }
            if self.begins_test() {
                // The lines before it belong to the unclosed test.
                (self.at, self.line) = (start - 1, number - 1);
                return Err(self.endless_test(at, &format!("close it with `.endtest` before line {number}")));
            }
            self.skip_to_comment();
            let text = String::from_utf8_lossy(&self.text[start..self.at]).trim_end().to_owned();
            if !text.is_empty() {
                lines.push((number, text));
            }
            self.skip_line();
        }
        let mut fault = self.endless_test(at, "close it with `.endtest`");
        fault.fix = Some(Fix::Close(".endtest".to_owned()));
        Err(fault)
    }

    /// The error for an unclosed test. Its lines may have been meant for the program.
    fn endless_test(&self, at: usize, help: &str) -> Box<Fault> {
        let mut fault = self.fault_help(at, at, "`.test` has no `.endtest`", help);
        fault.hides_names = true;
        fault
    }

    /// Whether a test begins under the cursor.
    fn begins_test(&self) -> bool {
        let word = self.peek_word();
        let behind = self.text[self.at + word.len()..].trim_ascii_start();
        word.eq_ignore_ascii_case(b".test") && matches!(behind.first(), Some(b'\'' | b'"'))
    }
}
