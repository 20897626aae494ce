//! The addressing modes of instructions in one piece.

use super::now::Now;
use crate::cpu::addressing::*;
use crate::cpu::{Board, Plain};

/// A mode with an effective address.
pub(super) trait Place {
    /// Length of the instruction.
    const BYTES: u16;
    /// Whether the effective address is in page 0.
    const LOW: bool = false;
    /// Whether the address is in the instruction, as in most accesses to chips.
    const NAMED: bool = false;

    /// Number of cycles before those with the effective address, or a preliminary one, on the bus.
    const WAY: i32;
    /// Whether the address may be wrong at first.
    const INDEXED: bool;

    /// Computes the effective address.
    fn place<B: Plain, const HOW: u8>(now: &Now<'_, B, HOW>) -> Address;

    /// If bus values are kept: keeps those of the cycles up to there.
    fn see<B: Plain, const HOW: u8>(now: &mut Now<'_, B, HOW>);

    /// The last of those values.
    fn last<B: Plain, const HOW: u8>(now: &Now<'_, B, HOW>) -> u8;
}

macro_rules! places {
    ($($mode:ident $bytes:literal { $($is:ident)? } $indexed:literal |$now:ident| $place:expr, [$($seen:expr),*];)*) => {
        $(impl Place for $mode {
            const BYTES: u16 = $bytes;
            $(const $is: bool = true;)?
            const WAY: i32 = [$(stringify!($seen)),*].len() as i32;
            const INDEXED: bool = $indexed;

            #[inline(always)]
            fn place<B: Plain, const HOW: u8>($now: &Now<'_, B, HOW>) -> Address {
                $place
            }

            #[inline(always)]
            fn see<B: Plain, const HOW: u8>(now: &mut Now<'_, B, HOW>) {
                now.see(0, |$now| [$($seen),*]);
            }

            #[inline(always)]
            fn last<B: Plain, const HOW: u8>($now: &Now<'_, B, HOW>) -> u8 {
                [$($seen),*][Self::WAY as usize - 1]
            }
        })*
    };
}

places! {
    ZeroPage 2 { LOW } false |now| at(u16::from(now.operand())), [now.code::<0>(), now.operand()];
    ZeroPageX 2 { LOW } false |now| at(u16::from(now.operand().wrapping_add(now.r.x.get()))),
        [now.code::<0>(), now.operand(), now.low(now.operand())];
    ZeroPageY 2 { LOW } false |now| at(u16::from(now.operand().wrapping_add(now.r.y))),
        [now.code::<0>(), now.operand(), now.low(now.operand())];
    Absolute 3 { NAMED } false |now| at(now.word()), [now.code::<0>(), now.code::<1>(), now.code::<2>()];
    AbsoluteX 3 {} true |now| indexed(now.word(), now.r.x.get()), [now.code::<0>(), now.code::<1>(), now.code::<2>()];
    AbsoluteY 3 {} true |now| indexed(now.word(), now.r.y), [now.code::<0>(), now.code::<1>(), now.code::<2>()];
    IndirectX 2 {} false |now| at(now.pointer(now.operand().wrapping_add(now.r.x.get()))), [
        now.code::<0>(),
        now.operand(),
        now.low(now.operand()),
        now.low(now.operand().wrapping_add(now.r.x.get())),
        now.low(now.operand().wrapping_add(now.r.x.get()).wrapping_add(1))
    ];
    IndirectY 2 {} true |now| indexed(now.pointer(now.operand()), now.r.y), [
        now.code::<0>(),
        now.operand(),
        now.low(now.operand()),
        now.low(now.operand().wrapping_add(1))
    ];
}

/// An effective address.
pub(super) struct Address {
    pub right: u16,
    /// Whether the index crossed a page.
    pub crossed: bool,
}

impl Address {
    /// The address before its high byte was corrected.
    #[inline(always)]
    pub(super) fn wrong(&self) -> u16 {
        self.right.wrapping_sub(0x100)
    }

    /// The address of the dummy read that an instruction makes if it must not access a wrong address.
    #[inline(always)]
    pub(super) fn tried(&self) -> u16 {
        if self.crossed { self.wrong() } else { self.right }
    }
}

#[inline(always)]
fn at(right: u16) -> Address {
    Address { right, crossed: false }
}

#[inline(always)]
fn indexed(base: u16, index: u8) -> Address {
    // In more bits than an address has, so that it need not be truncated at this point.
    let (base, index) = (u32::from(base), u32::from(index));
    let right = base + index;
    Address { right: right as u16, crossed: (base ^ right) > 0xFF }
}

impl<B: Plain, const HOW: u8> Now<'_, B, HOW> {
    /// A byte of page 0.
    #[inline(always)]
    fn low(&self, address: u8) -> u8 {
        self.board.load_low(address.into())
    }

    /// If bus values are kept: keeps those of an instruction in that mode that reads `value`.
    #[inline(always)]
    pub(super) fn see_read<M: Place>(&mut self, address: &Address, value: u8) {
        M::see(self);
        if address.crossed {
            self.see_byte(M::WAY, address.wrong());
        }
        self.see(M::WAY + i32::from(address.crossed), |_| [value]);
    }

    /// If bus values are kept: keeps those of an instruction in that mode that writes `value`.
    #[inline(always)]
    pub(super) fn see_write<M: Place>(&mut self, address: &Address, value: u8) {
        let at = self.see_sure::<M>(address);
        self.see(at, |_| [value]);
    }

    /// If bus values are kept: keeps those of an instruction in that mode that reads `old` and writes `old` and `new`.
    #[inline(always)]
    pub(super) fn see_modify<M: Place>(&mut self, address: &Address, old: u8, new: u8) {
        let at = self.see_sure::<M>(address);
        self.see(at, |_| [old, old, new]);
    }

    /// Keeps the bus values up to the corrected address. Returns the cycle in which that is on the bus.
    #[inline(always)]
    fn see_sure<M: Place>(&mut self, address: &Address) -> i32 {
        M::see(self);
        if M::INDEXED {
            self.see_byte(M::WAY, address.tried());
        }
        M::WAY + i32::from(M::INDEXED)
    }

    /// The bus value before an instruction in that mode writes. If bus values are kept, keeps all up to there.
    #[inline(always)]
    pub(super) fn see_before<M: Place>(&mut self, address: &Address) -> u8 {
        self.see_sure::<M>(address);
        match M::INDEXED {
            true => self.board.load_plain(address.tried()),
            false => M::last(self),
        }
    }

    /// Notes the last byte fetched by an instruction in that mode.
    #[inline(always)]
    pub(super) fn has_fetched<M: Place>(&mut self) {
        let last = if M::BYTES == 3 { self.code::<2>() } else { self.code::<1>() };
        self.fetched(last);
    }

    #[inline(always)]
    pub(super) fn is_plain<M: Place>(&self, address: u16) -> bool {
        match M::LOW {
            true => self.board.is_low_plain(),
            false => self.core.bus.is_plain(self.board, address),
        }
    }
}
