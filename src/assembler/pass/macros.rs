//! Macros: name lookup, and expansion of bodies.

use super::arguments::{
    Filled, blank_comments, split_arguments, substitute, substitute_turn, with_mode, without_parentheses,
};
use super::state::calls::{Excess, FrameKind};
use super::state::macros::MAX_EXPANDED;
use super::{Assembler, Flow, Recorded};
use crate::assembler::names::Name;
use crate::assembler::opcodes::{Directive, Word};
use crate::assembler::parse;
use crate::assembler::source::Origin;
use crate::assembler::syntax::Statement;

/// A text with parameters: an index into
/// [`ParsedProgram::macros`](crate::assembler::syntax::ParsedProgram::macros) or
/// [`ParsedProgram::repeats`](crate::assembler::syntax::ParsedProgram::repeats).
#[derive(Clone, Copy)]
pub(super) enum Expanded {
    Macro(u32),
    Repeat(u32),
}

impl Assembler<'_> {
    pub(super) fn define_macro(&mut self, index: u32) {
        let name = self.program.macros[index as usize].name;
        if !self.macros.define(self.scope, name, index) {
            self.defined_twice(name);
        }
    }

    /// `.define`
    pub(super) fn define_line(&mut self, index: u32) {
        let name = self.program.macros[index as usize].name;
        if !self.macros.define_line(self.scope, name, index) {
            self.defined_twice(name);
        }
    }

    fn defined_twice(&mut self, name: Name) {
        let text = self.program.names.text(name).to_owned();
        self.error(self.place, format!("macro `{text}` is defined twice"), None);
    }

    /// `.undef`
    pub(super) fn undefine_line(&mut self, name: Name) {
        if !self.macros.undefine_line(self.scope, name) {
            let text = self.program.names.text(name).to_owned();
            let help = "it removes an earlier `.define` of this block".to_owned();
            self.error(self.place, format!("there is no `.define {text}` to remove"), Some(help));
        }
    }

    /// Handles a word that is not a mnemonic: a macro call.
    pub(super) fn call(&mut self, name: Name, arguments: u32, statement: &Statement) -> Flow {
        let Some(index) = self.macro_named(name) else {
            if self.is_word(name) {
                return self.word_of_language(arguments, name, statement);
            }
            if let Some(procedure) = self.procedure_named(name) {
                return self.call_procedure(procedure, name, arguments, statement);
            }
            match self.type_named(name) {
                Some((symbol, size)) => {
                    self.refuse_behind_type((self.source, arguments, statement.end));
                    self.reserve_type(super::named(statement), symbol, size);
                }
                None => self.unknown_word(name, arguments, statement),
            }
            return Flow::Next;
        };
        let source = &self.sources.list[self.source as usize].text;
        let text = blank_comments(&source[arguments as usize..statement.end as usize]);
        self.record(*statement, Recorded::Address(self.image.here as u16));
        let unit = match self.expansion(index, &text) {
            Ok(unit) => unit,
            Err(flow) => return flow,
        };
        self.warn_of_values(unit);
        self.enter_macro(index, unit)
    }

    /// Whether a name is an instruction or directive that can begin a statement.
    fn is_word(&self, name: Name) -> bool {
        let found = self.words.find(self.program.names.text(name).as_bytes());
        let opens_or_closes =
            |word| matches!(word, Directive::Ift | Directive::Eli | Directive::Els | Directive::Eif);
        matches!(found, Some(Word::Directive(directive)) if !opens_or_closes(directive))
    }

    /// Handles an instruction or directive that is also the name of a macro in skipped code.
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

    /// The macro that a name means here; it may be defined before or after this place.
    pub(super) fn macro_named(&self, name: Name) -> Option<u32> {
        self.macros.find(&self.symbols, &self.program.names, self.scope, name)
    }

    /// Enters the body of a macro, expanded as a unit.
    pub(super) fn enter_macro(&mut self, index: u32, unit: u32) -> Flow {
        let called = self.program.macros[index as usize].name;
        let scope = self.symbols.open_call(self.scope, called);
        let outer = std::mem::replace(&mut self.scope, scope);
        let blocks = self.blocks.depth();
        let turns = self.turns.enter_macro();
        let flow = self.nested(unit, FrameKind::Macro, index);
        self.turns.leave_macro(turns);
        if let Some(block) = self.blocks.close_behind(blocks) {
            self.error(block.place, "the block is not closed in its macro".to_owned(), None);
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
        self.error(self.place, "`.exit` leaves a macro, but this is not in one".to_owned(), Some(help));
        Flow::Next
    }

    /// Whether the macro being expanded has a parameter of this name.
    pub(super) fn is_parameter(&self, name: &str) -> bool {
        let called = self.calls.of_macro();
        let body = called.map(|(_, frame)| &self.program.macros[frame.name as usize]);
        body.is_some_and(|body| body.parameters.iter().any(|parameter| parameter.eq_ignore_ascii_case(name)))
    }

    /// The unit of a macro's body with its arguments substituted; identical calls are parsed once. If there
    /// is no room for it, how the walk continues.
    pub(super) fn expansion(&mut self, index: u32, text: &[u8]) -> Result<u32, Flow> {
        let counter = self.turns.current().filter(|_| text.contains(&b'#'));
        let counted = counter.map_or(Vec::new(), |counter| counter.to_le_bytes().to_vec());
        let key = [&b"m"[..], &index.to_le_bytes(), &counted, text].concat();
        if let Some(unit) = self.macros.expansion(&key) {
            return Ok(unit);
        }
        let body = &self.program.macros[index as usize];
        let text = if self.macros.is_line(index) { without_parentheses(text) } else { text };
        let mut arguments = split_arguments(text, body.separator);
        for argument in &mut arguments {
            // `#` as an argument is the counter of the repeat around the call. [measured]
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
        Ok(unit)
    }

    /// Arguments that contain arguments may grow without limit, until there is no room left.
    pub(super) fn expand(&mut self, what: Expanded, arguments: &[Vec<u8>]) -> Result<u32, Flow> {
        let (body, repeat) = match what {
            Expanded::Macro(index) => (&self.program.macros[index as usize], false),
            Expanded::Repeat(index) => (&self.program.repeats[index as usize].body, true),
        };
        let text = &self.sources.list[body.source as usize].text[body.start as usize..body.end as usize];
        let room = self.calls.room().unwrap_or(usize::MAX).min(self.macros.room());
        let case_sensitive = self.options.case_sensitive;
        let put_in =
            |text: &[u8], room| substitute(text, &body.parameters, arguments, case_sensitive, repeat, room);
        let filled = if repeat {
            let text = substitute_turn(text, room, |text, room| Some(put_in(text, room)?.text));
            text.map(|text| Filled { text, ..Filled::default() })
        } else {
            put_in(text, room)
        };
        let name = self.program.names.text(body.name).to_owned();
        let origin = Origin::Expansion { body: body.source, line: body.line };
        let Some(mut filled) = filled else {
            if self.find_circle(Excess::Many) {
                return Err(Flow::Circle);
            }
            let limit = MAX_EXPANDED >> 20;
            self.give_up(format!("`{name}`: macros and repeats come to more than {limit} MiB of source"));
            return Err(Flow::End);
        };
        self.macros.take_room(filled.text.len());
        self.calls.take_room(filled.text.len());
        let unit = self.add_source(name, std::mem::take(&mut filled.text), origin);
        if let Expanded::Macro(index) = what
            && let Some(doubt) = self.doubt_values(index, unit, &filled, arguments.len())
        {
            self.macros.keep_doubt(unit, doubt);
        }
        Ok(unit)
    }
}
