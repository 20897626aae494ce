//! Numbers and characters.

use super::scan::is_identifier;
use super::{Parsed, Parser};
use crate::assembler::characters::screen_code;
use crate::assembler::syntax::Expr;

impl Parser<'_> {
    /// The digits of a number after its prefix.
    pub(super) fn digits(&mut self, prefix: usize, radix: u32) -> Parsed<Expr> {
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
            let message = format!("this is not a {kind} number");
            let help = match radix {
                10 => "a hexadecimal number begins with `$`, a binary one with `%`",
                2 if self.at == first => "the parameters of a macro are `:name`, and `:1` or `%%1`",
                _ => return Err(self.fault(start, end, &message)),
            };
            return Err(self.fault_help(start, end, &message, help));
        }
        Ok(Expr::Number(value))
    }

    /// Blanks between two decimal digits belong to the number, unless blanks separate values here: `1 2` is
    /// 12. [measured]
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
        let message = "the blank is part of this number, as in MADS".to_owned();
        self.remark(start, self.at + 1, message, "separate values by commas");
    }

    /// `'A'` is the ATASCII code, `"A"` the screen code; a `*` after it sets bit 7.
    pub(super) fn character(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let quote = self.peek();
        let bytes = self.quoted()?;
        let byte = match *bytes.as_slice() {
            [byte] => byte,
            // Two characters are a word, the first in the high byte.
            [high, low] => {
                let code = |byte| i64::from(if quote == b'"' { screen_code(byte) } else { byte });
                return Ok(Expr::Number(code(high) << 8 | code(low)));
            }
            _ => {
                let help =
                    "put a text into memory, as in `name dta c'text'`, and load its characters one by one";
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

    /// A `*` after a quote that is not a multiplication.
    pub(super) fn accept_inverse(&mut self) -> bool {
        let next = self.peek_at(1);
        let starts_value =
            is_identifier(next) || matches!(next, b'$' | b'%' | b'(' | b'[' | b'\'' | b'"' | b'*');
        let found = self.peek() == b'*' && !starts_value;
        self.at += usize::from(found);
        found
    }
}
