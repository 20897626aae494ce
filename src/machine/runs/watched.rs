//! A bus with somebody who watches: whatever way the board is run, the accesses that [`Stops`] look for are
//! noted, and the CPU goes no further than the instruction that made one.

use super::exact::Exact;
use super::fast::Fast;
use super::stops::{Event, Stops, flag};
use crate::cpu::Bus;

/// A bus that can be looked through.
pub trait Bytes {
    /// What is at an address: RAM, ROM, or $FF.
    fn byte(&self, address: u16) -> u8;
}

impl Bytes for Exact<'_> {
    fn byte(&self, address: u16) -> u8 {
        self.0.memory.bytes[usize::from(address)]
    }
}

impl<const CODE: u8, const CAREFUL: bool> Bytes for Fast<'_, CODE, CAREFUL> {
    fn byte(&self, address: u16) -> u8 {
        Fast::byte(self, address)
    }
}

/// A watched bus. Without `ACCESSES` only the addresses of instructions are looked at, which costs two
/// instructions of the host for each of the 6502's.
pub struct Watched<'a, B, const ACCESSES: bool> {
    bus: B,
    stops: &'a mut Stops,
    has_event: bool,
    /// Address of the instruction.
    pc: u16,
}

impl<'a, B: Bus + Bytes, const ACCESSES: bool> Watched<'a, B, ACCESSES> {
    /// The bus, no longer watched.
    #[inline(always)]
    pub fn into_bus(self) -> B {
        self.bus
    }

    /// Watches a bus; the next instruction is the one at `pc`.
    #[inline(always)]
    pub fn new(bus: B, stops: &'a mut Stops, pc: u16) -> Self {
        Watched { bus, stops, has_event: false, pc }
    }

    #[inline(always)]
    fn has_read(&mut self, address: u16, value: u8) {
        if ACCESSES && self.stops.flags(address) & (flag::READ | flag::WRAP) != 0 {
            note_read(self.stops, self.pc, address, value);
            self.has_event = true;
        }
    }
}

#[cold]
#[inline(never)]
fn note_read(stops: &mut Stops, by: u16, address: u16, value: u8) {
    let flags = stops.flags(address);
    if flags & flag::READ != 0 {
        stops.events.push(Event::Read { address, value, by });
    }
    if flags & flag::WRAP != 0 {
        stops.at_stack_end = Some(by);
    }
}

#[cold]
#[inline(never)]
fn note_write(stops: &mut Stops, by: u16, address: u16, [old, new]: [u8; 2]) {
    let flags = stops.flags(address);
    if flags & flag::WRITE != 0 || (flags & flag::CHANGE != 0 && old != new) {
        stops.events.push(Event::Write { address, old, new, by });
    }
    if flags & flag::WRAP != 0 {
        stops.at_stack_end = Some(by);
    }
}

impl<B: Bus + Bytes, const ACCESSES: bool> Bus for Watched<'_, B, ACCESSES> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let value = self.bus.read(address);
        self.has_read(address, value);
        value
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        self.bus.fetch(address)
    }

    #[inline(always)]
    fn fetch_last(&mut self, address: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        self.bus.fetch_last(address, masked, masked_after)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if ACCESSES && self.stops.flags(address) & (flag::WRITE | flag::CHANGE | flag::WRAP) != 0 {
            note_write(self.stops, self.pc, address, [self.bus.byte(address), value]);
            self.has_event = true;
        }
        self.bus.write(address, value);
    }

    #[inline(always)]
    fn read_fixup(&mut self, wrong: u16, right: u16) -> (u8, bool) {
        let (value, stretched) = self.bus.read_fixup(wrong, right);
        self.has_read(wrong, value);
        (value, stretched)
    }

    #[inline(always)]
    fn read_last(&mut self, address: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        let (value, taken) = self.bus.read_last(address, masked, masked_after);
        self.has_read(address, value);
        (value, taken)
    }

    // The fourth cycle of a branch, which reads code.
    #[inline(always)]
    fn read_fixup_last(&mut self, wrong: u16, right: u16, masked: bool) -> bool {
        self.bus.read_fixup_last(wrong, right, masked)
    }

    #[inline(always)]
    fn interrupt(&self, masked: bool) -> bool {
        self.bus.interrupt(masked)
    }

    #[inline(always)]
    fn nmi_pending(&self) -> bool {
        self.bus.nmi_pending()
    }

    #[inline(always)]
    fn nmi_served(&mut self) {
        self.bus.nmi_served();
    }

    #[inline(always)]
    fn hold_nmi(&mut self, held: bool) {
        self.bus.hold_nmi(held);
    }

    // Interrupts are told one by one: `serves_requests` stays false.

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        self.bus.jump(pc);
    }

    #[inline(always)]
    fn unmasked(&mut self) {
        self.bus.unmasked();
    }

    #[inline(always)]
    fn return_last(&mut self, address: u16, masked: bool) -> (u8, bool) {
        let (value, taken) = self.bus.return_last(address, masked);
        self.has_read(address, value);
        (value, taken)
    }

    #[inline(always)]
    fn go_on(&mut self, pc: u16, masked: bool) -> bool {
        let may_stop = self.stops.flags(pc) & flag::EXECUTE != 0
            || (ACCESSES && (self.has_event || self.stops.wants_opcode(self.bus.byte(pc))));
        self.pc = pc;
        !may_stop && self.bus.go_on(pc, masked)
    }
}
