//! The addressing modes of instructions in one piece.

use super::now::Now;
use crate::cpu::Plain;
use crate::cpu::addressing::*;

/// A mode that finds an effective address.
pub(super) trait Place {
    /// Bytes of the instruction.
    const BYTES: u16;
    /// The effective address is one of page 0.
    const LOW: bool = false;
    /// The address stands in the instruction, which most have that access a chip.
    const NAMED: bool = false;

    /// The effective address.
    fn place<B: Plain>(now: &Now<'_, B>) -> Address;
}

macro_rules! places {
    ($($mode:ident $bytes:literal { $($is:ident)? } |$now:ident| $place:expr;)*) => {
        $(impl Place for $mode {
            const BYTES: u16 = $bytes;
            $(const $is: bool = true;)?

            #[inline(always)]
            fn place<B: Plain>($now: &Now<'_, B>) -> Address {
                $place
            }
        })*
    };
}

places! {
    ZeroPage 2 { LOW } |now| at(u16::from(now.operand()));
    ZeroPageX 2 { LOW } |now| at(u16::from(now.operand().wrapping_add(now.r.x.get())));
    ZeroPageY 2 { LOW } |now| at(u16::from(now.operand().wrapping_add(now.r.y)));
    Absolute 3 { NAMED } |now| at(now.word());
    AbsoluteX 3 {} |now| indexed(now.word(), now.r.x.get());
    AbsoluteY 3 {} |now| indexed(now.word(), now.r.y);
    IndirectX 2 {} |now| at(now.pointer(now.operand().wrapping_add(now.r.x.get())));
    IndirectY 2 {} |now| indexed(now.pointer(now.operand()), now.r.y);
}

/// An effective address.
pub(super) struct Address {
    pub right: u16,
    /// The index crossed a page.
    pub crossed: bool,
}

impl Address {
    /// Where it was before the high byte was corrected.
    #[inline(always)]
    pub(super) fn wrong(&self) -> u16 {
        self.right.wrapping_sub(0x100)
    }
}

#[inline(always)]
fn at(right: u16) -> Address {
    Address { right, crossed: false }
}

#[inline(always)]
fn indexed(base: u16, index: u8) -> Address {
    // In more bits than an address has, which need not be cut off so.
    let (base, index) = (u32::from(base), u32::from(index));
    let right = base + index;
    Address { right: right as u16, crossed: (base ^ right) > 0xFF }
}

impl<B: Plain> Now<'_, B> {
    /// An instruction in that mode has fetched its last byte.
    #[inline(always)]
    pub(super) fn has_fetched<M: Place>(&mut self) {
        let last = if M::BYTES == 3 { self.code::<2>() } else { self.code::<1>() };
        self.fetched(last);
    }

    #[inline(always)]
    pub(super) fn is_plain<M: Place>(&self, address: u16) -> bool {
        match M::LOW {
            true => B::is_low_plain(self.board),
            false => self.core.bus.is_plain(self.board, address),
        }
    }
}
