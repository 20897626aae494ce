//! What a pass has said, and what it says only once.

use crate::assembler::diagnostic::{Diagnostic, Severity};
use crate::assembler::source::Place;

/// Errors of a pass after which no more are kept, and the same of all others: nobody reads on.
pub(in crate::assembler) const MAX_DIAGNOSTICS: usize = 1000;

/// A diagnostic that was made in a macro.
struct SaidInMacro {
    /// Which it is.
    diagnostic: usize,
    /// The macro's call in its stack.
    call: usize,
    /// How many other calls have made the same.
    others: u64,
    /// The number of the statement that has made it last.
    statement: u64,
}

/// The diagnostics of a pass.
#[derive(Default)]
pub(in crate::assembler) struct Said {
    diagnostics: Vec<Diagnostic>,
    /// How many of them are errors.
    errors: usize,
    /// How many others, and how many errors, turns of a repeat have made again that have texts of their own. They are not kept, and count.
    again: [usize; 2],
    /// Whether warnings, notes and prints are left out, and whether errors are, which has been said.
    leaves_out: [bool; 2],
    /// The next statement gives no warnings, or the one that is executed.
    pub hushes_next: bool,
    pub is_hushed: bool,
    /// A source or the end of a body is missing: what is not known may stand in it.
    pub lacks_source: bool,
    /// The files that cannot be read, of which that is said once.
    missing: Vec<String>,
    /// Kinds and places of the diagnostics that have been made in the turns of a repeat.
    in_turns: Vec<(Severity, Place)>,
    /// Those that were made in macros.
    in_macros: Vec<SaidInMacro>,
}

impl Said {
    /// A source that is missing in one pass is missing in all.
    pub(crate) fn begin_pass(&mut self) {
        *self = Said { lacks_source: self.lacks_source, ..Said::default() };
    }

    /// A file of this name cannot be read: whether that is new.
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

    /// Whether no more are kept of this kind: of errors, or of all the others.
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

    /// Adds a diagnostic, whatever has been said, and gives it.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) -> Option<&mut Diagnostic> {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut()
    }

    /// Adds a diagnostic that was made within the macro whose call is the `call`th of its stack, unless another call
    /// has made the same: then that is counted. What one statement makes again counts once.
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

    /// What this pass has said: what a macro says in each of its calls once, with how many others there are.
    pub(crate) fn take(&mut self) -> Vec<Diagnostic> {
        for SaidInMacro { diagnostic, call, others, .. } in std::mem::take(&mut self.in_macros) {
            // Of an error that gives up the outer frames are left out.
            let frame = self.diagnostics[diagnostic].stack.get_mut(call).filter(|_| others > 0);
            if let Some((label, _)) = frame {
                let calls = if others == 1 { "call" } else { "calls" };
                *label += &format!(", and the same in {others} more {calls}");
            }
        }
        self.errors = 0;
        std::mem::take(&mut self.diagnostics)
    }

    /// No repeat is around this place.
    pub(crate) fn forget_turns(&mut self) {
        self.in_turns.clear();
    }

    /// Whether a turn of the repeat around this place has said something of a place.
    pub(crate) fn was_said_in_turn(&self, severity: Severity, place: Place) -> bool {
        self.in_turns.contains(&(severity, place))
    }

    pub(crate) fn note_in_turn(&mut self, severity: Severity, place: Place) {
        self.in_turns.push((severity, place));
    }
}
