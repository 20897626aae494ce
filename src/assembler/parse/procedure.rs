//! Parameters of procedures and the arguments of their calls.

use super::{Parsed, Parser};
use crate::assembler::opcodes::Words;
use crate::assembler::syntax::{
    Argument, BlockSyntax, Convention, Given, Kind, Label, Parameter, ParsedProgram, ProcedureSyntax, Unit,
};

/// Parses the arguments of a call at `from..to` of a text.
pub(in crate::assembler) fn arguments(
    program: &mut ParsedProgram,
    words: &Words,
    text: &[u8],
    (source, from, to): (u32, u32, u32),
) -> Parsed<Vec<Argument>> {
    let mut parser = Parser::new(program, words, &text[..to as usize], source);
    parser.at = from as usize;
    parser.tight = true;
    parser.arguments()
}

impl Parser<'_> {
    /// `(.byte a,b .word c) .reg`; none if there are no parameters.
    pub(super) fn parameters(&mut self) -> Parsed<Option<u32>> {
        let mut parameters = Vec::new();
        if self.accept(b'(') {
            let mut unit = Unit::Byte;
            loop {
                self.skip_blanks();
                match self.peek() {
                    b',' => self.at += 1,
                    b')' => break,
                    b'.' => unit = self.type_unit()?,
                    byte if super::scan::is_identifier_start(byte) => {
                        let start = self.at;
                        let value = self.tight_expression()?;
                        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
                        parameters.push(Parameter { unit, value, text });
                    }
                    _ => {
                        let at = self.at;
                        // Calls of the procedure must not be reported.
                        let mut fault = self.fault(at, at + 1, "expected a parameter or `)`");
                        fault.hides_names = true;
                        return Err(fault);
                    }
                }
            }
            self.at += 1;
        }
        self.skip_blanks();
        let word = self.peek_word();
        let convention = match word.to_ascii_lowercase().as_slice() {
            b".reg" => Convention::Registers,
            b".var" => Convention::Variables,
            _ => Convention::Stack,
        };
        if convention != Convention::Stack {
            self.at += word.len();
        } else if parameters.is_empty() {
            return Ok(None);
        }
        self.program.procedures.push(ProcedureSyntax { convention, parameters });
        Ok(Some(self.program.procedures.len() as u32 - 1))
    }

    /// Arguments are separated by blanks or commas; an empty one may be left out between two commas.
    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        let mut arguments = Vec::new();
        loop {
            self.skip_blanks();
            if self.ends_statement() {
                return Ok(arguments);
            }
            let start = self.at;
            let given = self.argument()?;
            arguments.push(Argument { given, start: start as u32, end: self.at as u32 });
            self.accept(b',');
        }
    }

    fn argument(&mut self) -> Parsed<Given> {
        match self.peek() {
            b',' => Ok(Given::Nothing),
            b'@' if !super::scan::is_identifier(self.peek_at(1))
                && !matches!(self.peek_at(1), b'+' | b'-') =>
            {
                self.at += 1;
                Ok(Given::Accumulator)
            }
            b'"' => {
                let start = self.at;
                let text = self.text;
                let Some(length) = text[start + 1..].iter().position(|&byte| byte == b'"') else {
                    return Err(self.fault(start, start + 1, "the quote is not closed"));
                };
                let close = start + 1 + length;
                self.at += 1;
                self.text = &text[..close];
                self.tight = false;
                let operand = self.operand();
                self.text = text;
                self.tight = true;
                let operand = operand?;
                self.at = close + 1;
                Ok(Given::Operand(operand))
            }
            _ => {
                let text = self.text;
                self.text = &text[..self.end_of_argument()];
                let operand = self.operand();
                self.text = text;
                Ok(Given::Operand(operand?))
            }
        }
    }

    /// The comma after an unquoted argument, or the end of the text: `table,x` is two arguments.
    fn end_of_argument(&self) -> usize {
        let mut depth = 0;
        let mut quote = 0;
        for (at, &byte) in self.text.iter().enumerate().skip(self.at) {
            match byte {
                b'\'' | b'"' if quote == 0 => quote = byte,
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b',' if depth == 0 => return at,
                b'\n' => return at,
                _ => {}
            }
        }
        self.text.len()
    }

    /// `.endp name`, `.endl`, which have no label.
    pub(super) fn finish(&mut self, block: BlockSyntax, label: Label, word: &str) -> Parsed<Kind> {
        if label != Label::None {
            let start = self.at - word.len();
            return Err(self.fault(start, self.at, &format!("`{word}` has no label")));
        }
        self.skip_blanks();
        let is_named = super::scan::is_identifier_start(self.peek());
        Ok(Kind::Finish(block, is_named.then(|| self.identifier_name())))
    }
}

impl ProcedureSyntax {
    /// Total size of the parameters in bytes.
    pub(crate) fn bytes(&self) -> u32 {
        self.parameters.iter().map(|parameter| parameter.unit.size()).sum()
    }
}
