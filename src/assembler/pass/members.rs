//! Members of structures and enumerations, data of their types, arrays, and variables.

use super::Assembler;
use super::state::structures::Field;
use super::state::variables::Waiting;
use crate::assembler::diagnostic::Severity;
use crate::assembler::names::Name;
use crate::assembler::symbols::SymbolKind;
use crate::assembler::syntax::{
    BlockKind, Expr, ExprId, FieldType, Item, List, Row, StructureData, Unit, VariablesSyntax,
};

/// Elements of an array or of data of a structure at which they are refused.
const MAX_ELEMENTS: i64 = 0x1_0000;

/// A value of an array.
#[derive(Clone, Copy)]
enum Element {
    /// An item, which is put out where it stands.
    Item(u32),
    /// Finished bytes, of which the first are meant.
    Bytes([u8; 4]),
}

impl Assembler<'_> {
    /// A member of `.enum`.
    pub(super) fn enumerate(&mut self, scope: u32, name: Name) {
        let value = self.image.here;
        self.define(scope, name, Some(value), SymbolKind::Equate);
        self.count_on(value);
    }

    /// A member of `.enum` has this value: the next one has one more.
    pub(super) fn count_on(&mut self, value: i64) {
        self.image.here = value.saturating_add(1);
        if let Some(block) = self.blocks.innermost_mut() {
            block.largest = block.largest.max(value);
        }
    }

    /// The structure or enumeration that a name means here: its symbol and the bytes of a value.
    pub(super) fn type_named(&mut self, name: Name) -> Option<(u32, i64)> {
        let found = self.symbols.resolve(&self.program.names, self.scope, name)?;
        let symbol = &self.symbols.list[found as usize];
        let size = match symbol.kind {
            SymbolKind::Struct => symbol.value,
            SymbolKind::Enum => symbol.size.max(1).into(),
            _ => return None,
        };
        self.refer(found, name, self.place, false);
        Some((found, size))
    }

    /// How often something stands in a declaration: once unless it says more.
    fn count_of(&mut self, count: ExprId) -> i64 {
        let Some(count) = count.given() else { return 1 };
        let value = self.value(count).unwrap_or(0);
        if !(0..=MAX_ELEMENTS).contains(&value) {
            self.error_at(count, format!("there cannot be {value} of them"), None);
            return 0;
        }
        value
    }

    /// A line of `.struct`.
    pub(super) fn member(&mut self, index: u32) {
        let syntax = self.program.members[index as usize].clone();
        if !self.blocks.in_structure() {
            self.error(self.place, "the fields of a structure stand in `.struct`".to_owned(), None);
            return;
        }
        let mut names = syntax.names;
        let (of_type, size) = match syntax.kind {
            FieldType::Unit(unit) => (None, unit.size().into()),
            kind => {
                let first = (kind == FieldType::FirstOrLast).then(|| self.type_named(names[0])).flatten();
                let found = match first {
                    Some(found) => {
                        names.remove(0);
                        Some(found)
                    }
                    None => names.pop().and_then(|last| self.type_named(last)),
                };
                if found.is_none() {
                    self.error(self.place, "the field has no type".to_owned(), None);
                }
                (found.map(|(symbol, _)| symbol), found.map_or(0, |(_, size)| size))
            }
        };
        let count = self.count_of(syntax.count);
        for name in names {
            let offset = self.image.here;
            self.define(self.scope, name, Some(offset), SymbolKind::Equate);
            if let Some(known) = of_type.and_then(|symbol| self.structures.get(symbol)).cloned() {
                let inner = self.symbols.open(self.scope, Some(name), BlockKind::Struct);
                for field in &known.fields {
                    self.define(inner, field.name, Some(offset + field.offset), SymbolKind::Equate);
                }
            }
            self.image.here = offset.saturating_add(size.saturating_mul(count));
            if let Some(block) = self.blocks.innermost_mut() {
                let (offset, size) = (offset - block.start, size * count);
                block.fields.push(Field { name, offset, size, of_type });
            }
        }
    }

    /// Names the fields of data of a structure or variable: `d.x`.
    fn define_fields(&mut self, scope: u32, name: Name, structure: u32, address: i64, elements: i64) {
        let Some(known) = self.structures.get(structure).cloned() else { return };
        if let Some(symbol) = self.symbols.local(scope, name) {
            self.symbols.set_array_size(symbol, known.size as u32, (known.size * elements) as u32);
        }
        let inner = self.symbols.open(scope, Some(name), BlockKind::Struct);
        for field in &known.fields {
            self.define(inner, field.name, Some(address + field.offset), SymbolKind::Field);
        }
    }

    /// `label type`: one value, of a structure not put out, of an enumeration zero.
    pub(super) fn reserve_type(&mut self, label: Option<Name>, symbol: u32, size: i64) {
        let address = self.image.here;
        if self.symbols.list[symbol as usize].kind == SymbolKind::Enum {
            for _ in 0..size {
                self.emit(0);
            }
            return;
        }
        if let Some(label) = label {
            self.define_fields(self.scope, label, symbol, address, 1);
        }
        self.advance(size);
    }

    /// `label dta type [last] (values)(values)`
    pub(super) fn structure(&mut self, index: u32, label: Option<Name>) {
        let StructureData { name, last, groups } = self.program.structures[index as usize].clone();
        let Some((symbol, _)) = self.type_named(name) else {
            if self.pass > 1 {
                let text = self.program.names.text(name).to_owned();
                self.error(self.place, format!("`{text}` is no structure"), None);
            }
            return;
        };
        let count = self.value(last).unwrap_or(0).saturating_add(1);
        if !(0..=MAX_ELEMENTS).contains(&count) || groups.len() as i64 > count {
            let message = format!("{} elements are given for {count}", groups.len());
            self.error_at(last, message, None);
            return;
        }
        if let Some(label) = label {
            self.define_fields(self.scope, label, symbol, self.image.here, count);
        }
        let Some(known) = self.structures.get(symbol).cloned() else { return };
        if groups.is_empty() {
            self.advance(known.size * count);
            return;
        }
        if self.symbols.list[symbol as usize].pass != self.pass {
            let message = "MADS wants the structure to stand before data with values".to_owned();
            self.diagnose(Severity::Warning, self.place, message, None);
        }
        let plain = self.structures.plain_fields(&known, MAX_ELEMENTS as usize);
        for group in &groups {
            let (given, fields) = (group.indices().len(), plain.len());
            if given != fields {
                self.error(self.place, format!("{given} values are given for {fields} fields"), None);
                return;
            }
        }
        for element in 0..count as usize {
            let Some(group) = groups.get(element.min(groups.len() - 1)) else { break };
            for (item, field) in group.indices().zip(&plain) {
                self.fill_field(item, field);
            }
            if !self.count_statement() {
                break;
            }
        }
    }

    /// Puts out a field of data of a structure, whose value is an item.
    fn fill_field(&mut self, item: usize, field: &Field) {
        let size = field.size as usize;
        let mut bytes = Vec::new();
        if let Item::Number(_, expr) = self.program.items[item] {
            if size == 0 {
                return;
            }
            let unit = Unit::of_size(field.size);
            let value = self.value(expr);
            self.number(unit, value, expr);
            bytes.resize(size - unit.size() as usize, 0);
        } else {
            let item = item as u32;
            bytes = self.bytes_aside(List { start: item, end: item + 1 }, self.image.here);
            if bytes.len() > size {
                let name = self.program.names.text(field.name).to_owned();
                self.error(self.place, format!("the value does not fit the field `{name}`"), None);
            }
            bytes.resize(size, 0);
        }
        self.emit_all(&bytes);
    }

    /// `.var` and `.zpvar`
    pub(super) fn declare_variables(&mut self, index: u32) {
        let syntax = self.program.variables[index as usize].clone();
        let address = syntax.address.given().and_then(|address| self.value(address));
        let waiting = self.waiting_variables(&syntax);
        if syntax.zero_page {
            self.zero_page_variables(&syntax, &waiting, address);
            return;
        }
        if let Some(mut next) = address {
            for variable in waiting {
                self.define_variable(&variable, next);
                self.notes.reserved.push((next, variable.size, variable.place));
                next += variable.size;
            }
            return;
        }
        // They stand at the end of the procedure, or else of the `.local`, or of the program.
        let kinds = [BlockKind::Proc, BlockKind::Local];
        let kind = kinds.into_iter().find(|&kind| self.blocks.around(kind).is_some());
        match kind.and_then(|kind| self.blocks.around_mut(kind)) {
            Some(block) => block.variables.extend(waiting),
            None => self.variables.wait(waiting),
        }
    }

    /// The variables with their sizes; the last name may be their type.
    fn waiting_variables(&mut self, syntax: &VariablesSyntax) -> Vec<Waiting> {
        let mut variables = syntax.variables.clone();
        let mut structure = None;
        if variables.len() > syntax.typed + 1
            && let Some(found) = variables.last().and_then(|last| self.type_named(last.name))
        {
            structure = Some(found);
            variables.pop();
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
                size: unit * count,
                unit,
                initial,
                structure: of_type.map(|(symbol, _)| symbol),
            });
        }
        waiting
    }

    fn define_variable(&mut self, variable: &Waiting, address: i64) {
        let place = std::mem::replace(&mut self.place, variable.place);
        self.define(variable.scope, variable.name, Some(address), SymbolKind::Label);
        self.place = place;
        if let Some(symbol) = self.symbols.local(variable.scope, variable.name) {
            self.symbols.list[symbol as usize].element = variable.unit as u32;
        }
        if let Some(structure) = variable.structure {
            self.define_fields(variable.scope, variable.name, structure, address, 1);
        }
    }

    fn zero_page_variables(&mut self, syntax: &VariablesSyntax, waiting: &[Waiting], address: Option<i64>) {
        let mut next = address.unwrap_or(self.variables.zero_page_next);
        for variable in waiting {
            if variable.initial.is_some() {
                let message = "a variable of the zero page has no initial value: it is left out".to_owned();
                self.diagnose(Severity::Warning, self.place, message, None);
            }
            self.define_variable(variable, next);
            self.notes.reserved.push((next, variable.size, variable.place));
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

    /// Variables that share addresses of the zero page: said once a statement.
    fn take_zero_page(&mut self, start: i64, end: i64) {
        if let Some(shared) = self.variables.take_zero_page(start, end) {
            let message = format!("variables share address ${shared:04X}");
            self.diagnose(Severity::Warning, self.place, message, None);
        }
    }

    /// Puts variables out that have waited for the end of their block.
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
            for at in 0..variable.size as usize {
                if self.stopped {
                    return;
                }
                self.emit(initial[at % unit]);
            }
        }
    }

    /// Variables outside of any block stand at the end of the program, or before the next `org`.
    pub(super) fn place_root_variables(&mut self) {
        let waiting = self.variables.take_waiting();
        self.place_variables(&waiting);
    }

    /// `.array name [n] .type = default` with its rows.
    pub(super) fn array(&mut self, index: u32) {
        let syntax = self.program.arrays[index as usize].clone();
        self.define(self.scope, syntax.name, Some(self.image.here), SymbolKind::Array);
        let mut given: Option<i64> = None;
        for &expr in &syntax.counts {
            let count = self.value(expr).unwrap_or(0);
            given = Some(given.unwrap_or(1).saturating_mul(count));
        }
        if given.is_some_and(|count| !(0..=MAX_ELEMENTS).contains(&count)) {
            let message = format!("an array cannot have {} elements", given.unwrap_or(0));
            self.error(self.place, message, None);
            return;
        }
        let size = syntax.unit.size() as usize;
        let Some(elements) = self.array_elements(&syntax.rows, size, given) else { return };
        let count = given.unwrap_or(elements.len() as i64);
        if elements.len() as i64 > count {
            let message = format!("the array has {count} elements: what is given behind is left out");
            self.diagnose(Severity::Warning, self.place, message, None);
        }
        if let Some(symbol) = self.symbols.local(self.scope, syntax.name) {
            self.symbols.set_array_size(symbol, size as u32, count as u32 * size as u32);
        }
        for at in 0..count as usize {
            match (elements.get(at).copied().flatten(), syntax.default.given()) {
                (Some(Element::Item(item)), _) => self.data(List { start: item, end: item + 1 }),
                (Some(Element::Bytes(bytes)), _) => self.emit_all(&bytes[..size]),
                (None, Some(default)) => {
                    let value = self.value(default);
                    self.number(syntax.unit, value, default);
                }
                (None, None) => self.emit_all(&[0; 4][..size]),
            }
        }
    }

    /// The elements that the rows give; nothing if an index is none.
    fn array_elements(
        &mut self,
        rows: &[Row],
        size: usize,
        given: Option<i64>,
    ) -> Option<Vec<Option<Element>>> {
        let begin = self.image.here;
        let mut elements = Vec::new();
        let mut next = 0;
        for row in rows {
            let mut starts = Vec::new();
            for &index in &row.indices {
                let value = self.value(index).unwrap_or(0);
                if !(0..given.unwrap_or(MAX_ELEMENTS)).contains(&value) {
                    self.error_at(index, format!("the array has no element {value}"), None);
                    return None;
                }
                starts.push(value as usize);
            }
            if starts.is_empty() {
                starts.push(next);
            }
            for start in starts {
                next = start;
                for value in self.row_elements(row.items, size, begin + (start * size) as i64) {
                    if next >= MAX_ELEMENTS as usize {
                        self.error(self.place, "the array has too many elements".to_owned(), None);
                        return None;
                    }
                    if elements.len() <= next {
                        elements.resize(next + 1, None);
                    }
                    elements[next] = Some(value);
                    next += 1;
                }
            }
        }
        Some(elements)
    }

    /// The elements of a row whose first one stands at the address `here`.
    fn row_elements(&mut self, items: List, size: usize, here: i64) -> Vec<Element> {
        let mut elements = Vec::new();
        let mut start = items.start;
        while start < items.end {
            let is_element = |item: u32| {
                let item = self.program.items[item as usize];
                matches!(item, Item::Number(unit, _) if unit.size() as usize == size)
            };
            if is_element(start) {
                elements.push(Element::Item(start));
                start += 1;
                continue;
            }
            let end = (start..items.end).find(|&item| is_element(item)).unwrap_or(items.end);
            let here = here + (elements.len() * size) as i64;
            for part in self.bytes_aside(List { start, end }, here).chunks(size) {
                let mut bytes = [0; 4];
                bytes[..part.len()].copy_from_slice(part);
                elements.push(Element::Bytes(bytes));
            }
            start = end;
        }
        elements
    }

    /// The address of `name[index]`, or of a field of it.
    pub(super) fn element_value(
        &mut self,
        name: Name,
        index: ExprId,
        field: Option<Name>,
        expr: ExprId,
    ) -> Option<i64> {
        let base = self.symbol_value(self.scope, name, expr)?;
        let at = self.value(index)?;
        let found = self.symbols.resolve(&self.program.names, self.scope, name)?;
        let symbol = self.symbols.list[found as usize];
        let size = i64::from(symbol.element);
        if symbol.size > 0 && !(0..i64::from(symbol.size) / size.max(1)).contains(&at) {
            let text = self.program.names.text(name).to_owned();
            self.error_at(index, format!("`{text}` has no element {at}"), None);
            return None;
        }
        let mut address = base + at.wrapping_mul(size);
        if let Some(field) = field {
            let inner =
                self.symbols.child(symbol.scope, name).and_then(|scope| self.symbols.local(scope, field));
            match inner {
                Some(inner) => address += self.symbols.list[inner as usize].value - base,
                None => {
                    let text = self.program.names.text(field).to_owned();
                    self.error_at(expr, format!("there is no field `{text}`"), None);
                    return None;
                }
            }
        }
        Some(address)
    }

    /// `name(expression)`: of the members of an enumeration, and of nothing else.
    pub(super) fn within_value(&mut self, name: Name, members: ExprId, expr: ExprId) -> Option<i64> {
        let found = self.symbols.resolve(&self.program.names, self.scope, name);
        if let Some(found) = found {
            self.refer(found, name, self.expr_place(expr), false);
        }
        let symbol = found.map(|found| self.symbols.list[found as usize]);
        let inner = symbol
            .filter(|symbol| symbol.kind == SymbolKind::Enum)
            .and_then(|symbol| self.symbols.child(symbol.scope, symbol.name));
        let Some(inner) = inner else {
            if self.pass > 1 {
                let text = self.program.names.text(name).to_owned();
                self.error_at(expr, format!("`{text}` is no enumeration"), None);
            }
            return None;
        };
        if let Some(found) = found {
            self.symbols.list[found as usize].used = self.pass;
        }
        if let Some(stranger) = self.stranger(members, inner) {
            let text = self.program.names.text(name).to_owned();
            self.error_at(stranger, format!("this is no member of `{text}`"), None);
            return None;
        }
        let outer = std::mem::replace(&mut self.scope, inner);
        let value = self.value(members);
        self.scope = outer;
        value
    }

    /// A part of an expression that is no member of a scope.
    fn stranger(&self, expr: ExprId, scope: u32) -> Option<ExprId> {
        match self.program.exprs[expr.0 as usize] {
            Expr::Symbol(name) if self.symbols.local(scope, name).is_some() => None,
            Expr::Unary(_, operand) => self.stranger(operand, scope),
            Expr::Binary(_, left, right) => {
                self.stranger(left, scope).or_else(|| self.stranger(right, scope))
            }
            Expr::TwoReadings { swept, .. } => self.stranger(swept, scope),
            _ => Some(expr),
        }
    }
}
