//! Procedures that are called by their names.

use crate::assembler::names::QuickMap;
use crate::assembler::syntax::Argument;

/// What is known of procedures, by their symbols.
#[derive(Default)]
pub(in crate::assembler) struct Procedures {
    /// Their parameters: index into [`ParsedProgram::procedures`](crate::assembler::syntax::ParsedProgram::procedures).
    parameters: QuickMap<u32, u32>,
    /// Arguments of calls by source and place.
    arguments: QuickMap<u64, Vec<Argument>>,
    /// Those that come from elsewhere.
    outside: Vec<u32>,
}

impl Procedures {
    pub(crate) fn begin_pass(&mut self) {
        self.outside.clear();
    }

    /// A procedure with parameters.
    pub(crate) fn declare(&mut self, symbol: u32, parameters: u32) {
        self.parameters.insert(symbol, parameters);
    }

    /// The procedure has no parameters.
    pub(crate) fn declare_plain(&mut self, symbol: u32) {
        self.parameters.remove(&symbol);
    }

    /// The procedure comes from elsewhere.
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

    /// The parameters of all procedures that have some.
    pub(crate) fn all_parameters(&self) -> impl Iterator<Item = u32> {
        self.parameters.values().copied()
    }

    /// The arguments of a call that has been read before.
    pub(crate) fn arguments(&self, source: u32, from: u32) -> Option<&Vec<Argument>> {
        self.arguments.get(&(u64::from(source) << 32 | u64::from(from)))
    }

    pub(crate) fn keep_arguments(&mut self, source: u32, from: u32, arguments: Vec<Argument>) {
        self.arguments.insert(u64::from(source) << 32 | u64::from(from), arguments);
    }
}
