//! From text to statements: labels, the kind of each statement, and the ends of blocks.

mod block;
mod closers;
mod data;
mod directive;
mod expression;
mod function;
mod label;
mod link;
mod members;
mod number;
mod operand;
mod parser;
mod procedure;
mod remarks;
mod routine_test;
mod scan;
mod structured;
mod unknown;

pub(super) use closers::{closes_elsewhere, native};
use parser::{Members, Open, Parsed, Parser};
pub(super) use procedure::arguments;
pub(super) use scan::is_identifier;

use super::fix::Fix;
use super::opcodes::{Directive, Word, Words};
use super::syntax::{
    Assign, BlockSyntax, Body, Expr, ExprId, Fault, Kind, Label, Op, ParsedProgram, Repeated, Report,
    Statement,
};

/// Parses a text into its statements.
pub(super) fn parse(program: &mut ParsedProgram, words: &Words, text: &[u8], source: u32) -> Vec<Statement> {
    let mut parser = Parser::new(program, words, text, source);
    if text.starts_with(&[0xFF, 0xFE]) || text.starts_with(&[0xFE, 0xFF]) {
        let mut fault = parser.fault_help(0, 1, "this text is UTF-16", "save it as UTF-8");
        fault.hides_names = true;
        parser.push_fault(*fault, 0, Label::None);
        return parser.statements;
    }
    parser.statements.reserve(text.len() / 16);
    while parser.at < text.len() {
        parser.line();
    }
    parser.warn_of_open_comment();
    parser.close_all();
    parser.statements
}

/// Parses `from..to` of a text again, a statement that was taken for a macro call, as the instruction or
/// directive that its first word names.
pub(super) fn parse_word(
    program: &mut ParsedProgram,
    words: &Words,
    text: &[u8],
    (source, from, to): (u32, u32, u32),
    line: u32,
) -> Vec<Statement> {
    let own_words = std::mem::take(&mut program.own_words);
    let mut parser = Parser::new(program, words, &text[..to as usize], source);
    (parser.at, parser.line) = (from as usize, line);
    parser.statement(false);
    parser.skip_blanks();
    if !parser.at_end() {
        parser.refuse_rest();
    }
    let statements = parser.statements;
    program.own_words = own_words;
    statements
}

impl Parser<'_> {
    /// Parses a line, which may contain several statements.
    fn line(&mut self) {
        if matches!(self.peek(), b'*' | b'|') {
            self.star_comment();
            self.skip_line();
            return;
        }
        self.leave_members();
        let mut first_column = true;
        let mut begin = self.at;
        loop {
            let line = self.line;
            self.statement(first_column);
            self.skip_blanks();
            if self.peek() == b'\\' {
                if self.ends_behind_quoted_backslash(begin) {
                    self.skip_line();
                    return;
                }
                // The part before this statement need not be checked again.
                begin = self.at.saturating_sub(1);
                self.at += 1;
                // A name immediately after the backslash is a label.
                first_column = !self.is_blank();
                continue;
            }
            if self.members.is_some() && self.accept(b',') {
                first_column = false;
                continue;
            }
            if self.at_end() {
                if self.line == line || self.peek_newline() {
                    self.comment();
                }
                return;
            }
            if self.begins_behind_comment() {
                (begin, first_column) = (self.at, false);
                continue;
            }
            if matches!(self.statements.last().map(|statement| statement.kind), Some(Kind::EndIf)) {
                self.skip_line();
                return;
            }
            self.refuse_rest();
        }
    }

    /// Rejects text between a complete statement and the comment.
    fn refuse_rest(&mut self) {
        let start = self.at;
        self.skip_to_comment();
        if self.endless_bodies > 0 && self.text[start] == b':' {
            // The text comes from an unclosed parameter of a macro.
            return;
        }
        let rest = String::from_utf8_lossy(&self.text[start..self.at]).trim_end().to_owned();
        let fault = Fault {
            message: format!("unexpected `{rest}` after the statement"),
            help: Some(self.help_behind(start, &rest).to_owned()),
            fix: None,
            start: start as u32,
            end: (start + rest.len()) as u32,
            hides_names: false,
        };
        self.push_fault(fault, start, Label::None);
    }

    /// A hint for text after a complete statement.
    fn help_behind(&self, start: usize, rest: &str) -> &'static str {
        let operands = match self.statements.last().map(|statement| statement.kind) {
            Some(Kind::Instruction { operands, .. }) => Some(operands.indices().len()),
            Some(Kind::Variables(_)) if rest.starts_with(['[', '(']) => {
                return "for several elements of a variable write `name :4 .byte`";
            }
            Some(Kind::Else { .. }) if rest.trim_start_matches('.').starts_with("if") => {
                return "with a condition, write `.elseif`";
            }
            _ => None,
        };
        let is_statement = |text: &str| {
            let word: String = text.chars().take_while(char::is_ascii_alphanumeric).collect();
            self.words.find(word.as_bytes()).is_some()
        };
        let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        match operands {
            Some(_) if rest.strip_prefix(':').is_some_and(|rest| is_statement(rest.trim_start())) => {
                "separate statements on a line by `\\`"
            }
            Some(_) if is_statement(rest) => "put each statement on its own line, or `\\` before it",
            Some(0)
                if word.is_empty() || word.eq_ignore_ascii_case("x") || word.eq_ignore_ascii_case("y") =>
            {
                "this instruction has no operand"
            }
            Some(count) if count > 1 || self.follows_operand(start) => {
                "a macro-instruction's operands have no blanks inside"
            }
            Some(_) if rest.starts_with(['\'', '"']) => {
                "a character is written as `'A'`, or as `\"A\"` in the screen's code"
            }
            Some(_) if rest.starts_with(')') => "there is no `(` for it",
            Some(_) if rest == ":" => "a label has a colon only where it is defined",
            Some(_) if rest.starts_with(',') => "only an address can be indexed, by `,x` or `,y`",
            None if ["and", "or", "xor"].iter().any(|operator| word.eq_ignore_ascii_case(operator)) => {
                "conditions are joined by `.and`, `.or` and `.xor`, or by `&&` and `||`"
            }
            None if self.is_in_data() && rest.contains(['\'', '"']) => {
                "separate values by commas; double a quote within a text"
            }
            _ => "a comment begins with `;`",
        }
    }

    /// Whether the last statement outputs data.
    fn is_in_data(&self) -> bool {
        matches!(self.statements.last().map(|statement| statement.kind), Some(Kind::Data(_)))
    }

    /// Whether there is an operator at this position.
    fn follows_operand(&self, at: usize) -> bool {
        matches!(self.text.get(at), Some(b'+' | b'-' | b'*' | b'/' | b'&' | b'|'))
    }

    /// Parses a statement, up to its separator, a comment or the end of the line.
    fn statement(&mut self, first_column: bool) {
        let first_column = first_column && !self.is_blank() && !self.begins_comment();
        self.skip_blanks();
        let start = self.at;
        let line = self.line;
        let mut label = Label::None;
        match self.statement_parts(first_column, &mut label) {
            Ok((repeat, kind)) => {
                if matches!(kind, Kind::Nothing) && label == Label::None {
                    return;
                }
                let text = &self.text[start..self.at];
                let end = (start + text.trim_ascii_end().len()) as u32;
                self.push(Statement { kind, label, repeat, line, start: start as u32, end });
            }
            Err(fault) => {
                self.tight = false;
                self.depth = 0;
                self.skip_to_comment();
                // An error after a label must not make the label undefined.
                let is_known = self.members.is_none() && !self.names_a_statement(label);
                self.push_fault(*fault, start, if is_known { label } else { Label::None });
            }
        }
    }

    fn push(&mut self, statement: Statement) {
        self.statements.push(statement);
        self.link(self.statements.len() - 1);
    }

    fn push_fault(&mut self, fault: Fault, start: usize, label: Label) {
        let kind = Kind::Fault(self.program.fault(fault));
        let (line, end) = (self.line, self.at as u32);
        let start = start as u32;
        self.push(Statement { kind, label, repeat: ExprId::NONE, line, start, end });
    }

    /// The repeat count and the rest of a statement; its label is returned even if the rest is an error.
    fn statement_parts(&mut self, first_column: bool, label: &mut Label) -> Parsed<(ExprId, Kind)> {
        let mut repeat = ExprId::NONE;
        if first_column && self.peek() == b';' {
            return Ok((repeat, Kind::Nothing));
        }
        let start = self.at;
        if self.members.is_some_and(|members| members.block == BlockSyntax::Struct)
            && let Some(member) = self.member(first_column)?
        {
            return Ok((repeat, member));
        }
        if first_column {
            *label = self.column_one_label();
            self.turn_of_label(label)?;
        }
        self.skip_blanks();
        self.without_warnings();
        if self.ends_statement() || self.members.is_some() && self.peek() == b',' {
            if self.names_a_statement(*label) {
                self.warn_of_label(start, *label);
            }
            return Ok((repeat, Kind::Nothing));
        }
        self.colon_of_assignment();
        if self.peek() == b':' {
            repeat = self.repeat_count(start)?;
            if let Some(kind) = self.counted_line(repeat) {
                return Ok((ExprId::NONE, kind));
            }
            if self.at_end() {
                let at = self.at;
                return Err(self.fault(at, at, "a statement to repeat is missing"));
            }
            self.without_warnings();
        }
        let behind = self.at;
        match self.statement_kind(label) {
            Err(fault) if self.names_a_statement(*label) && fault.start as usize == behind => {
                let message = fault.message;
                let help = "what begins in column 1 is a label: indent the statement";
                let mut fault = self.fault_help(start, behind, &message, help);
                fault.fix = Some(Fix::Indent);
                Err(fault)
            }
            kind => Ok((repeat, kind?)),
        }
    }

    /// The count of `:n statement`, which a blank ends. The statement begins at `start`.
    fn repeat_count(&mut self, start: usize) -> Parsed<ExprId> {
        self.at += 1;
        if self.is_blank() {
            self.refuse(start, "no blank may follow the colon of a repeat", "write `:3 nop`");
        }
        let tight = std::mem::replace(&mut self.tight, true);
        if self.peek() == b'+' {
            self.at += 1;
        }
        let count = self.expression();
        self.tight = tight;
        let count = count?;
        self.skip_blanks();
        Ok(count)
    }

    /// `:n statement` with `:1` in it. That is the counter and may be part of a name, so the statement is
    /// parsed again for every turn.
    fn counted_line(&mut self, count: ExprId) -> Option<Kind> {
        let (at, line) = (self.at, self.line);
        self.skip_arguments();
        let text = &self.text[at..self.at];
        let has_counter = text
            .windows(2)
            .enumerate()
            .any(|(start, pair)| pair == b":1" && !text.get(start + 2).is_some_and(u8::is_ascii_digit));
        if !has_counter {
            (self.at, self.line) = (at, line);
            return None;
        }
        let name = self.program.names.intern(b":");
        // Including the blank before it: it does not begin in column 1.
        let body = Body { end: self.at as u32, ..Body::new(name, self.source, at as u32 - 1, line) };
        let counter = self.program.expr(Expr::Counter, at, at);
        self.program.repeats.push(Repeated { body, values: vec![counter] });
        Some(Kind::Repeat { count, body: self.program.repeats.len() as u32 - 1, end: 0 })
    }

    /// Whether the source has defined a macro with the name of an instruction or directive; the macro then
    /// wins.
    fn is_own_macro(&mut self, word: &[u8]) -> bool {
        if self.program.own_words.is_empty() {
            return false;
        }
        let name = self.program.names.intern(word);
        self.program.own_words.contains(&name)
    }

    /// An error: no statement begins like this.
    fn no_statement(&self) -> Box<Fault> {
        let (start, text) = (self.at, self.text);
        let (shown, end) = self.shown();
        let message = format!("a statement cannot begin with {shown}");
        let line = text[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let help = if self.peek() == b'-'
            && start > line
            && text[line..start].iter().all(|&byte| scan::is_identifier(byte))
        {
            "the name before it is a label; names consist of letters, digits, `_`, `?` and `@`"
        } else if self.peek().is_ascii_digit()
            && (start == line
                || self.text[start..]
                    .iter()
                    .find(|byte| !byte.is_ascii_digit())
                    .is_some_and(u8::is_ascii_alphabetic))
        {
            "the name of a label begins with a letter, `_`, `?` or `@`"
        } else if self.peek() == b'!' {
            unknown::help_with_exclaimed(self.word_at(start + 1))
        } else if text[start..].starts_with(b"-1") {
            "a missing argument of a macro is -1, and `:14` is the parameter of that number: use `.rept 14` to repeat"
        } else if b"+-*/&|^<>".contains(&self.peek()) && text[line..start].contains(&b':') {
            "a repeat count ends at a blank: write it without blanks, as in `:2*ROWS nop`"
        } else {
            return self.fault(start, end, &message);
        };
        self.fault_help(start, end, &message, help)
    }

    /// Parses what a statement does. The first word may turn out to be its label.
    pub(super) fn statement_kind(&mut self, label: &mut Label) -> Parsed<Kind> {
        if *label != Label::None && self.assignment_follows() {
            let temporary = match *label {
                Label::Named(name) => self.program.names.is_temporary(name),
                _ => false,
            };
            return self.assignment(temporary).inspect_err(|_| *label = Label::None);
        }
        match self.peek() {
            b'.' => self.dot_directive(label),
            b'*' => {
                self.comment_in_place_of_statement(*label);
                Ok(Kind::Nothing)
            }
            b'#' => self.structured(),
            b'@' if !scan::is_identifier(self.peek_at(1)) => {
                self.at += 1;
                self.label_colon();
                *label = Label::Anonymous;
                Ok(Kind::Nothing)
            }
            byte if scan::is_identifier_start(byte) => self.statement_of_word(label),
            _ => Err(self.no_statement()),
        }
    }

    fn comment_in_place_of_statement(&mut self, label: Label) {
        let start = self.at;
        if label != Label::None && start > 0 && scan::is_identifier(self.text[start - 1]) {
            let message = "the text after this label is a comment, because it begins with `*`".to_owned();
            self.remark(start, start + 1, message, "begin the comment with `;`");
        }
        self.star_comment();
    }

    /// Parses a statement that begins with a word: an instruction or directive, a label, or the name of a
    /// macro.
    fn statement_of_word(&mut self, label: &mut Label) -> Parsed<Kind> {
        let start = self.at;
        let word = self.identifier();
        if let Some(kind) = self.word_statement(word, start, label)? {
            return Ok(kind);
        }
        if *label != Label::None && self.assigns_to_word() {
            // `a b = 5`: the first label is a statement of its own.
            let (line, at) = (self.line, start as u32);
            let label = std::mem::replace(label, Label::None);
            let kind = Kind::Nothing;
            self.push(Statement { kind, label, repeat: ExprId::NONE, line, start: at, end: at });
        }
        if *label == Label::None
            && let Some(kind) = self.indented_label(word, label)?
        {
            return Ok(kind);
        }
        if *label != Label::None && word.eq_ignore_ascii_case(b"ext") {
            return self.external(label);
        }
        if self.members.is_some() {
            *label = Label::Named(self.program.names.intern(word));
            return Ok(Kind::Nothing);
        }
        let name = self.program.names.intern(word);
        let arguments = self.at as u32;
        self.skip_arguments();
        Ok(Kind::Call { name, arguments })
    }

    /// Mnemonics, macro-instructions and directives without a dot.
    fn word_statement(&mut self, word: &[u8], start: usize, label: &mut Label) -> Parsed<Option<Kind>> {
        let (base, suffix) = word.split_at(word.len().min(3));
        if !matches!(suffix, [] | [b'.', _]) {
            return Ok(None);
        }
        if self.is_own_macro(base) {
            return Ok(None);
        }
        match self.words.find(base) {
            Some(Word::Cpu(mnemonic)) => self.instruction(Op::Cpu(mnemonic), start).map(Some),
            Some(Word::Macro(which)) => {
                let saved = self.at;
                self.skip_blanks();
                let is_label = *label == Label::None && self.assignment_follows();
                self.at = saved;
                if is_label {
                    return Ok(None);
                }
                self.instruction(Op::Macro(which), start).map(Some)
            }
            Some(Word::Directive(Directive::Smb)) => self.sparta_symbol(label).map(Some),
            Some(Word::Directive(Directive::Dta)) if suffix.is_empty() && self.assigns_to_word() => {
                let message = "this assigns to a label `dta` and outputs nothing, as in MADS".to_owned();
                self.remark(start, self.at, message, "the bank of a label is `dta b(=label)`");
                Ok(None)
            }
            Some(Word::Directive(directive)) if suffix.is_empty() => self.directive(directive).map(Some),
            _ => Ok(None),
        }
    }

    /// Parses a directive without a dot.
    fn directive(&mut self, directive: Directive) -> Parsed<Kind> {
        match directive {
            Directive::Org => self.org(),
            Directive::Dta => self.dta(),
            Directive::Icl => self.include(),
            Directive::Ins => self.insert(),
            Directive::Run => Ok(Kind::Run(self.expression()?)),
            Directive::Ini => Ok(Kind::Init(self.expression()?)),
            Directive::Opt => self.options(),
            Directive::End => Ok(Kind::End),
            Directive::Ert => self.report(Report::ErrorIf),
            Directive::Ift => self.if_statement(),
            Directive::Eli => self.else_if(),
            Directive::Els => Ok(Kind::Else { end: 0 }),
            Directive::Eif => Ok(Kind::EndIf),
            Directive::Equ | Directive::Set | Directive::Smb => {
                let at = self.at;
                let help = "write the name in column 1: `name = value`";
                Err(self.fault_help(at - 3, at, "this needs a label before it", help))
            }
            Directive::Lmb => {
                self.expect(b'#')?;
                Ok(Kind::Bank(Assign::Set, self.expression()?))
            }
            Directive::Nmb => Ok(Kind::Bank(Assign::Add, self.number(1))),
            Directive::Rmb => Ok(Kind::Bank(Assign::Set, self.number(0))),
            Directive::Blk => self.block_statement(),
        }
    }
}
