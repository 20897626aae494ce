//! Instructions: joined mnemonics and their operands.

use super::{Parsed, Parser};
use crate::assembler::fix::Fix;
use crate::assembler::opcodes::{Word, is_implied_only};
use crate::assembler::syntax::{
    Binary, Expr, ExprId, InlineLabel, Kind, List, Op, Operand, Operation, Shape, Width,
};

impl Parser<'_> {
    /// The rest of an instruction whose first mnemonic was read; it began at `start`.
    pub(super) fn instruction(&mut self, first: Op, start: usize) -> Parsed<Kind> {
        let (operations, operands) = self.operations(first, start)?;
        Ok(Kind::Instruction { operations, operands })
    }

    /// An instruction in an expression, `{lda #}`, after its brace.
    pub(super) fn snippet(&mut self, brace: usize) -> Parsed<Expr> {
        self.skip_blanks();
        let text = self.text;
        let length = text[self.at..].iter().position(|&byte| matches!(byte, b'}' | b'\n'));
        let Some(length) = length.filter(|&length| text[self.at + length] == b'}') else {
            return Err(self.fault(brace, brace + 1, "the brace is not closed"));
        };
        let (start, close) = (self.at, self.at + length);
        let base = self.identifier();
        let op = match self.words.find(&base[..base.len().min(3)]) {
            Some(Word::Cpu(mnemonic)) => Op::Cpu(mnemonic),
            Some(Word::Macro(which)) => Op::Macro(which),
            _ => return Err(self.fault(start, close, "expected an instruction in braces")),
        };
        self.text = &text[..close];
        let (tight, braces) =
            (std::mem::replace(&mut self.tight, false), std::mem::replace(&mut self.in_braces, true));
        let parsed = self.operations(op, start);
        (self.text, self.tight, self.in_braces) = (text, tight, braces);
        let parsed = parsed?;
        self.expect(b'}')?;
        self.program.snippets.push(parsed);
        Ok(Expr::Opcode(self.program.snippets.len() as u32 - 1))
    }

    fn operations(&mut self, first: Op, start: usize) -> Parsed<(List, List)> {
        let first_operation = self.program.operations.len() as u32;
        let width = self.forced_width(start)?;
        self.program.operations.push(Operation { op: first, width });
        while self.peek() == b':' {
            self.at += 1;
            let start = self.at;
            let word = self.identifier();
            let op = match self.words.find(&word[..word.len().min(3)]) {
                Some(Word::Cpu(mnemonic)) => Op::Cpu(mnemonic),
                Some(Word::Macro(which)) => Op::Macro(which),
                _ => {
                    return Err(self.fault(
                        start,
                        self.at.max(start + 1),
                        "a mnemonic must follow the colon",
                    ));
                }
            };
            let width = self.forced_width(start)?;
            self.program.operations.push(Operation { op, width });
        }
        let operations = List { start: first_operation, end: self.program.operations.len() as u32 };
        let most = self.most_operands(operations);
        let operands = if most > 0 { self.operands(most)? } else { List::default() };
        Ok((operations, operands))
    }

    /// The largest number of operands that any of the joined operations takes.
    fn most_operands(&self, operations: List) -> usize {
        let count = |operation: &Operation| match operation.op {
            Op::Cpu(mnemonic) => usize::from(!is_implied_only(mnemonic)),
            Op::Macro(which) => which.operands().1,
        };
        self.program.operations[operations.indices()].iter().map(count).max().unwrap_or(0)
    }

    /// The `.b` or `.w` of the mnemonic that began at `start`.
    fn forced_width(&mut self, start: usize) -> Parsed<Width> {
        let word = &self.text[start..self.at];
        match word.get(3..) {
            None | Some([]) => Ok(Width::Auto),
            Some([b'.', letter]) => self.width_letter(*letter, self.at - 1),
            _ => Err(self.fault(start, self.at, "expected a mnemonic")),
        }
    }

    fn width_letter(&self, letter: u8, at: usize) -> Parsed<Width> {
        match letter.to_ascii_lowercase() {
            b'b' | b'z' => Ok(Width::ZeroPage),
            b'w' | b'a' | b'q' => Ok(Width::Absolute),
            _ => Err(self.fault(at, at + 1, "the size of an operand is `.b` or `.w`")),
        }
    }

    fn operands(&mut self, most: usize) -> Parsed<List> {
        let several = most > 1;
        let tight = std::mem::replace(&mut self.tight, several);
        // An operand may contain an instruction in braces, whose operands come first.
        let mut operands = Vec::new();
        loop {
            self.skip_blanks();
            if self.ends_statement() || operands.len() == most {
                break;
            }
            operands.push(self.operand()?);
            if !several {
                break;
            }
            let start = self.at;
            if self.accept(b',') {
                self.refuse(
                    start,
                    "a macro-instruction's operands are not separated by commas",
                    "use a blank",
                );
            }
        }
        self.tight = tight;
        let start = self.program.operands.len() as u32;
        self.program.operands.extend(operands);
        let end = self.program.operands.len() as u32;
        Ok(if end > start { List { start, end } } else { List::default() })
    }

    /// One operand with its addressing mode.
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let mut width = Width::Auto;
        let label = self.inline_label();
        if self.peek_at(1) == b':' && matches!(self.peek().to_ascii_lowercase(), b'a' | b'z') {
            width = self.width_letter(self.peek(), self.at)?;
            self.at += 2;
        }
        let operand = self.addressed(width)?;
        Ok(Operand { label, ..operand })
    }

    /// The name in `lda name: value`. One-letter names are sizes, or rejected. [measured]
    fn inline_label(&mut self) -> Option<InlineLabel> {
        let word = self.peek_word();
        let behind = self.peek_at(word.len());
        let is_name = match word {
            [] => false,
            [letter] => {
                letter.is_ascii_alphabetic()
                    && !b"azr".contains(&letter.to_ascii_lowercase())
                    && self.endless_bodies == 0
            }
            [first, ..] => *first != b'.' && !first.is_ascii_digit(),
        };
        if !is_name || behind != b':' || self.tight {
            return None;
        }
        if word.len() == 1 {
            let (start, end) = (self.at, self.at + 1);
            let message = "the label of an operand must have two letters or more".to_owned();
            self.say(start, end, message, "a single letter before a colon is a size", Kind::Fault);
        }
        let name = self.program.names.intern(word);
        self.at += word.len() + 1;
        let is_global = self.peek() == b':';
        self.at += usize::from(is_global);
        self.skip_blanks();
        Some(InlineLabel { name, is_global })
    }

    /// An operand after its label and size.
    fn addressed(&mut self, width: Width) -> Parsed<Operand> {
        let label = None;
        match self.peek() {
            b'#' => {
                self.at += 1;
                self.skip_blanks();
                // `lda #` alone is `lda #0`. [measured]
                let value = if self.operand_ends_at(self.at) { self.number(0) } else { self.expression()? };
                Ok(Operand { shape: Shape::Immediate, width, step: 0, value, label })
            }
            _ if self.in_braces && self.at_end() => {
                let value = self.number(0);
                let width = if width == Width::Auto { Width::Absolute } else { width };
                Ok(Operand { shape: Shape::Plain, width, step: 0, value, label })
            }
            // `lda <table`: a part of an address is a number.
            b'<' | b'>' | b'^' => {
                let value = self.expression()?;
                Ok(Operand { shape: Shape::Immediate, width, step: 0, value, label })
            }
            b'@' if self.is_accumulator() => {
                self.at += 1;
                let value = ExprId::NONE;
                Ok(Operand { shape: Shape::Accumulator, width, step: 0, value, label })
            }
            b'(' if self.is_indirect() => self.indirect(width),
            _ => {
                let value = self.address()?;
                self.indexed(value, width)
            }
        }
    }

    /// An address, with a warning if it may have been meant differently.
    fn address(&mut self) -> Parsed<ExprId> {
        let (start, first) = (self.at, self.peek());
        let value = self.expression()?;
        let is_number = matches!(self.program.exprs[value.0 as usize], Expr::Number(_));
        if matches!(first, b'\'' | b'"') && is_number {
            let message = "this is an address; the character itself needs a `#` before it".to_owned();
            self.remark(start, self.at, message, "write `#` before the quote");
            self.fix_last(Fix::AddSign);
        }
        let begins = self.program.spans[value.0 as usize].0 as usize == start;
        if first == b'[' && begins && self.is_one_group(start) {
            let message = "these brackets only group: this is the address itself".to_owned();
            self.remark(start, self.at, message, "leave them out");
        } else if matches!(first, b'(' | b'[') && begins {
            let help = "write the group last, as in 2*[a+b]";
            self.refuse(start, "an operand cannot begin with a bracket that groups", help);
        }
        Ok(value)
    }

    /// Whether the bracket at `start` encloses everything parsed since and is not indexed by `y`: that would
    /// be a 65816 mode.
    fn is_one_group(&self, start: usize) -> bool {
        let text = self.text[start..self.at].trim_ascii_end();
        let mut depth = 0;
        let end = text.iter().position(|byte| {
            depth += i32::from(*byte == b'[') - i32::from(*byte == b']');
            depth == 0
        });
        let rest: Vec<u8> =
            self.text[self.at..].iter().copied().filter(|byte| *byte != b' ').take(2).collect();
        end == Some(text.len() - 1) && !rest.eq_ignore_ascii_case(b",y")
    }

    fn is_accumulator(&self) -> bool {
        !matches!(self.peek_at(1), b'+' | b'-') && !super::scan::is_identifier(self.peek_at(1))
    }

    /// Whether the parenthesis under the cursor means indirection: after its match the operand ends or is
    /// indexed.
    fn is_indirect(&self) -> bool {
        let mut depth = 0;
        let mut quote = 0;
        for (offset, &byte) in self.text[self.at..].iter().enumerate() {
            match byte {
                b'\n' => return false,
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'\'' | b'"' => quote = byte,
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return self.operand_ends_at(self.at + offset + 1);
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn operand_ends_at(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        match rest.get(blanks) {
            None | Some(b'\n' | b';' | b',' | b'\\') => true,
            Some(b'/') => matches!(rest.get(blanks + 1), Some(b'/' | b'*')),
            _ => self.tight && blanks > 0,
        }
    }

    fn indirect(&mut self, width: Width) -> Parsed<Operand> {
        self.at += 1;
        let label = None;
        let tight = std::mem::replace(&mut self.tight, false);
        let value = self.expression()?;
        if self.accept(b',') {
            self.index_register(b'x')?;
            self.expect(b')')?;
            self.tight = tight;
            return Ok(Operand { shape: Shape::IndirectX, width, step: 0, value, label });
        }
        self.expect(b')')?;
        self.tight = tight;
        if self.index_comma(b'x') {
            let at = self.at;
            let help = "write `(zp),y` or `(zp,x)`";
            return Err(self.fault_help(at, at + 1, "only `y` can index after the parentheses", help));
        }
        if self.index_comma(b'y') {
            self.index_register(b'y')?;
            let step = self.index_step();
            return Ok(Operand { shape: Shape::IndirectY, width, step, value, label });
        }
        Ok(Operand { shape: Shape::Indirect, width, step: 0, value, label })
    }

    fn indexed(&mut self, value: ExprId, width: Width) -> Parsed<Operand> {
        let label = None;
        for (register, shape) in [(b'x', Shape::PlainX), (b'y', Shape::PlainY)] {
            if self.index_comma(register) {
                self.index_register(register)?;
                let step = self.index_step();
                let value = if step == 0 { self.index_offset(value)? } else { value };
                return Ok(Operand { shape, width, step, value, label });
            }
        }
        Ok(Operand { shape: Shape::Plain, width, step: 0, value, label })
    }

    /// Skips the comma if an index register follows it.
    fn index_comma(&mut self, register: u8) -> bool {
        let saved = self.at;
        if !self.tight {
            self.skip_blanks();
        }
        if self.peek() == b',' {
            self.at += 1;
            self.skip_blanks();
            if self.peek_word().eq_ignore_ascii_case(&[register]) {
                return true;
            }
        }
        self.at = saved;
        false
    }

    fn index_register(&mut self, register: u8) -> Parsed<()> {
        self.skip_blanks();
        if !self.peek_word().eq_ignore_ascii_case(&[register]) {
            let (start, end) = (self.at, self.at + self.peek_word().len().max(1));
            let message = format!("only `{}` can index here", register as char);
            let help = if register == b'x' { "write `(zp),y` or `(zp,x)`" } else { "write `(zp),y`" };
            return Err(self.fault_help(start, end, &message, help));
        }
        self.at += 1;
        Ok(())
    }

    /// The `+` or `-` of `x+`, `y-`.
    fn index_step(&mut self) -> i8 {
        let step = match self.peek() {
            b'+' => 1,
            b'-' => -1,
            _ => return 0,
        };
        let next = self.peek_at(1);
        if super::scan::is_identifier(next) || matches!(next, b'$' | b'%' | b'(' | b'[') {
            return 0;
        }
        self.at += 1;
        step
    }

    /// `table,x+2` is `table+2,x`.
    fn index_offset(&mut self, base: ExprId) -> Parsed<ExprId> {
        let start = self.at;
        let operator = match self.peek() {
            b'+' => Binary::Add,
            b'-' => Binary::Subtract,
            _ => return Ok(base),
        };
        self.at += 1;
        let offset = self.tight_expression()?;
        Ok(self.program.expr(Expr::Binary(operator, base, offset), start, self.at))
    }
}
