//! Arrays and their elements.

use super::Assembler;
use super::members::MAX_ELEMENTS;
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::names::Name;
use crate::assembler::symbols::SymbolKind;
use crate::assembler::syntax::{Expr, ExprId, Item, List, Row};

/// An element of an array.
#[derive(Clone, Copy)]
enum Element {
    /// An item, which is output where the element is.
    Item(u32),
    /// Bytes, of which only the first ones are used.
    Bytes([u8; 4]),
}

impl Assembler<'_> {
    /// `.array name [n] .type = default` with its rows.
    pub(super) fn array(&mut self, index: u32) {
        let syntax = self.program.arrays[index as usize].clone();
        self.define(self.scope, syntax.name, Some(self.image.here), SymbolKind::Array);
        let counts: Vec<i64> = syntax.counts.iter().map(|&count| self.value(count).unwrap_or(0)).collect();
        let given = counts.iter().copied().reduce(i64::saturating_mul);
        if let Some(symbol) = self.symbols.local(self.scope, syntax.name) {
            self.structures.remember_counts(symbol, counts);
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
            let message = format!("the array has {}: further values are ignored", counted(count, "element"));
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

    /// The elements given in the rows; none if an index is invalid.
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

    /// The elements of a row, the first of which is at the address `here`.
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

    /// The index of the element `array[row][column]`, counted row by row. [guess]
    pub(super) fn element_number(&mut self, array: Name, row: ExprId, column: ExprId) -> Option<i64> {
        let mut indices = 1;
        let mut before = row;
        while let Expr::Column(_, row, _) = self.program.exprs[before.0 as usize] {
            (indices, before) = (indices + 1, row);
        }
        let (row_at, at) = (self.value(row)?, self.value(column)?);
        let found = self.symbols.resolve(&self.program.names, self.scope, array)?;
        let text = self.program.names.text(array).to_owned();
        match self.structures.counts(found).get(indices).copied() {
            Some(count) if (0..count).contains(&at) => Some(row_at.wrapping_mul(count).wrapping_add(at)),
            Some(_) => {
                self.error_at(column, format!("`{text}` has no element {at} in a row"), None);
                None
            }
            None => {
                let message = format!("an element of `{text}` has one index for each dimension of the array");
                let help = "with one dimension, write `name[row*columns+column]`".to_owned();
                self.error_at(column, message, Some(help));
                None
            }
        }
    }

    /// The address of `name[index]`, or of a field in it.
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
        let mut address = base.wrapping_add(at.wrapping_mul(size));
        if let Some(field) = field {
            let inner = self.symbols.child(symbol.scope, symbol.name);
            match inner.and_then(|scope| self.symbols.in_scope(&self.program.names, scope, field)) {
                Some(inner) => {
                    let found = self.symbols.list[inner as usize];
                    address = address.wrapping_add(found.value.wrapping_sub(base));
                    let element = format!("{}[{at}].", self.program.names.text(name));
                    self.warn_of_inner_field(&found, &element, field, expr);
                    // The field is the last word of the expression.
                    let (source, _, end) = self.expr_place(expr);
                    let length = self.program.names.text(field).len() as u32;
                    self.refer(inner, field, (source, end.saturating_sub(length), end), false);
                }
                None => {
                    let text = self.program.names.text(field).to_owned();
                    self.error_at(expr, format!("there is no field `{text}`"), None);
                    return None;
                }
            }
        }
        Some(address)
    }
}
