//! What instructions in one piece want of a bus. Public for the test that holds one form of the CPU to the other.

use super::bus::Bus;

/// How instructions are executed in one piece.
pub mod how {
    /// They come from RAM, and nobody looks at what is on the bus.
    pub const IN_RAM: u8 = 0;
    /// They come from read-only memory, and nobody looks at what is on the bus.
    pub const IN_ROM: u8 = 1;
    /// Somebody looks: a bit on top of these.
    pub const SEEN: u8 = 2;
    /// With code in RAM.
    pub const IN_RAM_SEEN: u8 = IN_RAM | SEEN;
    /// With code in read-only memory.
    pub const IN_ROM_SEEN: u8 = IN_ROM | SEEN;

    /// Whether somebody looks.
    #[inline(always)]
    pub const fn is_seen(how: u8) -> bool {
        how & SEEN != 0
    }

    /// Where they come from: [`IN_RAM`] or [`IN_ROM`].
    #[inline(always)]
    pub const fn memory(how: u8) -> u8 {
        how & IN_ROM
    }
}

/// What a [`Plain`] bus leads to: memory that answers at once, and chips. What depends on where code is is told [`how`].
pub trait Board {
    /// The byte `N` behind the opcode at `pc`, without a cycle; see [`Bus::fetch`] for what code is.
    fn code<const N: usize>(&self, pc: u16) -> u8;

    /// The two bytes behind that opcode.
    fn word(&self, pc: u16) -> u16;

    /// The last byte that an instruction fetches.
    fn fetched<const HOW: u8>(&mut self, byte: u8);

    /// The byte at an address, if reading it has no other effect than that it has been read.
    fn load(&mut self, address: u16) -> Option<u8>;

    /// The byte at an address where most of what code reads lies, if reading it has no other effect; nothing
    /// elsewhere.
    fn load_at_hand<const HOW: u8>(&mut self, address: u16) -> Option<u8>;

    /// The byte at an address in page 0 or 1.
    fn load_low(&self, address: u16) -> u8;

    /// The byte at an address in page 0, and the one behind it.
    fn load_low_word(&self, address: u8) -> u16;

    /// The byte at an address that [`Plain::is_plain`].
    fn load_plain(&self, address: u16) -> u8;

    /// Whether all addresses in pages 0 and 1 are plain.
    fn is_low_plain(&self) -> bool;

    /// Changes a byte that [`Plain::is_plain`].
    fn store(&mut self, address: u16, value: u8);

    /// Whether code at `pc` needs no [`Plain::jump`].
    fn leads_far<const HOW: u8>(&self, pc: u16) -> bool;

    /// Whether an RTI that lets requests through has to look for them.
    fn looks_for_requests(&self) -> bool;

    /// Whether a request is due behind one that has its last cycle in `slot`; nothing if that is to be found out access by access.
    fn is_due_behind(&mut self, slot: i32) -> Option<bool>;

    /// Whether an instruction that has its last cycle in `slot` may be the last before a request is served: it must not change what that
    /// depends on in this cycle, which comes behind its poll.
    fn polls_last(&self, slot: i32) -> bool;

    /// Whether a write to that address, which is no plain memory, changes nothing that such an instruction polls.
    fn changes_no_poll(&self, address: u16) -> bool;

    /// The instruction that ends before such a slot is a branch that is taken within its page, which polls before its second
    /// cycle alone. To be told where it is asked what comes next.
    fn polls_early(&mut self, slot: i32);

    /// What is on the bus in such a slot and those behind it, if somebody looks.
    fn see(&mut self, slot: i32, values: &[u8]);

    /// What a read in such a slot gives, if it is at hand and has no other effect than that it has been read. Registers that
    /// loops poll are to be: who asks saves none of the host's registers for it.
    fn poll_at(&mut self, slot: i32, address: u16) -> Option<u8>;

    /// Whether a read at an address in vain, as an instruction tries one before it writes, has no effect.
    fn may_read_in_vain(address: u16) -> bool;

    /// Whether at an address, which is not plain, there is RAM, and no stop at it.
    fn may_modify(&self, address: u16) -> bool;

    /// Whether a write to an address may be one for [`Board::note_at`].
    fn may_note(address: u16) -> bool;

    /// Writes in such a slot, if that acts later and nobody has to be called for it: whether that has been done.
    fn note_at(&mut self, slot: i32, address: u16, value: u8) -> bool;

    /// Whether a write to an address makes the CPU wait.
    fn may_wait(address: u16) -> bool;
}

/// A bus over memory that answers at once, which stands beside it. What depends on where code is is told [`how`].
pub trait Plain {
    /// What it leads to.
    type Board: Board;

    /// Somebody looks: it is asked before every instruction, and of its accesses only those to plain memory are made in passing.
    const ASKS_ALWAYS: bool;

    /// Whether writing to an address has no other effect than that it has been written, if that is in time.
    fn is_plain(&self, board: &Self::Board, address: u16) -> bool;

    /// Whether what is written in a slot behind the last of the stretch, the first of which is 0, is in time.
    fn is_in_time(&self, board: &Self::Board, slot: i32) -> bool;

    /// As [`Bus::jump`].
    fn jump<const HOW: u8>(&mut self, board: &mut Self::Board, pc: u16);

    /// The slot of the next access, the end of the stretch being 0. All before that are negative.
    fn left(&self) -> i32;

    /// Another slot than [`Plain::left`] said, and what was on the bus before it.
    fn come_to(&mut self, left: i32, last: u8);

    /// As [`Bus::unmasked`].
    fn unmasked(&mut self, board: &mut Self::Board);

    /// As [`Bus::begin`].
    fn begin(&mut self, board: &mut Self::Board, pc: u16);

    /// As [`Bus::goes_on`].
    fn goes_on(&self) -> bool;

    /// As [`Bus::go_on`].
    fn go_on(&mut self, board: &mut Self::Board, pc: u16, masked: bool) -> bool;

    /// Asked where it does not go on: whether an interrupt comes in place of the next instruction, which it need not be left for.
    #[inline(always)]
    fn is_interrupted(&mut self, _board: &mut Self::Board) -> bool {
        false
    }

    /// Whether its sequence may run on this bus.
    #[inline(always)]
    fn serves(&mut self, _board: &mut Self::Board) -> bool {
        false
    }

    /// The sequence is over: as [`Plain::go_on`].
    #[inline(always)]
    fn begin_handler(&mut self, _board: &mut Self::Board, _pc: u16) -> bool {
        false
    }

    /// Whether an interrupt may come in the next instruction, or behind it: what looks at the pins in the middle is for another
    /// bus.
    fn awaits_interrupt(&self, board: &Self::Board) -> bool;

    /// Asked after [`Plain::go_on`]: whether instructions from `pc` on may be executed in one piece.
    fn may_run(&mut self, board: &mut Self::Board, pc: u16) -> bool;

    /// What [`Plain::left`] says, in the bus's own slots.
    fn slot(&self, left: i32) -> i32;

    /// How instructions are executed, one of the numbers in [`how`]. That changes only where it is asked what comes next.
    fn how(&self) -> u8;

    /// Somebody looks, or an interrupt is to come, and the next instruction is to be executed access by access: that is for another bus.
    fn go_carefully(&mut self, board: &mut Self::Board);

    /// A read in such a slot, before which `before` is on the bus; and whether the stretch is over with that.
    fn read_at(&mut self, board: &mut Self::Board, slot: i32, before: u8, address: u16) -> (u8, bool);

    /// A write, the same.
    fn write_at(&mut self, board: &mut Self::Board, slot: i32, before: u8, address: u16, value: u8) -> bool;

    /// [`Plain::write_at`] of a write that does.
    #[inline(always)]
    fn wait_at(&mut self, board: &mut Self::Board, slot: i32, before: u8, address: u16, value: u8) -> bool {
        self.write_at(board, slot, before, address, value)
    }

    /// This bus for somebody who looks at single accesses.
    type Accesses<'a>: Bus
    where
        Self: 'a;

    /// Runs something access by access.
    fn by_accesses<'a, T>(
        &'a mut self,
        board: &'a mut Self::Board,
        run: impl FnOnce(&mut Self::Accesses<'a>) -> T,
    ) -> T;
}
