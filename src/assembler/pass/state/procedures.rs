//! Procedures that are called by name.

use crate::assembler::names::QuickMap;
use crate::assembler::syntax::Argument;

/// Information about procedures, by symbol.
#[derive(Default)]
pub(in crate::assembler) struct Procedures {
    /// Their parameters: index into [`ParsedProgram::procedures`](crate::assembler::syntax::ParsedProgram::procedures).
    parameters: QuickMap<u32, u32>,
    /// Arguments of calls by source and place.
    arguments: QuickMap<u64, Vec<Argument>>,
    /// External procedures.
    outside: Vec<u32>,
}

impl Procedures {
    pub(crate) fn begin_pass(&mut self) {
        self.outside.clear();
    }

    /// Declares a procedure with parameters.
    pub(crate) fn declare(&mut self, symbol: u32, parameters: u32) {
        self.parameters.insert(symbol, parameters);
    }

    /// Declares a procedure without parameters.
    pub(crate) fn declare_plain(&mut self, symbol: u32) {
        self.parameters.remove(&symbol);
    }

    /// Declares an external procedure.
    pub(crate) fn declare_outside(&mut self, symbol: u32) {
        self.outside.push(symbol);
    }

    pub(crate) fn is_outside(&self, symbol: u32) -> bool {
        self.outside.contains(&symbol)
    }

    /// The parameters of a procedure, if it has any.
    pub(crate) fn parameters(&self, symbol: u32) -> Option<u32> {
        self.parameters.get(&symbol).copied()
    }

    /// The parameters of all procedures that have any.
    pub(crate) fn all_parameters(&self) -> impl Iterator<Item = u32> {
        self.parameters.values().copied()
    }

    /// The arguments of a call that was parsed before.
    pub(crate) fn arguments(&self, source: u32, from: u32) -> Option<&Vec<Argument>> {
        self.arguments.get(&(u64::from(source) << 32 | u64::from(from)))
    }

    pub(crate) fn keep_arguments(&mut self, source: u32, from: u32, arguments: Vec<Argument>) {
        self.arguments.insert(u64::from(source) << 32 | u64::from(from), arguments);
    }
}
