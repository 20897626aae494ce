//! `#if` and `#while`: comparisons and the branches around their bodies; `#cycle`: delays.

use super::Assembler;
use super::shorthand::byte_of;
use super::state::comparisons::Branches;
use super::values::{Moving, Resolved, Slice};
use crate::assembler::diagnostic::counted;
use crate::assembler::opcodes::Condition;
use crate::assembler::symbols::Anchor;
use crate::assembler::syntax::{
    Binary, ComparisonPart, Expr, ExprId, List, Operand, Relation, Shape, Term, Width,
};
use crate::cpu::opcodes::Mnemonic;

/// Maximum number of cycles for `#cycle`.
const MAX_CYCLES: i64 = 0x1_0000;

const CC: Condition = Condition(4);
const CS: Condition = Condition(5);
const NE: Condition = Condition(6);
const EQ: Condition = Condition(7);

/// The target of a failed comparison.
#[derive(Clone, Copy)]
enum Target {
    Address(i64),
    /// A nearby place, set later.
    Near,
}

impl Assembler<'_> {
    pub(super) fn comparison(&mut self, part: ComparisonPart) {
        match part {
            ComparisonPart::Begin { terms, looping } => self.begin_test(terms, looping),
            ComparisonPart::Else => self.else_test(),
            ComparisonPart::End => self.end_test(),
        }
    }

    /// `#if` and `#while`
    fn begin_test(&mut self, terms: List, looping: bool) {
        let index = self.comparisons.begin(self.image.here, looping, self.blocks.depth(), self.place);
        let failed = self.comparisons.branches(index).failed;
        if terms.indices().is_empty() {
            // It could not be parsed, which has been reported.
            return;
        }
        if terms.indices().len() == 1 {
            let term = self.program.terms[terms.start as usize];
            self.compare_term(term, Target::Address(failed));
        } else {
            self.join_terms(terms, index);
            self.branch_away(EQ, Target::Address(failed), &mut Vec::new());
        }
    }

    /// Each term stores 0 or 1 in an operand of the instructions that join them, the last term first.
    fn join_terms(&mut self, terms: List, index: usize) {
        self.refuse_fixed();
        let joined = self.comparisons.branches(index).joined;
        let mut slots = 0;
        for at in terms.indices().rev() {
            let term = self.program.terms[at];
            let failed = self.compare_term(term, Target::Near);
            self.emit_code(&[0xA9, 1, 0xD0, 2]);
            for branch in failed {
                self.finish_skip(branch);
            }
            self.emit_code(&[0xA9, 0]);
            let combine = term.joined == Some(Binary::LogicalAnd);
            slots += usize::from(!combine);
            let slot = (joined + 2 * slots as i64 - 1).to_le_bytes();
            if combine {
                self.emit_code(&[0x2D, slot[0], slot[1]]);
            }
            self.emit_code(&[0x8D, slot[0], slot[1]]);
        }
        self.keep_place(index, |branches| &mut branches.joined);
        for slot in 0..slots {
            self.emit_code(&[if slot == 0 { 0xA9 } else { 0x09 }, 0]);
        }
    }

    /// Sets an address of a comparison to the program counter.
    fn keep_place(&mut self, index: usize, which: impl Fn(&mut Branches) -> &mut i64) {
        self.neighbours.forget_loaded();
        let here = self.image.here;
        let place = which(self.comparisons.branches_mut(index));
        if std::mem::replace(place, here) != here {
            self.symbols.changed.get_or_insert(u32::MAX);
        }
    }

    /// The number of bytes compared: that of the type, or of the variable.
    fn term_size(&mut self, term: Term) -> i64 {
        if let Some(unit) = term.unit {
            return unit.size().into();
        }
        let name = match self.program.exprs.get(term.left.value.0 as usize) {
            Some(&Expr::Symbol(name)) => Some(name),
            _ => None,
        };
        let found = name.and_then(|name| self.symbols.resolve(&self.program.names, self.scope, name));
        match found.map(|found| self.symbols.list[found as usize].element) {
            Some(size @ 1..=4) => size.into(),
            _ => {
                if self.pass > 1 {
                    let help = "write `.byte`, `.word`, `.long` or `.dword` before it".to_owned();
                    self.error(self.place, "the comparison has no type".to_owned(), Some(help));
                }
                1
            }
        }
    }

    /// Outputs the code of a comparison. Returns the branches that are still to be set.
    fn compare_term(&mut self, term: Term, target: Target) -> Vec<usize> {
        let size = self.term_size(term);
        for operand in [Some(term.left), term.right.map(|(_, right)| right)].into_iter().flatten() {
            self.refuse_step(operand.step, operand.shape, operand.value);
        }
        let mut open = Vec::new();
        let Some((relation, right)) = term.right else {
            self.load_all(term.left, size);
            self.branch_away(EQ, target, &mut open);
            return open;
        };
        let right = self.resolve(right, Width::Auto);
        let is_zero = right.shape == Shape::Immediate && right.value == Some(0);
        if is_zero && matches!(relation, Relation::Equal | Relation::NotEqual) {
            self.load_all(term.left, size);
        } else {
            self.compare_all(term.left, right, size);
        }
        match relation {
            Relation::Equal => self.branch_away(NE, target, &mut open),
            Relation::NotEqual => self.branch_away(EQ, target, &mut open),
            Relation::Less => self.branch_away(CS, target, &mut open),
            Relation::GreaterOrEqual => self.branch_away(CC, target, &mut open),
            Relation::Greater => {
                self.branch_away(CC, target, &mut open);
                self.branch_away(EQ, target, &mut open);
            }
            Relation::LessOrEqual => {
                let over = self.open_branch(EQ.branch());
                self.branch_away(CS, target, &mut open);
                self.finish_skip(over);
            }
        }
        open
    }

    /// Loads a value so that the zero flag tells whether it is zero.
    fn load_all(&mut self, operand: Operand, size: i64) {
        if operand.shape == Shape::Accumulator {
            return;
        }
        let operand = self.resolve(operand, Width::Auto);
        let mut open = Vec::new();
        for at in (0..size).rev() {
            self.encode(Mnemonic::LDA, byte_of(operand, at));
            if at > 0 {
                open.push(self.open_branch(NE.branch()));
            }
        }
        for branch in open {
            self.finish_skip(branch);
        }
    }

    fn compare_all(&mut self, left: Operand, right: Resolved, size: i64) {
        if left.shape == Shape::Accumulator {
            self.encode(Mnemonic::CMP, right);
            return;
        }
        let left = self.resolve(left, Width::Auto);
        if size == 1 {
            self.encode(Mnemonic::LDA, left);
            self.encode(Mnemonic::CMP, right);
        } else {
            self.compare(left, right, size);
        }
    }

    /// A branch to the target of the failed condition, around a jump if it is too far away.
    fn branch_away(&mut self, condition: Condition, target: Target, open: &mut Vec<usize>) {
        let Target::Address(address) = target else {
            open.push(self.open_branch(condition.branch()));
            return;
        };
        let distance = self.distance_to(address);
        if (-128..=127).contains(&distance) || address == 0 {
            self.emit_code(&[condition.branch(), distance as u8]);
        } else {
            self.emit_code(&[condition.inverse().branch(), 3]);
            self.jump(address);
        }
    }

    fn jump(&mut self, address: i64) {
        let block = self.movement.base.is_some();
        let moving = Moving { anchor: Anchor::Block, slice: Slice::Whole, full: address };
        let target = Resolved::address(Some(address), ExprId::NONE, block.then_some(moving));
        self.encode(Mnemonic::JMP, target);
    }

    /// `#else`
    fn else_test(&mut self) {
        let Some(index) = self.comparisons.begin_else() else {
            self.error(self.place, "`#else` without `#if`".to_owned(), None);
            return;
        };
        self.jump(self.comparisons.branches(index).end);
        self.keep_place(index, |branches| &mut branches.failed);
    }

    /// `#end`
    pub(super) fn end_test(&mut self) {
        let Some(open) = self.comparisons.end() else {
            self.error(self.place, "`#end` without `#if` or `#while`".to_owned(), None);
            return;
        };
        if open.looping {
            self.jump(open.start);
        }
        if !open.has_else {
            self.keep_place(open.index, |branches| &mut branches.failed);
        }
        self.keep_place(open.index, |branches| &mut branches.end);
    }

    /// `#cycle #n`: instructions that take this many cycles and change only flags. [measured up to 20]
    pub(super) fn cycle(&mut self, count: ExprId) {
        let mut left = self.value(count).unwrap_or(2);
        if !(2..=MAX_CYCLES).contains(&left) {
            self.error_at(count, format!("no instructions take {}", counted(left, "cycle")), None);
            return;
        }
        while left > 0 {
            let part = match left {
                ..=10 => left,
                _ if left % 10 < 2 => 2,
                _ => left % 10,
            };
            let code: &[u8] = match part {
                2 => &[0xEA],
                3 => &[0xC5, 0],
                4 => &[0xEA, 0xEA],
                5 => &[0xC5, 0, 0xEA],
                6 => &[0xC1, 0],
                7 => &[0x48, 0x68],
                8 => &[0xC1, 0, 0xEA],
                9 => &[0x48, 0x68, 0xEA],
                _ => &[0x48, 0x68, 0xC5, 0],
            };
            self.emit_code(code);
            left -= part;
        }
    }
}
