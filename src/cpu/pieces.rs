//! Instructions in one piece: used when memory answers all their accesses at once and single accesses cannot be
//! observed. Each one ends by calling the next, which the compiler turns into a jump. Even real calls would be
//! acceptable, as a stretch is short.
// A loop around them took 12 host instructions between any two, and kept the 6502's registers in memory. [measured]

mod now;
mod places;
mod rarely;

use super::addressing::*;
use super::execute::STACK;
#[cfg(not(target_family = "wasm"))]
use super::how;
use super::opcodes::opcode_rows;
use super::operations::{self, *};
use super::registers::{Registers, Wide};
use super::{Board, Plain, addressing, flags};
use now::{Core, Now};
use places::Place;
use rarely::*;

impl Registers {
    /// Executes instructions as long as the bus allows. Returns the registers, the bus, and whether an interrupt is
    /// due.
    #[inline(always)]
    pub(super) fn run_in_pieces<B: Plain>(self, bus: B, board: &mut B::Board) -> (Registers, B, bool) {
        let mut core = Core::new(self, bus);
        let due = core.run(board);
        (core.registers, core.bus, due)
    }
}

impl<B: Plain, const HOW: u8> Now<'_, B, HOW> {
    #[inline(always)]
    fn internal<O: operations::Internal>(mut self) {
        let last = self.code::<1>();
        self.see_two();
        self.fetched(last);
        let masked = self.r.masked();
        O::apply(&mut self.r);
        self.at = self.at.behind(2, 1);
        self.next_if_masked(masked, last);
    }

    /// Runs an instruction with this number of cycles that changes I, unless a request may be served after it, which
    /// depends on the previous I: then the instruction executes access by access.
    #[inline(always)]
    fn unless_last(self, cycles: i32, run: impl FnOnce(Self)) {
        let last = self.core.bus.slot(self.at.left() + cycles - 1);
        if self.board.polls_last(last) { self.by_access() } else { run(self) }
    }

    #[inline(always)]
    fn accumulator<O: Modify>(mut self) {
        let last = self.code::<1>();
        self.see_two();
        self.fetched(last);
        let a = self.r.a.get();
        self.r.a = Wide::new(O::apply(&mut self.r, a));
        self.go_on(2, 1, last);
    }

    #[inline(always)]
    fn immediate<O: Read>(mut self) {
        let value = self.operand();
        self.see_two();
        self.fetched(value);
        O::apply(&mut self.r, value);
        self.go_on(2, 2, value);
    }

    /// [`Self::immediate`] for operations that are different in decimal mode.
    #[inline(always)]
    fn immediate_binary<O: Read>(self) {
        if self.r.decimal() { self.by_access() } else { self.immediate::<O>() }
    }

    #[inline(always)]
    fn read_binary<O: Read, M: Place, const CYCLES: i32>(self) {
        if self.r.decimal() { self.by_access() } else { self.read::<O, M, CYCLES>() }
    }

    #[inline(always)]
    fn read<O: Read, M: Place, const CYCLES: i32>(mut self) {
        let address = M::place(&self);
        self.has_fetched::<M>();
        let value = match (M::LOW, address.crossed) {
            (true, _) => Some(self.board.load_low(address.right)),
            (false, false) if M::NAMED => self.load(address.right),
            (false, false) => self.board.load_at_hand::<HOW>(address.right),
            (false, true) => None,
        };
        let Some(value) = value else {
            return match M::NAMED {
                true => self.rarely::<Poll<O, M, CYCLES>>(),
                false => self.rarely::<ReadSlowly<O, M, CYCLES>>(),
            };
        };
        self.see_read::<M>(&address, value);
        O::apply(&mut self.r, value);
        self.go_on(CYCLES, M::BYTES, value);
    }

    #[inline(always)]
    fn write<O: Write, M: Place, const CYCLES: i32>(mut self) {
        let address = M::place(&self);
        let behind = self.at.behind(CYCLES, M::BYTES);
        let is_plain = self.is_plain::<M>(address.right);
        if M::NAMED && !is_plain {
            self.has_fetched::<M>();
            return match address.right {
                at if !B::ASKS_ALWAYS && B::Board::may_note(at) => self.rarely::<NoteWrite<O, M, CYCLES>>(),
                at if !B::ASKS_ALWAYS && B::Board::may_wait(at) => self.rarely::<WriteWait<O, M, CYCLES>>(),
                _ => self.rarely::<WriteElsewhere<O, M, CYCLES>>(),
            };
        }
        if address.crossed || !is_plain || behind.is_over() {
            return self.rarely::<WriteSlowly<O, M, CYCLES>>();
        }
        self.has_fetched::<M>();
        let value = O::value(&mut self.r);
        self.see_write::<M>(&address, value);
        self.store(address.right, value);
        self.at = behind;
        self.next(value);
    }

    #[inline(always)]
    fn modify<O: Modify, M: Place, const CYCLES: i32>(mut self) {
        let address = M::place(&self);
        let behind = self.at.behind(CYCLES, M::BYTES);
        if address.crossed || !self.is_plain::<M>(address.right) || behind.is_over() {
            return self.rarely::<ModifySlowly<O, M, CYCLES>>();
        }
        self.has_fetched::<M>();
        let old = self.board.load_plain(address.right);
        let new = O::apply(&mut self.r, old);
        self.see_modify::<M>(&address, old, new);
        self.store(address.right, new);
        self.at = behind;
        self.next(new);
    }

    #[cfg(not(target_family = "wasm"))]
    #[inline(always)]
    fn modify_binary<O: Modify, M: Place, const CYCLES: i32>(self) {
        if self.r.decimal() { self.by_access() } else { self.modify::<O, M, CYCLES>() }
    }

    #[inline(always)]
    fn branch<O: Branch>(mut self) {
        if !O::taken(&self.r) {
            let offset = self.operand();
            self.see_two();
            self.fetched(offset);
            return self.go_on(2, 2, offset);
        }
        let behind = self.at.behind(3, 2);
        let target = behind.further(self.operand());
        if target.is_over() || (behind.pc() ^ target.pc()) & 0xFF00 != 0 {
            return self.rarely::<BranchFar>();
        }
        self.see(0, |now| [now.code::<0>(), now.operand(), now.board.code::<0>(behind.pc())]);
        self.has_fetched_at(behind.pc());
        self.at = target;
        self.after_jump(|board| board.code::<0>(behind.pc()));
    }

    #[inline(always)]
    fn has_fetched_at(&mut self, pc: u16) -> u8 {
        let last = self.board.code::<0>(pc);
        self.fetched(last);
        last
    }

    #[inline(always)]
    fn push<O: Write>(mut self) {
        let behind = self.at.behind(3, 1);
        if !self.board.is_low_plain() || behind.is_over() {
            return self.rarely::<PushSlowly<O>>();
        }
        let value = self.push_plain::<O>();
        self.at = behind;
        self.next(value);
    }

    #[inline(always)]
    fn push_plain<O: Write>(&mut self) -> u8 {
        let last = self.code::<1>();
        self.fetched(last);
        let value = O::value(&mut self.r);
        self.see(0, |now| [now.code::<0>(), last, value]);
        self.store(self.r.stack(), value);
        self.r.s = self.r.s.wrapping_sub(1);
        value
    }

    #[inline(always)]
    fn pull<O: Read>(mut self) {
        let last = self.code::<1>();
        self.see_two();
        self.see_byte(2, self.r.stack());
        self.fetched(last);
        self.r.s = self.r.s.wrapping_add(1);
        let value = self.board.load_low(self.r.stack());
        self.see(3, |_| [value]);
        let masked = self.r.masked();
        O::apply(&mut self.r, value);
        self.at = self.at.behind(4, 1);
        self.next_if_masked(masked, value);
    }

    #[inline(always)]
    fn jump_absolute(mut self) {
        Absolute::see(&mut self);
        self.has_fetched::<Absolute>();
        let target = self.word();
        self.jump(3, target, (target >> 8) as u8);
    }

    #[inline(always)]
    fn jump_indirect(mut self) {
        let pointer = self.word();
        self.has_fetched::<Absolute>();
        let next = addressing::without_carry(pointer, pointer.wrapping_add(1));
        let (Some(low), Some(high)) = (self.load(pointer), self.load(next)) else { return self.by_access() };
        Absolute::see(&mut self);
        self.see(3, |_| [low, high]);
        self.jump(5, u16::from_le_bytes([low, high]), high);
    }

    #[inline(always)]
    fn call(self) {
        if !self.board.is_low_plain() || self.at.behind(6, 0).is_over() {
            return self.rarely::<CallSlowly>();
        }
        self.call_plain();
    }

    /// Fetches the high byte of the operand last, after the pushes.
    #[inline(always)]
    fn call_plain(mut self) {
        let low_target = self.operand();
        let [low, high] = self.at.pc().wrapping_add(2).to_le_bytes();
        self.see(0, |now| [now.code::<0>(), low_target, now.board.load_low(now.r.stack()), high, low]);
        self.store(self.r.stack(), high);
        self.store(self.r.stack_below(), low);
        self.r.s = self.r.s.wrapping_sub(2);
        let high = self.code::<2>();
        self.see(5, |_| [high]);
        self.fetched(high);
        self.jump(6, u16::from_le_bytes([low_target, high]), high);
    }

    /// The return address: that of the last byte of the calling instruction.
    #[inline(always)]
    fn return_address(&self) -> u16 {
        let byte = |n| self.board.load_low(STACK | u16::from(self.r.s.wrapping_add(n)));
        u16::from_le_bytes([byte(1), byte(2)])
    }

    /// Keeps the bus values of an RTS; `last` is the byte before the one to which it returns.
    #[inline(always)]
    fn see_return(&mut self, last: u8) {
        self.see_two();
        self.see_byte(2, self.r.stack());
        self.see(3, |now| now.return_address().to_le_bytes());
        self.see(5, |_| [last]);
    }

    #[inline(always)]
    fn return_from_subroutine(mut self) {
        let last_byte = self.return_address();
        self.has_fetched::<ZeroPage>();
        let Some(last) = self.board.load_at_hand::<HOW>(last_byte) else {
            return self.rarely::<ReturnSlowly>();
        };
        self.see_return(last);
        self.r.s = self.r.s.wrapping_add(2);
        self.jump(6, last_byte.wrapping_add(1), last);
    }

    /// I is pulled early enough to count in its own poll. [vectors RULES 2]
    #[inline(always)]
    fn return_from_interrupt(self) {
        if self.pulled_status() & flags::I == 0 && self.board.looks_for_requests() {
            return self.rarely::<ReturnLooking>();
        }
        self.return_plain();
    }

    #[inline(always)]
    fn pulled_status(&self) -> u8 {
        self.board.load_low(STACK | u16::from(self.r.s.wrapping_add(1)))
    }

    /// Pulls the status and the address. Returns the address.
    #[inline(always)]
    fn pull_status_and_address(&mut self) -> [u8; 2] {
        let byte = |n| self.board.load_low(STACK | u16::from(self.r.s.wrapping_add(n)));
        let [status, low, high] = [self.pulled_status(), byte(2), byte(3)];
        self.has_fetched::<ZeroPage>();
        self.see_two();
        self.see_byte(2, self.r.stack());
        self.see(3, |_| [status, low, high]);
        self.r.set_status(status);
        self.r.s = self.r.s.wrapping_add(3);
        [low, high]
    }

    /// A request that it unmasks is due at once.
    #[inline(always)]
    fn return_to_be_interrupted(mut self) {
        let [low, high] = self.pull_status_and_address();
        self.at = self.at.behind(6, 0).with(u16::from_le_bytes([low, high]));
        self.interrupted(high);
    }

    #[inline(always)]
    fn return_plain(mut self) {
        let masked = self.r.masked();
        let [low, high] = self.pull_status_and_address();
        let unmasked = !self.r.masked();
        let target = u16::from_le_bytes([low, high]);
        if masked && unmasked {
            return self.jump_unmasked(6, target, high);
        }
        self.jump(6, target, high);
    }

    /// Whether the instruction, which writes in the last of its `cycles`, does so within the stretch, or soon enough
    /// after it.
    #[inline(always)]
    fn is_in_time(&self, cycles: i32) -> bool {
        let behind = self.at.behind(cycles, 0);
        !behind.is_over() || self.core.bus.is_in_time(self.board, behind.left() - 1)
    }
}

/// Executes instruction `now` according to its row in the opcode table.
macro_rules! execute {
    ($now:ident, Internal CLI Implied $cycles:literal) => {
        $now.unless_last(2, Now::internal::<CLI>)
    };
    ($now:ident, Internal SEI Implied $cycles:literal) => {
        $now.unless_last(2, Now::internal::<SEI>)
    };
    ($now:ident, Pull PLP Implied $cycles:literal) => {
        $now.unless_last(4, Now::pull::<PLP>)
    };
    ($now:ident, Internal $name:ident Implied $cycles:literal) => {
        $now.internal::<$name>()
    };
    ($now:ident, Modify $name:ident Accumulator $cycles:literal) => {
        $now.accumulator::<$name>()
    };
    ($now:ident, Read ADC Immediate $cycles:literal) => {
        $now.immediate_binary::<ADC>()
    };
    ($now:ident, Read SBC Immediate $cycles:literal) => {
        $now.immediate_binary::<SBC>()
    };
    ($now:ident, Read ADC $mode:ident $cycles:literal) => {
        $now.read_binary::<ADC, $mode, $cycles>()
    };
    ($now:ident, Read SBC $mode:ident $cycles:literal) => {
        $now.read_binary::<SBC, $mode, $cycles>()
    };
    ($now:ident, Read $name:ident Immediate $cycles:literal) => {
        $now.immediate::<$name>()
    };
    ($now:ident, Read $name:ident $mode:ident $cycles:literal) => {
        $now.read::<$name, $mode, $cycles>()
    };
    ($now:ident, Write $name:ident $mode:ident $cycles:literal) => {
        $now.write::<$name, $mode, $cycles>()
    };
    ($now:ident, Modify ISB $mode:ident $cycles:literal) => {
        $now.modify_binary::<ISB, $mode, $cycles>()
    };
    ($now:ident, Modify RRD $mode:ident $cycles:literal) => {
        $now.modify_binary::<RRD, $mode, $cycles>()
    };
    ($now:ident, Modify $name:ident $mode:ident $cycles:literal) => {
        $now.modify::<$name, $mode, $cycles>()
    };
    ($now:ident, Branch $name:ident Relative $cycles:literal) => {
        $now.branch::<$name>()
    };
    ($now:ident, Push $name:ident Implied $cycles:literal) => {
        $now.push::<$name>()
    };
    ($now:ident, Pull $name:ident Implied $cycles:literal) => {
        $now.pull::<$name>()
    };
    ($now:ident, Jump JMP Absolute $cycles:literal) => {
        $now.jump_absolute()
    };
    ($now:ident, Jump JMP Indirect $cycles:literal) => {
        $now.jump_indirect()
    };
    ($now:ident, Call JSR Absolute $cycles:literal) => {
        $now.call()
    };
    ($now:ident, Return RTS Implied $cycles:literal) => {
        $now.return_from_subroutine()
    };
    ($now:ident, Return RTI Implied $cycles:literal) => {
        $now.return_from_interrupt()
    };
    // Instructions that sample the interrupt pins before their last cycle.
    ($now:ident, $access:ident $name:ident $mode:ident $cycles:literal) => {
        $now.by_access()
    };
}

/// The opcode table as a table of functions.
#[cfg(not(target_family = "wasm"))]
impl<B: Plain, const HOW: u8> now::Table<B, HOW> {
    const ALL: now::Pieces<B> = {
        macro_rules! table {
            (documented { $($name:ident $access:ident {
                $($code:literal $mode:ident $cycles:literal),*
            })* } undocumented { $($other:ident $way:ident {
                $($opcode:literal $place:ident $lasts:literal),*
            })* }) => {{
                let mut pieces: [now::Piece<B>; 256] = [|board, core, at, a, x, pieces| {
                    Now::<B, HOW>::new(board, core, at, a, x, pieces).by_access();
                }; 256];
                $($(pieces[$code] = |board, core, at, a, x, pieces| {
                    let now = Now::<B, HOW>::new(board, core, at, a, x, pieces);
                    execute!(now, $access $name $mode $cycles)
                };)*)*
                $($(pieces[$opcode] = |board, core, at, a, x, pieces| {
                    let now = Now::<B, HOW>::new(board, core, at, a, x, pieces);
                    // For other code they are too rare to justify the size.
                    // [measured: 26 to 11 host instructions a machine cycle in a program that draws with them]
                    if HOW != how::IN_RAM || B::ASKS_ALWAYS {
                        return now.by_access();
                    }
                    execute!(now, $way $other $place $lasts)
                };)*)*
                now::Pieces(pieces)
            }};
        }
        opcode_rows!(table)
    };
}

/// The opcode table in one function, for a browser. Only documented opcodes, to keep the download small.
#[cfg(target_family = "wasm")]
impl<B: Plain, const HOW: u8> Now<'_, B, HOW> {
    #[inline(always)]
    fn execute(self, opcode: u8) {
        let now = self;
        macro_rules! dispatch {
            (documented { $($name:ident $access:ident {
                $($code:literal $mode:ident $cycles:literal),*
            })* } undocumented $rare:tt) => {
                match opcode {
                    $($($code => execute!(now, $access $name $mode $cycles),)*)*
                    _ => now.by_access(),
                }
            };
        }
        opcode_rows!(dispatch)
    }
}
