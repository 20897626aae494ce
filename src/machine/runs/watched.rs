//! A bus that is watched: in any of the ways to run, the accesses that [`Stops`] look for are noted, and the CPU goes
//! no further than the instruction that made one.

use super::exact::Exact;
use super::fast::Fast;
use super::quick::Quick;
use super::stops::{Seen, Stops, flag};
use crate::cpu::{Bus, Plain, rarely};
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::code;

/// A bus whose memory can be inspected.
pub(crate) trait Bytes {
    /// What is at an address: RAM, ROM, or $FF.
    fn byte(&self, address: u16) -> u8;

    /// Whether an address is plain RAM, whose writes are not watched.
    fn is_plain(&self, address: u16) -> bool;

    /// Whether an address is RAM that has never been written to.
    fn is_fresh(&self, address: u16) -> bool;

    /// Ends the stretch: the bus is consulted before the next instruction.
    fn end_soon(&mut self);
}

impl Bytes for Exact<'_> {
    fn byte(&self, address: u16) -> u8 {
        self.0.memory.bytes[usize::from(address)]
    }

    fn is_plain(&self, address: u16) -> bool {
        self.0.memory.is_plain(address)
    }

    fn is_fresh(&self, address: u16) -> bool {
        self.0.memory.is_fresh(address)
    }

    // The exact way always consults the bus.
    fn end_soon(&mut self) {}
}

impl<const CODE: u8, const CAREFUL: bool> Bytes for Fast<'_, CODE, CAREFUL> {
    fn byte(&self, address: u16) -> u8 {
        Fast::byte(self, address)
    }

    #[inline(always)]
    fn is_plain(&self, address: u16) -> bool {
        Fast::is_plain(self, address)
    }

    fn is_fresh(&self, address: u16) -> bool {
        Fast::is_fresh(self, address)
    }

    #[inline(always)]
    fn end_soon(&mut self) {
        Fast::end_soon(self);
    }
}

/// A watched bus. Watching the addresses of instructions costs two host instructions for each instruction of the 6502.
/// Watching reads, which only [`Stops::looks_at_all`] needs, costs four; watching writes costs something only where
/// they are looked for. So there is one version that watches `READS` and one that does not: the compiler makes a whole
/// CPU for each.
pub(crate) struct Watched<'a, B, const READS: bool> {
    bus: B,
    /// What to look for at each address.
    map: &'a [u8; 0x10000],
    opcodes: Option<&'a [bool; 256]>,
    seen: &'a mut Seen,
    /// Address of the instruction.
    pc: u16,
    /// [`Stops::sequences`]
    sequences: bool,
    /// A stretch has just begun after another one.
    begins: bool,
    /// Something has been noted: the CPU stops after the instruction.
    is_over: bool,
}

impl<'a, B, const READS: bool> Watched<'a, B, READS> {
    /// The bus, no longer watched.
    #[inline(always)]
    pub(crate) fn into_bus(self) -> B {
        self.bus
    }

    /// Watches a bus; the next instruction is the one at `pc`.
    #[inline(always)]
    pub(crate) fn new(bus: B, stops: &'a mut Stops, pc: u16) -> Self {
        let Stops { map, opcodes, seen, sequences, .. } = stops;
        Watched {
            bus,
            map,
            opcodes: opcodes.as_deref(),
            seen,
            pc,
            sequences: *sequences,
            begins: false,
            is_over: false,
        }
    }

    #[inline(always)]
    fn flags(&self, address: u16) -> u8 {
        self.map[usize::from(address)]
    }
}

impl<B: Bus + Bytes, const READS: bool> Watched<'_, B, READS> {
    /// Something has been noted.
    #[inline(always)]
    fn end(&mut self) {
        self.is_over = true;
        self.bus.end_soon();
    }

    #[inline(always)]
    fn writes(&mut self, address: u16, value: u8) {
        let flags = self.flags(address);
        if flags & flag::WRITES != 0 {
            rarely();
            self.seen.note_write(flags, address, [self.bus.byte(address), value], self.pc);
            self.end();
        }
    }

    #[inline(always)]
    fn has_read(&mut self, address: u16, value: u8) {
        let flags = self.flags(address);
        if READS && flags & flag::FRESH != 0 && self.bus.is_fresh(address) {
            self.seen.note_fresh(address, value, self.pc);
            self.end();
        }
        if READS && flags & (flag::READ | flag::WRAP) != 0 {
            self.seen.note_read(flags, address, value, self.pc);
            self.end();
        }
    }
}

impl<B: Bus + Bytes, const READS: bool> Bus for Watched<'_, B, READS> {
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
        // The bus is about to check whether it is plain memory anyway.
        if !self.bus.is_plain(address) {
            self.writes(address, value);
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
    fn interrupt(&mut self, masked: bool) -> bool {
        self.bus.interrupt(masked)
    }

    #[inline(always)]
    fn nmi_pending(&mut self) -> bool {
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

    #[inline(always)]
    fn serves_requests(&mut self, pc: u16) -> bool {
        // What the sequence writes is attributed to the instruction that it replaces.
        self.pc = pc;
        !self.sequences && !self.is_over && self.bus.serves_requests(pc)
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        self.bus.jump(pc);
    }

    #[inline(always)]
    fn unmasked(&mut self) {
        self.bus.unmasked();
    }

    #[inline(always)]
    fn return_last(&mut self, address: u16, masked_before: bool, masked: bool) -> (u8, bool) {
        let (value, taken) = self.bus.return_last(address, masked_before, masked);
        self.has_read(address, value);
        (value, taken)
    }

    #[inline(always)]
    fn begin(&mut self, pc: u16) {
        self.pc = pc;
    }

    // Each instruction is checked.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        false
    }

    #[inline(always)]
    fn go_on(&mut self, pc: u16, masked: bool) -> bool {
        let here = self.flags(pc) & flag::EXECUTE != 0;
        let may_stop = here || self.opcodes.is_some_and(|wanted| wanted[usize::from(self.bus.byte(pc))]);
        if may_stop || self.bus.goes_on() {
            return !may_stop;
        }
        self.begins = true;
        !self.is_over && self.bus.go_on(pc, masked)
    }
}

impl Watched<'_, Quick, false> {
    /// Performs an action on bus and board together.
    #[inline(always)]
    fn on<T>(
        &mut self,
        atari: &mut Atari,
        act: impl FnOnce(&mut Watched<'_, Fast<'_, { code::IN_MEMORY }, false>, false>) -> T,
    ) -> T {
        let Watched { ref mut bus, map, opcodes, ref mut seen, pc, sequences, begins, is_over } = *self;
        let mut lent = Watched { bus: bus.with(atari), map, opcodes, seen, pc, sequences, begins, is_over };
        let result = act(&mut lent);
        bus.follow(&lent.bus);
        (self.begins, self.is_over) = (lent.begins, lent.is_over);
        result
    }
}

impl Plain for Watched<'_, Quick, false> {
    type Board = Atari;
    const ASKS_ALWAYS: bool = true;

    #[inline(always)]
    fn is_plain(&self, atari: &Atari, address: u16) -> bool {
        self.bus.is_plain(atari, address)
            || (atari.memory.is_plain_but_watched(address) && self.flags(address) & flag::WRITES == 0)
    }

    #[inline(always)]
    fn is_in_time(&self, atari: &Atari, slot: i32) -> bool {
        self.bus.is_in_time(atari, slot)
    }

    #[inline(always)]
    fn jump<const HOW: u8>(&mut self, atari: &mut Atari, pc: u16) {
        self.on(atari, |watched| watched.jump(pc));
    }

    #[inline(always)]
    fn left(&self) -> i32 {
        self.bus.left()
    }

    #[inline(always)]
    fn come_to(&mut self, left: i32, last: u8) {
        self.bus.come_to(left, last);
    }

    #[inline(always)]
    fn unmasked(&mut self, atari: &mut Atari) {
        self.bus.unmasked(atari);
    }

    #[inline(always)]
    fn begin(&mut self, _atari: &mut Atari, pc: u16) {
        self.pc = pc;
    }

    // Each instruction is checked.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        false
    }

    #[inline(always)]
    fn go_on(&mut self, atari: &mut Atari, pc: u16, masked: bool) -> bool {
        self.on(atari, |watched| watched.go_on(pc, masked))
    }

    #[inline(always)]
    fn awaits_interrupt(&self, atari: &Atari) -> bool {
        self.bus.awaits_interrupt(atari)
    }

    #[inline(always)]
    fn may_run(&mut self, atari: &mut Atari, pc: u16) -> bool {
        // It is enough to check now and then whether they still are.
        let goes_on = !std::mem::take(&mut self.begins) || atari.memory.stops_near(pc);
        if !goes_on {
            self.on(atari, |watched| watched.bus.hand_over());
        }
        goes_on
    }

    #[inline(always)]
    fn slot(&self, left: i32) -> i32 {
        self.bus.slot(left)
    }

    #[inline(always)]
    fn how(&self) -> u8 {
        self.bus.how()
    }

    #[inline(always)]
    fn go_carefully(&mut self, atari: &mut Atari) {
        self.bus.go_carefully(atari);
    }

    #[inline(always)]
    fn read_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16) -> (u8, bool) {
        self.bus.read_at(atari, slot, before, address)
    }

    #[inline(always)]
    fn write_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16, value: u8) -> bool {
        self.on(atari, |watched| watched.writes(address, value));
        self.bus.write::<false>(atari, slot, before, address, value) || self.is_over
    }

    // The address of the one instruction has been checked.
    type Accesses<'b>
        = Watched<'b, Fast<'b, { code::ANYWHERE }, false>, false>
    where
        Self: 'b;

    #[inline(always)]
    fn by_accesses<'b, T>(
        &'b mut self,
        atari: &'b mut Atari,
        run: impl FnOnce(&mut Self::Accesses<'b>) -> T,
    ) -> T {
        let Watched { ref mut bus, map, opcodes, ref mut seen, pc, sequences, begins, is_over } = *self;
        let bus_anywhere = bus.anywhere(atari);
        let mut lent = Watched { bus: bus_anywhere, map, opcodes, seen, pc, sequences, begins, is_over };
        let result = run(&mut lent);
        bus.follow(&lent.bus);
        self.is_over = lent.is_over;
        result
    }
}
