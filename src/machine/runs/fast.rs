//! The fast way to run: between two horizons nobody can tell in which machine cycle an
//! access falls, so the CPU only counts its own cycles [time T4, T5]. How far that goes is for
//! [`stretch`](super::stretch) to say.

use super::stretch::{Manner, NONE_FITS, Now, Stretch};
use super::tracked::Tracked;
use crate::cpu::Bus;
use crate::machine::board::atari::Atari;
use crate::machine::board::memory::{self, code};

/// More bytes than the instructions of a line have that come one after the other.
const CODE_AHEAD: u16 = 0x100;

/// The hardware as the CPU sees it in fast stretches, while it executes `CODE`: a fetch needs no look at
/// the memory map then [measured]. A `CAREFUL` one keeps what is on the bus, samples the interrupt pins and serves
/// interrupts; the others keep away from moments at which one might be served.
pub struct Fast<'a, const CODE: u8, const CAREFUL: bool> {
    atari: &'a mut Atari,
    tracked: &'a mut Tracked,
    /// All addresses below are RAM; a cartridge may change that in any slow access.
    ram_end: u32,
    /// The slot of the next access.
    slot: i32,
    /// Instructions that begin before this slot need no further thought.
    limit: i32,
    /// What was last on the bus.
    last: u8,
    /// How it goes on when this stretch is over.
    next: Manner,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    target: u64,
}

impl<'a, const CODE: u8, const CAREFUL: bool> Fast<'a, CODE, CAREFUL> {
    /// Begins a stretch that [`Atari::enter_stretch`] or [`Fast::end`] has given. `pc` is where it stands.
    // Inlined, so that the bus is a local variable of the caller. [measured]
    #[inline(always)]
    pub fn begin(
        atari: &'a mut Atari,
        tracked: &'a mut Tracked,
        stretch: Stretch,
        pc: u16,
        target: u64,
    ) -> Self {
        let Stretch { slot, limit, .. } = stretch;
        let ram_end = atari.memory.ram_end;
        let last = tracked.get(slot - 1);
        let next = Manner::Exactly;
        let mut fast = Fast { atari, tracked, ram_end, slot, limit, last, next, target };
        fast.stay_within(pc);
        fast
    }

    /// RAM, ROM, or $FF.
    #[inline(always)]
    pub fn byte(&self, address: u16) -> u8 {
        self.atari.memory.bytes[usize::from(address)]
    }

    /// Whether an address is RAM that no DMA is about to read and nobody watches.
    #[inline(always)]
    pub fn is_plain(&self, address: u16) -> bool {
        self.atari.memory.is_plain(address)
    }

    /// Ends the stretch: how it goes on.
    #[inline(always)]
    pub fn end(self) -> Stretch {
        self.tracked.set(self.slot - 1, self.last);
        Stretch { slot: self.slot, limit: self.limit, manner: self.next }
    }

    /// After an access that was not to plain RAM: its slot, and whether the horizon may have moved. A cartridge
    /// may have switched its banks.
    #[inline(always)]
    fn elsewhere(&mut self, slot: i32, moved: bool) {
        self.ram_end = self.atari.memory.ram_end;
        self.slot = slot;
        if moved {
            self.limit = NONE_FITS;
            self.tracked.samples = NONE_FITS;
        }
    }

    /// Takes the samples of the slots up to the present one, if they may be others than before.
    #[inline(always)]
    fn sample(&mut self) {
        if self.slot > self.tracked.samples {
            let slot = self.slot;
            self.slot = self.atari.take_samples(self.tracked, slot, self.last);
            if self.slot != slot {
                self.limit = NONE_FITS;
            }
        }
    }

    /// Goes on behind the stretch; false if that takes another manner.
    #[inline(always)]
    fn enter_next(&mut self, now: Now) -> bool {
        let stretch = self.atari.next_stretch(self.tracked, now, self.target);
        Stretch { slot: self.slot, limit: self.limit, manner: self.next } = stretch;
        let same = match CODE {
            code::IN_RAM => stretch.manner == Manner::InRam,
            code::IN_ROM => stretch.manner == Manner::InRom,
            _ => stretch.manner == Manner::Carefully,
        };
        if same {
            self.next = Manner::Exactly;
        }
        same
    }

    /// If code may soon run out of its memory, looks again after one instruction.
    #[inline(always)]
    fn stay_within(&mut self, pc: u16) {
        if !self.atari.memory.holds_code::<CODE>(pc, CODE_AHEAD) {
            self.limit = self.limit.min(self.slot + 1);
        }
    }

    #[inline(always)]
    fn end_access(&mut self, value: u8) {
        if CAREFUL {
            self.tracked.set(self.slot, value);
        }
        self.last = value;
        self.slot += 1;
    }
}

impl<const CODE: u8, const CAREFUL: bool> Bus for Fast<'_, CODE, CAREFUL> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        // The compiler sees that pages 0 and 1 are RAM.
        let value = if u32::from(address) < memory::LEAST_RAM || u32::from(address) < self.ram_end {
            self.atari.memory.bytes[usize::from(address)]
        } else if self.atari.memory.is_rom(address) {
            self.atari.memory.read_rom(address)
        } else {
            let (value, slot, moved) = self.atari.read_above_ram(self.tracked, address, self.slot, self.last);
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
        if CODE == code::ANYWHERE {
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
        if self.is_plain(address) && self.slot < self.atari.line_slots {
            self.atari.memory.bytes[usize::from(address)] = value;
        } else {
            let (slot, moved) =
                self.atari.write_elsewhere(self.tracked, address, value, self.slot, self.last);
            self.elsewhere(slot, moved);
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
        if !CAREFUL {
            self.limit = NONE_FITS;
        }
    }

    #[inline(always)]
    fn return_last(&mut self, address: u16, masked: bool) -> (u8, bool) {
        let samples = CAREFUL || !masked;
        if samples {
            self.sample();
        }
        let due = samples && self.atari.sampler.interrupt(masked);
        (self.read(address), due)
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        if CODE != code::ANYWHERE && !self.atari.memory.holds_code::<CODE>(pc, CODE_AHEAD) {
            self.limit = NONE_FITS;
        }
    }

    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.slot < self.limit
    }

    #[inline(always)]
    fn go_on(&mut self, pc: u16, masked: bool) -> bool {
        let now = Now { slot: self.slot, last: self.last, pc, masked, due: false };
        let same = self.enter_next(now);
        if same {
            self.stay_within(pc);
        }
        same
    }

    #[inline(always)]
    fn serves_requests(&mut self, pc: u16) -> bool {
        if !CAREFUL {
            return false;
        }
        let now = Now { slot: self.slot, last: self.last, pc, masked: true, due: true };
        let serves = self.slot < self.limit || self.enter_next(now);
        // The handler may run quickly.
        self.limit = NONE_FITS;
        serves
    }
}
