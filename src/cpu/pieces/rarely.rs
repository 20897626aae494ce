//! Rare paths of instructions in one piece: across pages, at the end of a stretch, in ROM, with chips.

use super::now::{Now, Rare};
use super::places::Place;
use crate::cpu::addressing::ZeroPage;
use crate::cpu::operations::{Modify, Read, Write};
use crate::cpu::{Board, Plain, addressing, how};

/// [`Now::read`] for any address.
pub(super) struct ReadSlowly<O, M, const CYCLES: i32>(O, M);

impl<O: Read, M: Place, const CYCLES: i32> Rare for ReadSlowly<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let address = M::place(&now);
        now.has_fetched::<M>();
        let mut cycles = CYCLES;
        if address.crossed {
            if now.load(address.wrong()).is_none() || now.load(address.right).is_none() {
                return now.by_access();
            }
            cycles += 1;
        }
        let Some(value) = now.load(address.right) else {
            // A pointer rarely leads to a chip.
            return if M::BYTES == 3 { now.rarely::<Poll<O, M, CYCLES>>() } else { now.by_access() };
        };
        now.see_read::<M>(&address, value);
        O::apply(&mut now.r, value);
        now.go_on(cycles, M::BYTES, value);
    }
}

/// [`Now::write`] for any address.
pub(super) struct WriteSlowly<O, M, const CYCLES: i32>(O, M);

impl<O: Write, M: Place, const CYCLES: i32> Rare for WriteSlowly<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let address = M::place(&now);
        now.has_fetched::<M>();
        // The dummy read may be at a chip's address, where it may have no effect.
        let tries_chip = M::INDEXED && now.load(address.tried()).is_none();
        let keeps_bus = how::keeps_bus(HOW) || B::ASKS_ALWAYS;
        if tries_chip && (keeps_bus || !B::Board::may_read_in_vain(address.tried())) {
            return now.by_access();
        }
        if !now.core.bus.is_plain(now.board, address.right) || !now.is_in_time(CYCLES) {
            return match tries_chip && B::Board::may_note(address.right) {
                true => now.rarely::<NoteWrite<O, M, CYCLES>>(),
                false => now.rarely::<WriteElsewhere<O, M, CYCLES>>(),
            };
        }
        let value = O::value(&mut now.r);
        now.see_write::<M>(&address, value);
        now.store(address.right, value);
        now.go_on(CYCLES, M::BYTES, value);
    }
}

/// [`Now::modify`] for any address.
pub(super) struct ModifySlowly<O, M, const CYCLES: i32>(O, M);

impl<O: Modify, M: Place, const CYCLES: i32> Rare for ModifySlowly<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let address = M::place(&now);
        now.has_fetched::<M>();
        if address.crossed && now.load(address.wrong()).is_none() {
            return now.by_access();
        }
        if !now.core.bus.is_plain(now.board, address.right) || !now.is_in_time(CYCLES) {
            return now.rarely::<ModifyElsewhere<O, M, CYCLES>>();
        }
        let old = now.board.load_plain(address.right);
        let new = O::apply(&mut now.r, old);
        now.see_modify::<M>(&address, old, new);
        now.store(address.right, new);
        now.go_on(CYCLES, M::BYTES, new);
    }
}

/// [`Now::modify`] for memory that is not plain, such as displayed memory. That it first writes the old value has no
/// effect there.
pub(super) struct ModifyElsewhere<O, M, const CYCLES: i32>(O, M);

impl<O: Modify, M: Place, const CYCLES: i32> Rare for ModifyElsewhere<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let address = M::place(&now);
        let slot = now.core.bus.slot(now.at.left() + CYCLES - 1);
        if B::ASKS_ALWAYS || !now.board.may_modify(address.right) || now.board.polls_last(slot) {
            return now.by_access();
        }
        let old = now.board.load_plain(address.right);
        let new = O::apply(&mut now.r, old);
        now.see_modify::<M>(&address, old, new);
        now.core.bus.begin(now.board, now.at.pc());
        let moved = now.core.bus.write_at(now.board, slot, old, address.right, new);
        now.see_chip(new);
        now.go_on_from_chip::<CYCLES>(M::BYTES, moved, new);
    }
}

/// [`Now::push`] for any stack pointer.
pub(super) struct PushSlowly<O>(O);

impl<O: Write> Rare for PushSlowly<O> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        if !now.core.bus.is_plain(now.board, now.r.stack()) || !now.is_in_time(3) {
            return now.by_access();
        }
        let value = now.push_plain::<O>();
        now.go_on(3, 1, value);
    }
}

/// [`Now::call`] for any case.
pub(super) struct CallSlowly;

impl Rare for CallSlowly {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(now: Now<'_, B, HOW>) {
        let is_plain = |address| now.core.bus.is_plain(now.board, address);
        // The second push is in the cycle before the last.
        if is_plain(now.r.stack()) && is_plain(now.r.stack_below()) && now.is_in_time(5) {
            now.call_plain();
        } else {
            now.by_access();
        }
    }
}

/// [`Now::return_from_subroutine`] to any address.
pub(super) struct ReturnSlowly;

impl Rare for ReturnSlowly {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        now.has_fetched::<ZeroPage>();
        let last_byte = now.return_address();
        let Some(last) = now.load(last_byte) else { return now.by_access() };
        now.see_return(last);
        now.r.s = now.r.s.wrapping_add(2);
        now.jump(6, last_byte.wrapping_add(1), last);
    }
}

/// [`Now::return_from_interrupt`] where it may unmask a request.
pub(super) struct ReturnLooking;

impl Rare for ReturnLooking {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(now: Now<'_, B, HOW>) {
        let last = now.core.bus.slot(now.at.left() + 5);
        match now.board.is_due_behind(last) {
            Some(false) => now.return_plain(),
            // If bus values are kept, the sequence needs another bus.
            Some(true) if !how::keeps_bus(HOW) && !B::ASKS_ALWAYS => now.return_to_be_interrupted(),
            _ => now.by_access(),
        }
    }
}

/// A taken branch to any address.
pub(super) struct BranchFar;

impl Rare for BranchFar {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let behind = now.at.pc().wrapping_add(2);
        let target = behind.wrapping_add_signed((now.operand() as i8).into());
        let read = addressing::without_carry(behind, target);
        let cycles = if read == target { 3 } else { 4 };
        now.see(0, |now| [now.code::<0>(), now.operand(), now.board.code::<0>(behind)]);
        if read != target {
            now.see(3, |now| [now.board.code::<0>(read)]);
        }
        if read == target {
            let slot = now.core.bus.slot(now.at.left() + cycles);
            now.board.polls_early(slot);
        }
        let last = now.has_fetched_at(if read == target { behind } else { read });
        now.jump(cycles, target, last);
    }
}

/// Reads a register that loops poll, or any other, without a dummy read before.
pub(super) struct Poll<O, M, const CYCLES: i32>(O, M);

impl<O: Read, M: Place, const CYCLES: i32> Rare for Poll<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let address = M::place(&now);
        let slot = now.core.bus.slot(now.at.left() + CYCLES - 1);
        let Some(value) = now.board.poll_at(slot, address.right) else {
            return now.rarely::<ReadChip<O, M, CYCLES>>();
        };
        now.see_read::<M>(&address, value);
        O::apply(&mut now.r, value);
        now.go_on(CYCLES, M::BYTES, value);
    }
}

/// Reads a chip in the same way.
pub(super) struct ReadChip<O, M, const CYCLES: i32>(O, M);

impl<O: Read, M: Place, const CYCLES: i32> Rare for ReadChip<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let address = M::place(&now).right;
        let slot = now.core.bus.slot(now.at.left() + CYCLES - 1);
        if now.board.polls_last(slot) {
            return now.by_access();
        }
        M::see(&mut now);
        let before = M::last(&now);
        let (value, moved) = now.core.bus.read_at(now.board, slot, before, address);
        now.see_chip(value);
        O::apply(&mut now.r, value);
        now.go_on_from_chip::<CYCLES>(M::BYTES, moved, value);
    }
}

/// [`Now::write`] to a chip's register where it takes effect later, or to any other.
pub(super) struct NoteWrite<O, M, const CYCLES: i32>(O, M);

impl<O: Write, M: Place, const CYCLES: i32> Rare for NoteWrite<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let slot = now.core.bus.slot(now.at.left() + CYCLES - 1);
        let (address, value) = (M::place(&now), O::value(&mut now.r));
        if !now.board.note_at(slot, address.right, value) {
            return now.rarely::<WriteElsewhere<O, M, CYCLES>>();
        }
        now.see_write::<M>(&address, value);
        now.go_on(CYCLES, M::BYTES, value);
    }
}

/// [`WriteElsewhere`] for a write that makes the CPU wait, at the address after the opcode.
pub(super) struct WriteWait<O, M, const CYCLES: i32>(O, M);

impl<O: Write, M: Place, const CYCLES: i32> Rare for WriteWait<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let (address, pc) = (M::place(&now), now.at.pc());
        let slot = now.core.bus.slot(now.at.left() + CYCLES - 1);
        let value = O::value(&mut now.r);
        let before = now.see_before::<M>(&address);
        now.core.bus.begin(now.board, pc);
        let moved = now.core.bus.wait_at(now.board, slot, before, address.right, value);
        now.see_chip(value);
        now.go_on_from_chip::<CYCLES>(M::BYTES, moved, value);
    }
}

/// [`Now::write`] to what is not plain memory. The dummy read of an indexed access must be at memory.
pub(super) struct WriteElsewhere<O, M, const CYCLES: i32>(O, M);

impl<O: Write, M: Place, const CYCLES: i32> Rare for WriteElsewhere<O, M, CYCLES> {
    #[inline(always)]
    fn execute<B: Plain, const HOW: u8>(mut now: Now<'_, B, HOW>) {
        let (address, pc) = (M::place(&now), now.at.pc());
        let slot = now.core.bus.slot(now.at.left() + CYCLES - 1);
        if now.board.polls_last(slot) && !now.board.changes_no_poll(address.right) {
            return now.by_access();
        }
        let value = O::value(&mut now.r);
        let before = now.see_before::<M>(&address);
        now.core.bus.begin(now.board, pc);
        let moved = now.core.bus.write_at(now.board, slot, before, address.right, value);
        now.see_chip(value);
        now.go_on_from_chip::<CYCLES>(M::BYTES, moved, value);
    }
}
