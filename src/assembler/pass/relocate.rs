//! Relocatable values: addresses in a relocatable block, and external symbols.

use super::Assembler;
use super::values::{Moving, Resolved, Slice};
use crate::assembler::fix::Fix;
use crate::assembler::link::{Fixup, Part};
use crate::assembler::names::Name;
use crate::assembler::symbols::{Anchor, ROOT, SymbolKind};
use crate::assembler::syntax::{Binary, Expr, ExprId, Unary, Unit};

impl Assembler<'_> {
    /// The relocation of an expression's value; none if the value is fixed. Rejects values that would be
    /// relocated twice.
    pub(super) fn moving(&mut self, expr: ExprId) -> Option<Moving> {
        if !self.movement.is_possible() {
            return None;
        }
        match self.program.exprs[expr.given()?.0 as usize] {
            Expr::Symbol(name) => self.moving_symbol(self.scope, name, expr),
            Expr::Global(name) => self.moving_symbol(ROOT, name, expr),
            Expr::Here | Expr::AnonymousForward(_) | Expr::AnonymousBackward(_) => {
                self.movement.base?;
                let full = self.value(expr)?;
                Some(Moving { anchor: Anchor::Block, slice: Slice::Whole, full })
            }
            Expr::Element(name, _) | Expr::ElementField(name, ..) => {
                let moving = self.moving_symbol(self.scope, name, expr)?;
                let full = self.value(expr)?;
                Some(Moving { full, ..moving })
            }
            Expr::Unary(Unary::Low, operand) => {
                self.moving(operand).map(|moving| Moving { slice: Slice::Low, ..moving })
            }
            Expr::Unary(Unary::High, operand) => {
                self.moving(operand).map(|moving| Moving { slice: Slice::High, ..moving })
            }
            Expr::Binary(Binary::Add, left, right) => self.moving_sum(left, right, expr),
            Expr::Binary(Binary::Subtract, left, right) => self.moving_difference(left, right, expr),
            Expr::Binary(_, left, right) => {
                if self.moving(left).is_some() || self.moving(right).is_some() {
                    self.refuse_movement(expr);
                }
                None
            }
            Expr::Unary(_, operand) => {
                if self.moving(operand).is_some() {
                    self.refuse_movement(expr);
                }
                None
            }
            Expr::TwoReadings { swept, .. } => self.moving(swept),
            _ => None,
        }
    }

    fn moving_sum(&mut self, left: ExprId, right: ExprId, expr: ExprId) -> Option<Moving> {
        match (self.moving(left), self.moving(right)) {
            (Some(moving), None) => {
                let added = self.value(right)?;
                Some(Moving { full: moving.full.wrapping_add(added), ..moving })
            }
            (None, Some(moving)) => {
                let added = self.value(left)?;
                Some(Moving { full: moving.full.wrapping_add(added), ..moving })
            }
            (Some(_), Some(_)) => {
                self.refuse_movement(expr);
                None
            }
            (None, None) => None,
        }
    }

    fn moving_difference(&mut self, left: ExprId, right: ExprId, expr: ExprId) -> Option<Moving> {
        let moving = self.moving(left);
        if self.moving(right).is_some() {
            self.refuse_movement(expr);
            return None;
        }
        let moving = moving?;
        Some(Moving { full: moving.full.wrapping_sub(self.value(right)?), ..moving })
    }

    fn refuse_movement(&mut self, expr: ExprId) {
        let help = "in relocatable code an address is a label plus or minus a number".to_owned();
        self.error_at(expr, "this cannot be relocated".to_owned(), Some(help));
    }

    fn moving_symbol(&mut self, scope: u32, name: Name, expr: ExprId) -> Option<Moving> {
        let full = self.symbol_value(scope, name, expr)?;
        let found = self.symbols.resolve(&self.program.names, scope, name)?;
        let anchor = self.symbols.list[found as usize].anchor?;
        Some(Moving { anchor, slice: Slice::Whole, full })
    }

    /// What a new symbol is relative to.
    pub(super) fn anchor_of(&self, kind: SymbolKind) -> Option<Anchor> {
        let is_address = matches!(
            kind,
            SymbolKind::Label | SymbolKind::Proc | SymbolKind::Local | SymbolKind::Array | SymbolKind::Field
        );
        (is_address && self.movement.base.is_some() && !self.blocks.in_structure()).then_some(Anchor::Block)
    }

    /// The file position of the byte at the program counter plus `ahead`.
    fn fixup_at(&self, ahead: i64) -> u16 {
        (self.image.here + ahead - self.movement.base.unwrap_or(0)) as u16
    }

    /// Records a relocatable value, which is output `ahead` bytes from here. Returns the number to store in
    /// the file.
    pub(super) fn note_moving(&mut self, moving: Moving, part: Part, ahead: i64) -> i64 {
        let base = if moving.anchor == Anchor::Block { self.movement.base.unwrap_or(0) } else { 0 };
        let full = moving.full.wrapping_sub(base);
        let low = if moving.anchor == Anchor::Block { full as u8 } else { 0 };
        let fixup = Fixup { part, at: self.fixup_at(ahead), low: if part == Part::High { low } else { 0 } };
        if !self.image.is_silent && self.pass > 1 {
            self.movement.note(moving.anchor, fixup);
        }
        match part {
            Part::Low => full & 0xFF,
            Part::High => full >> 8 & 0xFF,
            _ => full,
        }
    }

    /// Whether the operand is in the zero page, if that follows from its relocation.
    pub(super) fn moving_width(&self, operand: Resolved) -> Option<bool> {
        match operand.moving?.anchor {
            Anchor::Block => None,
            Anchor::Name(index) => Some(self.movement.externals()[index as usize].unit.size() == 1),
        }
    }

    /// Whether the operand is an address in a relocatable block outside of the zero page.
    pub(super) fn moves_in_words(&self, operand: Resolved) -> bool {
        let is_of_block = operand.moving.is_some_and(|moving| moving.anchor == Anchor::Block);
        is_of_block && (self.movement.base != Some(0) || !self.sparta_blocks.is_empty())
    }

    /// The stored form of a one-byte operand.
    pub(super) fn moving_byte(&mut self, operand: Resolved, value: i64) -> i64 {
        let Some(moving) = operand.moving else { return value };
        let part = match moving.slice {
            Slice::Low => Part::Low,
            Slice::High => Part::High,
            Slice::Whole => Part::Byte,
        };
        if self.program.exprs.get(operand.expr.0 as usize).is_some_and(|expr| matches!(expr, Expr::Unary(..)))
        {
            self.refuse_part(operand);
        }
        if part == Part::Byte && self.moving_width(operand) == Some(false) {
            self.error_at(operand.expr, "an address of two bytes does not fit here".to_owned(), None);
        }
        self.note_moving(moving, part, 1)
    }

    /// The stored form of a number in data.
    pub(super) fn moving_data(&mut self, unit: Unit, value: i64, expr: ExprId) -> i64 {
        let Some(moving) = self.moving(expr) else { return value };
        let part = match (unit, moving.slice) {
            (Unit::Low, Slice::Whole) => Part::Low,
            (Unit::High, Slice::Whole) => {
                return self.note_moving(moving, Part::High, 0) << 8;
            }
            (Unit::Byte, Slice::Whole) => Part::Byte,
            (Unit::Word, Slice::Whole) => Part::Word,
            (Unit::Long, Slice::Whole) => Part::Long,
            (Unit::Dword, Slice::Whole) => Part::Dword,
            _ => {
                let help = "write `dta l(label)` and `dta h(label)` for the parts of an address".to_owned();
                self.error_at(expr, "this cannot be relocated".to_owned(), Some(help));
                return value;
            }
        };
        self.note_moving(moving, part, 0)
    }

    /// Rejects `lda #<label`: MADS records it incorrectly, or rejects it for an external symbol.
    fn refuse_part(&mut self, operand: Resolved) {
        let Some(&(start, _)) = self.program.spans.get(operand.expr.0 as usize) else { return };
        let before = &self.sources.list[self.source as usize].text[..start as usize];
        if before.trim_ascii_end().ends_with(b"#") && matches!(before.last(), Some(b'#' | b' ')) {
            let message = "this is part of a relocatable address, which MADS does not record here".to_owned();
            let help = "leave the `#` out: `lda <label`".to_owned();
            let place = self.expr_place(operand.expr);
            self.error_to_fix(place, message, Some(help), Some(Fix::RemoveSign));
        }
    }
}
