//! Warns of calls that give a macro fewer arguments than it uses, or more than it declares.

use super::Assembler;
use super::arguments::Filled;
use super::state::macros::Doubt;
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::syntax::Kind;

impl Assembler<'_> {
    /// Warns about the arguments that the current statement gives a macro with this expanded unit.
    pub(super) fn warn_of_values(&mut self, unit: u32) {
        if let Some((message, help)) = self.macros.doubt(unit).cloned() {
            self.diagnose(Severity::Warning, self.place, message, Some(help));
        }
    }

    /// A warning about the number of arguments expanded in a macro's body. Arguments may be optional: there
    /// is no warning if the macro tests their number, or the argument in question.
    pub(super) fn doubt_values(
        &self,
        index: u32,
        unit: u32,
        filled: &Filled,
        arguments: usize,
    ) -> Option<Doubt> {
        let body = &self.program.macros[index as usize];
        let named = body.parameters.len();
        let most = filled.parameters.iter().map(|&(_, parameter)| parameter).max().unwrap_or(0).max(named);
        let asks_count = filled.parameters.iter().any(|&(_, parameter)| parameter == 0);
        let is_too_much = named > 0 && arguments > most;
        if asks_count || body.is_misread || !is_too_much && arguments >= most {
            return None;
        }
        // With modes, each argument is passed as two.
        let pieces = if body.has_modes { 2 } else { 1 };
        let text = |most: usize, what: &str| {
            let name = self.program.names.text(body.name);
            let takes = counted(most.div_ceil(pieces), "value");
            format!("macro `{name}` takes {takes}, not {}{what}", arguments / pieces)
        };
        if is_too_much {
            let help = "put a value that contains commas in double quotes: \"table,x\"";
            return Some((text(most, ""), help.to_owned()));
        }
        let used = self.used(unit, filled);
        let most = used.all.iter().copied().max().unwrap_or(0).max(named);
        let is_wanted = |&parameter: &usize| parameter > arguments && !used.asked.contains(&parameter);
        let missing = used.always.iter().copied().find(is_wanted)?;
        let name = body.parameters.get(missing - 1).cloned().unwrap_or(missing.to_string());
        let help =
            format!("test for a value that is optional: `.if :{name} <> -1`, or `.if :0 >= {missing}`");
        Some((text(most, &format!(": `:{name}` is -1 in it")), help))
    }

    /// How the statements of a body use its parameters.
    fn used(&self, unit: u32, filled: &Filled) -> Used {
        let (mut used, mut depth, mut goes_on) = (Used::default(), 0_usize, true);
        for statement in &self.program.units[unit as usize] {
            let begin = filled.parameters.partition_point(|&(at, _)| at < statement.start as usize);
            let within =
                filled.parameters[begin..].iter().take_while(|&&(at, _)| at < statement.end as usize);
            let parameters = within.map(|&(_, parameter)| parameter);
            used.all.extend(parameters.clone());
            match statement.kind {
                Kind::If { .. } | Kind::IfDefined { .. } => {
                    depth += 1;
                    used.asked.extend(parameters);
                }
                Kind::ElseIf { .. } | Kind::Report { .. } => used.asked.extend(parameters),
                Kind::EndIf => depth = depth.saturating_sub(1),
                Kind::ExitMacro => goes_on = false,
                Kind::Call { .. } | Kind::Equate(_) | Kind::Assign(..) | Kind::Define { .. } => {}
                _ if depth == 0 && goes_on => used.always.extend(parameters),
                _ => {}
            }
        }
        used
    }
}

/// Parameters by number, as used in the statements of a body.
#[derive(Default)]
struct Used {
    all: Vec<usize>,
    /// Used whatever the conditions. Does not include parameters that are only assigned to a name or passed
    /// to another macro, which may test them.
    always: Vec<usize>,
    /// Used in conditions.
    asked: Vec<usize>,
}
