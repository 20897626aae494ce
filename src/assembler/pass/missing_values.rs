//! Calls that give a macro fewer values than it uses, or more than it has names for.

use super::Assembler;
use super::arguments::Filled;
use super::state::macros::Doubt;
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::syntax::Kind;

impl Assembler<'_> {
    /// Says what there is to say of the values that the current statement gives a macro whose body is this unit.
    pub(super) fn warn_of_values(&mut self, unit: u32) {
        if let Some((message, help)) = self.macros.doubt(unit).cloned() {
            self.diagnose(Severity::Warning, self.place, message, Some(help));
        }
    }

    /// What there is to say of so many arguments of a macro, which have been put into its body. A value may be left out:
    /// of a macro that asks how many there are, or for this one, nothing is said.
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
        // With modes each value comes as two.
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

    /// How the statements of a body use the parameters that have been put into it.
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

/// Parameters by their numbers, as the statements of a body use them.
#[derive(Default)]
struct Used {
    all: Vec<usize>,
    /// Whatever conditions hold. What a name is given or another macro gets may be asked for there, and is not among these.
    always: Vec<usize>,
    /// In conditions.
    asked: Vec<usize>,
}
