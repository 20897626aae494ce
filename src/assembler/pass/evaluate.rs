//! Values of expressions in a pass.

use super::Assembler;
use crate::assembler::names::Name;
use crate::assembler::symbols::{ROOT, SymbolKind};
use crate::assembler::syntax::{Assign, Binary, BlockKind, Expr, ExprId, Unary};

impl Assembler<'_> {
    /// The value of an expression; nothing if a part of it is not known, which is reported
    /// unless a later pass may know it.
    pub(super) fn value(&mut self, expr: ExprId) -> Option<i64> {
        match self.program.exprs[expr.0 as usize] {
            Expr::Number(value) => Some(value),
            Expr::Symbol(name) if self.local_marks && self.program.names.is_temporary(name) => {
                let scope = self.temporary_scope();
                self.symbol_value(scope, name, expr)
            }
            Expr::Symbol(name) => self.symbol_value(self.scope, name, expr),
            Expr::Global(name) => self.symbol_value(ROOT, name, expr),
            Expr::Here => Some(self.image.here),
            Expr::Counter => match self.counters.last() {
                Some(&counter) => Some(counter),
                None => {
                    self.error_at(
                        expr,
                        "`#` counts the turns of a repeat; there is none here".to_owned(),
                        None,
                    );
                    None
                }
            },
            Expr::AnonymousForward(skip) => self.anonymous_value(true, skip, expr),
            Expr::AnonymousBackward(skip) => self.anonymous_value(false, skip, expr),
            Expr::Unary(operator, operand) => self.value(operand).map(|value| unary(operator, value)),
            Expr::Binary(operator, left, right) => self.binary_value(operator, left, right),
            Expr::Defined(name) => Some(self.is_defined(name).into()),
            Expr::Referenced(name) => {
                let found = self.symbols.resolve(&self.program.names, self.scope, name);
                Some(found.is_some_and(|found| self.symbols.list[found as usize].used).into())
            }
            Expr::Length(name) => self.length_value(name, expr),
            Expr::Element(name, index) => self.element_value(name, index, expr),
            Expr::FileSize(path) => self.file_size(path, expr),
        }
    }

    /// The value of a condition; false while it is unknown.
    pub(super) fn condition(&mut self, expr: ExprId) -> bool {
        self.value(expr).unwrap_or(0) != 0
    }

    #[inline]
    fn symbol_value(&mut self, scope: u32, name: Name, expr: ExprId) -> Option<i64> {
        let Some(found) = self.symbols.resolve(&self.program.names, scope, name) else {
            return self.undefined(name, expr);
        };
        let symbol = &mut self.symbols.list[found as usize];
        symbol.used = true;
        symbol.known.then_some(symbol.value)
    }

    fn undefined(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        if self.pass > 1 {
            let text = self.program.names.text(name).to_owned();
            // A suggestion looks at every symbol: only the first errors get one.
            let worthwhile = self.diagnostics.len() < 100;
            let similar = worthwhile.then(|| self.symbols.similar(&self.program.names, &text)).flatten();
            let help = similar.map(|similar| format!("did you mean `{similar}`?"));
            self.error_at(expr, format!("`{text}` is not defined"), help);
        }
        None
    }

    /// Whether a symbol or macro has been defined before this place.
    pub(super) fn is_defined(&mut self, name: Name) -> bool {
        let found = self.symbols.resolve(&self.program.names, self.scope, name);
        let symbol = found.is_some_and(|found| self.symbols.list[found as usize].pass == self.pass);
        symbol || self.find_macro(name).is_some()
    }

    fn anonymous_value(&mut self, forward: bool, skip: u8, expr: ExprId) -> Option<i64> {
        let found = self.symbols.anonymous(self.scope, forward, skip.into());
        if found.is_none() {
            let direction = if forward { "after" } else { "before" };
            self.error_at(expr, format!("there is no such anonymous label `@` {direction} this place"), None);
        }
        found
    }

    fn binary_value(&mut self, operator: Binary, left: ExprId, right: ExprId) -> Option<i64> {
        let a = self.value(left);
        match (operator, a) {
            (Binary::LogicalAnd, Some(0)) => return Some(0),
            (Binary::LogicalOr, Some(value)) if value != 0 => return Some(1),
            _ => {}
        }
        let b = self.value(right);
        let (a, b) = (a?, b?);
        match operator {
            Binary::Divide | Binary::Modulo if b == 0 => {
                self.error_at(right, "division by zero".to_owned(), None);
                None
            }
            _ => Some(binary(operator, a, b)),
        }
    }

    /// Bytes of a block, structure or array.
    fn length_value(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        let Some(found) = self.symbols.resolve(&self.program.names, self.scope, name) else {
            return self.undefined(name, expr);
        };
        let symbol = &mut self.symbols.list[found as usize];
        symbol.used = true;
        match symbol.kind {
            SymbolKind::Struct => Some(symbol.value),
            SymbolKind::Enum => Some(symbol.value),
            SymbolKind::Proc | SymbolKind::Local | SymbolKind::Array => Some(symbol.size.into()),
            _ => {
                let text = self.program.names.text(name).to_owned();
                self.error_at(expr, format!("`{text}` is no block and has no length"), None);
                None
            }
        }
    }

    fn element_value(&mut self, name: Name, index: ExprId, expr: ExprId) -> Option<i64> {
        let base = self.symbol_value(self.scope, name, expr)?;
        let index = self.value(index)?;
        let found = self.symbols.resolve(&self.program.names, self.scope, name)?;
        let size = self.symbols.list[found as usize].element;
        Some(base + index.wrapping_mul(size.into()))
    }

    fn file_size(&mut self, path: u32, expr: ExprId) -> Option<i64> {
        match self.binary(path) {
            Some(length) => Some(length as i64),
            None => {
                let name = String::from_utf8_lossy(&self.program.strings[path as usize]).into_owned();
                self.error_at(expr, format!("cannot read `{name}`"), None);
                None
            }
        }
    }

    /// Assigns to a name that may be assigned again, and gives the value.
    pub(super) fn assigned(
        &mut self,
        scope: u32,
        name: Name,
        operator: Assign,
        value: ExprId,
    ) -> Option<i64> {
        let operand = self.value(value);
        if operator == Assign::Set {
            self.define(scope, name, operand, SymbolKind::Variable);
            return operand;
        }
        let found = self.symbols.resolve(&self.program.names, scope, name);
        let old = found.map(|found| self.symbols.list[found as usize]).filter(|old| old.pass == self.pass);
        let Some(old) = old else {
            self.undefined(name, value);
            return None;
        };
        let operand = operand?;
        let sum = if operator == Assign::Add {
            old.value.wrapping_add(operand)
        } else {
            old.value.wrapping_sub(operand)
        };
        self.define(old.scope, name, Some(sum), SymbolKind::Variable);
        Some(sum)
    }

    /// `.def name = value`
    pub(super) fn define_global(&mut self, name: Name, value: ExprId) {
        let value = self.value(value);
        let mut scope = self.scope;
        while self.symbols.scopes[scope as usize].block == Some(BlockKind::Macro) {
            scope = self.symbols.scopes[scope as usize].parent;
        }
        self.define(scope, name, value, SymbolKind::Equate);
    }
}

fn unary(operator: Unary, value: i64) -> i64 {
    match operator {
        Unary::Low => value & 0xFF,
        Unary::High => value >> 8 & 0xFF,
        Unary::Third => value >> 16 & 0xFF,
        Unary::Complement => !value,
        Unary::Not => (value == 0).into(),
        Unary::Negate => value.wrapping_neg(),
    }
}

fn binary(operator: Binary, a: i64, b: i64) -> i64 {
    match operator {
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.wrapping_div(b),
        Binary::Modulo => a.wrapping_rem(b),
        Binary::And => a & b,
        Binary::ShiftLeft => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0),
        Binary::ShiftRight => a >> b.clamp(0, 63),
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Equal => (a == b).into(),
        Binary::NotEqual => (a != b).into(),
        Binary::Less => (a < b).into(),
        Binary::Greater => (a > b).into(),
        Binary::LessOrEqual => (a <= b).into(),
        Binary::GreaterOrEqual => (a >= b).into(),
        Binary::LogicalAnd => (a != 0 && b != 0).into(),
        Binary::LogicalOr => (a != 0 || b != 0).into(),
    }
}
