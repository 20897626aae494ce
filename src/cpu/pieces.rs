//! Instructions in one piece: where memory answers all their accesses at once, nobody needs to see these one by one,
//! and the [`Bus`] is told at the end how long the instruction took.

use super::addressing::*;
use super::execute::STACK;
use super::opcodes::opcode_rows;
use super::operations::{self, *};
use super::registers::Registers;
use super::{Plain, addressing, rarely};

/// How far an instruction has come.
enum Outcome {
    /// It is over, and this is where it goes on; what is above 16 bits does not count.
    At(usize),
    /// Nothing has been done, as its last access, at the absolute address of its operand, has effects of its own.
    Special,
    /// Nothing has been done: it is to be executed access by access.
    Apart,
}

/// A mode that finds an effective address.
trait Place {
    /// Bytes of the instruction.
    const BYTES: usize;
    /// The effective address is one of page 0.
    const LOW: bool;

    /// What it means that an address is not plain.
    const NOT_PLAIN: Outcome;

    /// The effective address.
    fn place<B: Plain>(r: &Registers, bus: &mut B, code: [u8; 4]) -> Address;
}

macro_rules! places {
    ($($mode:ident $bytes:literal $low:literal $not_plain:path, |$r:ident, $bus:ident, $code:ident| $place:expr;)*) => {
        $(impl Place for $mode {
            const BYTES: usize = $bytes;
            const LOW: bool = $low;
            const NOT_PLAIN: Outcome = $not_plain;

            #[inline(always)]
            fn place<B: Plain>($r: &Registers, $bus: &mut B, $code: [u8; 4]) -> Address {
                $bus.fetched($code[$bytes - 1]);
                $place
            }
        })*
    };
}

places! {
    ZeroPage 2 true Outcome::Apart, |_r, bus, code| at(u16::from(code[1]));
    ZeroPageX 2 true Outcome::Apart, |r, bus, code| at(u16::from(code[1].wrapping_add(r.x)));
    ZeroPageY 2 true Outcome::Apart, |r, bus, code| at(u16::from(code[1].wrapping_add(r.y)));
    Absolute 3 false Outcome::Special, |_r, bus, code| at(word(code));
    AbsoluteX 3 false Outcome::Apart, |r, bus, code| indexed(word(code), r.x);
    AbsoluteY 3 false Outcome::Apart, |r, bus, code| indexed(word(code), r.y);
    IndirectX 2 false Outcome::Apart, |r, bus, code| at(pointer(bus, code[1].wrapping_add(r.x)));
    IndirectY 2 false Outcome::Apart, |r, bus, code| indexed(pointer(bus, code[1]), r.y);
}

/// An effective address.
struct Address {
    right: u16,
    /// The index crossed a page.
    crossed: bool,
}

impl Address {
    /// Where it was before the high byte was corrected.
    #[inline(always)]
    fn wrong(&self) -> u16 {
        self.right.wrapping_sub(0x100)
    }
}

#[inline(always)]
fn at(right: u16) -> Address {
    Address { right, crossed: false }
}

#[inline(always)]
fn word(code: [u8; 4]) -> u16 {
    (u32::from_le_bytes(code) >> 8) as u16
}

/// A pointer in page 0, which wraps within the page.
#[inline(always)]
fn pointer<B: Plain>(bus: &B, at: u8) -> u16 {
    u16::from_le_bytes([bus.load_low(u16::from(at)), bus.load_low(u16::from(at.wrapping_add(1)))])
}

#[inline(always)]
fn indexed(base: u16, index: u8) -> Address {
    let right = base.wrapping_add(u16::from(index));
    Address { right, crossed: (base ^ right) > 0xFF }
}

#[inline(always)]
fn load_at<M: Place, B: Plain>(bus: &mut B, address: u16) -> Option<u8> {
    if M::LOW { Some(bus.load_low(address)) } else { bus.load(address) }
}

impl Registers {
    /// Executes instructions for as long as the bus says to go on; whether an interrupt is due.
    // The registers stay in memory: with so many of them the compiler moved them about more than it
    // worked with them. [measured]
    #[inline(always)]
    pub(super) fn run_in_pieces<B: Plain>(&mut self, bus: &mut B) -> bool {
        let mut next = usize::from(self.pc);
        loop {
            let pc = next as u16;
            if !bus.goes_on() {
                rarely();
                if !bus.go_on(pc, self.masked()) || !bus.may_run(pc) {
                    self.pc = pc;
                    return false;
                }
            }
            next = match self.piece(bus, pc) {
                Outcome::At(pc) => pc,
                Outcome::Special => {
                    rarely();
                    bus.begin(pc);
                    self.special(bus, pc)
                }
                Outcome::Apart => {
                    rarely();
                    bus.begin(pc);
                    self.pc = pc;
                    if bus.by_accesses(|bus| self.by_accesses(bus)) {
                        return true;
                    }
                    bus.go_to(self.pc);
                    usize::from(self.pc)
                }
            };
        }
    }

    /// Executes an instruction that [`Outcome::Special`] tells of.
    #[inline(always)]
    fn special<B: Plain>(&mut self, bus: &mut B, pc: u16) -> usize {
        let code = bus.code(pc);
        let address = word(code);
        macro_rules! execute {
            (Write $name:ident Absolute) => {{
                let value = <$name as Write>::value(self);
                bus.write_after(3, code[2], address, value);
                value
            }};
            (Read $name:ident Absolute) => {{
                let value = bus.read_after(3, code[2], address);
                <$name as Read>::apply(self, value);
                value
            }};
            ($access:ident $name:ident $mode:ident) => {
                0
            };
        }
        macro_rules! dispatch {
            (documented { $($name:ident $access:ident {
                $($code:literal $mode:ident $cycles:literal),*
            })* } undocumented $rare:tt) => {
                match code[0] {
                    $($($code => execute!($access $name $mode),)*)*
                    _ => 0,
                }
            };
        }
        bus.fetched(code[2]);
        let last = opcode_rows!(dispatch);
        bus.pass(4, last);
        usize::from(pc) + 3
    }

    #[inline(always)]
    fn piece<B: Plain>(&mut self, bus: &mut B, pc: u16) -> Outcome {
        let code = bus.code(pc);
        macro_rules! execute {
            (Internal $name:ident Implied $cycles:literal) => {
                self.internal_piece::<$name, B>(bus, pc, code)
            };
            (Modify $name:ident Accumulator $cycles:literal) => {
                self.accumulator_piece::<$name, B>(bus, pc, code)
            };
            (Read ADC $mode:ident $cycles:literal) => {
                if self.decimal() { Outcome::Apart } else { execute!(Binary ADC $mode $cycles) }
            };
            (Read SBC $mode:ident $cycles:literal) => {
                if self.decimal() { Outcome::Apart } else { execute!(Binary SBC $mode $cycles) }
            };
            (Read $name:ident $mode:ident $cycles:literal) => {
                execute!(Binary $name $mode $cycles)
            };
            (Binary $name:ident Immediate $cycles:literal) => {
                self.immediate_piece::<$name, B>(bus, pc, code)
            };
            (Binary $name:ident $mode:ident $cycles:literal) => {
                self.read_piece::<$name, $mode, B>(bus, pc, code, $cycles)
            };
            (Write $name:ident $mode:ident $cycles:literal) => {
                self.write_piece::<$name, $mode, B>(bus, pc, code, $cycles)
            };
            (Modify $name:ident $mode:ident $cycles:literal) => {
                self.modify_piece::<$name, $mode, B>(bus, pc, code, $cycles)
            };
            (Branch $name:ident Relative $cycles:literal) => {
                self.branch_piece::<$name, B>(bus, pc, code)
            };
            (Push $name:ident Implied $cycles:literal) => {
                self.push_piece::<$name, B>(bus, pc, code)
            };
            (Pull $name:ident Implied $cycles:literal) => {
                self.pull_piece::<$name, B>(bus, pc, code)
            };
            (Jump JMP Absolute $cycles:literal) => {
                self.jump_piece(bus, code)
            };
            (Jump JMP Indirect $cycles:literal) => {
                self.jump_indirect_piece(bus, code)
            };
            (Call JSR Absolute $cycles:literal) => {
                self.call_piece(bus, pc, code)
            };
            (Return RTS Implied $cycles:literal) => {
                self.return_piece(bus, code)
            };
            // What looks at the interrupt pins in the middle.
            ($access:ident $name:ident $mode:ident $cycles:literal) => {
                Outcome::Apart
            };
        }
        macro_rules! dispatch {
            (documented { $($name:ident $access:ident {
                $($code:literal $mode:ident $cycles:literal),*
            })* } undocumented { $($rare:ident $_access:ident {
                $($rare_code:literal $_mode:ident $_cycles:literal),*
            })* }) => {
                match code[0] {
                    $($($code => execute!($access $name $mode $cycles),)*)*
                    // One by one: the compiler makes that a table without a look at its ends.
                    $($($rare_code => Outcome::Apart,)*)*
                }
            };
        }
        opcode_rows!(dispatch)
    }

    #[inline(always)]
    fn internal_piece<O: operations::Internal, B: Plain>(
        &mut self,
        bus: &mut B,
        pc: u16,
        code: [u8; 4],
    ) -> Outcome {
        bus.fetched(code[1]);
        let masked = self.masked();
        O::apply(self);
        self.tell_if_unmasked(bus, masked);
        bus.pass(2, code[1]);
        Outcome::At(usize::from(pc) + 1)
    }

    #[inline(always)]
    fn accumulator_piece<O: Modify, B: Plain>(&mut self, bus: &mut B, pc: u16, code: [u8; 4]) -> Outcome {
        bus.fetched(code[1]);
        self.a = O::apply(self, self.a);
        bus.pass(2, code[1]);
        Outcome::At(usize::from(pc) + 1)
    }

    #[inline(always)]
    fn immediate_piece<O: Read, B: Plain>(&mut self, bus: &mut B, pc: u16, code: [u8; 4]) -> Outcome {
        bus.fetched(code[1]);
        O::apply(self, code[1]);
        bus.pass(2, code[1]);
        Outcome::At(usize::from(pc) + 2)
    }

    #[inline(always)]
    fn read_piece<O: Read, M: Place, B: Plain>(
        &mut self,
        bus: &mut B,
        pc: u16,
        code: [u8; 4],
        cycles: i32,
    ) -> Outcome {
        let address = M::place(self, bus, code);
        if address.crossed {
            if bus.load(address.wrong()).is_none() || bus.load(address.right).is_none() {
                return Outcome::Apart;
            }
            bus.pass(1, 0);
        }
        let Some(value) = load_at::<M, B>(bus, address.right) else { return M::NOT_PLAIN };
        O::apply(self, value);
        bus.pass(cycles, value);
        Outcome::At(usize::from(pc) + M::BYTES)
    }

    #[inline(always)]
    fn write_piece<O: Write, M: Place, B: Plain>(
        &mut self,
        bus: &mut B,
        pc: u16,
        code: [u8; 4],
        cycles: i32,
    ) -> Outcome {
        let address = M::place(self, bus, code);
        if address.crossed && bus.load(address.wrong()).is_none() {
            return Outcome::Apart;
        }
        if !bus.is_plain(address.right, cycles - 1) {
            return M::NOT_PLAIN;
        }
        let value = O::value(self);
        bus.store(address.right, value);
        bus.pass(cycles, value);
        Outcome::At(usize::from(pc) + M::BYTES)
    }

    #[inline(always)]
    fn modify_piece<O: Modify, M: Place, B: Plain>(
        &mut self,
        bus: &mut B,
        pc: u16,
        code: [u8; 4],
        cycles: i32,
    ) -> Outcome {
        let address = M::place(self, bus, code);
        if address.crossed && bus.load(address.wrong()).is_none() {
            return Outcome::Apart;
        }
        if !bus.is_plain(address.right, cycles - 1) {
            return Outcome::Apart;
        }
        let Some(old) = load_at::<M, B>(bus, address.right) else { return Outcome::Apart };
        let new = O::apply(self, old);
        bus.store(address.right, new);
        bus.pass(cycles, new);
        Outcome::At(usize::from(pc) + M::BYTES)
    }

    #[inline(always)]
    fn branch_piece<O: Branch, B: Plain>(&mut self, bus: &mut B, pc: u16, code: [u8; 4]) -> Outcome {
        let behind = usize::from(pc) + 2;
        if !O::taken(self) {
            bus.fetched(code[1]);
            bus.pass(2, code[1]);
            return Outcome::At(behind);
        }
        let target = behind.wrapping_add_signed(isize::from(code[1] as i8));
        let mut read = behind as u16;
        if (behind ^ target) & 0xFF00 != 0 {
            rarely();
            read = addressing::without_carry(read, target as u16);
            bus.pass(1, 0);
        }
        let [last, ..] = bus.code(read);
        bus.fetched(last);
        bus.pass(3, last);
        bus.go_to(target as u16);
        Outcome::At(target)
    }

    #[inline(always)]
    fn push_piece<O: Write, B: Plain>(&mut self, bus: &mut B, pc: u16, code: [u8; 4]) -> Outcome {
        let address = self.stack();
        if !bus.is_plain(address, 2) {
            return Outcome::Apart;
        }
        bus.fetched(code[1]);
        let value = O::value(self);
        bus.store(address, value);
        self.s = self.s.wrapping_sub(1);
        bus.pass(3, value);
        Outcome::At(usize::from(pc) + 1)
    }

    #[inline(always)]
    fn pull_piece<O: Read, B: Plain>(&mut self, bus: &mut B, pc: u16, code: [u8; 4]) -> Outcome {
        bus.fetched(code[1]);
        self.s = self.s.wrapping_add(1);
        let value = bus.load_low(self.stack());
        let masked = self.masked();
        O::apply(self, value);
        self.tell_if_unmasked(bus, masked);
        bus.pass(4, value);
        Outcome::At(usize::from(pc) + 1)
    }

    #[inline(always)]
    fn jump_piece<B: Plain>(&mut self, bus: &mut B, code: [u8; 4]) -> Outcome {
        bus.fetched(code[2]);
        bus.pass(3, code[2]);
        bus.go_to(word(code));
        Outcome::At(word(code).into())
    }

    #[inline(always)]
    fn jump_indirect_piece<B: Plain>(&mut self, bus: &mut B, code: [u8; 4]) -> Outcome {
        bus.fetched(code[2]);
        let pointer = word(code);
        let next = addressing::without_carry(pointer, pointer.wrapping_add(1));
        let (Some(low), Some(high)) = (bus.load(pointer), bus.load(next)) else { return Outcome::Apart };
        let target = u16::from_le_bytes([low, high]);
        bus.pass(5, high);
        bus.go_to(target);
        Outcome::At(target.into())
    }

    /// Fetches the high byte of its operand last, after the pushes.
    #[inline(always)]
    fn call_piece<B: Plain>(&mut self, bus: &mut B, pc: u16, code: [u8; 4]) -> Outcome {
        let (first, second) = (self.stack(), STACK | u16::from(self.s.wrapping_sub(1)));
        if !bus.is_plain(first, 4) || !bus.is_plain(second, 4) {
            return Outcome::Apart;
        }
        let [low, high] = pc.wrapping_add(2).to_le_bytes();
        bus.store(first, high);
        bus.store(second, low);
        self.s = self.s.wrapping_sub(2);
        let [_, _, high, _] = bus.code(pc);
        bus.fetched(high);
        let target = u16::from_le_bytes([code[1], high]);
        bus.pass(6, high);
        bus.go_to(target);
        Outcome::At(target.into())
    }

    #[inline(always)]
    fn return_piece<B: Plain>(&mut self, bus: &mut B, code: [u8; 4]) -> Outcome {
        bus.fetched(code[1]);
        let [low, high] = [1, 2].map(|n| bus.load_low(STACK | u16::from(self.s.wrapping_add(n))));
        let last_byte = u16::from_le_bytes([low, high]);
        let Some(last) = bus.load(last_byte) else { return Outcome::Apart };
        self.s = self.s.wrapping_add(2);
        let target = last_byte.wrapping_add(1);
        bus.pass(6, last);
        bus.go_to(target);
        Outcome::At(target.into())
    }
}
