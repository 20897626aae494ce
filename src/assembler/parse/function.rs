//! Functions in expressions that query symbols, files and the store.

use super::scan::is_identifier_start;
use super::unknown::NO_DOT;
use super::{Parsed, Parser};
use crate::assembler::directives::BLOCKS;
use crate::assembler::names::Name;
use crate::assembler::syntax::Expr;

impl Parser<'_> {
    /// A function, which begins with a dot.
    pub(super) fn function(&mut self) -> Parsed<Expr> {
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
        if !matches!(word.as_slice(), b".def" | b".ref" | b".len" | b".sizeof" | b".adr") {
            let word = String::from_utf8_lossy(&word).into_owned();
            let message = format!("`{word}` is not supported in an expression");
            let is_of_block =
                |(open, close): &(&str, &str)| [*open, *close].contains(&word.to_ascii_lowercase().as_str());
            let help = match BLOCKS.iter().any(is_of_block) {
                true => "a directive must begin its statement",
                false => NO_DOT,
            };
            return Err(self.fault_help(start, self.at, &message, help));
        }
        self.function_of_name(&word, start)
    }

    /// A function of a symbol's name, which may be in brackets.
    fn function_of_name(&mut self, word: &[u8], start: usize) -> Parsed<Expr> {
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
        Ok(match word {
            b".def" => Expr::Defined(name),
            b".ref" => Expr::Referenced(name),
            b".adr" => Expr::Physical(name),
            _ => Expr::Length(name),
        })
    }

    /// Whether `.and` or `.or` follows.
    fn joins_next(&mut self) -> bool {
        let saved = self.at;
        self.skip_blanks();
        let word = self.peek_word();
        self.at = saved;
        word.eq_ignore_ascii_case(b".and") || word.eq_ignore_ascii_case(b".or")
    }

    /// `.def a .and …`: MADS takes the rest of the line as a name, which is undefined. [measured]
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

    /// Whether a quote follows, possibly after a bracket.
    fn quote_follows(&self) -> bool {
        let rest = &self.text[self.at.min(self.text.len())..];
        let mut rest = rest.iter().skip_while(|byte| matches!(byte, b' ' | b'\t' | b'('));
        matches!(rest.next(), Some(b'\'' | b'"'))
    }

    fn path_in_brackets(&mut self) -> Parsed<Vec<u8>> {
        let bracket = self.accept(b'(');
        let path = self.quoted_path()?;
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
}
