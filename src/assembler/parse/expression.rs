//! Expressions, by precedence.

use super::scan::{is_identifier, is_identifier_start};
use super::{Parsed, Parser};
use crate::assembler::characters::screen_code;
use crate::assembler::names::Name;
use crate::assembler::syntax::{Binary, Expr, ExprId, Fault, Unary};

/// Nesting of an expression at which it is refused.
const MAX_DEPTH: u32 = 100;
/// Binary operators of an expression at which it is refused.
const MAX_OPERATORS: u32 = 1000;

/// Operators by how strongly they bind, the strongest first. [measured]
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

/// How operators of one level are worked off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    LeftToRight,
    /// From left to right again and again, each time leaving out the operator behind one that was
    /// done, as the reference assembler does: `9/2*3/2` is `(9/2)*(3/2)`.
    Reference,
}

/// Whether the two ways can come to different values: it takes three operators of a level, and one
/// whose grouping counts.
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
    /// An expression with every operator.
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

    fn binary(&mut self, operator: Binary, left: ExprId, right: ExprId) -> ExprId {
        let start = self.program.spans[left.0 as usize].0 as usize;
        let end = self.program.spans[right.0 as usize].1 as usize;
        self.program.expr(Expr::Binary(operator, left, right), start, end)
    }

    /// Values with operators between them, bound as the reference assembler binds them.
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
    fn operator(&mut self) -> Option<Binary> {
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

    /// Binds values by operators, the strongest level first. A difference is the sum with the negative,
    /// which goes into stronger operators: `1-1&2` is `1+(-1&2)`. [measured]
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
                        // The reference assembler steps over the operator behind the one it has done.
                        index += usize::from(sweep == Sweep::Reference);
                    } else {
                        index += 1;
                    }
                }
            }
        }
        values[0]
    }

    fn deeper(&mut self, start: usize) -> Parsed<()> {
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
            self.refuse(start, "`<>` stands between two values", "say with brackets which part is meant");
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
                // A parameter of the macro that has no end: as where a call leaves it out.
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
            let before = self.text[..start].trim_ascii_end().last();
            return match before {
                Some(b':') => {
                    let help = "a label has its colon where it is defined only";
                    self.fault_help(start, start, "a value is missing", help)
                }
                _ => self.fault(start, start, "a value is missing"),
            };
        }
        if self.peek() == b':' {
            let help = match self.open.iter().any(|open| open.is_repeat) {
                true => "`:1` is the first value of a repeat that has some: `.rept 5,#`",
                false => "parameters such as `:1` stand in macros only",
            };
            return self.fault_help(start, start + 1, "expected a value, found `:`", help);
        }
        let (shown, end) = self.shown();
        self.fault(start, end, &format!("expected a value, found {shown}"))
    }

    fn group(&mut self, close: u8) -> Parsed<ExprId> {
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

    fn digits(&mut self, prefix: usize, radix: u32) -> Parsed<Expr> {
        let start = self.at;
        self.at += prefix;
        let mut value: i64 = 0;
        let first = self.at;
        while let Some(digit) = (self.peek() as char).to_digit(radix) {
            value = value.wrapping_mul(radix.into()).wrapping_add(digit.into());
            if !(0..=0xFFFF_FFFF).contains(&value) {
                let end = self.at + 1;
                return Err(self.fault(start, end, "the number does not fit 32 bits"));
            }
            self.at += 1;
            if radix == 10 {
                self.skip_blanks_in_number(start);
            }
        }
        if self.at == first || is_identifier(self.peek()) {
            let end = self.at + usize::from(!self.peek_newline());
            let kind = match radix {
                2 => "binary",
                10 => "decimal",
                _ => "hexadecimal",
            };
            let message = format!("this is no {kind} number");
            if radix != 10 {
                return Err(self.fault(start, end, &message));
            }
            let help = "a hexadecimal number begins with `$`, a binary one with `%`";
            return Err(self.fault_help(start, end, &message, help));
        }
        Ok(Expr::Number(value))
    }

    /// Blanks between two decimal digits belong to the number, unless they separate values here: `1 2` is 12.
    /// [measured]
    fn skip_blanks_in_number(&mut self, start: usize) {
        let end = self.at;
        if self.tight || !self.is_blank() {
            return;
        }
        self.skip_blanks();
        if !self.peek().is_ascii_digit() || self.peek_newline() {
            self.at = end;
            return;
        }
        let message = "the blank is a part of this number, as in MADS".to_owned();
        self.remark(start, self.at + 1, message, "a comma separates values");
    }

    /// `'A'` is the ATASCII code, `"A"` the screen code; a `*` behind it sets bit 7.
    fn character(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let quote = self.peek();
        let bytes = self.quoted()?;
        let byte = match *bytes.as_slice() {
            [byte] => byte,
            // Two are a word, the first on top.
            [high, low] => {
                let code = |byte| i64::from(if quote == b'"' { screen_code(byte) } else { byte });
                return Ok(Expr::Number(code(high) << 8 | code(low)));
            }
            _ => {
                let help = "a text stands in memory, as in `name dta c'text'`, and is taken letter by letter";
                let message = "a value in quotes is one character, or two";
                return Err(self.fault_help(start, self.at, message, help));
            }
        };
        let mut value = if quote == b'"' { screen_code(byte) } else { byte };
        if self.accept_inverse() {
            value ^= 0x80;
        }
        Ok(Expr::Number(value.into()))
    }

    /// A `*` behind a quote which is not a multiplication.
    pub(super) fn accept_inverse(&mut self) -> bool {
        let next = self.peek_at(1);
        let starts_value =
            is_identifier(next) || matches!(next, b'$' | b'%' | b'(' | b'[' | b'\'' | b'"' | b'*');
        let found = self.peek() == b'*' && !starts_value;
        self.at += usize::from(found);
        found
    }

    fn anonymous(&mut self) -> Parsed<Expr> {
        let start = self.at;
        self.at += 1;
        let sign = self.peek();
        if !matches!(sign, b'+' | b'-') {
            let help = "`@+` is the next anonymous label, `@-` the one before";
            return Err(self.fault_help(start, self.at, "`@` alone is no value", help));
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

    fn function(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let word = self.peek_word().to_ascii_lowercase();
        self.at += word.len();
        match word.as_slice() {
            b".r" => return Ok(Expr::Counter),
            b".zpvar" => return Ok(Expr::NextZeroPage),
            b".fileexists" => {
                let path = self.path_in_brackets()?;
                return Ok(Expr::FileExists(self.program.string(path)));
            }
            b".filesize" | b".len" | b".sizeof" if self.quote_follows() => {
                let path = self.path_in_brackets()?;
                return Ok(Expr::FileSize(self.program.string(path)));
            }
            b".get" => return self.stored(1),
            b".wget" => return self.stored(2),
            b".lget" => return self.stored(3),
            b".dget" => return self.stored(4),
            _ => {}
        }
        let known: [&[u8]; 5] = [b".def", b".ref", b".len", b".sizeof", b".adr"];
        if !known.contains(&word.as_slice()) {
            let word = String::from_utf8_lossy(&word).into_owned();
            return Err(self.fault(start, self.at, &format!("`{word}` is not supported in an expression")));
        }
        self.skip_blanks();
        let bracket = match self.peek() {
            b'(' => Some(b')'),
            b'[' => Some(b']'),
            _ => None,
        };
        if word == b".adr" && self.tight && bracket.is_none() {
            self.refuse(start, "a blank ends the value here", "write `.adr(name)`");
        }
        self.at += usize::from(bracket.is_some());
        self.skip_blanks();
        self.at += usize::from(self.peek() == b':');
        if !is_identifier_start(self.peek()) {
            return Err(self.fault(start, self.at, "a name is missing"));
        }
        let name = self.identifier_name();
        if let Some(close) = bracket {
            self.expect(close)?;
        }
        if word == b".def" && bracket.is_none() && self.joins_next() {
            return self.defined_joined(name, start);
        }
        Ok(match word.as_slice() {
            b".def" => Expr::Defined(name),
            b".ref" => Expr::Referenced(name),
            b".adr" => Expr::Physical(name),
            _ => Expr::Length(name),
        })
    }

    /// Whether `.and` or `.or` comes next.
    fn joins_next(&mut self) -> bool {
        let saved = self.at;
        self.skip_blanks();
        let word = self.peek_word();
        self.at = saved;
        word.eq_ignore_ascii_case(b".and") || word.eq_ignore_ascii_case(b".or")
    }

    /// `.def a .and …`: MADS takes the rest of the line for a name, which is not defined. [measured]
    fn defined_joined(&mut self, name: Name, start: usize) -> Parsed<Expr> {
        let left = self.program.expr(Expr::Defined(name), start, self.at);
        self.skip_blanks();
        let Some(operator) = self.operator() else { return Ok(Expr::Defined(name)) };
        self.deeper(start)?;
        let right = self.expression()?;
        self.depth -= 1;
        let plain = self.binary(operator, left, right);
        let swept = self.number(0);
        Ok(Expr::TwoReadings { swept, plain })
    }

    /// Whether a quote comes next, perhaps behind a bracket.
    fn quote_follows(&self) -> bool {
        let rest = &self.text[self.at.min(self.text.len())..];
        let mut rest = rest.iter().skip_while(|byte| matches!(byte, b' ' | b'\t' | b'('));
        matches!(rest.next(), Some(b'\'' | b'"'))
    }

    fn path_in_brackets(&mut self) -> Parsed<Vec<u8>> {
        let bracket = self.accept(b'(');
        let path = self.quoted()?;
        if bracket {
            self.expect(b')')?;
        }
        Ok(path)
    }

    /// `[index]` of `.get` and its kin.
    fn stored(&mut self, bytes: u8) -> Parsed<Expr> {
        self.skip_blanks();
        if self.peek() != b'[' {
            let at = self.at;
            return Err(self.fault(at, at + 1, "expected an index in square brackets"));
        }
        Ok(Expr::Stored(bytes, self.group(b']')?))
    }

    fn symbol(&mut self) -> Parsed<ExprId> {
        let start = self.at;
        let name = self.identifier_name();
        let end = self.at;
        if self.peek() == b'[' {
            let index = self.group(b']')?;
            self.refuse_second_index()?;
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
