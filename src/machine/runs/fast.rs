//! The fast way to run: between two horizons nobody can tell in which machine cycle an
//! access falls, so the CPU only counts its own cycles [time T4, T5]. How far that goes is for
//! [`stretch`](super::stretch) to say.

use super::accesses::Horizon;
use super::stretch::{Manner, NONE_FITS, Now, Stretch};
use crate::cpu::{Bus, Plain, rarely};
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::{cells_in, code};
use crate::machine::board::memory;

/// The hardware as the CPU sees it in fast stretches, while it executes `CODE`: a fetch needs no look at
/// the memory map then [measured]. A `CAREFUL` one keeps what is on the bus, samples the interrupt pins and serves
/// interrupts; the others keep away from moments at which one might be served.
pub(crate) struct Fast<'a, const CODE: u8, const CAREFUL: bool> {
    atari: &'a mut Atari,
    at: Place,
    /// How it goes on when this stretch is over.
    next: Manner,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    target: u64,
}

/// How far a stretch has come.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// All addresses below are RAM; a cartridge may change that in any slow access.
    ram_end: u32,
    /// The slot of the next access.
    slot: i32,
    /// Instructions that begin before this slot need no further thought.
    limit: i32,
    /// The same, were it not that code may run out of its memory.
    whole: i32,
    /// More cells of memory than code comes to up to there.
    cells: i32,
    /// What was last on the bus.
    last: u8,
}

impl<'a, const CODE: u8, const CAREFUL: bool> Fast<'a, CODE, CAREFUL> {
    /// Begins a stretch that [`Atari::enter_stretch`] or [`Fast::end`] has given. `pc` is where it stands.
    // Inlined, so that the bus is a local variable of the caller. [measured]
    #[inline(always)]
    pub(crate) fn begin(atari: &'a mut Atari, stretch: Stretch, pc: u16, target: u64) -> Self {
        let Stretch { slot, limit, .. } = stretch;
        let ram_end = atari.memory.ram_end;
        let last = atari.tracked.get(slot - 1);
        let next = Manner::Exactly;
        let at = Place { ram_end, slot, limit, whole: limit, cells: 0, last };
        let mut fast = Fast { atari, at, next, target };
        fast.stay_within(pc);
        fast
    }

    /// RAM, ROM, or $FF.
    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> u8 {
        self.atari.memory.bytes[usize::from(address)]
    }

    /// Whether an address is RAM that no DMA is about to read and nobody watches.
    #[inline(always)]
    pub(crate) fn is_plain(&self, address: u16) -> bool {
        self.atari.memory.is_plain(address)
    }

    /// [`Plain::is_plain`], were it not that somebody looks for writes to the address or to others of its cell.
    #[inline(always)]
    pub(crate) fn is_plain_but_watched(&self, address: u16, cycles: i32) -> bool {
        self.atari.memory.is_plain_but_watched(address) && self.at.slot + cycles < self.atari.run.slots
    }

    /// The same bus for somebody else, and where to write how far that comes.
    #[inline(always)]
    pub(crate) fn lend<'b>(&'b mut self) -> (Fast<'b, CODE, CAREFUL>, &'b mut Place) {
        let Fast { ref mut atari, ref mut at, next, target } = *self;
        (Fast { atari, at: *at, next, target }, at)
    }

    /// How far it has come.
    #[inline(always)]
    pub(crate) fn place(&self) -> Place {
        self.at
    }

    /// The bus is asked before the next instruction.
    #[inline(always)]
    pub(crate) fn end_soon(&mut self) {
        (self.at.limit, self.at.whole) = (NONE_FITS, NONE_FITS);
    }

    /// The stretch is to go on in the same memory, but with another bus.
    #[inline(always)]
    pub(crate) fn give_over(&mut self) {
        self.next = match CODE {
            code::IN_RAM => Manner::InRam,
            code::IN_ROM => Manner::InRom,
            _ => Manner::Carefully,
        };
    }

    /// Whether somebody stops at instructions at `pc`, or soon behind it.
    #[inline(always)]
    pub(crate) fn stops_near(&self, pc: u16) -> bool {
        self.atari.memory.stops_near(pc)
    }

    /// Ends the stretch: how it goes on.
    #[inline(always)]
    pub(crate) fn end(self) -> Stretch {
        self.atari.tracked.set(self.at.slot - 1, self.at.last);
        Stretch { slot: self.at.slot, limit: self.at.limit, manner: self.next }
    }

    /// After an access that was not to plain RAM: its slot, and whether the horizon may have moved. A cartridge
    /// may have switched its banks.
    #[inline(always)]
    fn elsewhere(&mut self, slot: i32, moved: bool) {
        self.at.ram_end = self.atari.memory.ram_end;
        // In a run other lines have become the current one.
        self.at.limit -= self.at.slot - slot;
        self.at.whole -= self.at.slot - slot;
        self.at.slot = slot;
        if moved {
            self.end_soon();
            self.atari.tracked.forget_samples();
        }
    }

    /// Takes the samples of the slots up to the present one, if they may be others than before.
    #[inline(always)]
    fn sample(&mut self) {
        if self.at.slot > self.atari.tracked.samples {
            let slot = self.at.slot;
            self.at.slot = self.atari.take_samples(slot, self.at.last);
            if self.at.slot != slot {
                self.at.limit = NONE_FITS;
            }
        }
    }

    /// Goes on behind the stretch; false if that takes another manner.
    #[inline(always)]
    fn enter_next(&mut self, now: Now) -> bool {
        let pc = now.pc;
        let stretch = self.atari.next_stretch(now, self.target);
        Stretch { slot: self.at.slot, limit: self.at.limit, manner: self.next } = stretch;
        self.at.whole = self.at.limit;
        let same = match CODE {
            code::IN_RAM => stretch.manner == Manner::InRam,
            code::IN_ROM => stretch.manner == Manner::InRom,
            code::UNSTOPPED if self.stops_near(pc) => false,
            _ => CAREFUL && stretch.manner == Manner::Carefully,
        };
        if same {
            self.next = Manner::Exactly;
        }
        same
    }

    /// Code has left its memory, or may soon do so, in the middle of a stretch, and stands at `pc`: whether the stretch goes on
    /// with this bus; none if it takes a new one. [measured]
    #[inline(always)]
    fn goes_on_elsewhere(&mut self, pc: u16) -> Option<bool> {
        let manner = if self.at.slot < self.at.whole { self.atari.quick_manner(pc) } else { None }?;
        self.at.limit = self.at.whole;
        let same = manner == if CODE == code::IN_RAM { Manner::InRam } else { Manner::InRom };
        if !same {
            self.next = manner;
        }
        Some(same)
    }

    /// A stretch begins at `pc`.
    #[inline(always)]
    fn stay_within(&mut self, pc: u16) {
        if CAREFUL {
            return;
        }
        let memory = &self.atari.memory;
        self.at.cells = cells_in(self.at.limit - self.at.slot);
        if !memory.is_endless::<CODE>(pc) && memory.free_cells::<CODE>(pc) < self.at.cells {
            self.at.limit = memory.limit_from::<CODE>(pc, self.at.slot, self.at.limit);
            self.at.cells = cells_in(self.at.limit - self.at.slot);
        }
    }

    #[inline(always)]
    fn end_access(&mut self, value: u8) {
        if CAREFUL {
            self.atari.tracked.set(self.at.slot, value);
        }
        self.at.last = value;
        self.at.slot += 1;
    }
}

impl<const CODE: u8, const CAREFUL: bool> Bus for Fast<'_, CODE, CAREFUL> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        // The compiler sees that pages 0 and 1 are RAM.
        let value = if u32::from(address) < memory::LEAST_RAM || u32::from(address) < self.at.ram_end {
            self.atari.memory.bytes[usize::from(address)]
        } else if self.atari.memory.is_rom(address) {
            self.atari.memory.read_rom(address)
        } else {
            let (value, slot, moved) = self.atari.read_above_ram(address, self.at.slot, self.at.last);
            self.elsewhere(slot, moved);
            value
        };
        self.end_access(value);
        value
    }

    #[inline(always)]
    fn read_last(&mut self, address: u16, masked: bool, _masked_after: bool) -> (u8, bool) {
        let due = self.interrupt(masked);
        (self.read(address), due)
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        if CODE == code::ANYWHERE || CODE == code::UNSTOPPED {
            return self.read(address);
        }
        let value = match CODE {
            code::IN_ROM => self.atari.memory.read_rom(address),
            _ => self.atari.memory.bytes[usize::from(address)],
        };
        self.end_access(value);
        value
    }

    #[inline(always)]
    fn fetch_last(&mut self, address: u16, masked: bool, _masked_after: bool) -> (u8, bool) {
        let due = self.interrupt(masked);
        (self.fetch(address), due)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if self.is_plain(address) && self.at.slot < self.atari.run.slots {
            self.atari.memory.write_plain(address, value);
        } else {
            let (slot, horizon) = self.atari.write_elsewhere(address, value, self.at.slot, self.at.last);
            self.elsewhere(slot, horizon != Horizon::Stays);
        }
        self.end_access(value);
    }

    #[inline(always)]
    fn interrupt(&mut self, masked: bool) -> bool {
        if !CAREFUL {
            return false;
        }
        self.sample();
        self.atari.sampler.interrupt(masked)
    }

    #[inline(always)]
    fn nmi_pending(&mut self) -> bool {
        if !CAREFUL {
            return false;
        }
        self.sample();
        self.atari.sampler.nmi_pending()
    }

    #[inline(always)]
    fn nmi_served(&mut self) {
        self.atari.sampler.nmi_served();
    }

    #[inline(always)]
    fn hold_nmi(&mut self, held: bool) {
        if CAREFUL {
            self.sample();
            self.atari.sampler.hold_nmi(held);
        }
    }

    // What runs quickly while the request line is, or may go, low runs masked.
    #[inline(always)]
    fn unmasked(&mut self) {
        if self.atari.unmask_run() && !CAREFUL {
            self.end_soon();
        }
    }

    #[inline(always)]
    fn return_last(&mut self, address: u16, masked: bool) -> (u8, bool) {
        let samples = CAREFUL || (!masked && self.atari.requests_soon());
        if samples {
            self.sample();
        }
        let due = samples && self.atari.sampler.interrupt(masked);
        (self.read(address), due)
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        let memory = &self.atari.memory;
        if CODE == code::UNSTOPPED {
            if memory.stops_near(pc) {
                rarely();
                self.end_soon();
            }
        } else if memory.code_cells::<CODE>(pc) < self.at.cells {
            // Somebody may look at each instruction.
            self.at.limit = memory.limit_in_memory::<CODE>(pc, self.at.slot, self.at.limit);
        }
    }

    #[inline(always)]
    fn begin(&mut self, pc: u16) {
        self.atari.memory.noted.by = pc;
    }

    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.at.slot < self.at.limit
    }

    #[inline(always)]
    fn go_on(&mut self, pc: u16, masked: bool) -> bool {
        if !CAREFUL {
            if let Some(same) = self.goes_on_elsewhere(pc) {
                if same {
                    self.stay_within(pc);
                }
                return same;
            }
            if let Some(rest) = self.atari.rest_of_line(self.at.slot, self.at.whole, pc) {
                (self.at.limit, self.next) = (rest.limit, rest.manner);
                return false;
            }
        }
        let now = Now { slot: self.at.slot, last: self.at.last, pc, masked, due: false };
        let same = self.enter_next(now);
        if same {
            self.stay_within(pc);
        }
        // Somebody is to look at what has been written; then it may well go on so.
        if same && !self.atari.memory.noted.writes.is_empty() {
            self.give_over();
            return false;
        }
        same
    }

    #[inline(always)]
    fn serves_requests(&mut self, pc: u16) -> bool {
        // Who is to look at what has been written comes first.
        if !CAREFUL || !self.atari.memory.noted.writes.is_empty() {
            return false;
        }
        self.begin(pc);
        let now = Now { slot: self.at.slot, last: self.at.last, pc, masked: true, due: true };
        let serves = self.at.slot < self.at.limit || self.enter_next(now);
        // The handler may run quickly.
        self.at.limit = NONE_FITS;
        serves
    }
}

impl<const CODE: u8> Plain for Fast<'_, CODE, false> {
    #[inline(always)]
    fn code(&self, pc: u16) -> [u8; 4] {
        self.atari.memory.code(pc)
    }

    #[inline(always)]
    fn fetched(&mut self, byte: u8) {
        if CODE == code::IN_ROM {
            self.atari.memory.io_value = byte;
        }
    }

    #[inline(always)]
    fn load(&mut self, address: u16) -> Option<u8> {
        if u32::from(address) < self.at.ram_end {
            Some(self.atari.memory.bytes[usize::from(address)])
        } else {
            self.atari.memory.is_rom(address).then(|| self.atari.memory.read_rom(address))
        }
    }

    #[inline(always)]
    fn load_low(&self, address: u16) -> u8 {
        self.atari.memory.bytes[usize::from(address)]
    }

    #[inline(always)]
    fn is_plain(&self, address: u16, cycles: i32) -> bool {
        self.atari.memory.is_plain(address) && self.at.slot + cycles < self.atari.run.slots
    }

    #[inline(always)]
    fn store(&mut self, address: u16, value: u8) {
        self.atari.memory.write_plain(address, value);
    }

    #[inline(always)]
    fn pass(&mut self, cycles: i32, last: u8) {
        self.at.slot += cycles;
        self.at.last = last;
    }

    #[inline(always)]
    fn go_to(&mut self, pc: u16) {
        let memory = &self.atari.memory;
        if !memory.is_endless::<CODE>(pc) && memory.free_cells::<CODE>(pc) < self.at.cells {
            self.at.limit = memory.limit_of_code::<CODE>(pc, self.at.slot, self.at.limit);
        }
    }

    #[inline(always)]
    fn may_run(&mut self, pc: u16) -> bool {
        let near = self.stops_near(pc);
        if near {
            self.give_over();
        }
        !near
    }

    #[inline(always)]
    fn read_after(&mut self, cycles: i32, before: u8, address: u16) -> u8 {
        let (value, slot, moved) = self.atari.read_above_ram(address, self.at.slot + cycles, before);
        self.elsewhere(slot - cycles, moved);
        value
    }

    #[inline(always)]
    fn write_after(&mut self, cycles: i32, before: u8, address: u16, value: u8) {
        let (slot, horizon) = self.atari.write_elsewhere(address, value, self.at.slot + cycles, before);
        let next = slot + 1;
        let release = if horizon == Horizon::Waits { self.atari.pass_wait(next) } else { None };
        self.elsewhere(slot - cycles, horizon != Horizon::Stays && release.is_none());
        self.at.slot += release.map_or(0, |release| release - next);
    }

    type Accesses<'b>
        = Fast<'b, CODE, false>
    where
        Self: 'b;

    // A copy, so that this bus stays in the host's registers.
    #[inline(always)]
    fn by_accesses<'b, T>(&'b mut self, run: impl FnOnce(&mut Self::Accesses<'b>) -> T) -> T {
        let (mut lent, place) = self.lend();
        let result = run(&mut lent);
        *place = lent.at;
        result
    }
}
