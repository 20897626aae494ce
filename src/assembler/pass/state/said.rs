//! The diagnostics of a pass, and what is reported only once.

use crate::assembler::diagnostic::{Diagnostic, Severity};
use crate::assembler::source::Place;

/// Errors of a pass after which no more are kept, and the same of all others: nobody reads on.
pub(in crate::assembler) const MAX_DIAGNOSTICS: usize = 1000;

/// A diagnostic created in a macro.
struct SaidInMacro {
    /// Its index.
    diagnostic: usize,
    /// Index of the macro's call in its stack.
    call: usize,
    /// Number of other calls that created the same.
    others: u64,
    /// The last statement that created it.
    statement: u64,
}

/// The diagnostics of a pass.
#[derive(Default)]
pub(in crate::assembler) struct Said {
    diagnostics: Vec<Diagnostic>,
    /// Number of errors among them.
    errors: usize,
    /// Number of other diagnostics, and of errors, repeated in turns of a repeat with their own texts. They
    /// are not kept, but count.
    again: [usize; 2],
    /// Whether warnings, notes and prints are left out, and whether errors are, which has been said.
    leaves_out: [bool; 2],
    /// The next statement gives no warnings, or the one that is executed.
    pub hushes_next: bool,
    pub is_hushed: bool,
    /// Whether a source or the end of a body is missing, which may explain unknown names.
    pub lacks_source: bool,
    /// Files that cannot be read and have been reported.
    missing: Vec<String>,
    /// Severities and places of diagnostics created in turns of a repeat.
    in_turns: Vec<(Severity, Place)>,
    /// Diagnostics created in macros.
    in_macros: Vec<SaidInMacro>,
}

impl Said {
    /// A source missing in one pass is missing in all.
    pub(crate) fn begin_pass(&mut self) {
        *self = Said { lacks_source: self.lacks_source, ..Said::default() };
    }

    /// Records a file that cannot be read; false if it has been reported.
    pub(crate) fn misses(&mut self, name: &str) -> bool {
        let is_new = self.missing.iter().all(|missing| missing != name);
        if is_new {
            self.missing.push(name.to_owned());
        }
        is_new
    }

    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether the limit for this kind is reached: for errors, or for all others.
    pub(crate) fn is_full(&self, severity: Severity) -> bool {
        let said = [self.diagnostics.len() - self.errors, self.errors];
        let of_kind = usize::from(severity == Severity::Error);
        MAX_DIAGNOSTICS <= said[of_kind] + self.again[of_kind]
    }

    /// Whether more of this kind are left out, and that has been said.
    pub(crate) fn leaves_out(&self, severity: Severity) -> bool {
        self.leaves_out[usize::from(severity == Severity::Error)]
    }

    /// More of this kind are left out; whether that has been said.
    pub(crate) fn leave_out(&mut self, severity: Severity) -> bool {
        std::mem::replace(&mut self.leaves_out[usize::from(severity == Severity::Error)], true)
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.diagnostics.last_mut()
    }

    pub(crate) fn nth_mut(&mut self, number: usize) -> Option<&mut Diagnostic> {
        self.diagnostics.get_mut(number)
    }

    /// A turn of a repeat has made a diagnostic again.
    pub(crate) fn count_again(&mut self, severity: Severity) {
        self.again[usize::from(severity == Severity::Error)] += 1;
    }

    /// Adds a diagnostic unconditionally, and returns it.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) -> Option<&mut Diagnostic> {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut()
    }

    /// Adds a diagnostic created in the macro whose call is at index `call` of its stack. If another call has
    /// created the same, it is only counted. Duplicates from one statement count once.
    pub(crate) fn add_in_macro(
        &mut self,
        diagnostic: Diagnostic,
        call: usize,
        statement: u64,
    ) -> Option<&mut Diagnostic> {
        let diagnostics = &self.diagnostics;
        let is_same = |said: &&mut SaidInMacro| {
            let said = &diagnostics[said.diagnostic];
            said.severity == diagnostic.severity
                && said.message == diagnostic.message
                && said.location.is_where(&diagnostic.location)
        };
        if let Some(said) = self.in_macros.iter_mut().find(is_same) {
            said.others += u64::from(said.statement != statement);
            said.statement = statement;
            return None;
        }
        self.in_macros.push(SaidInMacro { diagnostic: self.diagnostics.len(), call, others: 0, statement });
        self.add(diagnostic)
    }

    /// The diagnostics of this pass. Those that a macro creates in every call appear once, with the number of
    /// other calls.
    pub(crate) fn take(&mut self) -> Vec<Diagnostic> {
        for SaidInMacro { diagnostic, call, others, .. } in std::mem::take(&mut self.in_macros) {
            // An error that gives up has no outer frames.
            let frame = self.diagnostics[diagnostic].stack.get_mut(call).filter(|_| others > 0);
            if let Some((label, _)) = frame {
                let calls = if others == 1 { "call" } else { "calls" };
                *label += &format!(", and the same in {others} more {calls}");
            }
        }
        self.errors = 0;
        std::mem::take(&mut self.diagnostics)
    }

    /// There is no enclosing repeat any more.
    pub(crate) fn forget_turns(&mut self) {
        self.in_turns.clear();
    }

    /// Whether a turn of the enclosing repeat has reported something at a place.
    pub(crate) fn was_said_in_turn(&self, severity: Severity, place: Place) -> bool {
        self.in_turns.contains(&(severity, place))
    }

    pub(crate) fn note_in_turn(&mut self, severity: Severity, place: Place) {
        self.in_turns.push((severity, place));
    }
}
