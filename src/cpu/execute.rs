//! One instruction: the bus sequences, one function for each kind of [`Access`](super::opcodes::Access).
//!
//! Every function returns whether its poll found an interrupt.

use super::Bus;
use super::addressing::*;
use super::opcodes::opcode_rows;
use super::operations::{self, *};
use super::registers::{Registers, Wide};

/// Page 1.
pub(super) const STACK: u16 = 0x0100;

impl Registers {
    /// Fetches and executes one instruction.
    #[inline(always)]
    pub(super) fn instruction<B: Bus>(&mut self, bus: &mut B) -> bool {
        let code = self.fetch(bus);

        macro_rules! execute {
            (Internal $name:ident Implied) => {
                self.internal::<$name, B>(bus)
            };
            (Modify $name:ident Accumulator) => {
                self.accumulator::<$name, B>(bus)
            };
            (Read $name:ident Immediate) => {
                self.immediate::<$name, B>(bus)
            };
            (Read $name:ident $mode:ident) => {
                self.read::<$name, $mode, B>(bus)
            };
            (Write $name:ident $mode:ident) => {
                self.write::<$name, $mode, B>(bus)
            };
            (WriteHigh $name:ident $mode:ident) => {
                self.write_high::<$name, $mode, B>(bus)
            };
            (Modify $name:ident $mode:ident) => {
                self.modify::<$name, $mode, B>(bus)
            };
            (Branch $name:ident Relative) => {
                self.branch::<$name, B>(bus)
            };
            (Push $name:ident Implied) => {
                self.push_value::<$name, B>(bus)
            };
            (Pull $name:ident Implied) => {
                self.pull_value::<$name, B>(bus)
            };
            (Jump JMP Absolute) => {
                self.jump(bus)
            };
            (Jump JMP Indirect) => {
                self.jump_indirect(bus)
            };
            (Call JSR Absolute) => {
                self.call(bus)
            };
            (Return RTS Implied) => {
                self.return_from_subroutine(bus)
            };
            (Return RTI Implied) => {
                self.return_from_interrupt(bus)
            };
            (Break BRK Implied) => {
                self.break_sequence(bus)
            };
            (Jam CIM Implied) => {
                self.jam(bus)
            };
        }
        macro_rules! dispatch {
            ($($group:ident { $($name:ident $access:ident {
                $($code:literal $mode:ident $cycles:literal),*
            })* })*) => {
                match code {
                    $($($($code => execute!($access $name $mode),)*)*)*
                }
            };
        }
        opcode_rows!(dispatch)
    }

    /// Executes a single instruction access by access, between ones in one piece, and the sequence of an interrupt that
    /// is due after it, if the bus serves that. Returns whether an interrupt is still due.
    #[cold]
    #[inline(never)]
    pub(super) fn by_accesses<B: Bus>(&mut self, bus: &mut B) -> bool {
        let due = self.instruction(bus);
        if due && !self.jammed { self.serve_if_asked(bus) } else { due }
    }

    /// Runs the sequence of an interrupt that is due, if the bus serves it. Returns whether an interrupt is still due.
    #[inline(always)]
    pub(super) fn serve_if_asked<B: Bus>(&mut self, bus: &mut B) -> bool {
        !bus.serves_requests(self.pc) || self.interrupt_sequence(bus).1
    }

    /// A read in the last cycle of an instruction that does not change I.
    #[inline(always)]
    fn read_last<B: Bus>(&mut self, bus: &mut B, address: u16) -> (u8, bool) {
        bus.read_last(address, self.masked(), self.masked())
    }

    /// A fetch in the last cycle of an instruction that does not change I; the program counter stays.
    #[inline(always)]
    fn fetch_last<B: Bus>(&mut self, bus: &mut B) -> (u8, bool) {
        bus.fetch_last(self.pc, self.masked(), self.masked())
    }

    /// A write in the last cycle of an instruction; RDY cannot stretch it.
    #[inline(always)]
    fn write_last<B: Bus>(&mut self, bus: &mut B, address: u16, value: u8) -> bool {
        let due = bus.interrupt(self.masked());
        bus.write(address, value);
        due
    }

    /// The address of the next push.
    #[inline(always)]
    pub(super) fn stack(&self) -> u16 {
        STACK | u16::from(self.s)
    }

    /// The address of the push after that.
    #[inline(always)]
    pub(super) fn stack_below(&self) -> u16 {
        STACK | u16::from(self.s.wrapping_sub(1))
    }

    #[inline(always)]
    pub(super) fn push<B: Bus>(&mut self, bus: &mut B, value: u8) {
        bus.write(self.stack(), value);
        self.s = self.s.wrapping_sub(1);
    }

    /// A dummy read at the stack pointer.
    #[inline(always)]
    pub(super) fn peek_stack<B: Bus>(&mut self, bus: &mut B) {
        bus.read(self.stack());
    }

    #[inline(always)]
    fn pull<B: Bus>(&mut self, bus: &mut B) -> u8 {
        self.s = self.s.wrapping_add(1);
        bus.read(self.stack())
    }

    #[inline(always)]
    fn internal<O: operations::Internal, B: Bus>(&mut self, bus: &mut B) -> bool {
        let masked = self.masked();
        O::apply(self);
        self.tell_if_unmasked(bus, masked);
        bus.fetch_last(self.pc, masked, self.masked()).1
    }

    /// Tells the bus if the instruction has cleared I, which before was `masked`.
    #[inline(always)]
    pub(super) fn tell_if_unmasked<B: Bus>(&self, bus: &mut B, masked: bool) {
        if masked && !self.masked() {
            bus.unmasked();
        }
    }

    #[inline(always)]
    fn accumulator<O: operations::Modify, B: Bus>(&mut self, bus: &mut B) -> bool {
        let a = O::apply(self, self.a.get());
        self.a = Wide::new(a);
        self.fetch_last(bus).1
    }

    #[inline(always)]
    fn immediate<O: operations::Read, B: Bus>(&mut self, bus: &mut B) -> bool {
        let (value, due) = self.fetch_last(bus);
        self.pc = self.pc.wrapping_add(1);
        O::apply(self, value);
        due
    }

    #[inline(always)]
    fn read<O: operations::Read, M: Addressing, B: Bus>(&mut self, bus: &mut B) -> bool {
        let address = M::address(self, bus, Fixup::OnCrossing);
        let (value, due) = self.read_last(bus, address);
        O::apply(self, value);
        due
    }

    #[inline(always)]
    fn write<O: operations::Write, M: Addressing, B: Bus>(&mut self, bus: &mut B) -> bool {
        let address = M::address(self, bus, Fixup::Always);
        let value = O::value(self);
        self.write_last(bus, address, value)
    }

    /// The address bus and the register share the internal bus with the incremented high byte: the stored value is
    /// ANDed with it, and if a page is crossed becomes the high byte of the address. If the cycle before is stalled,
    /// the value is not ANDed, but the address is. [vectors RULES 8, 9]
    #[inline(always)]
    fn write_high<O: operations::Write, M: Indexed, B: Bus>(&mut self, bus: &mut B) -> bool {
        let (base, index) = M::base_and_index(self, bus);
        let value = O::value(self);
        let masked_value = value & (base >> 8).wrapping_add(1) as u8;
        let sum = base.wrapping_add(u16::from(index));
        let wrong = without_carry(base, sum);
        let address = if wrong == sum { sum } else { u16::from_le_bytes([sum as u8, masked_value]) };
        let (_, stalled) = bus.read_fixup(wrong, address);
        self.write_last(bus, address, if stalled { value } else { masked_value })
    }

    #[inline(always)]
    fn modify<O: operations::Modify, M: Addressing, B: Bus>(&mut self, bus: &mut B) -> bool {
        let address = M::address(self, bus, Fixup::Always);
        let old = bus.read(address);
        bus.write(address, old);
        let new = O::apply(self, old);
        self.write_last(bus, address, new)
    }

    /// Polls before its second cycle, and again before its fourth. A taken branch within the page does not poll in
    /// between. [vectors RULES 3]
    #[inline(always)]
    fn branch<O: operations::Branch, B: Bus>(&mut self, bus: &mut B) -> bool {
        let (offset, due) = self.fetch_last(bus);
        self.pc = self.pc.wrapping_add(1);
        if !O::taken(self) {
            return due;
        }
        bus.fetch(self.pc);
        let target = self.pc.wrapping_add(offset as i8 as u16);
        let wrong = without_carry(self.pc, target);
        self.pc = target;
        bus.jump(target);
        if wrong == target {
            return due;
        }
        let forwards = offset < 0x80;
        bus.read_fixup_last(wrong, if forwards { target } else { wrong }, self.masked()) || due
    }

    #[inline(always)]
    fn push_value<O: operations::Write, B: Bus>(&mut self, bus: &mut B) -> bool {
        bus.fetch(self.pc);
        let value = O::value(self);
        let due = bus.interrupt(self.masked());
        self.push(bus, value);
        due
    }

    #[inline(always)]
    fn pull_value<O: operations::Read, B: Bus>(&mut self, bus: &mut B) -> bool {
        bus.fetch(self.pc);
        self.peek_stack(bus);
        self.s = self.s.wrapping_add(1);
        let (value, due) = self.read_last(bus, STACK | u16::from(self.s));
        let masked = self.masked();
        O::apply(self, value);
        self.tell_if_unmasked(bus, masked);
        due
    }

    #[inline(always)]
    pub(super) fn jump_to<B: Bus>(&mut self, bus: &mut B, low: u8, high: u8) {
        self.pc = u16::from_le_bytes([low, high]);
        bus.jump(self.pc);
    }

    #[inline(always)]
    fn jump<B: Bus>(&mut self, bus: &mut B) -> bool {
        let low = self.fetch(bus);
        let (high, due) = self.fetch_last(bus);
        self.jump_to(bus, low, high);
        due
    }

    #[inline(always)]
    fn jump_indirect<B: Bus>(&mut self, bus: &mut B) -> bool {
        let pointer = self.fetch_word(bus);
        let low = bus.read(pointer);
        let (high, due) = self.read_last(bus, without_carry(pointer, pointer.wrapping_add(1)));
        self.jump_to(bus, low, high);
        due
    }

    /// Fetches the high byte of its operand last, after the pushes.
    #[inline(always)]
    fn call<B: Bus>(&mut self, bus: &mut B) -> bool {
        let low = self.fetch(bus);
        self.peek_stack(bus);
        let [return_low, return_high] = self.pc.to_le_bytes();
        self.push(bus, return_high);
        self.push(bus, return_low);
        let (high, due) = self.fetch_last(bus);
        self.jump_to(bus, low, high);
        due
    }

    #[inline(always)]
    fn return_from_subroutine<B: Bus>(&mut self, bus: &mut B) -> bool {
        bus.fetch(self.pc);
        self.peek_stack(bus);
        let low = self.pull(bus);
        let last_byte = u16::from_le_bytes([low, self.pull(bus)]);
        let (_, due) = self.read_last(bus, last_byte);
        self.pc = last_byte.wrapping_add(1);
        bus.jump(self.pc);
        due
    }

    /// I is pulled early enough to count in its own poll. [vectors RULES 2]
    #[inline(always)]
    fn return_from_interrupt<B: Bus>(&mut self, bus: &mut B) -> bool {
        bus.fetch(self.pc);
        self.peek_stack(bus);
        let status = self.pull(bus);
        let masked = self.masked();
        self.set_status(status);
        let low = self.pull(bus);
        self.s = self.s.wrapping_add(1);
        let (high, due) = bus.return_last(STACK | u16::from(self.s), masked, self.masked());
        self.jump_to(bus, low, high);
        due
    }

    /// The cycles of CIM up to the one that repeats forever. [vectors README]
    #[inline(always)]
    fn jam<B: Bus>(&mut self, bus: &mut B) -> bool {
        bus.fetch(self.pc);
        bus.read(0xFFFF);
        bus.read(0xFFFE);
        bus.read(0xFFFE);
        self.jammed = true;
        true
    }
}
