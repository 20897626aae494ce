//! Expressions, parsed by operator precedence.

use super::scan::{is_identifier, is_identifier_start};
use super::{Parsed, Parser};
use crate::assembler::syntax::{Binary, Expr, ExprId, Fault, Unary};

/// Largest nesting depth of an expression.
const MAX_DEPTH: u32 = 100;
/// Largest number of binary operators in an expression.
const MAX_OPERATORS: u32 = 1000;

/// Operators by precedence, highest first. [measured]
const LEVELS: [&[Binary]; 15] = [
    &[Binary::ShiftLeft],
    &[Binary::ShiftRight],
    &[Binary::And],
    &[Binary::Or],
    &[Binary::Xor],
    &[Binary::Multiply, Binary::Divide, Binary::Modulo],
    &[Binary::Add],
    &[Binary::Equal],
    &[Binary::NotEqual],
    &[Binary::LessOrEqual],
    &[Binary::Less],
    &[Binary::GreaterOrEqual],
    &[Binary::Greater],
    &[Binary::LogicalAnd],
    &[Binary::LogicalOr],
];

/// The order in which operators of equal precedence are applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    LeftToRight,
    /// In repeated sweeps from left to right, each of which skips the operator after one that it has applied,
    /// as the reference assembler does: `9/2*3/2` is `(9/2)*(3/2)`.
    Reference,
}

/// Whether the two orders can give different values, which takes three operators of equal precedence, at
/// least one of them not associative.
fn sweeps_matter(operators: &[Binary]) -> bool {
    LEVELS.iter().any(|level| {
        let mut of_level = operators.iter().filter(|operator| level.contains(operator));
        let grouped = of_level.clone().any(|operator| {
            !matches!(
                operator,
                Binary::Add
                    | Binary::And
                    | Binary::Or
                    | Binary::Xor
                    | Binary::Multiply
                    | Binary::LogicalAnd
                    | Binary::LogicalOr
            )
        });
        grouped && of_level.nth(2).is_some()
    })
}

impl Parser<'_> {
    /// An expression with all operators.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        if self.depth == 0 {
            self.operators = 0;
        }
        self.skip_blanks();
        self.chain()
    }

    /// An expression that a blank ends, because blanks separate operands here.
    pub(super) fn tight_expression(&mut self) -> Parsed<ExprId> {
        let tight = std::mem::replace(&mut self.tight, true);
        let value = self.expression();
        self.tight = tight;
        value
    }

    /// Moves to the next operator, unless blanks end the expression.
    fn skip_to_operator(&mut self) {
        if !self.tight {
            self.skip_blanks();
        }
    }

    pub(super) fn accept_word(&mut self, word: &[u8]) -> bool {
        let found = self.peek() == b'.' && self.peek_word().eq_ignore_ascii_case(word);
        if found {
            self.at += word.len();
        }
        found
    }

    pub(super) fn binary(&mut self, operator: Binary, left: ExprId, right: ExprId) -> ExprId {
        let start = self.program.spans[left.0 as usize].0 as usize;
        let end = self.program.spans[right.0 as usize].1 as usize;
        self.program.expr(Expr::Binary(operator, left, right), start, end)
    }

    /// Values joined by operators, with the precedence of the reference assembler.
    fn chain(&mut self) -> Parsed<ExprId> {
        let mut values = vec![self.unary()?];
        let mut operators = Vec::new();
        loop {
            self.skip_to_operator();
            let Some(operator) = self.operator() else { break };
            self.operators += 1;
            if self.operators > MAX_OPERATORS {
                return Err(self.fault(self.at, self.at, "the expression has too many operators"));
            }
            self.skip_blanks();
            values.push(self.unary()?);
            operators.push(operator);
        }
        if operators.len() < 2 {
            let bound = operators.first().map(|&operator| self.binary(operator, values[0], values[1]));
            return Ok(bound.unwrap_or(values[0]));
        }
        if !sweeps_matter(&operators) {
            return Ok(self.bind(values, operators, Sweep::LeftToRight));
        }
        let plain = self.bind(values.clone(), operators.clone(), Sweep::LeftToRight);
        let swept = self.bind(values, operators, Sweep::Reference);
        let (start, end) = self.program.spans[plain.0 as usize];
        Ok(self.program.expr(Expr::TwoReadings { swept, plain }, start as usize, end as usize))
    }

    /// Reads a binary operator.
    pub(super) fn operator(&mut self) -> Option<Binary> {
        let (first, second) = (self.peek(), self.peek_at(1));
        let (operator, length) = match (first, second) {
            (b'/', b'/' | b'*') => return None,
            (b'|', b'|') => (Binary::LogicalOr, 2),
            (b'&', b'&') => (Binary::LogicalAnd, 2),
            (b'<', b'<') => (Binary::ShiftLeft, 2),
            (b'>', b'>') => (Binary::ShiftRight, 2),
            (b'=', b'=') => (Binary::Equal, 2),
            (b'<', b'>') | (b'!', b'=') => (Binary::NotEqual, 2),
            (b'<', b'=') => (Binary::LessOrEqual, 2),
            (b'>', b'=') => (Binary::GreaterOrEqual, 2),
            (b'=', _) => (Binary::Equal, 1),
            (b'<', _) => (Binary::Less, 1),
            (b'>', _) => (Binary::Greater, 1),
            (b'+', _) => (Binary::Add, 1),
            (b'-', _) => (Binary::Subtract, 1),
            (b'*', _) => (Binary::Multiply, 1),
            (b'/', _) => (Binary::Divide, 1),
            (b'%', _) => (Binary::Modulo, 1),
            (b'&', _) => (Binary::And, 1),
            (b'|', _) => (Binary::Or, 1),
            (b'^', _) => (Binary::Xor, 1),
            (b'.', _) if self.accept_word(b".or") => (Binary::LogicalOr, 0),
            (b'.', _) if self.accept_word(b".and") => (Binary::LogicalAnd, 0),
            (b'.', _) if self.accept_word(b".xor") => (Binary::Xor, 0),
            _ => return None,
        };
        self.at += length;
        Some(operator)
    }

    /// Applies operators to values, highest precedence first. A difference is the sum with the negated value,
    /// and the negation binds more tightly than any operator: `1-1&2` is `1+(-1&2)`. [measured]
    fn bind(&mut self, mut values: Vec<ExprId>, mut operators: Vec<Binary>, sweep: Sweep) -> ExprId {
        for (operator, value) in operators.iter_mut().zip(&mut values[1..]) {
            if *operator == Binary::Subtract {
                *operator = Binary::Add;
                let (start, end) = self.program.spans[value.0 as usize];
                let negative = Expr::Unary(Unary::Negate, *value);
                *value = self.program.expr(negative, start as usize, end as usize);
            }
        }
        for level in LEVELS {
            while operators.iter().any(|operator| level.contains(operator)) {
                let mut index = 0;
                while index < operators.len() {
                    if level.contains(&operators[index]) {
                        let right = values.remove(index + 1);
                        let operator = operators.remove(index);
                        values[index] = self.binary(operator, values[index], right);
                        // The reference assembler skips the operator after the one it has applied.
                        index += usize::from(sweep == Sweep::Reference);
                    } else {
                        index += 1;
                    }
                }
            }
        }
        values[0]
    }

    pub(super) fn deeper(&mut self, start: usize) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(start, start + 1, "the expression is nested too deeply"));
        }
        Ok(())
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let start = self.at;
        let operator = match self.peek() {
            b'<' => Some(Unary::Low),
            b'>' => Some(Unary::High),
            b'^' => Some(Unary::Third),
            b'~' => Some(Unary::Complement),
            b'!' => Some(Unary::Not),
            b'-' => Some(Unary::Negate),
            b'+' => None,
            b'.' if self.accept_word(b".lo") => return self.part(Unary::Low, start),
            b'.' if self.accept_word(b".hi") => return self.part(Unary::High, start),
            b'.' if self.accept_word(b".not") => return self.unary_rest(Some(Unary::Not), start),
            _ => return self.primary(),
        };
        self.at += 1;
        if (operator, self.peek()) == (Some(Unary::Low), b'>') {
            self.refuse(start, "`<>` must be between two values", "use brackets to show which part is meant");
        }
        self.unary_rest(operator, start)
    }

    /// `.lo(x)`, `.hi(x)`
    fn part(&mut self, operator: Unary, start: usize) -> Parsed<ExprId> {
        if self.peek() != b'(' {
            self.refuse(start, "`.lo` and `.hi` need parentheses", "write `.lo(value)`, or `<value`");
        }
        self.unary_rest(Some(operator), start)
    }

    fn unary_rest(&mut self, operator: Option<Unary>, start: usize) -> Parsed<ExprId> {
        self.skip_blanks();
        self.deeper(start)?;
        let operand = self.unary()?;
        self.depth -= 1;
        Ok(match operator {
            Some(operator) => self.program.expr(Expr::Unary(operator, operand), start, self.at),
            None => operand,
        })
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let start = self.at;
        let expr = match self.peek() {
            b'(' => return self.group(b')'),
            b'[' => return self.group(b']'),
            b'$' => self.digits(1, 16)?,
            b'%' => self.digits(1, 2)?,
            b'0' if matches!(self.peek_at(1), b'x' | b'X') => self.digits(2, 16)?,
            b'0' if matches!(self.peek_at(1), b'q' | b'Q') => self.digits(2, 4)?,
            b'0'..=b'9' => self.digits(0, 10)?,
            b'\'' | b'"' => self.character()?,
            b'*' => {
                self.at += 1;
                Expr::Here
            }
            b'#' => {
                self.at += 1;
                Expr::Counter
            }
            b'=' if is_identifier_start(self.peek_at(1)) => {
                self.at += 1;
                Expr::Bank(self.identifier_name())
            }
            b'@' if !is_identifier(self.peek_at(1)) => self.anonymous()?,
            b'.' => self.function()?,
            b'{' => {
                self.at += 1;
                self.snippet(start)?
            }
            b':' if self.endless_bodies > 0 && self.peek_at(1).is_ascii_digit() => {
                // A parameter of an unclosed macro gets the value of a missing argument.
                self.at += 1;
                self.digits(0, 10)?;
                Expr::Number(-1)
            }
            b':' if is_identifier_start(self.peek_at(1)) => {
                self.at += 1;
                Expr::Global(self.identifier_name())
            }
            byte if is_identifier_start(byte) => return self.symbol(),
            _ => return Err(self.no_value(start)),
        };
        Ok(self.program.expr(expr, start, self.at))
    }

    fn no_value(&self, start: usize) -> Box<Fault> {
        if self.at_end() {
            let help = match self.text[..start].trim_ascii_end() {
                [.., b':'] => "a label has a colon only where it is defined",
                [.., b' ' | b'\t', b'-' | b'+'] => {
                    "an anonymous label is `@-` before this place, `@+` after it"
                }
                _ => return self.fault(start, start, "a value is missing"),
            };
            return self.fault_help(start, start, "a value is missing", help);
        }
        if self.peek() == b':' {
            let help = match self.open.iter().any(|open| open.is_repeat) {
                true => "`:1` is the first value of a repeat that has values: `.rept 5,#`",
                false => "parameters such as `:1` are possible only in macros",
            };
            return self.fault_help(start, start + 1, "expected a value, found `:`", help);
        }
        let (shown, end) = self.shown();
        let message = format!("expected a value, found {shown}");
        match self.peek() {
            b',' => self.fault_help(start, end, &message, "write one comma between two values"),
            _ => self.fault(start, end, &message),
        }
    }

    pub(super) fn group(&mut self, close: u8) -> Parsed<ExprId> {
        let start = self.at;
        self.at += 1;
        self.deeper(start)?;
        let tight = std::mem::replace(&mut self.tight, false);
        let value = self.expression()?;
        self.tight = tight;
        self.depth -= 1;
        self.expect(close)?;
        self.program.spans[value.0 as usize] = (start as u32, self.at as u32);
        Ok(value)
    }

    fn anonymous(&mut self) -> Parsed<Expr> {
        let start = self.at;
        self.at += 1;
        let sign = self.peek();
        if !matches!(sign, b'+' | b'-') {
            let help = "`@+` is the next anonymous label, `@-` the one before";
            return Err(self.fault_help(start, self.at, "`@` alone is not a value", help));
        }
        self.at += 1;
        let count = match self.peek() {
            digit @ b'0'..=b'9' => {
                self.at += 1;
                digit - b'0'
            }
            _ => 0,
        };
        Ok(if sign == b'+' { Expr::AnonymousForward(count) } else { Expr::AnonymousBackward(count) })
    }

    fn symbol(&mut self) -> Parsed<ExprId> {
        let start = self.at;
        let name = self.identifier_name();
        let end = self.at;
        if self.peek() == b'[' {
            let index = self.index(name)?;
            if self.peek() == b'.' && is_identifier_start(self.peek_at(1)) {
                self.at += 1;
                let field = self.identifier_name();
                return Ok(self.program.expr(Expr::ElementField(name, index, field), start, self.at));
            }
            return Ok(self.program.expr(Expr::Element(name, index), start, self.at));
        }
        if self.peek() == b'(' {
            let members = self.group(b')')?;
            return Ok(self.program.expr(Expr::Within(name, members), start, self.at));
        }
        Ok(self.program.expr(Expr::Symbol(name), start, end))
    }
}
