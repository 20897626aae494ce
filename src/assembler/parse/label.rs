//! Labels and assignments.

use super::scan;
use super::{Parsed, Parser};
use crate::assembler::syntax::{Assign, Expr, Kind, Label};

impl Parser<'_> {
    /// `name:1` in a repeat without values, or in an unclosed macro.
    pub(super) fn turn_of_label(&mut self, label: &mut Label) -> Parsed<()> {
        let is_turn = self.peek().is_ascii_digit() && self.at > 0 && self.text[self.at - 1] == b':';
        let in_repeat = self.open.iter().any(|open| open.is_repeat);
        if !is_turn || !in_repeat && self.endless_bodies == 0 {
            return Ok(());
        }
        *label = Label::None;
        if !in_repeat {
            self.identifier();
            return Ok(());
        }
        let message = format!("this repeat has no value `:{}`", self.peek() as char);
        let help = "values come after the count: in `.rept 5,#`, `:1` is the number of the turn";
        let mut fault = self.fault_help(self.at - 1, self.at + 1, &message, help);
        fault.hides_names = true;
        Err(fault)
    }

    /// The first word in column 1, which is a label whatever its name.
    pub(super) fn column_one_label(&mut self) -> Label {
        match self.peek() {
            b'@' if !scan::is_identifier(self.peek_at(1)) => {
                self.at += 1;
                self.label_colon();
                return Label::Anonymous;
            }
            byte if scan::is_identifier_start(byte) => {}
            _ => return Label::None,
        }
        let start = self.at;
        let name = self.identifier_name();
        if self.program.column_one && self.names_a_statement(Label::Named(name)) {
            let behind = self.at;
            self.skip_blanks();
            let is_label = self.peek() == b':' && behind == self.at || self.assignment_follows();
            self.at = if is_label { behind } else { start };
            if !is_label {
                return Label::None;
            }
        }
        self.label_colon();
        Label::Named(name)
    }

    /// Whether a label has the name of a statement, which may have been intended.
    pub(super) fn names_a_statement(&self, label: Label) -> bool {
        let Label::Named(name) = label else { return false };
        let text = self.program.names.text(name).as_bytes();
        let (base, size) = text.split_at(text.len().min(3));
        self.words.find(base).is_some() && matches!(size, [] | [b'.', _])
    }

    pub(super) fn label_colon(&mut self) {
        if self.peek() == b':' {
            self.at += 1;
        }
    }

    pub(super) fn assignment_follows(&self) -> bool {
        match self.peek() {
            b'=' => true,
            b'+' | b'-' => matches!(self.peek_at(1), b'=') || self.peek_at(1) == self.peek(),
            _ => {
                let word = self.peek_word();
                word.eq_ignore_ascii_case(b"equ") || word.eq_ignore_ascii_case(b"set")
            }
        }
    }

    /// Whether an assignment follows the word after the cursor.
    pub(super) fn assigns_to_word(&mut self) -> bool {
        let saved = self.at;
        self.skip_blanks();
        let assigns = self.peek() == b'=' && self.peek_at(1) != b'=';
        self.at = saved;
        assigns
    }

    /// An indented `name = value` or `name:`.
    pub(super) fn indented_label(&mut self, word: &[u8], label: &mut Label) -> Parsed<Option<Kind>> {
        if self.peek() == b':' {
            self.at += 1;
            *label = Label::Named(self.program.names.intern(word));
            self.skip_blanks();
            if self.ends_statement() {
                return Ok(Some(Kind::Nothing));
            }
            return self.statement_kind(label).map(Some);
        }
        let saved = self.at;
        self.skip_blanks();
        self.colon_of_assignment();
        if !self.assignment_follows() {
            self.at = saved;
            return Ok(None);
        }
        let name = self.program.names.intern(word);
        *label = Label::Named(name);
        let temporary = self.program.names.is_temporary(name);
        self.assignment(temporary).map(Some)
    }

    /// `name := value` of other languages is accepted as `name = value`.
    pub(super) fn colon_of_assignment(&mut self) {
        if self.peek() == b':' && self.peek_at(1) == b'=' {
            let help = "`name = value` gives a number a name, `mva #value name` puts one into memory";
            self.at += 1;
            self.refuse(self.at - 1, "an assignment has no colon", help);
        }
    }

    pub(super) fn assignment(&mut self, temporary: bool) -> Parsed<Kind> {
        let (first, second) = (self.peek(), self.peek_at(1));
        let operator = match (first, second) {
            (b'=', _) => {
                self.at += if second == b'=' { 2 } else { 1 };
                if temporary { Some(Assign::Set) } else { None }
            }
            (b'+', b'=') | (b'-', b'=') => {
                self.at += 2;
                Some(if first == b'+' { Assign::Add } else { Assign::Subtract })
            }
            (b'+', b'+') | (b'-', b'-') => {
                self.at += 2;
                let one = self.program.expr(Expr::Number(1), self.at - 2, self.at);
                return Ok(Kind::Assign(if first == b'+' { Assign::Add } else { Assign::Subtract }, one));
            }
            _ => {
                let word = self.identifier();
                (temporary || word.eq_ignore_ascii_case(b"set")).then_some(Assign::Set)
            }
        };
        let (at, value) = (self.at, self.expression());
        let value = self.or_mistake(value, at);
        Ok(match operator {
            Some(operator) => Kind::Assign(operator, value),
            None => Kind::Equate(value),
        })
    }
}
