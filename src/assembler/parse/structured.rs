//! `#if`, `#while`, `#else`, `#end`, `#cycle`: conditions that are tested at run time. `.test` and `.while`,
//! `.endt` and `.endw` are aliases.

use super::{Parsed, Parser};
use crate::assembler::syntax::{Binary, ComparisonPart, Kind, List, Operand, Relation, Shape, Term};

impl Parser<'_> {
    /// A statement that begins with `#`.
    pub(super) fn structured(&mut self) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        let word = self.identifier().to_ascii_lowercase();
        match word.as_slice() {
            b"if" => Ok(self.comparison(false)),
            b"while" => Ok(self.comparison(true)),
            b"else" => Ok(Kind::Comparison(ComparisonPart::Else)),
            b"end" => Ok(Kind::Comparison(ComparisonPart::End)),
            b"cycle" => {
                self.accept(b'#');
                Ok(Kind::Cycle(self.expression()?))
            }
            b"include" => {
                Err(self.fault_help(start, self.at, "there is no `#include`", "write `icl 'file'`"))
            }
            b"define" => {
                let help = "a constant is `name = value`, with its name in column 1";
                Err(self.fault_help(start, self.at, "there is no `#define`", help))
            }
            _ => {
                let help = "there are `#if`, `#else`, `#while`, `#end` and `#cycle`";
                Err(self.fault_help(start, self.at.max(start + 1), "this is not a statement", help))
            }
        }
    }

    /// The rest of `#if` or `#while`.
    pub(super) fn comparison(&mut self, looping: bool) -> Kind {
        let terms = self.terms();
        let terms = self.or_else(terms, List::default());
        Kind::Comparison(ComparisonPart::Begin { terms, looping })
    }

    /// `.byte a>#5 .or .word b`
    fn terms(&mut self) -> Parsed<List> {
        let mut terms = Vec::new();
        loop {
            self.skip_blanks();
            let unit = if self.peek() == b'.' { Some(self.type_unit()?) } else { None };
            self.skip_blanks();
            let (end, joined) = self.term_end();
            let mut term = self.term(end)?;
            (term.unit, term.joined) = (unit, joined);
            terms.push(term);
            if joined.is_none() {
                break;
            }
            self.at = end + self.text[end..].iter().position(|byte| byte.is_ascii_alphabetic()).unwrap_or(0);
            self.identifier();
        }
        let start = self.program.terms.len() as u32;
        self.program.terms.extend(terms);
        Ok(List { start, end: self.program.terms.len() as u32 })
    }

    /// The end of a term, and the operator that joins it to the next one.
    fn term_end(&mut self) -> (usize, Option<Binary>) {
        let (at, line) = (self.at, self.line);
        let mut found = None;
        while !self.ends_statement() {
            let word = if self.peek() == b'.' { self.peek_word().to_ascii_lowercase() } else { Vec::new() };
            match word.as_slice() {
                b".or" => found = Some(Binary::LogicalOr),
                b".and" => found = Some(Binary::LogicalAnd),
                _ => {
                    self.skip_unit();
                    continue;
                }
            }
            break;
        }
        let end = self.at;
        (self.at, self.line) = (at, line);
        (end, found)
    }

    /// A comparison, or a value that is not zero, up to `end`.
    fn term(&mut self, end: usize) -> Parsed<Term> {
        let text = self.text;
        let relation = text[self.at..end].windows(2).enumerate().find_map(|(offset, pair)| {
            let (relation, length) = match (pair[0], pair[1]) {
                (b'<', b'=') | (b'=', b'<') => (Relation::LessOrEqual, 2),
                (b'>', b'=') | (b'=', b'>') => (Relation::GreaterOrEqual, 2),
                (b'<', b'>') | (b'!', b'=') => (Relation::NotEqual, 2),
                (b'=', b'=') => (Relation::Equal, 2),
                (b'=', _) => (Relation::Equal, 1),
                (b'<', _) if offset > 0 => (Relation::Less, 1),
                (b'>', _) if offset > 0 => (Relation::Greater, 1),
                _ => return None,
            };
            Some((relation, self.at + offset, length))
        });
        let left_end = relation.map_or(end, |(_, at, _)| at);
        let left = self.operand_within(left_end)?;
        let right = match relation {
            None => None,
            Some((relation, at, length)) => {
                self.at = at + length;
                Some((relation, self.operand_within(end)?))
            }
        };
        let is_number = |operand: &Operand| operand.shape == Shape::Immediate;
        if matches!(left.shape, Shape::IndirectX | Shape::IndirectY) {
            self.refuse(
                self.at - 1,
                "a pointer cannot be on the left side",
                "load the value and compare `@`",
            );
        }
        if is_number(&left) {
            let at = self.at;
            return Err(self.fault(at, at, "the left side of a comparison must be in memory, or `@`"));
        }
        Ok(Term { unit: None, left, right, joined: None })
    }

    /// The operand from the cursor up to `end`.
    fn operand_within(&mut self, end: usize) -> Parsed<Operand> {
        let text = self.text;
        self.skip_blanks();
        self.text = &text[..end];
        let operand = self.operand();
        self.skip_blanks();
        let rest = self.at;
        self.text = text;
        let operand = operand?;
        if rest < end {
            return Err(self.fault(rest, end, "this does not belong to the comparison"));
        }
        self.at = end;
        Ok(operand)
    }
}
