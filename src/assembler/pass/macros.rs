//! Macros: which one a name means, and its body with the arguments put in.

use super::state::calls::FrameKind;
use super::state::macros::MAX_EXPANDED;
use super::{Assembler, Flow, Recorded};
use crate::assembler::diagnostic::Severity;
use crate::assembler::names::Name;
use crate::assembler::opcodes::{Directive, Word, macro_names, reference_name};
use crate::assembler::parse;
use crate::assembler::source::Origin;
use crate::assembler::symbols::{SymbolKind, distance};
use crate::assembler::syntax::Statement;
use crate::cpu::opcodes::OPCODES;

/// Instructions of the CPUs that came after the 6502.
const LATER_CPUS: [&str; 30] = [
    "brl", "cop", "jml", "jsl", "mvn", "mvp", "pea", "pei", "per", "phb", "phd", "phk", "plb", "pld", "rep",
    "rtl", "sep", "stp", "tcd", "tcs", "tdc", "trb", "tsb", "tsc", "txy", "tyx", "wai", "wdm", "xba", "xce",
];

/// Words of other assemblers and CPUs, and what there is in their place.
const ELSEWHERE: [(&str, &str); 22] = [
    ("bra", "the 6502 has no `bra`: write `jmp`"),
    ("stz", "the 6502 has no `stz`: write `mva #0 address`"),
    ("phx", "the 6502 has no `phx`: write `txa` and `pha`"),
    ("phy", "the 6502 has no `phy`: write `tya` and `pha`"),
    ("plx", "the 6502 has no `plx`: write `pla` and `tax`"),
    ("ply", "the 6502 has no `ply`: write `pla` and `tay`"),
    ("db", "write `.byte`, or `dta`"),
    ("dw", "write `.word`, or `dta a(value)`"),
    ("byte", "write `.byte`, or `dta`"),
    ("word", "write `.word`, or `dta a(value)`"),
    ("ds", "write `.ds`"),
    ("include", "write `icl 'file'`"),
    ("incbin", "write `ins 'file'`"),
    ("if", "write `.if`"),
    ("else", "write `.else`"),
    ("endif", "write `.endif`"),
    ("macro", "write `name .macro`"),
    ("endm", "write `.endm`"),
    ("proc", "write `.proc name`"),
    ("endp", "write `.endp`"),
    ("mov", "write `mva #value address`, or `mva from to`"),
    ("align", "write `.align`"),
];

/// A text that parameters are put into: an index into [`Program::macros`](crate::assembler::syntax::Program::macros) or
/// [`Program::repeats`](crate::assembler::syntax::Program::repeats).
#[derive(Clone, Copy)]
pub(super) enum Expanded {
    Macro(u32),
    Repeat(u32),
}

impl Assembler<'_> {
    pub(super) fn define_macro(&mut self, index: u32) {
        let name = self.program.macros[index as usize].name;
        if !self.macros.define(self.scope, name, index) {
            let text = self.program.names.text(name).to_owned();
            self.error(self.place, format!("macro `{text}` is defined twice"), None);
        }
    }

    /// A word that is no mnemonic: the call of a macro.
    pub(super) fn call(&mut self, name: Name, arguments: u32, statement: &Statement) -> Flow {
        let Some(index) = self.macro_named(name) else {
            if self.is_word(name) {
                return self.word_of_language(arguments, name, statement);
            }
            if let Some(procedure) = self.procedure_named(name) {
                return self.call_procedure(procedure, name, arguments, statement);
            }
            match self.type_named(name) {
                Some((symbol, size)) => self.reserve_type(super::named(statement), symbol, size),
                None => self.unknown_word(name, arguments, statement),
            }
            return Flow::Next;
        };
        let source = &self.sources.list[self.source as usize].text;
        let text = blank_comments(&source[arguments as usize..statement.end as usize]);
        self.record(*statement, Recorded::Address(self.image.here as u16));
        self.enter_macro(index, &text)
    }

    /// Whether a name is a word of the language that a statement of its own begins with.
    fn is_word(&self, name: Name) -> bool {
        let found = self.words.find(self.program.names.text(name).as_bytes());
        let opens_or_closes =
            |word| matches!(word, Directive::Ift | Directive::Eli | Directive::Els | Directive::Eif);
        matches!(found, Some(Word::Directive(directive)) if !opens_or_closes(directive))
    }

    /// A word of the language that a macro is named like which is not defined: it stands in code that is left out.
    fn word_of_language(&mut self, arguments: u32, name: Name, statement: &Statement) -> Flow {
        let from = arguments - self.program.names.text(name).len() as u32;
        let statements = match self.macros.own_word(self.source, from) {
            Some(known) => known.clone(),
            None => {
                let text = std::mem::take(&mut self.sources.list[self.source as usize].text);
                let place = (self.source, from, statement.end);
                let read = parse::parse_word(&mut self.program, &self.words, &text, place, statement.line);
                self.sources.list[self.source as usize].text = text;
                self.macros.keep_own_word(self.source, from, read.clone());
                read
            }
        };
        for statement in statements {
            let flow = self.execute(&statement);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    /// The macro that a name means here, defined before or after this place.
    pub(super) fn macro_named(&self, name: Name) -> Option<u32> {
        self.macros.find(&self.symbols, &self.program.names, self.scope, name)
    }

    /// Enters the body of a macro with the text of its arguments.
    pub(super) fn enter_macro(&mut self, index: u32, text: &[u8]) -> Flow {
        let Some(unit) = self.expansion(index, text) else { return Flow::End };
        let called = self.program.macros[index as usize].name;
        let scope = self.symbols.open_call(self.scope, called);
        let outer = std::mem::replace(&mut self.scope, scope);
        let blocks = self.blocks.depth();
        let turns = self.turns.enter_macro();
        let flow = self.nested(unit, FrameKind::Macro, index);
        self.turns.leave_macro(turns);
        if let Some(block) = self.blocks.close_behind(blocks) {
            self.error(block.place, "the block has no end in its macro".to_owned(), None);
        }
        self.scope = outer;
        match flow {
            Flow::Exit => Flow::Next,
            flow => flow,
        }
    }

    /// `.exit`
    pub(super) fn exit_macro(&mut self) -> Flow {
        if self.calls.of_macro().is_some() {
            return Flow::Exit;
        }
        let help = "`end` ends the program, or a file that is included".to_owned();
        self.error(self.place, "`.exit` leaves a macro, and this is in none".to_owned(), Some(help));
        Flow::Next
    }

    /// Whether the macro that is being expanded has a parameter of that name.
    pub(super) fn is_parameter(&self, name: &str) -> bool {
        let called = self.calls.of_macro();
        let body = called.map(|(_, frame)| &self.program.macros[frame.name as usize]);
        body.is_some_and(|body| body.parameters.iter().any(|parameter| parameter.eq_ignore_ascii_case(name)))
    }

    /// A word that may have been meant as a label is one for those who use it: that is one mistake, not many.
    fn define_misplaced(&mut self, name: Name) {
        let known = self.symbols.local(self.scope, name);
        if known.is_none_or(|known| self.symbols.list[known as usize].pass < self.pass) {
            self.define(self.scope, name, Some(self.image.counter()), SymbolKind::Label);
        }
    }

    fn unknown_word(&mut self, name: Name, arguments: u32, statement: &Statement) {
        if self.pass == 1 || self.said.lacks_source {
            return;
        }
        // As it is written here: the name has the letters that it was first written with.
        let start = arguments - self.program.names.text(name).len() as u32;
        let source = &self.sources.list[self.source as usize].text;
        let text = String::from_utf8_lossy(&source[start as usize..arguments as usize]).into_owned();
        // What is an instruction or directive behind it makes it a label.
        let behind = source[arguments as usize..statement.end as usize].trim_ascii_start();
        let end = behind.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(behind.len());
        let is_label = behind.starts_with(b".") || self.words.find(&behind[..end]).is_some();
        if is_label || behind.is_empty() {
            self.define_misplaced(name);
        }
        let place = (self.source, start, arguments);
        if self.was_said(Severity::Error, place) {
            return;
        }
        let lower = text.to_ascii_lowercase();
        let elsewhere = ELSEWHERE.iter().find(|(word, _)| *word == lower);
        let help = if let Some((_, help)) = elsewhere {
            (*help).to_owned()
        } else if LATER_CPUS.contains(&lower.as_str()) {
            "it is one of the 65C02 or 65816, which are not supported".to_owned()
        } else if let Some(known) = reference_name(&lower) {
            format!("this undocumented instruction is `{known}`")
        } else if is_label {
            "a label stands in column 1".to_owned()
        } else {
            match self.similar_statements(&lower).as_slice() {
                [] => "a label stands in column 1".to_owned(),
                [only] => format!("did you mean {only}?"),
                [most @ .., last] => format!("did you mean {} or {last}?", most.join(", ")),
            }
        };
        self.error(place, format!("`{text}` is no instruction or macro"), Some(help));
    }

    /// The macros and instructions that look most like a word in small letters, in quotes and three at most:
    /// what begins otherwise, and what no data sheet has, only if there is nothing else.
    fn similar_statements(&self, word: &str) -> Vec<String> {
        if word.len() < 3 {
            return Vec::new();
        }
        let limit = if word.len() > 3 { 1 + word.len() / 4 } else { 1 };
        let macros = self.macros.defined().map(|index| {
            let name = self.program.macros[index as usize].name;
            (self.program.names.text(name).to_ascii_lowercase(), false)
        });
        let of_cpu =
            OPCODES.iter().map(|opcode| (opcode.mnemonic.name().to_ascii_lowercase(), !opcode.documented));
        let of_several = macro_names().map(|name| (name.to_owned(), name == "npo" || name.ends_with("op")));
        let ranked = macros.chain(of_several).chain(of_cpu).filter_map(|(name, is_rare)| {
            let distance = distance(word, &name);
            let begins_otherwise = name.bytes().next() != word.bytes().next();
            (1..=limit).contains(&distance).then_some(((distance, is_rare, begins_otherwise), name))
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_unstable();
        ranked.dedup();
        let Some(&(best, _)) = ranked.first() else { return Vec::new() };
        let nearest = ranked.into_iter().take_while(|&(rank, _)| rank == best).take(3);
        nearest.map(|(_, name)| format!("`{name}`")).collect()
    }

    /// The unit of a macro's body with its arguments put in; the same call is parsed once. Nothing
    /// if the assembly was given up.
    fn expansion(&mut self, index: u32, text: &[u8]) -> Option<u32> {
        let counter = self.turns.current().filter(|_| text.contains(&b'#'));
        let counted = counter.map_or(Vec::new(), |counter| counter.to_le_bytes().to_vec());
        let key = [&b"m"[..], &index.to_le_bytes(), &counted, text].concat();
        if let Some(unit) = self.macros.expansion(&key) {
            return Some(unit);
        }
        let body = &self.program.macros[index as usize];
        let mut arguments = split_arguments(text, body.separator);
        for argument in &mut arguments {
            // `#` alone is the counter of the repeat around the call. [measured]
            if let (b"#", Some(counter)) = (argument.as_slice(), counter) {
                *argument = counter.to_string().into_bytes();
            }
            if let [b'"', inner @ .., b'"'] = argument.as_slice()
                && !inner.contains(&b'"')
            {
                *argument = inner.to_vec();
            }
        }
        if body.has_modes {
            arguments = arguments.into_iter().flat_map(with_mode).collect();
        }
        let unit = self.expand(Expanded::Macro(index), &arguments)?;
        self.macros.keep_expansion(key, unit);
        Some(unit)
    }

    /// Nothing if the assembly was given up: arguments that hold arguments grow without end.
    pub(super) fn expand(&mut self, what: Expanded, arguments: &[Vec<u8>]) -> Option<u32> {
        let (body, repeat) = match what {
            Expanded::Macro(index) => (&self.program.macros[index as usize], false),
            Expanded::Repeat(index) => (&self.program.repeats[index as usize].body, true),
        };
        let text = &self.sources.list[body.source as usize].text[body.start as usize..body.end as usize];
        let room = self.macros.room();
        let case_sensitive = self.options.case_sensitive;
        let put_in =
            |text: &[u8], room| substitute(text, &body.parameters, arguments, case_sensitive, repeat, room);
        let text = if repeat { substitute_turn(text, room, put_in) } else { put_in(text, room) };
        let name = self.program.names.text(body.name).to_owned();
        let origin = Origin::Expansion { body: body.source, line: body.line };
        let Some(text) = text else {
            let limit = MAX_EXPANDED >> 20;
            self.give_up(format!("`{name}`: macros and repeats come to more than {limit} MiB of source"));
            return None;
        };
        self.macros.take_room(text.len());
        Some(self.add_source(name, text, origin))
    }
}

/// `.macro " "`: an argument becomes two, its mode (`'#'`, `'@'` or `' '`) and its value.
fn with_mode(argument: Vec<u8>) -> [Vec<u8>; 2] {
    let (mode, value) = match argument.as_slice() {
        [b'#', value @ ..] => (b'#', value),
        [b'<' | b'>', ..] => (b'#', argument.as_slice()),
        [b'@'] => (b'@', argument.as_slice()),
        _ => (b' ', argument.as_slice()),
    };
    [vec![b'\'', mode, b'\''], value.to_vec()]
}

/// The body of a repeat with its arguments put in, but not into the bodies of repeats within it, whose
/// arguments are their own; nothing if that comes to more than `room`.
fn substitute_turn(
    text: &[u8],
    room: usize,
    put_in: impl Fn(&[u8], usize) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut depth = 0_usize;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let begins_comment = |word: &&[u8]| matches!(word, [b';' | b'*' | b'|' | b'/', ..]);
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut words = words.take_while(|word| !begins_comment(word)).take(2);
        let is = |word: &[u8], wanted: &[u8]| word.eq_ignore_ascii_case(wanted);
        let opens = words.clone().any(|word| is(word, b".rept"));
        if words.any(|word| is(word, b".endr")) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            out.extend(put_in(line, room.checked_sub(out.len())?)?);
        } else {
            out.extend(line);
        }
        depth += usize::from(opens);
    }
    (out.len() <= room).then_some(out)
}

/// The text of a call's arguments with a blank for each `/* */` outside of quotes.
fn blank_comments(text: &[u8]) -> Vec<u8> {
    // Mostly there is none.
    if !text.windows(2).any(|pair| pair == b"/*") {
        return text.to_vec();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at + 1..];
        let length = match byte {
            b'\'' | b'"' => rest.iter().position(|&other| other == byte).map_or(1, |end| end + 2),
            b'/' if rest.first() == Some(&b'*') => {
                out.push(b' ');
                at +=
                    rest.windows(2).skip(1).position(|pair| pair == b"*/").map_or(text.len(), |end| end + 4);
                continue;
            }
            _ => 1,
        };
        out.extend(&text[at..at + length]);
        at += length;
    }
    out
}

/// The arguments of a call: separated by commas, or else by blanks; quotes and brackets hold
/// together.
fn split_arguments(text: &[u8], separator: u8) -> Vec<Vec<u8>> {
    let text = text.trim_ascii();
    let mut arguments = Vec::new();
    let mut current = Vec::new();
    let (mut depth, mut quote) = (0, 0);
    for &byte in text {
        if quote != 0 {
            quote = if byte == quote { 0 } else { quote };
        } else {
            match byte {
                b'\'' | b'"' => quote = byte,
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ if depth > 0 => {}
                _ if byte == separator => {
                    arguments.push(std::mem::take(&mut current));
                    continue;
                }
                _ => {}
            }
        }
        current.push(byte);
    }
    if !current.trim_ascii().is_empty() || !arguments.is_empty() {
        arguments.push(current);
    }
    if let ([single], b',') = (arguments.as_slice(), separator) {
        return split_blanks(single);
    }
    arguments.iter().map(|argument| argument.trim_ascii().to_vec()).collect()
}

/// Splits at blanks outside of quotes and brackets, but not around an operator.
fn split_blanks(text: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = vec![Vec::new()];
    let (mut depth, mut quote) = (0, 0);
    for &byte in text.trim_ascii() {
        match byte {
            _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'\'' | b'"' => quote = byte,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b' ' | b'\t' if depth == 0 => {
                if parts.last().is_some_and(|last| !last.is_empty()) {
                    parts.push(Vec::new());
                }
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(byte);
        }
    }
    parts
}

/// Puts arguments in for `:1`, `%%1`, `:name`, `%%name`; `:0` is their number. A missing one is -1, but
/// in a repeat it is none: `:3 nop` is a repeat of its own. Nothing if that takes more than `room` bytes.
fn substitute(
    text: &[u8],
    parameters: &[String],
    arguments: &[Vec<u8>],
    case_sensitive: bool,
    repeat: bool,
    room: usize,
) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() + 32);
    let mut at = 0;
    while at < text.len() {
        if out.len() > room {
            return None;
        }
        let plain = text[at..].iter().position(|byte| matches!(byte, b':' | b'%')).unwrap_or(text.len() - at);
        out.extend_from_slice(&text[at..at + plain]);
        at += plain;
        let prefix = match text.get(at) {
            Some(b':') => 1,
            Some(b'%') if text.get(at + 1) == Some(&b'%') => 2,
            Some(sign) => {
                out.push(*sign);
                at += 1;
                continue;
            }
            None => break,
        };
        let rest = &text[(at + prefix).min(text.len())..];
        let length = rest.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
        let word = &rest[..length];
        let found = parameter_index(word, parameters, case_sensitive);
        match found.filter(|&(index, _)| !repeat || (1..=arguments.len()).contains(&index)) {
            Some((0, used)) => {
                out.extend(arguments.len().to_string().bytes());
                at += prefix + used;
            }
            Some((index, used)) => {
                match arguments.get(index - 1) {
                    Some(argument) => out.extend(argument),
                    None => out.extend(b"-1"),
                }
                at += prefix + used;
            }
            None => {
                out.extend(&text[at..at + prefix]);
                at += prefix;
            }
        }
    }
    (out.len() <= room).then_some(out)
}

/// Which parameter a word names, and how much of the word.
fn parameter_index(word: &[u8], parameters: &[String], case_sensitive: bool) -> Option<(usize, usize)> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 {
        let number = std::str::from_utf8(&word[..digits]).ok()?.parse().ok()?;
        return (number < 1000).then_some((number, digits));
    }
    let same = |name: &String| {
        if case_sensitive { name.as_bytes() == word } else { name.as_bytes().eq_ignore_ascii_case(word) }
    };
    parameters.iter().position(same).map(|index| (index + 1, word.len()))
}
