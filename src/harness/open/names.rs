//! Names of addresses that are not the program's own.

use super::{Medium, OpenError, Program, os_failed};
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::{Kind, Symbol, Symbols};
use crate::inspect::system_names::{SYSTEM, SystemNames};
use crate::titles::Os;

impl Program {
    /// Adds the operating system's names. Internal names of the built-in system are left out if another system is
    /// used.
    pub(super) fn with_os_symbols(mut self) -> Result<Program, OpenError> {
        let built_in = self.options.sources.os();
        let mut names = Vec::new();
        if self.options.os.is_none() && !matches!(self.medium, Medium::Os(_)) {
            let os = built_in.as_ref().map_err(|error| os_failed(error.clone()))?;
            let own = Symbols::from_assembly(&os.output);
            let hidden = hidden(&own, &self.symbols);
            self.symbols.extend_with_unknown(&own);
            self.symbols.extend(hidden);
            let is_own = |symbol: &&Symbol| self.symbols.value(&symbol.name) == Some(symbol.value);
            names.extend(own.iter().filter(is_own).map(|symbol| symbol.name.clone()));
            self.lines.extend_with_unknown(&SourceLines::from_assembly(&os.output));
        }
        if let Ok(os) = built_in {
            if !self.is_assembled() {
                self.symbols = without_codes(&self.symbols, &os);
            }
            let system = SystemNames::new(os.places()).with_own(names.iter().map(String::as_str));
            self.symbols = self.symbols.with_system(system);
        }
        Ok(self)
    }
}

/// Labels of the system that have the same name as one of the program's, with a prefix. Without them, the addresses
/// that follow would be shown relative to the label before.
fn hidden(own: &Symbols, of_program: &Symbols) -> Vec<Symbol> {
    let is_hidden = |symbol: &&Symbol| {
        let other = of_program.symbol(&symbol.name);
        symbol.kind != Kind::Constant && other.is_some_and(|other| other.value != symbol.value)
    };
    let renamed = |symbol: &Symbol| Symbol { name: format!("{SYSTEM}{}", symbol.name), ..symbol.clone() };
    own.iter().filter(is_hidden).map(renamed).collect()
}

/// Label files do not distinguish numbers from addresses: the system's command and status codes in them would be
/// taken for names in the zero page.
fn without_codes(symbols: &Symbols, os: &Os) -> Symbols {
    let is_code = |symbol: &Symbol| {
        os.codes().any(|(name, code)| code == symbol.value && name.eq_ignore_ascii_case(&symbol.name))
    };
    symbols.map(|symbol| match is_code(&symbol) {
        true => Symbol { kind: Kind::Constant, ..symbol },
        false => symbol,
    })
}
