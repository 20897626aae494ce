//! Missing block ends, and the words with which other assemblers open and close blocks.

use super::{Members, Open, Parsed, Parser};
use crate::assembler::fix::Fix;
use crate::assembler::opcodes::{Directive, Word};
use crate::assembler::syntax::{BlockSyntax, ExprId, Fault, Kind, Label, Statement};

/// Block words of other assemblers, and their equivalents here.
pub(super) const BLOCKS_ELSEWHERE: &[(&str, &str)] = &[
    (".scope", ".local name"),
    (".block", ".local"),
    (".namespace", ".local name"),
    (".repeat", ".rept count"),
    (".endscope", ".endl"),
    (".endlocal", ".endl"),
    (".bend", ".endl"),
    (".endrepeat", ".endr"),
    (".endrept", ".endr"),
    (".endproc", ".endp"),
    (".endmacro", ".endm"),
    (".endmac", ".endm"),
    (".endstruct", ".ends"),
    (".endenum", ".ende"),
    (".endpages", ".endpg"),
    (".fi", ".endif"),
];

/// Directives that cannot be part of a structure or enumeration, so that its end is missing before them.
const NO_MEMBERS: [&[u8]; 12] = [
    b".proc", b".endp", b".local", b".endl", b".struct", b".enum", b".array", b".var", b".zpvar", b".test",
    b".org", b".region",
];

/// Our equivalent of another assembler's word in lower case.
pub(in crate::assembler) fn native(word: &str) -> Option<&'static str> {
    let (_, form) = BLOCKS_ELSEWHERE.iter().find(|(known, _)| *known == word)?;
    form.split(' ').next()
}

/// Whether a word, with or without its dot, is another assembler's equivalent of `closer`.
pub(in crate::assembler) fn closes_elsewhere(word: &[u8], closer: &str) -> bool {
    let plain = word.strip_prefix(b".").unwrap_or(word);
    let is_word = |known: &str| plain.eq_ignore_ascii_case(&known.as_bytes()[1..]);
    is_word(closer) && plain.len() == word.len()
        || BLOCKS_ELSEWHERE.iter().any(|&(known, form)| form == closer && is_word(known))
}

impl Parser<'_> {
    /// Reports another assembler's block word and treats it as its equivalent. The end of a macro is
    /// recognized where its body is read.
    pub(super) fn block_elsewhere(&mut self, word: &str, label: &mut Label) -> Parsed<Option<Kind>> {
        let is_repeat = self.open.last().map(|open| open.is_repeat);
        let native = match native(word) {
            None | Some(".endm") => return Ok(None),
            Some(".endr") if is_repeat != Some(true) => return Ok(None),
            Some(".endif") if is_repeat != Some(false) => return Ok(None),
            Some(native) => native,
        };
        let start = self.at - word.len();
        let fault = self.no_directive(word, start);
        self.push_fault(*fault, start, Label::None);
        // The mistake has been reported, whichever block this ends.
        if matches!(native, ".endl" | ".endp" | ".ends" | ".ende" | ".endpg") {
            self.members = None;
            return Ok(Some(Kind::FinishAny { is_told: true }));
        }
        self.block_directive(native, label)
    }

    /// The error for another assembler's equivalent of `closer`.
    pub(super) fn word_elsewhere(&self, at: usize, closer: &str) -> Box<Fault> {
        let word = self.word_at(at);
        let message = format!("there is no directive `{}`", String::from_utf8_lossy(word));
        let mut fault = self.fault_help(at, at + word.len(), &message, &format!("write `{closer}`"));
        fault.fix = Some(Fix::Write(vec![closer.to_owned()]));
        fault
    }

    /// The statement that acts as the missing end of a conditional or repeat, if it is another assembler's
    /// equivalent.
    pub(super) fn closer_elsewhere(&self, open: &Open, closer: &str) -> Option<usize> {
        let behind = self.statements.iter().enumerate().skip(open.opener + 1);
        let is_closer = |kind| match kind {
            Kind::Call { name, .. } => closes_elsewhere(self.program.names.text(name).as_bytes(), closer),
            _ => false,
        };
        behind.filter(|(_, statement)| is_closer(statement.kind)).map(|(at, _)| at).next()
    }

    /// Closes an unclosed structure or enumeration if the current line cannot belong to it.
    pub(super) fn leave_members(&mut self) {
        let Some(members) = self.members else { return };
        if self.open.len() < members.depth {
            // Only part of its conditional was read, together with its end.
            self.members = None;
        }
        if members.has_end || self.open.len() != members.depth || !self.begins_no_member(members.block) {
            return;
        }
        if self.ends_below(members.block) {
            self.members = Some(Members { has_end: true, ..members });
            return;
        }
        self.members = None;
        let Members { block, start, end, line, .. } = members;
        let word = if block == BlockSyntax::Struct { ".struct" } else { ".enum" };
        let closer = block.closer();
        let mut fault = self.fault(start as usize, end as usize, &format!("`{word}` has no `{closer}`"));
        fault.help = Some(format!("close it with `{closer}` before line {}", self.line));
        let fault = Kind::Fault(self.program.fault(*fault));
        for kind in [fault, Kind::Finish(block, None)] {
            self.push(Statement { kind, label: Label::None, repeat: ExprId::NONE, line, start, end });
        }
    }

    /// Whether the end of a structure or enumeration follows before another one begins.
    fn ends_below(&mut self, block: BlockSyntax) -> bool {
        let (opener, closers): (&[u8], [&[u8]; 2]) = match block {
            BlockSyntax::Struct => (b".struct", [b".ends", b".send"]),
            _ => (b".enum", [b".ende", b".eend"]),
        };
        let (at, line) = (self.at, self.line);
        let mut found = None;
        while found.is_none() && self.at < self.text.len() {
            self.skip_to_directive();
            let word = self.peek_word();
            let is = |known: &[u8]| word.eq_ignore_ascii_case(known);
            found = (is(opener) || closers.into_iter().any(is)).then(|| !is(opener));
            self.skip_line();
        }
        (self.at, self.line) = (at, line);
        found == Some(true)
    }

    /// Whether the current line has an instruction or directive that cannot occur in a structure or
    /// enumeration.
    fn begins_no_member(&mut self, block: BlockSyntax) -> bool {
        let (at, line) = (self.at, self.line);
        self.skip_to_directive();
        let word = self.peek_word();
        self.at += word.len();
        self.skip_blanks();
        let is_alone = self.ends_statement();
        let is_name = matches!(self.peek(), b'.' | b',' | b':') || self.assignment_follows();
        (self.at, self.line) = (at, line);
        if word.starts_with(b".") {
            return NO_MEMBERS.iter().any(|other| word.eq_ignore_ascii_case(other));
        }
        match self.words.find(&word[..word.len().min(3)]).filter(|_| word.len() == 3) {
            // Members may have the names of instructions.
            _ if is_name || is_alone && block == BlockSyntax::Enum => false,
            Some(Word::Cpu(_) | Word::Macro(_)) => true,
            Some(Word::Directive(directive)) => {
                matches!(directive, Directive::Org | Directive::Run | Directive::Ini)
            }
            None => false,
        }
    }
}
