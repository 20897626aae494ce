//! CPU instructions: choice of the addressing mode and encoding.

use super::Assembler;
use super::values::{Resolved, Slice};
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::fix::Fix;
use crate::assembler::image::Image;
use crate::assembler::link::Part;
use crate::assembler::opcodes::{Condition, Word, is_implied_only};
use crate::assembler::registers;
use crate::assembler::symbols::{ROOT, SymbolKind};
use crate::assembler::syntax::{
    BlockSyntax, Expr, ExprId, InlineLabel, List, Op, Operand, Operation, Shape, Width,
};
use crate::cpu::opcodes::{Access, Mnemonic, Mode, OPCODES, find};
use std::ops::RangeInclusive;

/// Undocumented instructions that behave differently on different chips.
const UNSTABLE: [Mnemonic; 5] = [Mnemonic::ANE, Mnemonic::ANX, Mnemonic::LAS, Mnemonic::SHA, Mnemonic::SHS];

/// Values of labels before any `org`.
pub(super) const NOWHERE: RangeInclusive<i64> = 0xFFFF_0001..=0xFFFF_FFFF;

/// The mnemonic in messages.
fn lower(mnemonic: Mnemonic) -> String {
    mnemonic.name().to_ascii_lowercase()
}

/// A number in messages: in decimal, and if it is larger than a byte, in hexadecimal as well.
pub(super) fn in_both(value: i64) -> String {
    if value > 0xFF { format!("${value:X} ({value})") } else { value.to_string() }
}

/// Addressing modes of an operand's form: zero page, and wide.
pub(super) fn modes(shape: Shape) -> (Mode, Mode) {
    match shape {
        Shape::Accumulator => (Mode::Accumulator, Mode::Accumulator),
        Shape::Immediate => (Mode::Immediate, Mode::Immediate),
        Shape::Plain => (Mode::ZeroPage, Mode::Absolute),
        Shape::PlainX => (Mode::ZeroPageX, Mode::AbsoluteX),
        Shape::PlainY => (Mode::ZeroPageY, Mode::AbsoluteY),
        Shape::IndirectX => (Mode::IndirectX, Mode::IndirectX),
        Shape::IndirectY => (Mode::IndirectY, Mode::IndirectY),
        Shape::Indirect => (Mode::Indirect, Mode::Indirect),
    }
}

impl Assembler<'_> {
    /// Outputs the operations of a statement, which share its operands.
    pub(super) fn instruction(&mut self, operations: List, operands: List) {
        let operands: &[Operand] = &self.program.operands[operands.indices()];
        let (first, second, third) = (operands.first(), operands.get(1), operands.get(2));
        let (first, second, third) = (first.copied(), second.copied(), third.copied());
        let count = operands.len();
        for index in operations.indices() {
            let Operation { op, width } = self.program.operations[index];
            let skip = self.take_skip();
            let start = self.image.here;
            if let Op::Cpu(mnemonic) = op
                && UNSTABLE.contains(&mnemonic)
            {
                let message =
                    format!("the effect of `{}` differs from one 6502 to the next", lower(mnemonic));
                self.diagnose(Severity::Warning, self.place, message, None);
            }
            match op {
                Op::Cpu(mnemonic) => match first.filter(|_| !is_implied_only(mnemonic)) {
                    None => self.implied(mnemonic),
                    Some(operand) if count == 1 || operations.end - operations.start > 1 => {
                        if let Some(label) = operand.label {
                            self.inline_label(label);
                        }
                        let resolved = self.resolve(operand, width);
                        self.encode(mnemonic, resolved);
                        self.step_index(resolved);
                    }
                    Some(_) => self.error(self.place, "there are too many operands".to_owned(), None),
                },
                Op::Macro(which) => {
                    let given =
                        [first, second, third].map(|operand| operand.map(|it| self.resolve(it, width)));
                    self.shorthand(which, given);
                }
            }
            if let Some(skip) = skip {
                self.finish_skip(skip);
            }
            self.neighbours.last_start = start;
        }
    }

    /// `lda name: value`: defines the name as the address of the value.
    fn inline_label(&mut self, label: InlineLabel) {
        let scope = if label.is_global { ROOT } else { self.scope };
        self.define(scope, label.name, Some(self.image.here + 1), SymbolKind::Label);
    }

    /// The opcode of an instruction within an expression: `{lda #}`. A missing operand is an address.
    pub(super) fn opcode(&mut self, snippet: u32) -> Option<i64> {
        let (operations, operands) = self.program.snippets[snippet as usize];
        if !self.image.has_origin {
            let message = "there is no `org` before an instruction in braces".to_owned();
            let help = "begin with `org address`".to_owned();
            self.error_to_fix(self.place, message, Some(help), Some(Fix::Origin));
        }
        let neighbours = self.neighbours.set_aside();
        let op = self.program.operations[operations.start as usize].op;
        let image = self.aside(Image::new(), self.image.here, |aside| match op {
            Op::Cpu(mnemonic) if operands == List::default() && !is_implied_only(mnemonic) => {
                let modes = [Mode::Absolute, Mode::Relative, Mode::Accumulator];
                match modes.into_iter().find_map(|mode| find(mnemonic, mode)) {
                    Some(code) => aside.emit_code(&[code]),
                    None => aside.implied(mnemonic),
                }
            }
            _ => aside.instruction(operations, operands),
        });
        self.neighbours = neighbours;
        image.bytes.first().map(|&byte| byte.into())
    }

    /// Sets the distance of a pending skip to reach the current address.
    pub(super) fn finish_skip(&mut self, branch: usize) {
        self.neighbours.forget_loaded();
        if self.image.is_silent {
            // Neither the branch nor the skipped code is output.
            return;
        }
        let distance = self.image.bytes.len() as i64 - branch as i64 - 1;
        if distance > 127 {
            self.error(self.place, format!("a skip cannot go over {distance} bytes"), None);
            return;
        }
        if let Some(byte) = self.image.bytes.get_mut(branch) {
            *byte = distance as u8;
        }
    }

    pub(super) fn resolve(&mut self, operand: Operand, width: Width) -> Resolved {
        let Operand { shape, step, value, .. } = operand;
        let width = if operand.width == Width::Auto { width } else { operand.width };
        let expr = value;
        let value = value.given().and_then(|value| self.value(value));
        let moving = self.moving(expr);
        Resolved { shape, width, step, value, expr, moving }
    }

    /// The `inx` or `dey` of `x+`, `y-`.
    pub(super) fn step_index(&mut self, operand: Resolved) {
        let is_y = matches!(operand.shape, Shape::PlainY | Shape::IndirectY);
        match (operand.step, is_y) {
            (1, false) => self.emit_code(&[0xE8]),
            (-1, false) => self.emit_code(&[0xCA]),
            (1, true) => self.emit_code(&[0xC8]),
            (-1, true) => self.emit_code(&[0x88]),
            _ => {}
        }
    }

    /// Rejects a signed index where nothing is stepped: what MADS makes of that is unknown.
    pub(super) fn refuse_step(&mut self, step: i8, shape: Shape, expr: ExprId) {
        let sign = match step {
            0 => return,
            1.. => '+',
            _ => '-',
        };
        let letter = if matches!(shape, Shape::PlainY | Shape::IndirectY) { 'y' } else { 'x' };
        let message = format!("`{letter}{sign}` has no effect here");
        let instruction = if step > 0 { "in" } else { "de" };
        let help = format!(
            "it works in single instructions, in moves, and in `add`, `sub`, `inw` and the like; here write \
             `{instruction}{letter}` after it"
        );
        self.error_at(expr, message, Some(help));
    }

    fn implied(&mut self, mnemonic: Mnemonic) {
        let code = find(mnemonic, Mode::Implied);
        match code.or_else(|| find(mnemonic, Mode::Accumulator)) {
            Some(code) => self.emit_code(&[code]),
            None => {
                let message = format!("`{}` needs an operand", lower(mnemonic));
                let help = match find(mnemonic, Mode::Relative) {
                    Some(_) => "the label to go to",
                    None if find(mnemonic, Mode::Immediate).is_some() => "a number with `#`, or an address",
                    None => "an address",
                };
                self.error(self.place, message, Some(help.to_owned()));
            }
        }
    }

    /// Whether an operand uses the zero page form.
    fn is_narrow(&self, operand: Resolved) -> bool {
        if let (Width::Auto, Some(narrow)) = (operand.width, self.moving_width(operand)) {
            return narrow;
        }
        match operand.width {
            Width::ZeroPage => true,
            Width::Absolute => false,
            // An expression derived from a two-byte address stays a two-byte address, although its value may
            // be small.
            Width::Auto if self.moves_in_words(operand) => false,
            Width::Auto => operand.value.is_some_and(|value| (0..=0xFF).contains(&value)),
        }
    }

    /// One instruction with an operand.
    pub(super) fn encode(&mut self, mnemonic: Mnemonic, operand: Resolved) {
        if operand.shape == Shape::Plain
            && let Some(code) = find(mnemonic, Mode::Relative)
        {
            self.branch(code, operand);
            return;
        }
        let (narrow, wide) = modes(operand.shape);
        let (narrow_code, wide_code) = (find(mnemonic, narrow), find(mnemonic, wide));
        match operand.shape {
            Shape::Accumulator => match narrow_code {
                Some(code) => self.emit_code(&[code]),
                None => self.illegal_mode(mnemonic, operand),
            },
            Shape::Indirect => match wide_code {
                Some(code) => self.indirect_jump(code, operand),
                None => self.illegal_mode(mnemonic, operand),
            },
            Shape::Immediate | Shape::IndirectX | Shape::IndirectY => match narrow_code {
                Some(code) => self.short_operand(code, operand),
                None => self.illegal_mode(mnemonic, operand),
            },
            Shape::Plain | Shape::PlainX | Shape::PlainY => match (narrow_code, wide_code) {
                (None, None) => self.illegal_mode(mnemonic, operand),
                (Some(code), None) => self.short_operand(code, operand),
                (None, Some(code)) => self.long_operand(code, operand),
                (Some(narrow), Some(wide)) => {
                    if self.is_narrow(operand) {
                        self.short_operand(narrow, operand);
                    } else {
                        self.long_operand(wide, operand);
                    }
                }
            },
        }
    }

    fn illegal_mode(&mut self, mnemonic: Mnemonic, operand: Resolved) {
        let name = lower(mnemonic);
        let part = self.shorthand_here().map_or(String::new(), |whole| format!(", a part of `{whole}`,"));
        let mode = match operand.shape {
            Shape::Accumulator => "accumulator",
            Shape::Immediate => "immediate",
            Shape::Plain => "address",
            Shape::PlainX => "`,x`",
            Shape::PlainY => "`,y`",
            Shape::IndirectX => "`(zp,x)`",
            Shape::IndirectY => "`(zp),y`",
            Shape::Indirect => "`(address)`",
        };
        let message = format!("`{name}`{part} has no {mode} mode");
        let takes_address = operand.shape == Shape::Immediate && find(mnemonic, Mode::Absolute).is_some();
        let help = match operand.shape {
            Shape::Immediate if takes_address => Some("leave the `#` out: this takes an address".to_owned()),
            Shape::Accumulator => Some(
                "`@` alone is the accumulator: the anonymous label before is `@-`, the next one `@+`"
                    .to_owned(),
            ),
            Shape::PlainX if find(mnemonic, Mode::ZeroPageY).is_some() => {
                Some("it is indexed by `,y`".to_owned())
            }
            Shape::PlainY if find(mnemonic, Mode::ZeroPageX).is_some() => {
                Some("it is indexed by `,x`".to_owned())
            }
            Shape::IndirectX | Shape::IndirectY if find(mnemonic, Mode::Indirect).is_some() => {
                Some("it takes `(address)`".to_owned())
            }
            Shape::IndirectX | Shape::IndirectY => Some(
                "pointers work with instructions that use A, such as `lda`, `sta`, `adc` and `cmp`"
                    .to_owned(),
            ),
            Shape::Indirect if find(mnemonic, Mode::IndirectY).is_some() => {
                Some("a pointer is `(zp),y` or `(zp,x)`; group an expression with `[ ]`".to_owned())
            }
            Shape::Indirect => Some("group an expression with `[ ]`".to_owned()),
            _ => None,
        };
        let fix = takes_address.then_some(Fix::RemoveSign);
        self.error_to_fix(self.place, message, help, fix);
    }

    /// The macro-instruction named in the statement, if it is the only one.
    fn shorthand_here(&self) -> Option<String> {
        let (source, start, end) = self.place;
        let text = self.sources.list[source as usize].text.get(start as usize..end as usize)?;
        let words = text.split(|byte| !byte.is_ascii_alphanumeric());
        let mut found =
            words.filter(|word| matches!(self.words.find(word), Some(Word::Macro(_) | Word::Cpu(_))));
        let word = found.next().filter(|word| matches!(self.words.find(word), Some(Word::Macro(_))))?;
        Some(String::from_utf8_lossy(word).to_ascii_lowercase())
    }

    /// Outputs an opcode with a one-byte operand, checked.
    pub(super) fn short_operand(&mut self, code: u8, operand: Resolved) {
        let value = operand.value.unwrap_or(0);
        let immediate = operand.shape == Shape::Immediate;
        if immediate && operand.width == Width::Absolute {
            let help = "leave the size out".to_owned();
            self.error_at(operand.expr, "a number after `#` is one byte".to_owned(), Some(help));
        }
        let least = if immediate { -0xFF } else { 0 };
        let is_part = operand.moving.is_some_and(|moving| moving.slice != Slice::Whole);
        if !is_part && !(least..=0xFF).contains(&value) {
            let (message, help) = if immediate {
                let turn = self.in_turn(operand.expr);
                let message = format!("value {} does not fit a byte{turn}", in_both(value));
                (message, self.byte_help(operand.expr, ""))
            } else {
                let help = match operand.width {
                    Width::ZeroPage => "`.b`, `.z` and `z:` request a one-byte address: leave them out",
                    _ => "this mode has no wide form",
                };
                (format!("address ${value:X} is not in the zero page"), (help.to_owned(), None))
            };
            let (help, fix) = help;
            self.error_to_fix(self.expr_place(operand.expr), message, Some(help), fix);
        }
        if immediate && !is_part {
            self.warn_of_negative(value, operand.expr);
            self.warn_of_halves(operand.expr);
        }
        let value = self.moving_byte(operand, value);
        self.emit_code(&[code, value as u8]);
    }

    pub(super) fn long_operand(&mut self, code: u8, operand: Resolved) {
        let value = operand.value.unwrap_or(0);
        if !(-0xFFFF..=0xFFFF).contains(&value) && !self.refuse_nowhere(value, operand.expr) {
            let help = "addresses go from $0000 to $FFFF".to_owned();
            self.error_at(operand.expr, format!("${value:04X} is not an address"), Some(help));
        }
        let access = OPCODES[code as usize].access;
        if self.layout.has_regions() && access.writes() {
            self.check_rom_write(value);
        }
        if registers::CHIPS.contains(&value) {
            self.warn_of_register(value, operand.expr, access);
        }
        let value = match operand.moving {
            Some(moving) => self.note_moving(moving, Part::Word, 1),
            None => value,
        };
        self.emit_code(&[code, value as u8, (value >> 8) as u8]);
    }

    /// Warns of a register name that does not match the access: `lda colpm0`, which reads TRIG2.
    fn warn_of_register(&mut self, address: i64, expr: ExprId, access: Access) {
        let (Expr::Symbol(name) | Expr::Global(name)) = self.program.exprs[expr.0 as usize] else { return };
        if let Some((message, help)) = registers::misuse(self.program.names.text(name), address, access) {
            self.warn_at(expr, message, &help);
        }
    }

    /// Warns of a write to a read-only region, which has no effect.
    fn check_rom_write(&mut self, address: i64) {
        let hit = self.layout.regions().iter().find(|region| region.rom && region.holds(address));
        if let Some(region) = hit {
            let name = self.program.names.text(region.name);
            let message = format!("this writes to ${address:04X} in region `{name}`, which is ROM");
            self.diagnose(Severity::Warning, self.place, message, None);
        }
    }

    fn indirect_jump(&mut self, code: u8, operand: Resolved) {
        if operand.value.is_some_and(|value| value & 0xFF == 0xFF) {
            let message = "an indirect jump through $xxFF takes its high byte from the wrong page".to_owned();
            let help = "move the vector by one byte".to_owned();
            self.diagnose(Severity::Warning, self.expr_place(operand.expr), message, Some(help));
        }
        self.long_operand(code, operand);
    }

    /// Rejects an address in code without `org`, where only distances are known. Returns whether the value is
    /// one.
    pub(super) fn refuse_nowhere(&mut self, value: i64, expr: ExprId) -> bool {
        let is_nowhere = self.image.here < 0 || NOWHERE.contains(&value);
        // For a program without any `org`, that is reported once.
        if is_nowhere && (self.image.has_origin || !self.layout.reach_edge()) {
            let message = "there was no `org`: this has no address".to_owned();
            let help = "begin with `org address`, or give an address with `-b`".to_owned();
            self.error_to_fix(self.expr_place(expr), message, Some(help), Some(Fix::Origin));
        }
        is_nowhere
    }

    /// The distance that a branch here has to cover. Code without an address lies below 0, where values have
    /// 32 bits.
    pub(super) fn distance_to(&self, target: i64) -> i64 {
        i64::from(target.wrapping_sub(self.image.here + 2) as i32)
    }

    fn branch(&mut self, code: u8, operand: Resolved) {
        let distance = operand.value.map_or(0, |target| self.distance_to(target));
        if !(-128..=127).contains(&distance) {
            let excess = if distance > 0 { distance - 127 } else { -128 - distance };
            let letters = Condition::of_branch(code).map(Condition::letters);
            let help = letters.map(|letters| format!("use `j{letters}`"));
            let message = format!("the branch is {} too far", counted(excess, "byte"));
            self.error_to_fix(self.expr_place(operand.expr), message, help, letters.map(Fix::Jump));
        } else if operand.value.is_some() {
            let next = self.image.here + 2;
            self.check_page_branch(next, next + distance);
        }
        self.emit_code(&[code, distance as u8]);
    }

    /// Warns of a branch in a `.pages` block that crosses a page and so takes one more cycle.
    fn check_page_branch(&mut self, next: i64, target: i64) {
        let is_timed = self.blocks.around(BlockSyntax::Pages).is_some();
        if is_timed && next >> 8 != target >> 8 {
            let message = "the branch crosses a page and takes a cycle more".to_owned();
            self.diagnose(Severity::Warning, self.place, message, None);
        }
    }
}
