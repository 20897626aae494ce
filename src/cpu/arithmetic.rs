//! Addition, subtraction, comparison and shifts, in binary and decimal mode.

use super::registers::{Registers, Wide};

impl Registers {
    /// A = A + `value` + C, honouring D.
    #[inline(always)]
    pub(super) fn add(&mut self, value: u8) {
        if self.decimal() {
            let sum = decimal_sum(self.a.get(), value, self.carry);
            self.a = Wide::new(sum.result);
            self.carry = sum.carry;
            self.overflow = sum.overflow;
            self.set_negative_and_zero(sum.negative, sum.zero);
        } else {
            self.binary_add(value);
        }
    }

    /// A = A - `value` - (1 - C), honouring D. The flags are those of the binary subtraction.
    #[inline(always)]
    pub(super) fn subtract(&mut self, value: u8) {
        let (a, carry) = (self.a.get(), self.carry);
        self.binary_add(!value);
        if self.decimal() {
            self.a = Wide::new(decimal_difference(a, value, carry));
        }
    }

    #[inline(always)]
    fn binary_add(&mut self, value: u8) {
        let sum = u16::from(self.a.get()) + u16::from(value) + u16::from(self.carry);
        let result = sum as u8;
        self.overflow = (self.a.get() ^ result) & (value ^ result);
        self.carry = (sum >> 8) as u8;
        self.set_a(result);
    }

    /// N, Z and C of `register` - `value`.
    #[inline(always)]
    pub(super) fn compare(&mut self, register: u8, value: u8) {
        self.carry = u8::from(register >= value);
        self.set_result(register.wrapping_sub(value));
    }

    #[inline(always)]
    pub(super) fn shift_left(&mut self, value: u8) -> u8 {
        self.carry = value >> 7;
        let shifted = value << 1;
        self.set_result(shifted);
        shifted
    }

    #[inline(always)]
    pub(super) fn shift_right(&mut self, value: u8) -> u8 {
        self.carry = value & 1;
        let shifted = value >> 1;
        self.set_result(shifted);
        shifted
    }

    #[inline(always)]
    pub(super) fn rotate_left(&mut self, value: u8) -> u8 {
        let rotated = value << 1 | self.carry;
        self.carry = value >> 7;
        self.set_result(rotated);
        rotated
    }

    #[inline(always)]
    pub(super) fn rotate_right(&mut self, value: u8) -> u8 {
        let rotated = value >> 1 | self.carry << 7;
        self.carry = value & 1;
        self.set_result(rotated);
        rotated
    }

    /// ARR: AND, then a rotation right, in which C and V come from the adder.
    #[inline(always)]
    pub(super) fn and_rotate_right(&mut self, value: u8) {
        let anded = self.a.get() & value;
        let rotated = anded >> 1 | self.carry << 7;
        // In decimal mode, too, bit 7 of the result is the old C, which is N.
        self.set_a(rotated);
        if self.decimal() {
            self.overflow = (anded ^ rotated) << 1;
            let (corrected, carry) = decimal_arr_correction(anded, rotated);
            (self.a, self.carry) = (Wide::new(corrected), carry);
        } else {
            self.overflow = (rotated ^ rotated << 1) << 1;
            self.carry = rotated >> 6 & 1;
        }
    }
}

/// The result of a decimal addition. The NMOS chip takes N and V from between the digit corrections, and Z from the
/// binary sum. [vectors README]
struct DecimalSum {
    result: u8,
    carry: u8,
    overflow: u8,
    negative: bool,
    zero: bool,
}

/// Decimal addition as the NMOS chip does it, invalid digits included. [vectors README]
fn decimal_sum(a: u8, value: u8, carry: u8) -> DecimalSum {
    let binary = a.wrapping_add(value).wrapping_add(carry);
    let mut low = (a & 0x0F) + (value & 0x0F) + carry;
    if low > 9 {
        low = ((low + 6) & 0x0F) + 0x10;
    }
    let mut sum = u16::from(a & 0xF0) + u16::from(value & 0xF0) + u16::from(low);
    let uncorrected = sum as u8;
    if sum >= 0xA0 {
        sum += 0x60;
    }
    DecimalSum {
        result: sum as u8,
        carry: u8::from(sum >= 0x100),
        overflow: (a ^ uncorrected) & (value ^ uncorrected),
        negative: uncorrected & 0x80 != 0,
        zero: binary == 0,
    }
}

/// Decimal subtraction as the NMOS chip does it, invalid digits included. [vectors README]
fn decimal_difference(a: u8, value: u8, carry: u8) -> u8 {
    let mut low = i16::from(a & 0x0F) - i16::from(value & 0x0F) - i16::from(1 - carry);
    if low < 0 {
        low = ((low - 6) & 0x0F) - 0x10;
    }
    let mut difference = i16::from(a & 0xF0) - i16::from(value & 0xF0) + low;
    if difference < 0 {
        difference -= 0x60;
    }
    difference as u8
}

/// The digit corrections of ARR in decimal mode. Returns A and C. [vectors README]
fn decimal_arr_correction(anded: u8, rotated: u8) -> (u8, u8) {
    let mut result = rotated;
    if (anded & 0x0F) + (anded & 0x01) > 0x05 {
        result = result & 0xF0 | result.wrapping_add(6) & 0x0F;
    }
    let carry = u16::from(anded & 0xF0) + u16::from(anded & 0x10) > 0x50;
    if carry {
        result = result.wrapping_add(0x60);
    }
    (result, u8::from(carry))
}
