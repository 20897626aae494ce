//! Data statements and inserted files.

use super::Assembler;
use super::instruction::in_both;
use crate::assembler::characters::screen_code;
use crate::assembler::diagnostic::counted;
use crate::assembler::syntax::{ExprId, FilePart, Item, List, Unit};
use std::ops::Range;

/// A value of a wave table: `centre + amplitude * sin(step / steps per turn)`, rounded. The reference
/// computes with 80 bits; there the sines of 30 and 150 degrees are exactly one half, that of 210 degrees
/// slightly less than minus one half and that of 330 degrees slightly more, as far as the 64 bits of the sum
/// show it. [measured]
fn wave_step(centre: i64, amplitude: i64, step: i64, steps: i64, cosine: bool) -> i64 {
    let plain = || {
        let angle = step as f64 * std::f64::consts::TAU / steps as f64;
        let level = if cosine { libm::cos(angle) } else { libm::sin(angle) };
        (centre as f64 + amplitude as f64 * level).round_ties_even() as i64
    };
    let twelfth = step.wrapping_mul(12).rem_euclid(steps.wrapping_mul(12));
    if cosine || steps == 0 || twelfth % steps != 0 {
        return plain();
    }
    let (half, excess) = match twelfth / steps {
        1 | 5 => (0.5, 0.0),
        7 => (-0.5, 1.5 * libm::exp2(-61.0)),
        11 => (-0.5, -1.5 * libm::exp2(-61.0)),
        _ => return plain(),
    };
    let sum = centre as f64 + amplitude as f64 * half;
    let excess = excess * amplitude as f64;
    let last_bit = libm::exp2(libm::log2(sum.abs()).floor() - 63.0);
    if excess.abs() <= last_bit / 2.0 || sum.fract() == 0.0 {
        return sum.round_ties_even() as i64;
    }
    if excess > 0.0 { sum.ceil() as i64 } else { sum.floor() as i64 }
}

impl Assembler<'_> {
    /// `dta` and the like. A skip may go over them.
    pub(super) fn data_statement(&mut self, items: List) {
        let skip = self.take_skip();
        self.neighbours.last_start = self.image.here;
        self.data(items);
        if let Some(skip) = skip {
            self.finish_skip(skip);
        }
    }

    /// Whether all numbers of a data statement are words, low byte first.
    pub(super) fn is_of_words(&self, items: List) -> bool {
        items.indices().all(|index| {
            let item = self.program.items[index];
            matches!(item, Item::Number(Unit::Word, _) | Item::Wave(Unit::Word, ..) | Item::Offset(_))
        })
    }

    /// The items of a data statement.
    pub(super) fn data(&mut self, items: List) {
        let mut offset = 0;
        for index in items.indices() {
            match self.program.items[index] {
                Item::Offset(expr) => offset = self.value(expr).unwrap_or(0),
                Item::Number(unit, expr) => {
                    let value = self.value(expr);
                    match offset {
                        0 => self.number(unit, value, expr),
                        _ => self.emit_unit(unit, value.unwrap_or(0).wrapping_add(offset)),
                    }
                }
                Item::Bytes(string) => self.characters(string, offset),
                Item::Shifted(string, added) => {
                    let added = self.value(added).unwrap_or(0);
                    self.characters(string, offset.wrapping_add(added));
                }
                Item::Screen(expr) => {
                    let code = self.value(expr).map(|value| match u8::try_from(value) {
                        Ok(byte) => screen_code(byte).into(),
                        Err(_) => value,
                    });
                    self.number(Unit::Byte, code.map(|code| code.wrapping_add(offset)), expr);
                }
                Item::Wave(unit, cosine, arguments) => self.wave(unit, cosine, arguments),
            }
        }
    }

    /// The bytes of a string, which stay bytes in any data statement.
    fn characters(&mut self, string: u32, offset: i64) {
        for position in 0..self.program.strings[string as usize].len() {
            let byte = self.program.strings[string as usize][position];
            self.emit(byte.wrapping_add(offset as u8));
        }
    }

    /// A number, checked against its unit.
    pub(super) fn number(&mut self, unit: Unit, value: Option<i64>, expr: ExprId) {
        let value = value.unwrap_or(0);
        self.check_fit(unit, value, expr);
        let value = if self.movement.is_possible() { self.moving_data(unit, value, expr) } else { value };
        self.emit_unit(unit, value);
    }

    /// Rejects a value that has more bytes than its unit.
    pub(super) fn check_fit(&mut self, unit: Unit, value: i64, expr: ExprId) {
        let range = match unit {
            Unit::Byte => -0xFF..=0xFF,
            Unit::Word | Unit::WordReversed => -0xFFFF..=0xFFFF,
            Unit::Long => -0xFF_FFFF..=0xFF_FFFF,
            Unit::Dword | Unit::DwordReversed | Unit::Low | Unit::High | Unit::Third | Unit::Fourth => {
                i64::MIN..=i64::MAX
            }
        };
        if range.contains(&value) {
            if unit == Unit::Byte {
                self.warn_of_negative(value, expr);
            }
            return;
        }
        if unit != Unit::Byte && self.refuse_nowhere(value, expr) {
            return;
        }
        let (what, help) = match unit {
            Unit::Byte => ("a byte", Some(self.byte_help(expr, ", or use `.word`"))),
            Unit::Word | Unit::WordReversed => ("a word", None),
            Unit::Long => ("three bytes", None),
            _ => ("32 bits", None),
        };
        let message = format!("value {} does not fit {what}{}", in_both(value), self.in_turn(expr));
        let (help, fix) = help.map_or((None, None), |(help, fix)| (Some(help), fix));
        self.error_to_fix(self.expr_place(expr), message, help, fix);
    }

    /// Warns of a value such as -255, which MADS accepts as a byte and converts to 1. [measured]
    pub(super) fn warn_of_negative(&mut self, value: i64, expr: ExprId) {
        if (-0xFF..-0x80).contains(&value) {
            let message = format!(
                "{value} does not fit a signed byte: it becomes {}{}",
                value & 0xFF,
                self.in_turn(expr)
            );
            let help = "a signed byte is -128 to 127; take a part of a larger number with `<` or `>`";
            self.warn_at(expr, message, help);
        }
    }

    fn emit_unit(&mut self, unit: Unit, value: i64) {
        let bytes = (value as u32).to_le_bytes();
        let reversed = (value as u32).to_be_bytes();
        let chosen: &[u8] = match unit {
            Unit::Byte | Unit::Low => &bytes[..1],
            Unit::High => &bytes[1..2],
            Unit::Third => &bytes[2..3],
            Unit::Fourth => &bytes[3..],
            Unit::Word => &bytes[..2],
            Unit::WordReversed => &reversed[2..],
            Unit::Long => &bytes[..3],
            Unit::Dword => &bytes,
            Unit::DwordReversed => &reversed,
        };
        for &byte in chosen {
            self.emit(byte);
        }
    }

    /// `sin(centre,amplitude,steps[,from,to])`
    fn wave(&mut self, unit: Unit, cosine: bool, arguments: List) {
        let expr = self.program.lists[arguments.start as usize];
        let mut numbers = [0_i64; 5];
        let mut count = 0;
        for index in arguments.indices() {
            let argument = self.program.lists[index];
            numbers[count] = self.value(argument).unwrap_or(0);
            count += 1;
        }
        let [centre, amplitude, steps, from, to] = numbers;
        let (from, to) = if count == 5 { (from, to) } else { (0, steps.saturating_sub(1)) };
        if !(1..=0x1_0000).contains(&steps) || to.saturating_sub(from) > 0xFFFF {
            self.error_at(expr, "a wave has between 1 and 65536 steps".to_owned(), None);
            return;
        }
        for step in from..=to {
            let value = wave_step(centre, amplitude, step, steps, cosine);
            self.number(unit, Some(value), expr);
        }
    }

    /// The size of an inserted file; none if it cannot be read.
    pub(super) fn binary(&mut self, path: u32) -> Option<usize> {
        if self.files.inserted(path).is_none() {
            self.files.insert(path, self.candidates(path));
        }
        self.files.inserted(path).flatten().map(|bytes| bytes.len())
    }

    /// `ins 'file'[+v][,offset[,length]]`
    pub(super) fn insert(&mut self, path: u32, part: u32) {
        let Some((range, added, inverted)) = self.file_range(path, part) else { return };
        for at in range {
            let byte = self.files.inserted_bytes(path).get(at).copied();
            self.emit(byte.unwrap_or(0).wrapping_add(added) ^ inverted);
        }
    }

    /// The byte range of a file to insert, the value to add to each byte, and the bits to invert. None if the
    /// range is not in the file, which is reported.
    pub(super) fn file_range(&mut self, path: u32, part: u32) -> Option<(Range<usize>, u8, u8)> {
        let FilePart { added, offset, length, inverted } = self.program.parts[part as usize];
        let added = added.given().and_then(|added| self.value(added)).unwrap_or(0);
        let offset = offset.given().and_then(|offset| self.value(offset)).unwrap_or(0);
        let Some(size) = self.binary(path) else {
            self.cannot_read(path, self.place);
            return None;
        };
        let size = size as i64;
        let start = if offset < 0 { size + offset } else { offset };
        let length = match length.given() {
            Some(length) => self.value(length).unwrap_or(0),
            None => size.saturating_sub(start),
        };
        if start < 0 || length < 0 || start.saturating_add(length) > size {
            let has = counted(size, "byte");
            let message = if length < 0 {
                format!("the file is too short: it has {has}, and none from {start} on")
            } else {
                format!("the file has {has}; {length} from {start} on are not in it")
            };
            self.error(self.place, message, None);
            return None;
        }
        let inverted = if inverted { 0x80 } else { 0 };
        Some((start as usize..(start + length) as usize, added as u8, inverted))
    }
}
