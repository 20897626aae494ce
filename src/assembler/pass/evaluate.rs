//! Values of expressions in a pass.

use super::Assembler;
use super::state::calls::{Frame, FrameKind};
use crate::assembler::diagnostic::Severity;
use crate::assembler::fix::Fix;
use crate::assembler::names::Name;
use crate::assembler::source::Place;
use crate::assembler::symbols::{ROOT, SymbolKind};
use crate::assembler::syntax::{Assign, Binary, BlockSyntax, Expr, ExprId, Unary};

impl Assembler<'_> {
    /// The value of an expression; none if a part of it is unknown, which is reported unless a later pass may
    /// know it.
    pub(super) fn value(&mut self, expr: ExprId) -> Option<i64> {
        match self.program.exprs[expr.0 as usize] {
            Expr::Number(value) => Some(value),
            Expr::Symbol(name) if self.switches.local_marks && self.program.names.is_temporary(name) => {
                let scope = self.temporary_scope();
                self.symbol_value(scope, name, expr)
            }
            Expr::Symbol(name) => self.symbol_value(self.scope, name, expr),
            Expr::Global(name) => self.global_value(name, expr),
            Expr::Bank(name) => self.bank_of(name, expr),
            Expr::Here => Some(self.image.counter()),
            Expr::Counter => self.counter_value(expr),
            Expr::AnonymousForward(skip) => self.anonymous_value(true, skip, expr),
            Expr::AnonymousBackward(skip) => self.anonymous_value(false, skip, expr),
            Expr::Unary(operator, operand) => self.value(operand).map(|value| unary(operator, value)),
            Expr::Binary(operator, left, right) => self.binary_value(operator, left, right),
            Expr::TwoReadings { swept, plain } => self.two_readings(swept, plain, expr),
            Expr::Defined(name) => Some(self.is_defined(name, self.expr_place(expr)).into()),
            Expr::Referenced(name) => Some(self.is_referenced(name, expr).into()),
            Expr::Physical(name) => self.physical_value(name, expr),
            Expr::Length(name) => self.length_value(name, expr),
            Expr::Element(name, index) => self.element_value(name, index, None, expr),
            Expr::ElementField(name, index, field) => self.element_value(name, index, Some(field), expr),
            Expr::Column(array, row, column) => self.element_number(array, row, column),
            Expr::Within(name, members) => self.within_value(name, members, expr),
            Expr::NextZeroPage => Some(self.variables.zero_page_next),
            Expr::FileSize(path) => self.file_size(path, expr),
            Expr::FileExists(path) => Some(self.binary(path).is_some().into()),
            Expr::Stored(bytes, index) => self.stored(bytes, index),
            Expr::Opcode(snippet) => self.opcode(snippet),
            Expr::Mistake(fault) => {
                self.parse_fault(fault, Severity::Error);
                Some(1)
            }
            Expr::LoadAddress => Some(if self.image.has_origin { self.image.load } else { self.image.here }),
        }
    }

    /// `:name`: looked up in the outermost scope and bank 0.
    fn global_value(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        let bank = std::mem::take(&mut self.symbols.bank);
        let value = self.symbol_value(ROOT, name, expr);
        self.symbols.bank = bank;
        value
    }

    /// `#`: the turn of the repeat.
    fn counter_value(&mut self, expr: ExprId) -> Option<i64> {
        let turn = self.turns.current();
        if turn.is_none() {
            let message = "`#` counts the turns of a repeat; there is none here".to_owned();
            let help = "a constant has no `#`: that belongs to the instruction that uses it".to_owned();
            self.error_at(expr, message, Some(help));
        }
        turn
    }

    /// `.ref name`: whether a symbol is used.
    fn is_referenced(&mut self, name: Name, expr: ExprId) -> bool {
        let found = self.symbols.resolve(&self.program.names, self.scope, name);
        let Some(found) = found else { return false };
        self.refer(found, name, self.expr_place(expr), false);
        self.symbols.list[found as usize].used != 0
    }

    /// Whether the symbol that a name means here is used.
    pub(super) fn is_used(&self, name: Name) -> bool {
        let found = self.symbols.resolve(&self.program.names, self.scope, name);
        found.is_some_and(|found| self.symbols.list[found as usize].used != 0)
    }

    /// The value of a condition; false while it is unknown.
    pub(super) fn condition(&mut self, expr: ExprId) -> bool {
        self.value(expr).unwrap_or(0) != 0
    }

    /// Records that `name` refers to a symbol at a place. If it comes from the text of a call's argument, the
    /// place is in the call, and also in the macro unless it is the name of the parameter.
    pub(super) fn refer(&mut self, symbol: u32, name: Name, mut place: Place, defines: bool) {
        if !self.options.references {
            return;
        }
        let name = self.program.names.text(name).as_bytes();
        let expansions = self.calls.inside_out().take_while(|frame| frame.what != FrameKind::Include);
        for &Frame { what, name: called, place: call @ (source, start, end), .. } in expansions {
            let text = self.sources.list[source as usize].text.get(start as usize..end as usize);
            let mut text = text.unwrap_or_default();
            if what == FrameKind::Macro {
                let called = self.program.names.text(self.program.macros[called as usize].name).as_bytes();
                text = word_at(text, called).map_or(text, |at| &text[at + called.len()..]);
            }
            let is_given = word_at(text, name).is_some();
            let mut parameters = match what {
                FrameKind::Macro => self.program.macros[called as usize].parameters.iter(),
                _ => [].iter(),
            };
            if !(is_given && parameters.any(|parameter| parameter.as_bytes().eq_ignore_ascii_case(name))) {
                self.notes.references.push((symbol, place, defines));
            }
            if !is_given {
                return;
            }
            place = call;
        }
        self.notes.references.push((symbol, place, defines));
    }

    /// Marks a symbol as used and, with `-x`, the procedures that contain it, if the use is outside of them.
    #[inline]
    pub(super) fn use_symbol(&mut self, symbol: u32) {
        self.symbols.list[symbol as usize].used = self.pass;
        let kind = self.symbols.list[symbol as usize].kind;
        // A plain number needs nothing of the procedure.
        let is_there = matches!(
            kind,
            SymbolKind::Label | SymbolKind::Proc | SymbolKind::Local | SymbolKind::Array | SymbolKind::Field
        );
        if self.options.drop_unused && is_there {
            self.symbols.use_around(symbol, self.scope);
        }
    }

    #[inline]
    pub(super) fn symbol_value(&mut self, scope: u32, name: Name, expr: ExprId) -> Option<i64> {
        let Some(found) = self.symbols.resolve(&self.program.names, scope, name) else {
            return self.undefined(name, expr);
        };
        self.refer(found, name, self.expr_place(expr), false);
        self.use_symbol(found);
        if self.symbols.list[found as usize].kind == SymbolKind::Struct {
            let text = self.program.names.text(name).to_owned();
            let help = Some(format!("its size is `.len {text}`"));
            self.error_at(expr, format!("`{text}` is a structure and has no value"), help);
            return None;
        }
        let symbol = self.symbols.list[found as usize];
        if symbol.scope != ROOT && self.pass > 1 {
            self.warn_hidden(name, &symbol, expr);
        }
        self.warn_of_inner_field(&symbol, "", name, expr);
        if symbol.pass + 1 < self.pass && matches!(symbol.kind, SymbolKind::Label | SymbolKind::Proc) {
            let text = self.program.names.text(name).to_owned();
            let message = format!("`{text}` is in skipped code: only an earlier pass has seen it");
            self.diagnose(Severity::Warning, self.expr_place(expr), message, None);
        }
        (symbol.known && !self.symbols.is_twice(found)).then_some(symbol.value)
    }

    /// `.adr`: the load address of a label's bytes.
    fn physical_value(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        let value = self.symbol_value(self.scope, name, expr)?;
        let found = self.symbols.resolve(&self.program.names, self.scope, name)?;
        Some(value + self.symbols.list[found as usize].displacement)
    }

    /// Whether an unclosed block contains a name, which may have been meant to come after it.
    pub(super) fn is_in_unclosed(&self, name: Name) -> bool {
        let names = &self.program.names;
        self.blocks.unclosed().iter().any(|&scope| {
            self.symbols.resolve(names, scope, name).is_some()
                || self.macros.find(&self.symbols, names, scope, name).is_some()
        })
    }

    fn undefined(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        if let Some(value) = self.stack_default(name) {
            return Some(value);
        }
        let was_said = self.was_said(Severity::Error, self.expr_place(expr));
        if self.pass > 1 && !self.said.lacks_source && !was_said && !self.is_in_unclosed(name) {
            let text = self.program.names.text(name).to_owned();
            // A suggestion searches all symbols, so only the first errors get one.
            let worthwhile = self.said.diagnostics().len() < 100;
            let names = &self.program.names;
            let elsewhere = |name| {
                let full = worthwhile.then(|| self.symbols.elsewhere(names, name)).flatten();
                full.filter(|full| !full.eq_ignore_ascii_case(&text))
            };
            // A name given with a path may be in another block.
            let last = names.parts(name).last().copied();
            let first = names.parts(name).first().copied().unwrap_or(name);
            let is_known = || self.symbols.resolve(names, self.scope, first).is_some();
            let called = (worthwhile && !is_known()).then(|| self.symbols.in_call(first)).flatten();
            let of_path = || elsewhere(last?);
            let official = worthwhile.then(|| self.files.naming_hardware(&text)).flatten();
            let similar = || {
                of_path().or_else(|| self.symbols.similar(names, self.scope, &text).filter(|_| worthwhile))
            };
            let (help, fix) = match elsewhere(name) {
                _ if self.symbols.is_in_other_bank(name) => {
                    let help = format!(
                        "it is in another bank: `:{text}` is visible from every bank, and so are names in bank 0"
                    );
                    (Some(help), None)
                }
                Some(full) => {
                    (Some(format!("it is known within its block: `{full}`")), Some(Fix::Write(vec![full])))
                }
                None if called.is_some() => {
                    let (first, called) = (names.text(first), called.map(|called| names.text(called)));
                    let help = format!(
                        "`{first}` is known only within each call of the macro `{}`",
                        called.unwrap_or_default()
                    );
                    (Some(help), None)
                }
                None if official.is_some() => (
                    official.map(|file| format!("it is a name of the system: `icl '{file}'` defines it")),
                    None,
                ),
                None if self.is_parameter(&text) => {
                    (Some(format!("the parameter of the macro is `:{text}`")), None)
                }
                None if text.eq_ignore_ascii_case("a") => {
                    (Some("the accumulator is `@`, or is left out".to_owned()), None)
                }
                None if text.eq_ignore_ascii_case("x") || text.eq_ignore_ascii_case("y") => {
                    (Some("a register is no operand: `txa` moves one, `,x` indexes".to_owned()), None)
                }
                None => similar().map_or((None, None), |similar| {
                    (Some(format!("did you mean `{similar}`?")), Some(Fix::Write(vec![similar])))
                }),
            };
            self.error_to_fix(self.expr_place(expr), format!("`{text}` is not defined"), help, fix);
        }
        None
    }

    /// Whether there is a symbol or macro, before or after this place; symbols of earlier passes count.
    /// [measured]
    pub(super) fn is_defined(&mut self, name: Name, place: Place) -> bool {
        let found = self.symbols.resolve(&self.program.names, self.scope, name);
        if let Some(found) = found {
            self.refer(found, name, place, false);
        }
        found.is_some() || self.macro_named(name).is_some()
    }

    fn anonymous_value(&mut self, forward: bool, skip: u8, expr: ExprId) -> Option<i64> {
        let found = self.symbols.anonymous(self.scope, forward, skip.into());
        if found.is_none() {
            let direction = if forward { "after" } else { "before" };
            let message = format!("there is no such anonymous label `@` {direction} this place");
            let help = "labels in blocks and macros are counted, but not visible from outside".to_owned();
            self.error_at(expr, message, Some(help));
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

    /// A chain that the reference assembler groups differently: its value, and a warning if the usual
    /// grouping gives another one. Chains within it are evaluated once, not in both readings, since they may
    /// contain further chains.
    fn two_readings(&mut self, swept: ExprId, plain: ExprId, expr: ExprId) -> Option<i64> {
        if let Some(known) = self.readings.known(expr) {
            return known;
        }
        let is_outermost = self.readings.begin(expr);
        let value = self.read_twice(swept, plain, expr);
        self.readings.end(expr, is_outermost, value);
        value
    }

    fn read_twice(&mut self, swept: ExprId, plain: ExprId, expr: ExprId) -> Option<i64> {
        let value = self.value(swept)?;
        let read = self.value(plain)?;
        if read != value {
            let message = format!("this is {value} here, as in MADS; by the usual rules it would be {read}");
            let help = "use square brackets to make the order clear".to_owned();
            self.diagnose(Severity::Warning, self.expr_place(expr), message, Some(help));
        }
        Some(value)
    }

    /// Size of a block, structure or array.
    fn length_value(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        let Some(found) = self.symbols.resolve(&self.program.names, self.scope, name) else {
            return self.undefined(name, expr);
        };
        self.refer(found, name, self.expr_place(expr), false);
        self.use_symbol(found);
        let symbol = &self.symbols.list[found as usize];
        match symbol.kind {
            SymbolKind::Struct => Some(symbol.value),
            SymbolKind::Enum | SymbolKind::Proc | SymbolKind::Local | SymbolKind::Array => {
                Some(symbol.size.into())
            }
            _ if symbol.size > 0 => Some(symbol.size.into()),
            _ => {
                let text = self.program.names.text(name).to_owned();
                let message = format!("`{text}` is not a block: its length is 0");
                self.diagnose(Severity::Warning, self.expr_place(expr), message, None);
                Some(0)
            }
        }
    }

    fn file_size(&mut self, path: u32, expr: ExprId) -> Option<i64> {
        match self.binary(path) {
            Some(length) => Some(length as i64),
            None => {
                self.cannot_read(path, self.expr_place(expr));
                None
            }
        }
    }

    /// Assigns to a variable, and returns the value.
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
        let is_outer = self.scope != old.scope && self.program.names.is_temporary(name);
        let is_block = matches!(
            self.symbols.scopes[self.scope as usize].block,
            Some(BlockSyntax::Local | BlockSyntax::Proc)
        );
        if is_outer && is_block {
            let text = self.program.names.text(name).to_owned();
            let message =
                format!("`{text}` belongs to an enclosing block; MADS adds to it again in every pass");
            let help = "give it a value in this block first, or a name without `?`".to_owned();
            self.error(self.place, message, Some(help));
        }
        let operand = operand?;
        let sum = if operator == Assign::Add {
            old.value.wrapping_add(operand)
        } else {
            old.value.wrapping_sub(operand)
        };
        self.define(old.scope, name, Some(sum), SymbolKind::Variable);
        Some(sum)
    }

    /// `.def name = value`, or `.def name` for the address: defines the name outside of the enclosing macros, or
    /// in the outermost scope.
    pub(super) fn define_outside(&mut self, name: Name, is_global: bool, operator: Assign, value: ExprId) {
        let mut scope = if is_global { ROOT } else { self.scope };
        while self.symbols.scopes[scope as usize].block == Some(BlockSyntax::Macro) {
            scope = self.symbols.scopes[scope as usize].parent;
        }
        if self.program.names.is_temporary(name) || operator != Assign::Set {
            self.assigned(scope, name, operator, value);
            return;
        }
        let is_here = matches!(self.program.exprs[value.0 as usize], Expr::Here);
        let kind = if is_here { SymbolKind::Label } else { SymbolKind::Equate };
        let value = self.value(value);
        self.define(scope, name, value, kind);
    }
}

/// Position of a name as a whole word in a text.
pub(super) fn word_at(text: &[u8], name: &[u8]) -> Option<usize> {
    let is_part =
        |at: Option<&u8>| at.is_some_and(|&byte| byte.is_ascii_alphanumeric() || b"_?@".contains(&byte));
    let mut places = text.windows(name.len().max(1)).enumerate();
    let is_word = |at: usize| {
        !is_part(at.checked_sub(1).and_then(|before| text.get(before))) && !is_part(text.get(at + name.len()))
    };
    let found = places.find(|&(at, word)| word.eq_ignore_ascii_case(name) && is_word(at));
    found.map(|(at, _)| at)
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

/// Values have 64 bits; the final value and comparisons use 32. [measured]
fn binary(operator: Binary, a: i64, b: i64) -> i64 {
    let (first, second) = (a as i32, b as i32);
    match operator {
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.wrapping_div(b),
        Binary::Modulo => a.wrapping_rem(b),
        Binary::And => a & b,
        Binary::ShiftLeft => a << (b & 63),
        Binary::ShiftRight => ((a as u64) >> (b & 63)) as i64,
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Equal => (first == second).into(),
        Binary::NotEqual => (first != second).into(),
        Binary::Less => (first < second).into(),
        Binary::Greater => (first > second).into(),
        Binary::LessOrEqual => (first <= second).into(),
        Binary::GreaterOrEqual => (first >= second).into(),
        Binary::LogicalAnd => (a != 0 && b != 0).into(),
        Binary::LogicalOr => (a != 0 || b != 0).into(),
    }
}
