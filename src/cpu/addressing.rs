//! The bus cycles in which each addressing mode determines its effective address. A mode is a type with the name of its
//! [`Mode`](super::opcodes::Mode), so that the rows of the opcode table can name it.

use super::Bus;
use super::registers::Registers;

/// Whether an indexed mode spends the cycle that corrects the high byte of the address.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fixup {
    /// Only when the index crosses a page: for reads.
    OnCrossing,
    /// Always, because a write must not go to the wrong address.
    Always,
}

/// A mode with an effective address.
pub(super) trait Addressing {
    /// Fetches the operand, advances the program counter past it and returns the effective address.
    fn address<B: Bus>(r: &mut Registers, bus: &mut B, fixup: Fixup) -> u16;
}

/// A mode that adds an index to a 16-bit base.
pub(super) trait Indexed {
    /// Fetches the operand; returns the base and the index.
    fn base_and_index<B: Bus>(r: &mut Registers, bus: &mut B) -> (u16, u8);
}

/// A byte of page 0.
pub(super) struct ZeroPage;
/// A byte of page 0, indexed by X.
pub(super) struct ZeroPageX;
/// A byte of page 0, indexed by Y.
pub(super) struct ZeroPageY;
/// A 16-bit address.
pub(super) struct Absolute;
/// A 16-bit address, indexed by X.
pub(super) struct AbsoluteX;
/// A 16-bit address, indexed by Y.
pub(super) struct AbsoluteY;
/// A pointer in page 0, indexed by X.
pub(super) struct IndirectX;
/// A pointer in page 0; its target is indexed by Y.
pub(super) struct IndirectY;

/// The low byte of `address` with the high byte of `base`: the address on the bus before the carry of an addition has
/// reached the high byte.
#[inline(always)]
pub(super) fn without_carry(base: u16, address: u16) -> u16 {
    base & 0xFF00 | address & 0x00FF
}

impl Registers {
    /// Reads the byte at the program counter and advances it.
    #[inline(always)]
    pub(super) fn fetch<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let value = bus.fetch(self.pc);
        self.pc = self.pc.wrapping_add(1);
        value
    }

    /// Reads two bytes at the program counter, low byte first.
    #[inline(always)]
    pub(super) fn fetch_word<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let low = self.fetch(bus);
        u16::from_le_bytes([low, self.fetch(bus)])
    }
}

#[inline(always)]
fn zero_page_indexed<B: Bus>(r: &mut Registers, bus: &mut B, index: u8) -> u16 {
    let base = r.fetch(bus);
    bus.read(u16::from(base));
    u16::from(base.wrapping_add(index))
}

/// A pointer in page 0, which wraps within the page.
#[inline(always)]
fn pointer<B: Bus>(bus: &mut B, at: u8) -> u16 {
    let low = bus.read(u16::from(at));
    u16::from_le_bytes([low, bus.read(u16::from(at.wrapping_add(1)))])
}

impl Addressing for ZeroPage {
    #[inline(always)]
    fn address<B: Bus>(r: &mut Registers, bus: &mut B, _fixup: Fixup) -> u16 {
        u16::from(r.fetch(bus))
    }
}

impl Addressing for ZeroPageX {
    #[inline(always)]
    fn address<B: Bus>(r: &mut Registers, bus: &mut B, _fixup: Fixup) -> u16 {
        let index = r.x.get();
        zero_page_indexed(r, bus, index)
    }
}

impl Addressing for ZeroPageY {
    #[inline(always)]
    fn address<B: Bus>(r: &mut Registers, bus: &mut B, _fixup: Fixup) -> u16 {
        let index = r.y;
        zero_page_indexed(r, bus, index)
    }
}

impl Addressing for Absolute {
    #[inline(always)]
    fn address<B: Bus>(r: &mut Registers, bus: &mut B, _fixup: Fixup) -> u16 {
        r.fetch_word(bus)
    }
}

impl Addressing for IndirectX {
    #[inline(always)]
    fn address<B: Bus>(r: &mut Registers, bus: &mut B, _fixup: Fixup) -> u16 {
        let index = r.x.get();
        let at = zero_page_indexed(r, bus, index);
        pointer(bus, at as u8)
    }
}

impl Indexed for AbsoluteX {
    #[inline(always)]
    fn base_and_index<B: Bus>(r: &mut Registers, bus: &mut B) -> (u16, u8) {
        (r.fetch_word(bus), r.x.get())
    }
}

impl Indexed for AbsoluteY {
    #[inline(always)]
    fn base_and_index<B: Bus>(r: &mut Registers, bus: &mut B) -> (u16, u8) {
        (r.fetch_word(bus), r.y)
    }
}

impl Indexed for IndirectY {
    #[inline(always)]
    fn base_and_index<B: Bus>(r: &mut Registers, bus: &mut B) -> (u16, u8) {
        let at = r.fetch(bus);
        (pointer(bus, at), r.y)
    }
}

macro_rules! indexed_addressing {
    ($($mode:ident)*) => {
        $(impl Addressing for $mode {
            #[inline(always)]
            fn address<B: Bus>(r: &mut Registers, bus: &mut B, fixup: Fixup) -> u16 {
                let (base, index) = Self::base_and_index(r, bus);
                let address = base.wrapping_add(u16::from(index));
                let wrong = without_carry(base, address);
                if fixup == Fixup::Always || wrong != address {
                    bus.read_fixup(wrong, address);
                }
                address
            }
        })*
    };
}

indexed_addressing! { AbsoluteX AbsoluteY IndirectY }
