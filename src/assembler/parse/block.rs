//! Blocks: conditionals and repeats are linked while parsing; bodies of macros are kept as text.

use super::closers::closes_elsewhere;
use super::{Open, Parsed, Parser};
use crate::assembler::fix::Fix;
use crate::assembler::names::Name;
use crate::assembler::opcodes::Word;
use crate::assembler::symbols::distance;
use crate::assembler::syntax::{BlockSyntax, Body, Expr, ExprId, Fault, Kind, Label, Repeated, Statement};

/// Number of unclosed bodies after which they are skipped to the end of the text.
const MAX_ENDLESS: u32 = 20;

/// The rest of a `.macro` line after the name.
#[derive(Default)]
struct MacroHead {
    parameters: Vec<String>,
    separator: u8,
    has_modes: bool,
}

impl Parser<'_> {
    pub(super) fn if_statement(&mut self) -> Parsed<Kind> {
        Ok(Kind::If { condition: self.condition(), next: 0 })
    }

    pub(super) fn else_if(&mut self) -> Parsed<Kind> {
        let condition = self.condition();
        if let Expr::Mistake(fault) = self.program.exprs[condition.0 as usize] {
            // The condition is ignored if an earlier branch is taken.
            let (line, at) = (self.line, self.at as u32);
            let kind = Kind::Fault(fault);
            self.push(Statement { kind, label: Label::None, repeat: ExprId::NONE, line, start: at, end: at });
        }
        Ok(Kind::ElseIf { condition, next: 0, end: 0 })
    }

    /// A condition. If it cannot be parsed, it is reported and counts as true.
    fn condition(&mut self) -> ExprId {
        self.skip_blanks();
        let at = self.at;
        let condition = match self.at_end() {
            true => Err(self.fault_help(at, at, "a condition is missing", "write `.if value`")),
            false => self.expression(),
        };
        self.or_mistake(condition, at)
    }

    /// The parsed expression, or an expression that reports the error, because the statement around it is
    /// known.
    pub(super) fn or_mistake(&mut self, value: Parsed<ExprId>, at: usize) -> ExprId {
        value.unwrap_or_else(|fault| {
            (self.depth, self.tight) = (0, false);
            self.skip_arguments();
            let mistake = Expr::Mistake(self.program.fault(*fault));
            self.program.expr(mistake, at, self.at)
        })
    }

    pub(super) fn if_defined(&mut self, wanted: bool) -> Parsed<Kind> {
        self.skip_blanks();
        self.at += usize::from(self.peek() == b':');
        let name = self.required_name().map(Some);
        Ok(match self.or_else(name, None) {
            Some(name) => Kind::IfDefined { name, wanted, next: 0 },
            None => Kind::If { condition: self.number(1), next: 0 },
        })
    }

    /// `.rept n` with a plain body, or with arguments; then the body is parsed for every turn.
    pub(super) fn repeat(&mut self) -> Parsed<Kind> {
        let (count, once) = (self.repeat_turns(), self.number(1));
        let count = self.or_else(count, once);
        let mut values = Vec::new();
        while self.accept(b',') {
            let (value, none) = (self.expression(), self.number(0));
            values.push(self.or_else(value, none));
        }
        let mut index = u32::MAX;
        if !values.is_empty() {
            let name = self.program.names.intern(b".rept");
            let body = self.body(name, Vec::new(), b',', &[b".rept"], &[b".endr", b".rend"])?;
            self.program.repeats.push(Repeated { body, values });
            index = self.program.repeats.len() as u32 - 1;
        }
        Ok(Kind::Repeat { count, body: index, end: 0 })
    }

    fn repeat_turns(&mut self) -> Parsed<ExprId> {
        self.skip_blanks();
        match self.at_end() {
            true => {
                Err(self.fault_help(self.at, self.at, "the number of turns is missing", "write `.rept 5`"))
            }
            false => self.expression(),
        }
    }

    /// `.macro name a,b`, `name .macro a b`, `.macro name 'separator'`
    pub(super) fn macro_definition(&mut self, label: &mut Label) -> Parsed<Kind> {
        let start = self.at;
        let name = self.macro_name(label)?;
        if name.is_none() {
            self.refuse(start, "a macro needs a name", "write `name .macro`");
        }
        let mut head = MacroHead { separator: b',', ..Default::default() };
        let faults = self.program.faults.len();
        let read = self.macro_head(&mut head);
        self.or_else(read, ());
        let is_misread = self.program.faults.len() > faults;
        let MacroHead { parameters, separator, has_modes } = head;
        let named = name.unwrap_or_else(|| self.program.names.intern(b".macro"));
        let body = self.body(named, parameters, separator, &[b".macro"], &[b".endm", b".mend"])?;
        let body = Body { has_modes, is_misread, ..body };
        let Some(name) = name else { return Ok(Kind::Nothing) };
        self.own_macro(name, start);
        self.program.macros.push(body);
        Ok(Kind::MacroDefinition(self.program.macros.len() as u32 - 1))
    }

    /// `.define name statements`: a one-line macro, which may be redefined.
    pub(super) fn line_definition(&mut self) -> Parsed<Kind> {
        let start = self.at;
        let name = self.required_name()?;
        if self.peek() == b'(' {
            let open = self.at;
            let list = self.text[open..].iter().position(|&byte| matches!(byte, b')' | b'\n'));
            let end = list.map_or(self.text.len(), |length| open + length);
            self.at = end + usize::from(self.text.get(end) == Some(&b')'));
            let help =
                "write `.define name lda #:1`: the arguments of a call are `:1`, `:2` …, or `%%1`, `%%2` …";
            self.refuse(open, "`.define` has no list of parameters", help);
        }
        let (behind, line) = (self.at, self.line);
        // As after the name of any macro, the line does not begin in column 1.
        self.skip_to_comment();
        let body = Body { end: self.at as u32, ..Body::new(name, self.source, behind as u32, line) };
        self.own_macro(name, start);
        self.program.macros.push(body);
        Ok(Kind::LineDefinition(self.program.macros.len() as u32 - 1))
    }

    /// Allows a macro to have the name of a directive or macro-instruction, but not of a CPU instruction.
    fn own_macro(&mut self, name: Name, start: usize) {
        match self.words.find(self.program.names.text(name).as_bytes()) {
            Some(Word::Cpu(_) | Word::Macro(_)) => {
                self.refuse(start, "a macro cannot have the name of an instruction", "choose another name");
            }
            Some(Word::Directive(_)) => self.program.own_words.push(name),
            None => {}
        }
    }

    /// Names of parameters, and a separator in quotes.
    fn macro_head(&mut self, head: &mut MacroHead) -> Parsed<()> {
        loop {
            self.skip_blanks();
            let at = self.at;
            match self.peek() {
                b',' | b'(' | b')' | b':' => self.at += 1,
                quote @ (b'\'' | b'"') => {
                    head.has_modes = quote == b'"';
                    head.separator = self.quoted()?.first().copied().unwrap_or(b',');
                }
                byte if super::scan::is_identifier_start(byte) => {
                    head.parameters.push(String::from_utf8_lossy(self.identifier()).into_owned());
                }
                _ if self.ends_statement() => return Ok(()),
                b'=' if !head.parameters.is_empty() => {
                    // The names after the value are parameters, too.
                    let message = "a parameter has no default value";
                    let help = "a missing argument is -1, and `:0` is the number of arguments: `.if :0<1`";
                    let fault = self.fault_help(at, at + 1, message, help);
                    self.push_fault(*fault, at, Label::None);
                    self.at += 1;
                    self.skip_blanks();
                    while !self.ends_statement() && !self.is_blank() && self.peek() != b',' {
                        self.skip_unit();
                    }
                }
                _ => {
                    let message = "expected names of parameters and perhaps a separator";
                    return Err(self.fault(at, at + 1, message));
                }
            }
        }
    }

    fn macro_name(&mut self, label: &mut Label) -> Parsed<Option<Name>> {
        if let Label::Named(name) = *label {
            *label = Label::None;
            return Ok(Some(name));
        }
        self.block_name(label)
    }

    /// The lines from the next one up to the directive that ends the body; the cursor is then after that
    /// directive.
    fn body(
        &mut self,
        name: Name,
        parameters: Vec<String>,
        separator: u8,
        openers: &[&[u8]],
        closers: &[&[u8]],
    ) -> Parsed<Body> {
        let begun = self.begin_body();
        self.or_else(begun, ());
        let (start_at, start_line) = (self.at, self.line);
        self.skip_line();
        let (start, line) = (self.at as u32, self.line);
        let closer = String::from_utf8_lossy(closers[0]).into_owned();
        let mut body = Body { parameters, separator, ..Body::new(name, self.source, start, line) };
        // Where another assembler's end of the block occurs first.
        let mut elsewhere = None;
        let mut depth = 0;
        while self.at < self.text.len() {
            body.end = self.at as u32;
            self.skip_to_directive();
            let word = self.peek_word();
            if closers.iter().any(|closer| word.eq_ignore_ascii_case(closer)) {
                if depth == 0 {
                    self.at += word.len();
                    return Ok(body);
                }
                depth -= 1;
            }
            if depth == 0 && elsewhere.is_none() && closes_elsewhere(word, &closer) {
                elsewhere = Some((body.end, self.at, self.line));
            }
            depth += usize::from(openers.iter().any(|opener| word.eq_ignore_ascii_case(opener)));
            if !matches!(self.peek(), b'*' | b'|') {
                // A comment in `/* */` may extend past the end of its line.
                self.skip_to_comment();
            }
            self.skip_line();
        }
        if let Some((end, at, line)) = elsewhere.filter(|_| self.endless_bodies < MAX_ENDLESS) {
            self.endless_bodies += 1;
            (body.end, self.at, self.line) = (end, at + self.word_at(at).len(), line);
            self.push_fault(*self.word_elsewhere(at, &closer), at, Label::None);
            return Ok(body);
        }
        let word = String::from_utf8_lossy(openers[0]).into_owned();
        Err(self.endless((start_at, start_line), &word, &closer))
    }

    /// The error for an unclosed body that began at `start`. The text after it is parsed all the same, unless
    /// there have been many such bodies: each of them searches the whole text.
    pub(super) fn endless(&mut self, start: (usize, u32), word: &str, closer: &str) -> Box<Fault> {
        self.endless_bodies += 1;
        if self.endless_bodies < MAX_ENDLESS {
            (self.at, self.line) = start;
        }
        let mut fault = self.fault(start.0, start.0, &format!("`{word}` has no `{closer}`"));
        fault.help = Some(format!("close it with `{closer}`"));
        (fault.fix, fault.hides_names) = (Some(Fix::Close(closer.to_owned())), true);
        fault
    }

    /// Rejects text before a body that is kept as text.
    pub(super) fn begin_body(&mut self) -> Parsed<()> {
        self.skip_blanks();
        if self.at_end() {
            return Ok(());
        }
        let at = self.at;
        Err(self.fault(at, at + 1, "nothing else may be on this line: the body begins on the next one"))
    }

    /// Moves to the directive of the current line, after an optional label.
    pub(super) fn skip_to_directive(&mut self) {
        while super::scan::is_identifier(self.peek()) {
            self.at += 1;
        }
        self.at += usize::from(self.peek() == b':');
        self.skip_blanks();
    }

    pub(super) fn begin(&mut self, block: BlockSyntax, label: &mut Label) -> Parsed<Kind> {
        if block == BlockSyntax::Local && self.accept(b'+') {
            return Ok(Kind::Reopen(self.required_name()?));
        }
        let start = self.at;
        let name = self.block_name(label)?;
        let head = match name {
            None => self.no_block_name(block, start).and_then(|()| self.block_head(block)),
            Some(_) => self.block_head(block),
        };
        let (value, procedure) = self.or_else(head, (ExprId::NONE, u32::MAX));
        self.open_members(block, start);
        Ok(Kind::Begin { block, name, value, procedure })
    }

    /// Rejects text in place of the name of a block that needs one.
    fn no_block_name(&self, block: BlockSyntax, start: usize) -> Parsed<()> {
        let word = self.peek_word();
        let is_number = word.iter().all(u8::is_ascii_digit);
        if block == BlockSyntax::Local && (is_number || !word[0].is_ascii_digit()) {
            return Ok(());
        }
        let mut fault = match is_number {
            true => self.fault_help(
                start,
                start + 1,
                "this block needs a name",
                "write it after the directive, or in column 1",
            ),
            false => self.fault_help(
                self.at,
                self.at + word.len(),
                "this is not a name",
                "a name begins with a letter, `_`, `?` or `@`",
            ),
        };
        fault.hides_names = true;
        Err(fault)
    }

    /// The address of a block, and the parameters of a procedure.
    fn block_head(&mut self, block: BlockSyntax) -> Parsed<(ExprId, u32)> {
        let comma = self.accept(b',');
        let has_value =
            !self.ends_statement() && block != BlockSyntax::Enum && !matches!(self.peek(), b'(' | b'.');
        let value = if comma || has_value { self.expression()? } else { ExprId::NONE };
        let procedure = if block == BlockSyntax::Proc { self.parameters()? } else { None };
        Ok((value, procedure.unwrap_or(u32::MAX)))
    }

    pub(super) fn finish_members(&mut self, block: BlockSyntax) -> Kind {
        self.members = None;
        Kind::Finish(block, None)
    }

    pub(super) fn begin_pages(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let one = self.number(1);
        let value = if self.at_end() { Ok(one) } else { self.expression() };
        let value = self.or_else(value, one);
        Ok(Kind::Begin { block: BlockSyntax::Pages, name: None, value, procedure: u32::MAX })
    }

    /// The rest of the line, which is a comment; it may contain our own directives.
    pub(super) fn comment(&mut self) {
        if self.peek() == b';' && self.peek_at(1) == b'@' {
            self.comment_directive();
        }
        self.skip_line();
    }

    /// `;@budget N`, `;@loop N`, `;@region …`
    fn comment_directive(&mut self) {
        let start = self.at;
        self.at += 2;
        let word = self.identifier().to_ascii_lowercase();
        let kind = match word.as_slice() {
            b"budget" => self.expression().map(Kind::Budget),
            b"loop" => self.expression().map(Kind::Loop),
            b"region" => self.region(),
            // Other tools have their own words there.
            word => return self.misspelt_directive(start, &String::from_utf8_lossy(word)),
        };
        let kind = match kind {
            Ok(kind) => kind,
            Err(fault) => {
                (self.depth, self.tight) = (0, false);
                Kind::Fault(self.program.fault(*fault))
            }
        };
        let (line, end) = (self.line, self.at as u32);
        let start = start as u32;
        let statement = Statement { kind, label: Label::None, repeat: ExprId::NONE, line, start, end };
        // A loop bound in a comment after a branch belongs to that branch.
        let last = self.statements.iter().rposition(|earlier| !matches!(earlier.kind, Kind::Nothing));
        let branch = last.filter(|&last| {
            let Statement { kind, line: of_last, .. } = self.statements[last];
            of_last == line && matches!(kind, Kind::Instruction { .. })
        });
        self.statements.insert(branch.unwrap_or(self.statements.len()), statement);
    }

    /// Warns about a comment that is almost one of those directives, since its request would be ignored.
    fn misspelt_directive(&mut self, start: usize, word: &str) {
        let meant = ["budget", "loop", "region"].into_iter().find(|meant| distance(meant, word) == 1);
        if let Some(meant) = meant {
            let help = format!("write `;@{meant}` if that is meant");
            self.remark(start, self.at, format!("`;@{word}` is a comment"), &help);
        }
    }

    /// Completes the jumps of conditionals and repeats when one of their statements is pushed.
    pub(super) fn link(&mut self, index: usize) {
        match self.statements[index].kind {
            Kind::If { .. } | Kind::IfDefined { .. } => {
                let open = Open { opener: index, pending: Some(index), ends: Vec::new(), is_repeat: false };
                self.open.push(open);
            }
            Kind::Repeat { body: u32::MAX, .. } => {
                let open = Open { opener: index, pending: None, ends: vec![index], is_repeat: true };
                self.open.push(open);
            }
            Kind::ElseIf { .. } | Kind::Else { .. } => self.link_else(index),
            Kind::EndIf => self.close(index, false),
            Kind::EndRepeat => self.close(index, true),
            _ => {}
        }
    }

    fn link_else(&mut self, index: usize) {
        let is_else = matches!(self.statements[index].kind, Kind::Else { .. });
        let Some(open) = self.open.last_mut().filter(|open| !open.is_repeat && open.pending.is_some()) else {
            let is_second = self.open.last().is_some_and(|open| !open.is_repeat);
            let message = match is_second {
                true => "this comes after the `.else` of its `.if`",
                false => "`.else` without `.if`",
            };
            self.misplaced(index, message);
            return;
        };
        open.ends.push(index);
        let before = if is_else { open.pending.take() } else { open.pending.replace(index) };
        if let Some(before) = before {
            self.set_next(before, index as u32);
        }
    }

    fn close(&mut self, index: usize, is_repeat: bool) {
        if self.open.last().is_none_or(|open| open.is_repeat != is_repeat) {
            let message = if is_repeat { "`.endr` without `.rept`" } else { "`.endif` without `.if`" };
            self.misplaced(index, message);
            return;
        }
        let Some(open) = self.open.pop() else { return };
        if let Some(pending) = open.pending {
            self.set_next(pending, index as u32);
        }
        for at in open.ends {
            match &mut self.statements[at].kind {
                Kind::ElseIf { end, .. } | Kind::Else { end } | Kind::Repeat { end, .. } => {
                    *end = index as u32
                }
                _ => {}
            }
        }
    }

    fn set_next(&mut self, at: usize, target: u32) {
        match &mut self.statements[at].kind {
            Kind::If { next, .. } | Kind::IfDefined { next, .. } | Kind::ElseIf { next, .. } => {
                *next = target
            }
            _ => {}
        }
    }

    fn misplaced(&mut self, index: usize, message: &str) {
        let Statement { start, end, .. } = self.statements[index];
        let fault = self.fault(start as usize, end as usize, message);
        self.statements[index].kind = Kind::Fault(self.program.fault(*fault));
    }

    /// Reports unclosed blocks at their beginning, or where another assembler's word closes them.
    pub(super) fn close_all(&mut self) {
        while let Some(open) = self.open.pop() {
            let (word, end) = if open.is_repeat { (".rept", ".endr") } else { (".if", ".endif") };
            // Each search goes through all of the text after the block.
            let is_looked_for = self.open.len() < MAX_ENDLESS as usize;
            let elsewhere = is_looked_for.then(|| self.closer_elsewhere(&open, end)).flatten();
            let kind = match elsewhere {
                Some(at) => {
                    let Statement { start, .. } = self.statements[at];
                    self.statements[at].kind = Kind::Nothing;
                    Kind::Fault(self.program.fault(*self.word_elsewhere(start as usize, end)))
                }
                None => {
                    let Statement { start, end: behind, .. } = self.statements[open.opener];
                    let message = format!("`{word}` has no `{end}`");
                    let mut fault = self.fault(start as usize, behind as usize, &message);
                    fault.help = Some(format!("close it with `{end}`"));
                    fault.fix = Some(Fix::Close(end.to_owned()));
                    Kind::Fault(self.program.fault(*fault))
                }
            };
            self.statements[open.opener].kind = kind;
            for at in open.ends {
                if at != open.opener {
                    self.statements[at].kind = Kind::Nothing;
                }
            }
            if let Some(pending) = open.pending.filter(|&at| at != open.opener) {
                self.statements[pending].kind = Kind::Nothing;
            }
        }
    }
}
