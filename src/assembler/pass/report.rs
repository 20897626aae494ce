//! Diagnostics of a pass.

use super::state::calls::{Frame, FrameKind};
use super::state::said::MAX_DIAGNOSTICS;
use super::{Assembler, Place};
use crate::assembler::diagnostic::{Diagnostic, INCLUDED, Location, Severity};
use crate::assembler::fix::Fix;
use crate::assembler::names::Name;
use crate::assembler::parse::is_identifier;
use crate::assembler::rows::hexadecimal;
use crate::assembler::symbols::{ROOT, SymbolEntry, SymbolKind};
use crate::assembler::syntax::{ExprId, Item, List, Report};

impl Assembler<'_> {
    /// Adds a diagnostic.
    pub(super) fn diagnose(
        &mut self,
        severity: Severity,
        place: Place,
        message: String,
        help: Option<String>,
    ) {
        self.add_diagnostic(severity, place, message, help);
    }

    pub(super) fn error(&mut self, place: Place, message: String, help: Option<String>) {
        self.diagnose(Severity::Error, place, message, help);
    }

    /// Adds a diagnostic and returns it, so that more can be attached; none if it is suppressed. The first
    /// pass is never the last, so its diagnostics are not even created.
    pub(super) fn add_diagnostic(
        &mut self,
        severity: Severity,
        place: Place,
        message: String,
        help: Option<String>,
    ) -> Option<&mut Diagnostic> {
        if self.pass == 1 || self.said.is_hushed && severity == Severity::Warning {
            return None;
        }
        if self.said.is_full(severity) {
            self.say_that_it_is_full(severity);
            return None;
        }
        let is_again = self.was_said(severity, place);
        if self.turns.depth() == 0 {
            self.said.forget_turns();
        } else if !is_again {
            self.said.note_in_turn(severity, place);
        }
        if is_again && severity != Severity::Print {
            return None;
        }
        self.push(severity, place, message, help)
    }

    /// Once a pass for each kind. The pass goes on without them: errors of a pass before the last may not be those of the program.
    fn say_that_it_is_full(&mut self, severity: Severity) {
        if !self.said.leave_out(severity) {
            let (severity, kind) = match severity {
                Severity::Error => (Severity::Error, "errors"),
                _ => (Severity::Warning, "warnings, notes and prints"),
            };
            let message = format!("more than {MAX_DIAGNOSTICS} {kind}: the rest is left out");
            self.push(severity, self.place, message, None);
        }
    }

    fn push(
        &mut self,
        severity: Severity,
        place: Place,
        message: String,
        help: Option<String>,
    ) -> Option<&mut Diagnostic> {
        let location = self.sources.location(place.0, place.1, place.2);
        let is_print = severity == Severity::Print;
        let stack = self.stack();
        let in_turns = self.turns.depth() > 0;
        let is_there = |said: &Location| said.is_where(&location) || in_turns && said.is_otherwise(&location);
        let is_same = |said: &Diagnostic| {
            is_there(&said.location)
                && (said.severity, &said.message) == (severity, &message)
                && (said.stack == stack || in_turns && is_same_way(&said.stack, &stack))
        };
        // Several instructions of one statement report a mistake once, and so do the turns of a repeat that
        // have their own expanded texts.
        let mut said = self.said.diagnostics().iter().rev().take(if in_turns { usize::MAX } else { 1 });
        if !is_print && said.any(is_same) {
            self.said.count_again(severity);
            return None;
        }
        let diagnostic = Diagnostic { stack, ..Diagnostic::new(severity, message, location, help) };
        match self.calls.of_macro().filter(|_| !is_print) {
            Some((call, _)) => self.said.add_in_macro(diagnostic, call, self.statements),
            None => self.said.add(diagnostic),
        }
    }

    /// An error with its fix, if a tool can apply it.
    pub(super) fn error_to_fix(
        &mut self,
        place: Place,
        message: String,
        help: Option<String>,
        fix: Option<Fix>,
    ) {
        self.diagnose_to_fix(Severity::Error, place, message, help, fix);
    }

    fn diagnose_to_fix(
        &mut self,
        severity: Severity,
        place: Place,
        message: String,
        help: Option<String>,
        fix: Option<Fix>,
    ) {
        let is_said = self.add_diagnostic(severity, place, message, help).is_some();
        let Some(fix) = fix.filter(|_| is_said) else { return };
        let suggestions = fix.suggestions(&self.sources, place);
        if let Some(said) = self.said.last_mut() {
            said.suggestions = suggestions;
        }
    }

    /// An error after which further passes are pointless; it is reported even in the first one.
    pub(super) fn give_up(&mut self, message: String) {
        self.pass = self.pass.max(2);
        self.push(Severity::Error, self.place, message, None);
        if let Some(diagnostic) = self.said.last_mut() {
            diagnostic.stack.truncate(3);
        }
        self.stopped = true;
    }

    /// Whether nothing is to be said of a place: a turn before of a repeat has done so, which makes its mistakes in every turn, or
    /// too much has been said already.
    pub(super) fn was_said(&self, severity: Severity, place: Place) -> bool {
        self.said.leaves_out(severity)
            || self.turns.depth() > 0 && self.said.was_said_in_turn(severity, place)
    }

    /// For a message: the turn of a repeat in which an expression with the counter is wrong.
    pub(super) fn in_turn(&self, expr: ExprId) -> String {
        let (source, start, end) = self.expr_place(expr);
        let text = self.sources.list[source as usize].text.get(start as usize..end as usize);
        match self.turns.current() {
            Some(turn) if text.is_some_and(|text| text.contains(&b'#')) => format!(" where `#` is {turn}"),
            _ => String::new(),
        }
    }

    /// An error at an expression of the current source.
    pub(super) fn error_at(&mut self, expr: ExprId, message: String, help: Option<String>) {
        self.error(self.expr_place(expr), message, help);
    }

    /// A warning at an expression of the current source.
    pub(super) fn warn_at(&mut self, expr: ExprId, message: String, help: &str) {
        self.diagnose(Severity::Warning, self.expr_place(expr), message, Some(help.to_owned()));
    }

    pub(super) fn expr_place(&self, expr: ExprId) -> Place {
        match self.program.spans.get(expr.0 as usize) {
            Some(&(start, end)) => (self.source, start, end),
            None => self.place,
        }
    }

    /// Warns of a name that is spelled like a top-level symbol but means one in the block that is spelled
    /// differently: `WALL` where the block has a label `wall`.
    pub(super) fn warn_hidden(&mut self, name: Name, symbol: &SymbolEntry, expr: ExprId) {
        let Some(hidden) = self.symbols.local(ROOT, name) else { return };
        let hidden = self.symbols.list[hidden as usize];
        let place = self.expr_place(expr);
        let written = |(source, start, end): Place| {
            self.sources.list[source as usize].text.get(start as usize..end as usize)
        };
        let [inner, outer] = [*symbol, hidden].map(|symbol| self.named_at(&symbol));
        let (Some(inner), Some(outer), Some(text)) = (inner, outer, written(place)) else { return };
        if Some(text) != written(outer) || Some(text) == written(inner) {
            return;
        }
        let [text, other] =
            [place, inner].map(|at| String::from_utf8_lossy(written(at).unwrap_or_default()).into_owned());
        let message = format!("`{text}` means `{other}` of this block, which hides `{text}`");
        let help = "rename one of them: labels are case sensitive only with `-c`";
        let [inner, outer] =
            [inner, outer].map(|(source, start, end)| self.sources.location(source, start, end));
        let warning = self.add_diagnostic(Severity::Warning, place, message, Some(help.to_owned()));
        if let Some(diagnostic) = warning {
            diagnostic.related.push((format!("`{other}` is defined here"), inner));
            diagnostic.related.push((format!("`{text}` is defined here"), outer));
        }
    }

    /// Where the name of a symbol stands in its definition, which may begin with a directive.
    fn named_at(&self, symbol: &SymbolEntry) -> Option<Place> {
        let SymbolEntry { source, start, end, .. } = *symbol;
        let text = self.sources.list[source as usize].text.get(start as usize..end as usize)?;
        let name = self.program.names.text(symbol.name).as_bytes();
        let words = text.chunk_by(|&one, &other| is_identifier(one) == is_identifier(other));
        let mut at = start;
        for word in words {
            // Behind a dot it is the directive.
            if word.eq_ignore_ascii_case(name) && text[..(at - start) as usize].last() != Some(&b'.') {
                return Some((source, at, at + word.len() as u32));
            }
            at += word.len() as u32;
        }
        None
    }

    /// A field of a structure that is a field itself, by its name, or behind an element: MADS knows the outer one only.
    pub(super) fn warn_of_inner_field(
        &mut self,
        field: &SymbolEntry,
        element: &str,
        name: Name,
        expr: ExprId,
    ) {
        if field.kind == SymbolKind::Field && self.symbols.is_of_field(field) {
            let text = self.program.names.text(name);
            let message = format!("`{element}{text}`: MADS has no names for fields of fields");
            let help = "add the offset that the inner structure has for it: `data.field+inner.field`";
            self.warn_at(expr, message, help);
        }
    }

    /// The macro calls, repeats and includes that led here, innermost first.
    pub(super) fn stack(&self) -> Vec<(String, Location)> {
        let calls = self.calls.inside_out();
        calls
            .map(|&Frame { what, name, place: (source, start, end), .. }| {
                let what = match what {
                    FrameKind::Include => INCLUDED.to_owned(),
                    FrameKind::Repeat => "repeated here".to_owned(),
                    FrameKind::Macro => {
                        let name = self.program.macros[name as usize].name;
                        format!("in macro `{}` called here", self.program.names.text(name))
                    }
                };
                (what, self.sources.location(source, start, end))
            })
            .collect()
    }

    pub(super) fn parse_fault(&mut self, index: u32, severity: Severity) {
        self.said.lacks_source |= self.program.faults[index as usize].hides_names;
        if self.pass > 1 {
            let fault = self.program.faults[index as usize].clone();
            let place = (self.source, fault.start, fault.end);
            self.diagnose_to_fix(severity, place, fault.message, fault.help, fault.fix);
        }
    }

    /// Reports that the passes do not agree: the bytes are those of the last one, with the headers of the one
    /// before. [measured]
    pub(super) fn report_unsettled(&mut self) {
        self.layout.keep_headers_before();
        // Other errors may well be the reason.
        if self.said.has_errors() {
            return;
        }
        if self.report_long_chain() {
            return;
        }
        let found = self.symbols.changed.or_else(|| self.symbols.vanished()).or(self.marks.moved());
        let symbol = found.and_then(|index| self.symbols.list.get(index as usize)).copied();
        let (place, name) = match symbol {
            Some(symbol) => {
                let name = self.program.names.text(symbol.name);
                ((symbol.source, symbol.start, symbol.end), format!("`{name}`"))
            }
            None => (self.place, "an anonymous label".to_owned()),
        };
        let severity = if self.options.strict { Severity::Error } else { Severity::Warning };
        let message =
            format!("the value of {name} changes in every pass; these are the bytes of the last, as in MADS");
        let help = "something before it depends on its value; give it a fixed size or place";
        let culprit = self.notes.unsteady();
        let culprit = culprit.map(|(source, start, end)| self.sources.location(source, start, end));
        let said = self.add_diagnostic(severity, place, message, Some(help.to_owned()));
        if let (Some(culprit), Some(diagnostic)) = (culprit, said) {
            let label = "the length of this changes from pass to pass";
            diagnostic.related.push((label.to_owned(), culprit));
        }
    }

    /// In a chain of names that are each defined by the next one and used before their definition, each pass
    /// resolves one more name. Reports names that the last pass still does not know, because the bytes for
    /// them would be wrong.
    fn report_long_chain(&mut self) -> bool {
        let unknown = self.symbols.list.iter().filter(|symbol| symbol.pass == self.pass && !symbol.known);
        let Some(symbol) = unknown.min_by_key(|symbol| (symbol.source, symbol.start)).copied() else {
            return false;
        };
        let name = self.program.names.text(symbol.name);
        let message = format!("`{name}` has no value after {} passes", self.pass);
        let help = "each pass resolves one more name in a chain of names that are used before they are defined: define \
                    them before their use";
        let place = (symbol.source, symbol.start, symbol.end);
        self.error(place, message, Some(help.to_owned()));
        true
    }

    /// Reports values that the last pass could not compute although nothing is undefined: they depend on
    /// themselves.
    pub(super) fn report_circles(&mut self) {
        if self.said.has_errors() {
            return;
        }
        let unknown = self.symbols.list.iter().filter(|symbol| symbol.pass == self.pass && !symbol.known);
        for symbol in unknown.copied().collect::<Vec<_>>() {
            let name = self.program.names.text(symbol.name).to_owned();
            let place = (symbol.source, symbol.start, symbol.end);
            self.error(place, format!("`{name}` has no value: it depends on itself"), None);
        }
    }

    /// `.print`, `.error`, `ert`
    pub(super) fn say(&mut self, report: Report, items: List) {
        if self.pass == 1 {
            return;
        }
        let mut text = String::new();
        let mut numbers = Vec::new();
        for index in items.indices() {
            match self.program.items[index] {
                Item::Bytes(string) => {
                    text += &String::from_utf8_lossy(&self.program.strings[string as usize]);
                }
                Item::Number(_, expr) => {
                    let condition = report == Report::ErrorIf && numbers.is_empty();
                    let value = self.value(expr).unwrap_or(0);
                    numbers.push(value);
                    if !condition {
                        text += &format!("${}", hexadecimal(value));
                    }
                }
                _ => {}
            }
        }
        let place = self.place;
        match report {
            Report::Print => self.diagnose(Severity::Print, place, text, None),
            Report::Error => self.error(place, or(text, "`.error`"), None),
            Report::ErrorIf if numbers.first().is_some_and(|&value| value != 0) => {
                self.error(place, or(text, "the error condition is true"), None);
            }
            Report::ErrorIf => {}
        }
    }
}

/// Whether the same calls led to two places, possibly with other arguments.
fn is_same_way(one: &[(String, Location)], other: &[(String, Location)]) -> bool {
    let is_same = |((what, at), (other, there)): (&(String, Location), &(String, Location))| {
        what == other && at.is_where(there)
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

fn or(text: String, other: &str) -> String {
    if text.is_empty() { other.to_owned() } else { text }
}
