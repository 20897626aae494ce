//! Members of structures and enumerations, and data with these types.

use super::Assembler;
use super::state::structures::Field;
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::names::Name;
use crate::assembler::source::Place;
use crate::assembler::symbols::SymbolKind;
use crate::assembler::syntax::{BlockSyntax, Expr, ExprId, FieldType, Item, List, StructureData, Unit};

/// Maximum number of elements of an array or of structure data.
pub(super) const MAX_ELEMENTS: i64 = 0x1_0000;
/// Maximum number of named fields of a structure, including nested ones.
const MOST_FIELDS: usize = 0x1000;

impl Assembler<'_> {
    /// A member of `.enum`.
    pub(super) fn enumerate(&mut self, scope: u32, name: Name) {
        let value = self.image.here;
        self.define(scope, name, Some(value), SymbolKind::Equate);
        self.count_on(value);
    }

    /// Continues an enumeration after a member with this value: the next one is larger by one.
    pub(super) fn count_on(&mut self, value: i64) {
        self.image.here = value.saturating_add(1);
        if let Some(block) = self.blocks.innermost_mut() {
            block.largest = block.largest.max(value);
        }
    }

    /// The structure or enumeration that a name means here: its symbol and the size of a value.
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

    /// The repeat count in a declaration: 1 unless given.
    pub(super) fn count_of(&mut self, count: ExprId) -> i64 {
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
            self.error(self.place, "the fields of a structure belong in `.struct`".to_owned(), None);
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
            if let Some(inner) = of_type {
                let most = &mut { MOST_FIELDS };
                self.define_inner(SymbolKind::Equate, (self.scope, name), inner, offset, most);
            }
            self.image.here = offset.saturating_add(size.saturating_mul(count));
            if let Some(block) = self.blocks.innermost_mut() {
                let (offset, unit, size) = (offset - block.start, size, size * count);
                block.fields.push(Field { name, offset, size, unit, of_type, place: self.place });
            }
        }
    }

    /// Defines names for the fields of structure data or of a variable: `d.x`.
    pub(super) fn define_fields(
        &mut self,
        scope: u32,
        name: Name,
        structure: u32,
        address: i64,
        elements: i64,
    ) {
        let Some(known) = self.structures.get(structure) else { return };
        let size = known.size;
        if let Some(symbol) = self.symbols.local(scope, name) {
            self.symbols.set_array_size(symbol, size as u32, (size * elements) as u32);
        }
        let most = &mut { MOST_FIELDS };
        self.define_inner(SymbolKind::Field, (scope, name), structure, address, most);
    }

    /// Defines names for the fields of a structure in a scope, including nested structures, at most `most` in
    /// total. The names refer to the lines of the structure.
    fn define_inner(
        &mut self,
        kind: SymbolKind,
        (scope, name): (u32, Name),
        structure: u32,
        start: i64,
        most: &mut usize,
    ) {
        let Some(known) = self.structures.get(structure).cloned() else { return };
        let inner = self.symbols.open(scope, Some(name), BlockSyntax::Struct);
        for field in &known.fields {
            let Some(left) = most.checked_sub(1) else { return };
            *most = left;
            let at = start + field.offset;
            self.define_named(inner, field.name, Some(at), kind, field.place);
            let symbol = self.symbols.local(inner, field.name).filter(|_| kind == SymbolKind::Field);
            if let Some(symbol) = symbol {
                self.notes.sizes.push((symbol, field.size, field.unit));
            }
            let Some(of_type) = field.of_type.filter(|&it| self.structures.get(it).is_some()) else {
                continue;
            };
            if let Some(symbol) = symbol {
                self.symbols.set_array_size(symbol, field.unit as u32, field.size as u32);
            }
            self.define_inner(kind, (inner, field.name), of_type, at, most);
        }
    }

    /// Rejects text after the type of `label type`.
    pub(super) fn refuse_behind_type(&mut self, (source, start, end): Place) {
        let text = &self.sources.list[source as usize].text[start as usize..end as usize];
        let blanks = text.len() - text.trim_ascii_start().len();
        if blanks < text.len() && !text.trim_ascii_start().starts_with(b"/*") {
            let message = "this is one value of its type, and nothing may follow it".to_owned();
            let help =
                "for several values write `name dta type [last]`; the first one has the number 0".to_owned();
            self.error((source, start + blanks as u32, end), message, Some(help));
        }
    }

    /// `label type`: reserves one value; a structure is not output, an enumeration is output as zero.
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
        self.reserve_bytes(size);
    }

    /// `label dta type [last] (values)(values)`
    pub(super) fn structure(&mut self, index: u32, label: Option<Name>) {
        let StructureData { name, last, groups } = self.program.structures[index as usize].clone();
        let Some((symbol, _)) = self.type_named(name) else {
            if self.pass > 1 {
                let text = self.program.names.text(name).to_owned();
                self.error(self.place, format!("`{text}` is not a structure"), None);
            }
            return;
        };
        let last_one = self.value(last).unwrap_or(0);
        let count = last_one.saturating_add(1);
        if !(1..=MAX_ELEMENTS).contains(&count) {
            let message = format!("the last element cannot have the number {last_one}");
            let help = format!("the first one has the number 0, and at most {MAX_ELEMENTS} are allowed");
            self.error_at(last, message, Some(help));
            return;
        }
        if groups.len() as i64 > count {
            let message = format!("{} elements are given for {count}", groups.len());
            self.error_at(last, message, None);
            return;
        }
        if let Some(label) = label {
            self.define_fields(self.scope, label, symbol, self.image.here, count);
        }
        let Some(known) = self.structures.get(symbol).cloned() else { return };
        if groups.is_empty() {
            self.reserve_bytes(known.size * count);
            return;
        }
        if self.symbols.list[symbol as usize].pass != self.pass {
            let message = "MADS requires the structure to be defined before data with values".to_owned();
            self.diagnose(Severity::Warning, self.place, message, None);
        }
        let plain = self.structures.plain_fields(&known, MAX_ELEMENTS as usize);
        for group in &groups {
            let (given, fields) = (group.indices().len(), plain.len());
            if given != fields {
                let (fields, are) = (counted(fields, "field"), if given == 1 { "is" } else { "are" });
                let message = format!("{} {are} given for {fields}", counted(given, "value"));
                self.error(self.place, message, None);
                return;
            }
        }
        let skip = self.take_skip();
        self.neighbours.last_start = self.image.here;
        for element in 0..count as usize {
            let Some(group) = groups.get(element.min(groups.len() - 1)) else { break };
            for (item, field) in group.indices().zip(&plain) {
                self.fill_field(item, field);
            }
            if !self.count_statement() {
                break;
            }
        }
        if let Some(skip) = skip {
            self.finish_skip(skip);
        }
    }

    /// Outputs a field of structure data whose value is an item.
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

    /// `name(expression)`: the value of an expression that may contain only members of the enumeration.
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
                self.error_at(expr, format!("`{text}` is not an enumeration"), None);
            }
            return None;
        };
        if let Some(found) = found {
            self.use_symbol(found);
        }
        if let Some(stranger) = self.stranger(members, inner) {
            let text = self.program.names.text(name).to_owned();
            self.error_at(stranger, format!("this is not a member of `{text}`"), None);
            return None;
        }
        let outer = std::mem::replace(&mut self.scope, inner);
        let value = self.value(members);
        self.scope = outer;
        value
    }

    /// A part of an expression that is not a member of the scope.
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
