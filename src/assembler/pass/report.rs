//! Diagnostics of a pass.

use super::record::{Record, Recorded};
use super::state::SaidInMacro;
use super::{Assembler, FrameKind, MAX_DIAGNOSTICS, Place};
use crate::assembler::diagnostic::{Diagnostic, INCLUDED, Location, Severity};
use crate::assembler::names::Name;
use crate::assembler::rows::hexadecimal;
use crate::assembler::symbols::{ROOT, Symbol};
use crate::assembler::syntax::{ExprId, Item, List, Report};

impl Assembler<'_> {
    /// Adds a diagnostic. The first pass is never the last, so its diagnostics are not even
    /// made.
    pub(super) fn diagnose(
        &mut self,
        severity: Severity,
        place: Place,
        message: String,
        help: Option<String>,
    ) {
        if self.pass == 1 || self.is_hushed && severity == Severity::Warning {
            return;
        }
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            if !std::mem::replace(&mut self.stopped, true) {
                let message =
                    format!("more than {MAX_DIAGNOSTICS} errors and warnings: the rest is left out");
                self.push(Severity::Error, self.place, message, None);
            }
            return;
        }
        let is_again = self.was_said(severity, place);
        if self.counters.is_empty() {
            self.said_in_turns.clear();
        } else if !is_again {
            self.said_in_turns.push((severity, place));
        }
        if !is_again || severity == Severity::Print {
            self.push(severity, place, message, help);
        }
    }

    fn push(&mut self, severity: Severity, place: Place, message: String, help: Option<String>) {
        let location = self.sources.location(place.0, place.1, place.2);
        let is_same = |said: &Diagnostic| {
            let is_there = said.location.is_where(&location);
            is_there && (said.severity, &said.message) == (severity, &message) && said.stack == self.stack()
        };
        // What a statement does wrong in several of its instructions is one mistake.
        if severity != Severity::Print && self.diagnostics.last().is_some_and(is_same) {
            return;
        }
        let call = self.frames.iter().rev().position(|frame| frame.what == FrameKind::Macro);
        if let Some(call) = call.filter(|_| severity != Severity::Print) {
            let diagnostics = &self.diagnostics;
            let is_same = |said: &&mut SaidInMacro| {
                let said = &diagnostics[said.diagnostic];
                said.severity == severity && said.message == message && said.location.is_where(&location)
            };
            if let Some(said) = self.said_in_macros.iter_mut().find(is_same) {
                said.others += u64::from(said.statement != self.statements);
                said.statement = self.statements;
                return;
            }
            let diagnostic = self.diagnostics.len();
            self.said_in_macros.push(SaidInMacro { diagnostic, call, others: 0, statement: self.statements });
        }
        let stack = self.stack();
        self.diagnostics.push(Diagnostic { severity, message, location, help, related: Vec::new(), stack });
    }

    /// What this pass has said: what a macro says in each of its calls once, with how many others there are.
    pub(in crate::assembler) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        for SaidInMacro { diagnostic, call, others, .. } in std::mem::take(&mut self.said_in_macros) {
            // Of an error that gives up the outer frames are left out.
            let frame = self.diagnostics[diagnostic].stack.get_mut(call).filter(|_| others > 0);
            if let Some((label, _)) = frame {
                let calls = if others == 1 { "call" } else { "calls" };
                *label += &format!(", and the same in {others} more {calls}");
            }
        }
        std::mem::take(&mut self.diagnostics)
    }

    pub(super) fn error(&mut self, place: Place, message: String, help: Option<String>) {
        self.diagnose(Severity::Error, place, message, help);
    }

    /// An error after which no pass makes sense; it is reported even in the first one.
    pub(super) fn give_up(&mut self, message: String) {
        self.pass = self.pass.max(2);
        self.error(self.place, message, None);
        if let Some(diagnostic) = self.diagnostics.last_mut() {
            diagnostic.stack.truncate(3);
        }
        self.stopped = true;
    }

    /// Whether a turn before of a repeat has said something of a place: it makes its mistakes in every turn.
    pub(super) fn was_said(&self, severity: Severity, place: Place) -> bool {
        !self.counters.is_empty() && self.said_in_turns.contains(&(severity, place))
    }

    /// In which turn of a repeat the value of an expression that counts them is wrong, for a message.
    pub(super) fn in_turn(&self, expr: ExprId) -> String {
        let (source, start, end) = self.expr_place(expr);
        let text = self.sources.list[source as usize].text.get(start as usize..end as usize);
        match self.counters.last() {
            Some(turn) if text.is_some_and(|text| text.contains(&b'#')) => format!(" where `#` is {turn}"),
            _ => String::new(),
        }
    }

    /// An error at an expression of the current source.
    pub(super) fn error_at(&mut self, expr: ExprId, message: String, help: Option<String>) {
        self.error(self.expr_place(expr), message, help);
    }

    pub(super) fn expr_place(&self, expr: ExprId) -> Place {
        match self.program.spans.get(expr.0 as usize) {
            Some(&(start, end)) => (self.source, start, end),
            None => self.place,
        }
    }

    /// A name that is written as one of the outermost level is, and means one of a block that is written otherwise: `WALL` where
    /// the block has a label `wall`.
    pub(super) fn warn_hidden(&mut self, name: Name, symbol: &Symbol, expr: ExprId) {
        let Some(hidden) = self.symbols.local(ROOT, name) else { return };
        let hidden = self.symbols.list[hidden as usize];
        let place = self.expr_place(expr);
        let length = (place.2 - place.1) as usize;
        let written = |(source, start, _): Place| {
            let text = &self.sources.list[source as usize].text;
            text.get(start as usize..start as usize + length)
        };
        let [inner, outer] = [*symbol, hidden].map(|symbol| (symbol.source, symbol.start, symbol.end));
        let text = written(place);
        if text.is_none() || text != written(outer) || text == written(inner) {
            return;
        }
        let [text, other] =
            [place, inner].map(|at| String::from_utf8_lossy(written(at).unwrap_or_default()).into_owned());
        let message = format!("`{text}` means `{other}` of this block, which hides `{text}`");
        let help = "rename one of them: upper and lower case letters of labels differ with `-c` only";
        let before = self.diagnostics.len();
        self.diagnose(Severity::Warning, place, message, Some(help.to_owned()));
        let [inner, outer] =
            [inner, outer].map(|(source, start, end)| self.sources.location(source, start, end));
        if let Some(diagnostic) = self.diagnostics.get_mut(before) {
            diagnostic.related.push((format!("`{other}` is defined here"), inner));
            diagnostic.related.push((format!("`{text}` is defined here"), outer));
        }
    }

    /// The calls of macros, repeats and includes that led here, innermost first.
    pub(super) fn stack(&self) -> Vec<(String, Location)> {
        let frames = self.frames.iter().rev();
        frames
            .map(|frame| {
                let what = match frame.what {
                    FrameKind::Include => INCLUDED.to_owned(),
                    FrameKind::Repeat => "repeated here".to_owned(),
                    FrameKind::Macro => {
                        let name = &self.program.macros[frame.name as usize].name;
                        format!("in macro `{}` called here", self.program.names.text(*name))
                    }
                };
                (what, self.sources.location(frame.source, frame.start, frame.end))
            })
            .collect()
    }

    pub(super) fn parse_fault(&mut self, index: u32, severity: Severity) {
        self.lacks_source |= self.program.faults[index as usize].hides_names;
        if self.pass > 1 {
            let fault = self.program.faults[index as usize].clone();
            self.diagnose(severity, (self.source, fault.start, fault.end), fault.message, fault.help);
        }
    }

    /// The passes do not agree: the last one stands, with the headers of the one before. [measured]
    pub(super) fn report_unsettled(&mut self) {
        self.header_ends = std::mem::take(&mut self.reach_before);
        // What is wrong may well be why.
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return;
        }
        let found = self.symbols.changed.or_else(|| self.symbols.vanished()).or(self.moved_mark);
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
        self.diagnose(severity, place, message, Some(help.to_owned()));
        let culprit = self.unsteady().map(|(source, start, end)| self.sources.location(source, start, end));
        if let (Some(culprit), Some(diagnostic)) = (culprit, self.diagnostics.last_mut()) {
            let label = "what this puts out changes its length from pass to pass";
            diagnostic.related.push((label.to_owned(), culprit));
        }
    }

    /// The first statement that has put out more in one of the last two passes than in the other, or in one of them only.
    fn unsteady(&self) -> Option<Place> {
        let place = |record: &Record| (record.source, record.start, record.end);
        let length = |record: &Record| match record.what {
            Recorded::Bytes { length, .. } => length,
            _ => 0,
        };
        let passes = self.records.iter().zip(&self.records_before);
        let is_same =
            |(now, before): &(&Record, &Record)| (place(now), length(now)) == (place(before), length(before));
        passes.skip_while(is_same).map(|(now, before)| place(now).min(place(before))).next()
    }

    /// Values that the last pass could not compute though nothing is undefined: they depend on
    /// themselves.
    pub(super) fn report_circles(&mut self) {
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
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
                self.error(place, or(text, "the condition for an error holds"), None);
            }
            Report::ErrorIf => {}
        }
    }
}

fn or(text: String, other: &str) -> String {
    if text.is_empty() { other.to_owned() } else { text }
}
