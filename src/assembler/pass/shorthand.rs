//! Macro-instructions: one word for several instructions, optimized as in MADS.

use super::instruction::modes;
use super::state::neighbours::{Loaded, Skip};
use super::values::{Moving, Resolved, Slice};
use super::{Assembler, Place};
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::opcodes::{Condition, Macro, Register, no_operation};
use crate::assembler::syntax::{Expr, ExprId, Shape, Unary, Width};
use crate::cpu::opcodes::{Mnemonic, Mode};

const CLC: u8 = 0x18;
const SEC: u8 = 0x38;
const INY: u8 = 0xC8;

/// The given byte of an operand's value; byte 0 is the lowest.
pub(super) fn byte_of(operand: Resolved, index: i64) -> Resolved {
    match operand.shape {
        Shape::Immediate => {
            let slice = if index == 0 { Slice::Low } else { Slice::High };
            let whole = operand.moving.filter(|moving| moving.slice == Slice::Whole);
            let moving = whole.map(|moving| Moving { slice, ..moving }).or(operand.moving);
            let value = operand.value.map(|value| value >> (8 * index) & 0xFF);
            Resolved { value, moving, ..operand }
        }
        Shape::IndirectX | Shape::IndirectY => operand,
        _ => {
            let moving =
                operand.moving.map(|moving| Moving { full: moving.full.wrapping_add(index), ..moving });
            Resolved { value: operand.value.map(|value| value.wrapping_add(index)), moving, ..operand }
        }
    }
}

fn is_indirect(operand: Resolved) -> bool {
    operand.shape == Shape::IndirectY
}

impl Assembler<'_> {
    /// A macro-instruction with up to three operands.
    pub(super) fn shorthand(&mut self, which: Macro, operands: [Option<Resolved>; 3]) {
        let least = which.operands().0;
        if operands.iter().flatten().count() < least {
            let operands = counted(least, "operand");
            let help = (least > 1).then(|| "separate them by a blank, as in `mva #1 place`".to_owned());
            self.error(self.place, format!("this macro-instruction has {operands}"), help);
            return;
        }
        if !which.steps() {
            // Operands that it does not take belong to the instruction joined with it.
            for operand in operands.into_iter().take(which.operands().1).flatten() {
                self.refuse_step(operand.step, operand.shape, operand.expr);
            }
        }
        match (which, operands) {
            (Macro::MoveByte(register), [Some(from), Some(to), _]) => self.move_byte(register, from, to),
            (Macro::MoveWord(register), [Some(from), Some(to), _]) => self.move_word(register, from, to),
            (Macro::AddCarryClear, [Some(operand), ..]) => self.with_carry(CLC, Mnemonic::ADC, operand),
            (Macro::SubtractCarrySet, [Some(operand), ..]) => self.with_carry(SEC, Mnemonic::SBC, operand),
            (Macro::Increment(bytes), [Some(operand), ..]) => self.increment(operand, bytes.into()),
            (Macro::Decrement(bytes), [Some(operand), ..]) => self.decrement(operand, bytes.into()),
            (Macro::AddByte, [Some(a), Some(b), to]) => {
                self.byte_sum(CLC, Mnemonic::ADC, a, b, to.unwrap_or(a))
            }
            (Macro::SubtractByte, [Some(a), Some(b), to]) => {
                self.byte_sum(SEC, Mnemonic::SBC, a, b, to.unwrap_or(a))
            }
            (Macro::AddWord, [Some(a), Some(b), to]) => self.word_sum(true, a, b, to),
            (Macro::SubtractWord, [Some(a), Some(b), to]) => self.word_sum(false, a, b, to),
            (Macro::CompareByte, [Some(a), Some(b), _]) => {
                self.encode(Mnemonic::LDA, a);
                self.encode(Mnemonic::CMP, b);
            }
            (Macro::Compare(bytes), [Some(a), Some(b), _]) => self.compare(a, b, bytes.into()),
            (Macro::PushRegisters, _) => self.emit_code(&[0x48, 0x8A, 0x48, 0x98, 0x48]),
            (Macro::PullRegisters, _) => self.emit_code(&[0x68, 0xA8, 0x68, 0xAA, 0x68]),
            (Macro::NoOperation(bytes), [operand, ..]) => self.no_operation(bytes, operand),
            (Macro::Skip(condition), _) => self.skip(condition),
            (Macro::Repeat(condition), _) => self.repeat_previous(condition),
            (Macro::JumpIf(condition), [Some(target), ..]) => self.jump_if(condition, target),
            _ => {}
        }
    }

    fn load_store(register: Register) -> (Mnemonic, Mnemonic) {
        match register {
            Register::A => (Mnemonic::LDA, Mnemonic::STA),
            Register::X => (Mnemonic::LDX, Mnemonic::STX),
            Register::Y => (Mnemonic::LDY, Mnemonic::STY),
        }
    }

    pub(super) fn move_byte(&mut self, register: Register, from: Resolved, to: Resolved) {
        let (_, store) = Self::load_store(register);
        self.load_once(register, from);
        self.step_index(from);
        self.encode(store, to);
        self.step_index(to);
        self.keep_loaded();
    }

    /// Loads a register, unless with `opt r+` the preceding move has loaded the same number.
    fn load_once(&mut self, register: Register, from: Resolved) {
        let (load, _) = Self::load_store(register);
        let is_number = from.shape == Shape::Immediate && from.moving.is_none();
        let number = from.value.filter(|_| is_number).map(|value| value & 0xFF);
        let known = self.neighbours.loaded(self.image.spot());
        let is_there =
            number.is_some() && known.is_some_and(|it| (it.register, Some(it.value)) == (register, number));
        if !is_there {
            self.encode(load, from);
        }
        let number = number.filter(|_| self.switches.reuse_loads);
        self.neighbours.load(number.map(|value| Loaded { register, value, behind: None }));
    }

    /// Ends a move; the number it has loaded is available to the next one.
    fn keep_loaded(&mut self) {
        self.neighbours.keep_loaded(self.image.spot());
    }

    pub(super) fn move_word(&mut self, register: Register, from: Resolved, to: Resolved) {
        if [from, to].iter().any(|operand| operand.shape == Shape::IndirectX) {
            self.error(self.place, "a word cannot be reached through `(zp,x)`".to_owned(), None);
            return;
        }
        if self.is_part_of_address(from) {
            let message =
                "this is one byte, but a word is moved: MADS takes the high byte from the next address";
            let help = "move a byte with `mva`, a word with `#`".to_owned();
            self.error_at(from.expr, message.to_owned(), Some(help));
        }
        let (_, store) = Self::load_store(register);
        let halves = from.value.map(|value| (value & 0xFF, value >> 8 & 0xFF));
        let same = from.shape == Shape::Immediate
            && from.moving.is_none()
            && halves.is_some_and(|(low, high)| low == high);
        self.load_once(register, byte_of(from, 0));
        self.step_index(from);
        self.encode(store, byte_of(to, 0));
        self.step_index(to);
        self.keep_loaded();
        // After the high byte, only a pointer's index is stepped again. [measured]
        if is_indirect(from) || is_indirect(to) {
            self.emit_code(&[INY]);
        }
        if !same {
            self.load_once(register, byte_of(from, 1));
        }
        if is_indirect(from) {
            self.step_index(from);
        }
        self.encode(store, byte_of(to, 1));
        if is_indirect(to) {
            self.step_index(to);
        }
        self.keep_loaded();
    }

    fn with_carry(&mut self, carry: u8, mnemonic: Mnemonic, operand: Resolved) {
        self.emit_code(&[carry]);
        self.encode(mnemonic, operand);
        self.step_index(operand);
    }

    /// `inc` of each byte, as long as the lower one became zero.
    fn increment(&mut self, operand: Resolved, bytes: i64) {
        let mut skips = Vec::new();
        for index in 0..bytes {
            self.encode(Mnemonic::INC, byte_of(operand, index));
            if index + 1 < bytes {
                skips.push(self.open_branch(0xD0));
            }
        }
        for skip in skips {
            self.finish_skip(skip);
        }
        self.step_index(operand);
    }

    /// Decrements the higher byte if the lower one is zero before.
    fn decrement(&mut self, operand: Resolved, bytes: i64) {
        if bytes > 1 {
            let message = "this changes the accumulator".to_owned();
            let help = "if that is intended, write `.nowarn` before it".to_owned();
            self.diagnose(Severity::Warning, self.place, message, Some(help));
        }
        let mut skips = Vec::new();
        for index in 0..bytes - 1 {
            self.encode(Mnemonic::LDA, byte_of(operand, index));
            skips.push(self.open_branch(0xD0));
        }
        for index in (0..bytes).rev() {
            self.encode(Mnemonic::DEC, byte_of(operand, index));
            if let Some(skip) = skips.pop() {
                self.finish_skip(skip);
            }
        }
        self.step_index(operand);
    }

    fn byte_sum(&mut self, carry: u8, mnemonic: Mnemonic, a: Resolved, b: Resolved, to: Resolved) {
        // `adb #5 z` is stored in z. [measured]
        let to = if to.shape == Shape::Immediate { b } else { to };
        self.encode(Mnemonic::LDA, a);
        if a.shape == Shape::Accumulator {
            // This has been reported; storing would report it again.
            return;
        }
        self.emit_code(&[carry]);
        self.encode(mnemonic, b);
        self.encode(Mnemonic::STA, to);
    }

    /// `adw`, `sbw`. If a number below 256 is added in place, the high byte uses `inc` or `dec`.
    fn word_sum(&mut self, add: bool, a: Resolved, b: Resolved, to: Option<Resolved>) {
        let (carry, mnemonic) = if add { (CLC, Mnemonic::ADC) } else { (SEC, Mnemonic::SBC) };
        self.emit_code(&[carry]);
        let small = b.shape == Shape::Immediate
            && b.moving.is_none()
            && b.value.is_some_and(|value| (0..=0xFF).contains(&value));
        let target = to.unwrap_or(a);
        if small && to.is_none() && matches!(a.shape, Shape::Plain | Shape::PlainX) {
            self.encode(Mnemonic::LDA, a);
            self.encode(mnemonic, b);
            self.encode(Mnemonic::STA, a);
            let skip = self.open_branch(if add { 0x90 } else { 0xB0 });
            self.encode(if add { Mnemonic::INC } else { Mnemonic::DEC }, byte_of(a, 1));
            self.finish_skip(skip);
            return;
        }
        for index in 0..2 {
            if index == 1 && [a, b, target].into_iter().any(is_indirect) {
                self.emit_code(&[INY]);
            }
            self.encode(Mnemonic::LDA, byte_of(a, index));
            self.encode(mnemonic, byte_of(b, index));
            self.encode(Mnemonic::STA, byte_of(target, index));
        }
    }

    /// Compares the highest bytes first, and skips the lower ones if they differ.
    pub(super) fn compare(&mut self, a: Resolved, b: Resolved, bytes: i64) {
        let mut skips = Vec::new();
        for index in (0..bytes).rev() {
            self.encode(Mnemonic::LDA, byte_of(a, index));
            self.encode(Mnemonic::CMP, byte_of(b, index));
            if index > 0 {
                skips.push(self.open_branch(0xD0));
            }
        }
        for skip in skips {
            self.finish_skip(skip);
        }
    }

    /// `npo`, `dop`, `top`
    fn no_operation(&mut self, bytes: u8, operand: Option<Resolved>) {
        let mode = operand.map_or(Mode::Implied, |operand| {
            let (narrow, wide) = modes(operand.shape);
            if bytes == 2 { narrow } else { wide }
        });
        match (no_operation(bytes, mode), operand) {
            (Some(code), None) => self.emit_code(&[code]),
            (Some(code), Some(operand)) if bytes == 2 => self.short_operand(code, operand),
            (Some(code), Some(operand)) => self.long_operand(code, operand),
            (None, _) => self.error(self.place, "there is no such addressing mode".to_owned(), None),
        }
    }

    /// Outputs a branch whose distance is set later. Returns the position of the distance.
    pub(super) fn open_branch(&mut self, code: u8) -> usize {
        self.emit_code(&[code, 0]);
        self.image.bytes.len().saturating_sub(1)
    }

    /// Skips the next instruction.
    fn skip(&mut self, condition: Condition) {
        let branch = self.open_branch(condition.branch());
        self.neighbours.skip(Skip { branch, place: self.place, behind: self.image.spot() });
    }

    /// The branch over the code that begins here, if there is one.
    pub(super) fn take_skip(&mut self) -> Option<usize> {
        let skip = self.neighbours.take_skip()?;
        if skip.behind != self.image.spot() {
            self.refuse_skip(skip.place);
            return None;
        }
        Some(skip.branch)
    }

    /// Reports a skip that is not followed by anything to skip.
    pub(super) fn refuse_skip(&mut self, place: Place) {
        let help = "what it skips must follow directly: an instruction, a macro-instruction, a call or data";
        self.error(place, "there is no instruction to skip over".to_owned(), Some(help.to_owned()));
    }

    /// Repeats the previous instruction.
    fn repeat_previous(&mut self, condition: Condition) {
        let distance = self.neighbours.last_start - (self.image.here + 2);
        if !(-128..=127).contains(&distance) {
            self.error(self.place, "the instruction to repeat is too far away".to_owned(), None);
        }
        self.emit_code(&[condition.branch(), distance as u8]);
    }

    /// `<label` or `>label` without `#`.
    fn is_part_of_address(&self, operand: Resolved) -> bool {
        let Some(&expr) = self.program.exprs.get(operand.expr.0 as usize) else { return false };
        let start = self.program.spans[operand.expr.0 as usize].0 as usize;
        let text = &self.sources.list[self.source as usize].text[..start];
        operand.shape == Shape::Immediate
            && matches!(expr, Expr::Unary(Unary::Low | Unary::High, _))
            && !text.trim_ascii_end().ends_with(b"#")
    }

    /// Whether an expression contains `*`.
    fn mentions_counter(&self, expr: ExprId) -> bool {
        match self.program.exprs.get(expr.0 as usize) {
            Some(Expr::Here) => true,
            Some(&Expr::Unary(_, operand)) => self.mentions_counter(operand),
            Some(&Expr::Binary(_, left, right)) => {
                self.mentions_counter(left) || self.mentions_counter(right)
            }
            _ => false,
        }
    }

    /// A branch if it reaches the target, otherwise a jump with the opposite branch around it.
    fn jump_if(&mut self, condition: Condition, target: Resolved) {
        let distance = target.value.map(|target| self.distance_to(target));
        if let Some(distance) = distance.filter(|distance| (-128..=127).contains(distance)) {
            self.emit_code(&[condition.branch(), distance as u8]);
            return;
        }
        self.emit_code(&[condition.inverse().branch(), 3]);
        let value = self.value_behind(target);
        self.encode(Mnemonic::JMP, Resolved { width: Width::Auto, shape: Shape::Plain, value, ..target });
    }

    /// The target of the jump in `jeq` and the like, for which `*` is the address of the jump itself.
    /// [measured]
    fn value_behind(&mut self, target: Resolved) -> Option<i64> {
        if !self.mentions_counter(target.expr) {
            return target.value;
        }
        let value = self.value(target.expr);
        if let (Some(value), Some(read)) = (value, target.value) {
            let message = format!(
                "this goes to ${value:04X}, as in MADS, where `*` is the address of the jump that this becomes; \
                 with that of this instruction it would be ${read:04X}"
            );
            self.diagnose(
                Severity::Warning,
                self.expr_place(target.expr),
                message,
                Some("use a label".to_owned()),
            );
        }
        value
    }
}
