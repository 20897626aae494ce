//! Variables: their addresses and initial values.

use super::state::variables::Waiting;
use super::{Assembler, Statement};
use crate::assembler::diagnostic::Severity;
use crate::assembler::symbols::SymbolKind;
use crate::assembler::syntax::{BlockSyntax, ExprId, Unit, VariablesSyntax};

impl Assembler<'_> {
    /// `.var` and `.zpvar`
    pub(super) fn declare_variables(&mut self, index: u32) {
        let syntax = self.program.variables[index as usize].clone();
        let (waiting, address) = self.waiting_variables(&syntax);
        let address = address.given().and_then(|address| self.value(address));
        if syntax.zero_page {
            self.zero_page_variables(&syntax, &waiting, address);
            return;
        }
        if let Some(mut next) = address {
            for variable in waiting {
                self.define_variable(&variable, next);
                self.leave_out(next, variable.size, variable.place);
                next = next.saturating_add(variable.size);
            }
            return;
        }
        // They are placed at the end of the procedure, or else of the `.local`, or of the program.
        let kinds = [BlockSyntax::Proc, BlockSyntax::Local];
        let kind = kinds.into_iter().find(|&kind| self.blocks.around(kind).is_some());
        match kind.and_then(|kind| self.blocks.around_mut(kind)) {
            Some(block) => block.variables.extend(waiting),
            None => self.variables.wait(waiting),
        }
    }

    /// The variables with their sizes, and their address. The last name may turn out to be their type; its
    /// initial value is then the address.
    fn waiting_variables(&mut self, syntax: &VariablesSyntax) -> (Vec<Waiting>, ExprId) {
        let (mut variables, mut address) = (syntax.variables.clone(), syntax.address);
        let mut structure = None;
        if variables.len() > syntax.typed + 1
            && let Some(found) = variables.last().and_then(|last| self.type_named(last.name))
        {
            structure = Some(found);
            let of_type = variables.pop().map_or(ExprId::NONE, |of_type| of_type.initial);
            address = address.given().unwrap_or(of_type);
        }
        let mut waiting = Vec::new();
        for (at, variable) in variables.into_iter().enumerate() {
            let of_type = structure.filter(|_| at >= syntax.typed);
            let unit = of_type.map_or(variable.unit.size().into(), |(_, size)| size);
            let count = self.count_of(variable.count);
            let initial = variable.initial.given().map(|initial| {
                let value = self.value(initial).unwrap_or(0);
                self.check_fit(Unit::of_size(unit), value, initial);
                value
            });
            waiting.push(Waiting {
                name: variable.name,
                scope: self.scope,
                place: (self.source, variable.span.0, variable.span.1),
                size: unit.saturating_mul(count),
                unit,
                initial,
                structure: of_type.map(|(symbol, _)| symbol),
            });
        }
        (waiting, address)
    }

    fn define_variable(&mut self, variable: &Waiting, address: i64) {
        let place = std::mem::replace(&mut self.place, variable.place);
        self.define(variable.scope, variable.name, Some(address), SymbolKind::Label);
        self.place = place;
        if let Some(symbol) = self.symbols.local(variable.scope, variable.name) {
            self.symbols.list[symbol as usize].element = variable.unit as u32;
            self.notes.sizes.push((symbol, variable.size, variable.unit));
        }
        if let Some(structure) = variable.structure {
            self.define_fields(variable.scope, variable.name, structure, address, 1);
        }
    }

    fn zero_page_variables(&mut self, syntax: &VariablesSyntax, waiting: &[Waiting], address: Option<i64>) {
        let mut next = address.unwrap_or(self.variables.zero_page_next);
        for variable in waiting {
            if variable.initial.is_some() {
                let message = "a zero-page variable cannot have an initial value: it is ignored".to_owned();
                self.diagnose(Severity::Warning, self.place, message, None);
            }
            self.define_variable(variable, next);
            self.leave_out(next, variable.size, variable.place);
            let end = next.saturating_add(variable.size);
            self.take_zero_page(next, end);
            next = end;
        }
        if next > 0x100 {
            self.error(self.place, "the variables do not fit the zero page".to_owned(), None);
        }
        if !syntax.variables.is_empty() || address.is_some() {
            self.variables.zero_page_next = next;
        }
    }

    /// Warns of variables that share zero page addresses, once per statement.
    fn take_zero_page(&mut self, start: i64, end: i64) {
        if let Some(shared) = self.variables.take_zero_page(start, end) {
            let message = format!("variables share address ${shared:04X}");
            self.diagnose(Severity::Warning, self.place, message, None);
        }
    }

    /// Outputs variables that were waiting for the end of their block.
    pub(super) fn place_variables(&mut self, waiting: &[Waiting]) {
        for variable in waiting {
            if !self.count_statement() {
                return;
            }
            self.define_variable(variable, self.image.here);
            let is_struct = |symbol: u32| self.symbols.list[symbol as usize].kind == SymbolKind::Struct;
            if variable.initial.is_none() && variable.structure.is_some_and(is_struct) {
                self.advance(variable.size);
                continue;
            }
            let unit = variable.unit.clamp(1, 4) as usize;
            let initial = variable.initial.unwrap_or(0).to_le_bytes();
            let (first, filled) = (self.image.bytes.len(), self.image.filled);
            for at in 0..variable.size as usize {
                if self.stopped {
                    return;
                }
                self.emit(initial[at % unit]);
            }
            self.record_variable(variable, first + self.image.filled - filled);
        }
    }

    /// Records the bytes of a variable for the line of its declaration.
    fn record_variable(&mut self, variable: &Waiting, first: usize) {
        let (source, start, end) = variable.place;
        let line = self.sources.list[source as usize].line_number(start as usize);
        let outer = std::mem::replace(&mut self.source, source);
        let declaration = Statement { start, end, ..Statement::marker(line) };
        self.record_bytes(declaration, first, variable.unit == 2);
        self.source = outer;
    }

    /// Variables outside of blocks are placed before the next `org`; those before the first `org` wait.
    pub(super) fn place_variables_before_org(&mut self) {
        if self.image.has_origin {
            self.place_root_variables();
        }
    }

    /// Variables outside of blocks are placed at the end of the program.
    pub(super) fn place_root_variables(&mut self) {
        let waiting = self.variables.take_waiting();
        self.place_variables(&waiting);
    }
}
