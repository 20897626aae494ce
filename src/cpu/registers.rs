//! The registers in the form that instructions work with.

/// Carry, in status bit 0.
pub const C: u8 = 0x01;
/// Zero, in status bit 1.
pub const Z: u8 = 0x02;
/// Interrupt disable, in status bit 2.
pub const I: u8 = 0x04;
/// Decimal mode, in status bit 3.
pub const D: u8 = 0x08;
/// Status bit 4, which the chip does not store: pushed as 1 by PHP and BRK, as 0 by IRQ and NMI.
pub const B: u8 = 0x10;
/// Status bit 5, which the chip does not store: pushed as 1.
pub const UNUSED: u8 = 0x20;
/// Overflow, in status bit 6.
pub const V: u8 = 0x40;
/// Negative, in status bit 7.
pub const N: u8 = 0x80;

/// A byte, zero-extended in a host register, so that it need not be extended again when it is passed on.
// Saves two host instructions for each of the 6502's. [measured]
#[derive(Clone, Copy)]
pub(super) struct Wide(u32);

impl Wide {
    #[inline(always)]
    pub(super) fn new(value: u8) -> Wide {
        Wide(value.into())
    }

    #[inline(always)]
    pub(super) fn get(self) -> u8 {
        self.0 as u8
    }
}

/// The CPU's registers while instructions run. The status is kept in pieces because most instructions set flags that
/// are never read.
#[derive(Clone, Copy)]
pub(super) struct Registers {
    pub pc: u16,
    pub a: Wide,
    pub x: Wide,
    pub y: u8,
    pub s: u8,
    /// 0 or 1.
    pub carry: u8,
    /// V is bit 7; the other bits are left over from an addition.
    pub overflow: u8,
    /// I and D at their places in the status; other bits are 0.
    pub control: u8,
    /// Z is set if the low byte is 0, N if bit 7 or bit 15 is set. After most instructions this is the result itself.
    pub result: u16,
    pub jammed: bool,
}

impl Registers {
    /// The status with bit 5 set and B clear.
    #[inline(always)]
    pub(super) fn status(&self) -> u8 {
        UNUSED
            | self.carry
            | if self.zero() { Z } else { 0 }
            | self.control
            | ((self.overflow & 0x80) >> 1)
            | if self.negative() { N } else { 0 }
    }

    /// Sets the six flags from a status byte.
    #[inline(always)]
    pub(super) fn set_status(&mut self, status: u8) {
        self.carry = status & C;
        self.control = status & (I | D);
        self.overflow = status << 1;
        self.set_negative_and_zero(status & N != 0, status & Z != 0);
    }

    #[inline(always)]
    pub(super) fn zero(&self) -> bool {
        self.result as u8 == 0
    }

    #[inline(always)]
    pub(super) fn negative(&self) -> bool {
        self.result & 0x8080 != 0
    }

    #[inline(always)]
    pub(super) fn decimal(&self) -> bool {
        self.control & D != 0
    }

    /// Whether the I flag masks IRQ.
    #[inline(always)]
    pub(super) fn masked(&self) -> bool {
        self.control & I != 0
    }

    /// Sets N and Z from a result.
    #[inline(always)]
    pub(super) fn set_result(&mut self, value: u8) {
        self.result = u16::from(value);
    }

    /// Sets N and Z when they do not come from the same byte.
    #[inline(always)]
    pub(super) fn set_negative_and_zero(&mut self, negative: bool, zero: bool) {
        self.result = u16::from(negative) << 15 | u16::from(!zero);
    }

    #[inline(always)]
    pub(super) fn set_a(&mut self, value: u8) {
        self.a = Wide::new(value);
        self.set_result(value);
    }

    #[inline(always)]
    pub(super) fn set_x(&mut self, value: u8) {
        self.x = Wide::new(value);
        self.set_result(value);
    }

    #[inline(always)]
    pub(super) fn set_y(&mut self, value: u8) {
        self.y = value;
        self.set_result(value);
    }
}
