//! What instructions in one piece require of a bus. Public for the test that compares both forms of the CPU.

use super::bus::Bus;

/// The variants in which instructions execute in one piece.
pub mod how {
    /// Code is in RAM, and bus values are not kept.
    pub const IN_RAM: u8 = 0;
    /// Code is in read-only memory, and bus values are not kept.
    pub const IN_ROM: u8 = 1;
    /// Bus values are kept, because a chip reads them; a bit added to these.
    pub const KEEPS_BUS: u8 = 2;
    /// Code is in RAM, and bus values are kept.
    pub const IN_RAM_KEEPING_BUS: u8 = IN_RAM | KEEPS_BUS;
    /// Code is in read-only memory, and bus values are kept.
    pub const IN_ROM_KEEPING_BUS: u8 = IN_ROM | KEEPS_BUS;

    /// Whether bus values are kept.
    #[inline(always)]
    pub const fn keeps_bus(how: u8) -> bool {
        how & KEEPS_BUS != 0
    }

    /// Where code is: [`IN_RAM`] or [`IN_ROM`].
    #[inline(always)]
    pub const fn memory(how: u8) -> u8 {
        how & IN_ROM
    }
}

/// What is behind a [`Plain`] bus: memory that answers at once, and chips. Methods that depend on where code is get
/// [`how`].
pub trait Board {
    /// The byte `N` bytes after the opcode at `pc`, without a cycle. See [`Bus::fetch`] for where code may be.
    fn code<const N: usize>(&self, pc: u16) -> u8;

    /// The two bytes after that opcode.
    fn word(&self, pc: u16) -> u16;

    /// Notes the last byte that an instruction fetches.
    fn fetched<const HOW: u8>(&mut self, byte: u8);

    /// Reads the byte at an address, if that has no effect other than the access itself.
    fn load(&mut self, address: u16) -> Option<u8>;

    /// Reads the byte at an address in the memory that code in this place reads most, if that has no other effect;
    /// `None` elsewhere.
    fn load_at_hand<const HOW: u8>(&mut self, address: u16) -> Option<u8>;

    /// The byte at an address in page 0 or 1.
    fn load_low(&self, address: u16) -> u8;

    /// The byte at an address in page 0, with the following one as high byte.
    fn load_low_word(&self, address: u8) -> u16;

    /// The byte at an address that [`Plain::is_plain`].
    fn load_plain(&self, address: u16) -> u8;

    /// Whether all addresses in pages 0 and 1 are plain.
    fn is_low_plain(&self) -> bool;

    /// Changes a byte that [`Plain::is_plain`].
    fn store(&mut self, address: u16, value: u8);

    /// Whether [`Plain::jump`] need not be called for code at `pc`.
    fn has_enough_code<const HOW: u8>(&self, pc: u16) -> bool;

    /// Whether an RTI that unmasks requests has to check for them.
    fn looks_for_requests(&self) -> bool;

    /// Whether a request is due after an RTI whose last cycle is in `slot`. `None` if that has to be determined access
    /// by access.
    fn is_due_behind(&mut self, slot: i32) -> Option<bool>;

    /// Whether an instruction whose last cycle is in `slot` may be the last one before a request is served. In that
    /// cycle, which comes after its poll, it must not change anything that the request depends on.
    fn polls_last(&self, slot: i32) -> bool;

    /// Whether a write to that address, which is not plain memory, changes nothing that such an instruction polls.
    fn changes_no_poll(&self, address: u16) -> bool;

    /// Notes that the instruction which ends before `slot` is a branch taken within its page, which polls only before
    /// its second cycle. To be called before asking what comes next.
    fn polls_early(&mut self, slot: i32);

    /// Keeps the bus values of `slot` and the slots after it.
    fn see(&mut self, slot: i32, values: &[u8]);

    /// Reads in `slot`, if the value is at hand and the read has no effect other than the access itself. Registers that
    /// loops poll should be at hand: the caller saves no host registers for this.
    fn poll_at(&mut self, slot: i32, address: u16) -> Option<u8>;

    /// Whether a dummy read at an address, as an instruction makes before it writes, has no effect.
    fn may_read_in_vain(address: u16) -> bool;

    /// Whether an address, which is not plain, is RAM without a stop.
    fn may_modify(&self, address: u16) -> bool;

    /// Whether [`Board::note_at`] may handle writes to an address.
    fn may_note(address: u16) -> bool;

    /// Writes in `slot`, if the write takes effect later and needs no call to a chip. False if not, with nothing done.
    fn note_at(&mut self, slot: i32, address: u16, value: u8) -> bool;

    /// Whether a write to an address may make the CPU wait.
    fn may_wait(address: u16) -> bool;
}

/// A bus over memory that answers at once; the memory is passed separately. Methods that depend on where code is get
/// [`how`].
pub trait Plain {
    /// The hardware behind it.
    type Board: Board;

    /// The bus is watched: it is asked before every instruction, and only accesses to plain memory bypass it.
    const ASKS_ALWAYS: bool;

    /// Whether a write to an address, if it is in time, has no effect other than the access itself.
    fn is_plain(&self, board: &Self::Board, address: u16) -> bool;

    /// Whether a write in a slot after the end of the stretch, whose first slot is 0, is in time.
    fn is_in_time(&self, board: &Self::Board, slot: i32) -> bool;

    /// As [`Bus::jump`].
    fn jump<const HOW: u8>(&mut self, board: &mut Self::Board, pc: u16);

    /// The slot of the next access, relative to the end of the stretch; slots before the end are negative.
    fn left(&self) -> i32;

    /// Changes the slot from what [`Plain::left`] returned; `last` was on the bus before it.
    fn come_to(&mut self, left: i32, last: u8);

    /// As [`Bus::unmasked`].
    fn unmasked(&mut self, board: &mut Self::Board);

    /// As [`Bus::begin`].
    fn begin(&mut self, board: &mut Self::Board, pc: u16);

    /// As [`Bus::goes_on`].
    fn goes_on(&self) -> bool;

    /// As [`Bus::go_on`].
    fn go_on(&mut self, board: &mut Self::Board, pc: u16, masked: bool) -> bool;

    /// Called when [`Plain::go_on`] returned false. Returns whether an interrupt comes before the next instruction that
    /// can be served on this bus.
    #[inline(always)]
    fn is_interrupted(&mut self, _board: &mut Self::Board) -> bool {
        false
    }

    /// Whether the interrupt's sequence may run on this bus.
    #[inline(always)]
    fn serves(&mut self, _board: &mut Self::Board) -> bool {
        false
    }

    /// The sequence is over: continues with the handler, like [`Plain::go_on`].
    #[inline(always)]
    fn begin_handler(&mut self, _board: &mut Self::Board, _pc: u16) -> bool {
        false
    }

    /// Whether an interrupt may come in the next instruction or after it. Instructions that sample the pins before
    /// their last cycle then need another bus.
    fn awaits_interrupt(&self, board: &Self::Board) -> bool;

    /// Called after [`Plain::go_on`]. Returns whether instructions from `pc` on may execute in one piece.
    fn may_run(&mut self, board: &mut Self::Board, pc: u16) -> bool;

    /// Converts a slot as in [`Plain::left`] to the bus's own slots.
    fn slot(&self, left: i32) -> i32;

    /// How instructions execute: one of the numbers in [`how`]. It changes only in calls that ask what comes next.
    fn how(&self) -> u8;

    /// The next instruction has to execute access by access on another bus, because bus values are kept or an interrupt
    /// is expected.
    fn go_carefully(&mut self, board: &mut Self::Board);

    /// Reads in `slot`; `before` was on the bus before it. Also returns whether that ends the stretch.
    fn read_at(&mut self, board: &mut Self::Board, slot: i32, before: u8, address: u16) -> (u8, bool);

    /// Writes in `slot`, in the same way.
    fn write_at(&mut self, board: &mut Self::Board, slot: i32, before: u8, address: u16, value: u8) -> bool;

    /// [`Plain::write_at`] for a write that makes the CPU wait.
    #[inline(always)]
    fn wait_at(&mut self, board: &mut Self::Board, slot: i32, before: u8, address: u16, value: u8) -> bool {
        self.write_at(board, slot, before, address, value)
    }

    /// This bus, for executing single accesses.
    type Accesses<'a>: Bus
    where
        Self: 'a;

    /// Runs `run` access by access.
    fn by_accesses<'a, T>(
        &'a mut self,
        board: &'a mut Self::Board,
        run: impl FnOnce(&mut Self::Accesses<'a>) -> T,
    ) -> T;
}
