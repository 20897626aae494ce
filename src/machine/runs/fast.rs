//! The fast way to run: between two horizons nothing can tell in which machine cycle an access falls, so the CPU only
//! counts its own cycles [time T4, T5]. [`stretch`](super::stretch) decides how far that goes.

use super::accesses::Horizon;
use super::manner::Manner;
use super::place::Place;
use super::stretch::{NONE_FITS, Now, Stretch};
use crate::cpu::{Bus, rarely};
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::code;
use crate::machine::board::lengths::LONGEST;
use crate::machine::board::memory;

/// The hardware as the CPU sees it in fast stretches, while it executes code in `CODE`. If `CAREFUL`, it keeps bus
/// values, samples the interrupt pins and serves interrupts; otherwise it is used only where no interrupt can be
/// served.
pub(crate) struct Fast<'a, const CODE: u8, const CAREFUL: bool> {
    pub(super) atari: &'a mut Atari,
    pub(super) at: Place,
}

impl<'a, const CODE: u8, const CAREFUL: bool> Fast<'a, CODE, CAREFUL> {
    /// Begins a stretch returned by [`Atari::enter_stretch`] or [`Fast::end`]. `pc` is the address of its first
    /// instruction.
    // Inlined, so that the bus is a local variable of the caller. [measured]
    #[inline(always)]
    pub(crate) fn begin(atari: &'a mut Atari, stretch: Stretch, pc: u16, target: u64) -> Self {
        let Stretch { slot, limit, .. } = stretch;
        let last = atari.tracked.get(slot - 1);
        let next = Manner::Exactly;
        let at = Place { slot, limit, whole: limit, last, how: stretch.manner.how(), next, target };
        let mut fast = Fast { atari, at };
        fast.at.stay_within::<CODE>(fast.atari, pc);
        fast
    }

    /// The byte in RAM or ROM, or $FF.
    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> u8 {
        self.atari.memory.bytes[usize::from(address)]
    }

    /// Whether an address is RAM that no DMA is about to read and that is not watched.
    #[inline(always)]
    pub(crate) fn is_plain(&self, address: u16) -> bool {
        self.atari.memory.is_plain(address)
    }

    /// Whether an address is RAM that has never been written to.
    pub(crate) fn is_fresh(&self, address: u16) -> bool {
        self.atari.memory.is_fresh(address)
    }

    /// Ends the stretch with this instruction: the bus is consulted before the next one.
    #[inline(always)]
    pub(crate) fn end_soon(&mut self) {
        self.at.end_soon();
    }

    /// Lets the stretch continue in the same memory, but with another bus.
    #[inline(always)]
    pub(crate) fn hand_over(&mut self) {
        self.at.hand_over::<CODE>();
    }

    /// Ends the stretch. Returns the one that follows.
    #[inline(always)]
    pub(crate) fn end(self) -> Stretch {
        // If bus values are kept, this one has been stored already.
        if !self.at.keeps_bus() {
            self.atari.tracked.set(self.at.slot - 1, self.at.last);
        }
        Stretch { slot: self.at.slot, limit: self.at.limit, manner: self.at.next }
    }

    #[inline(always)]
    fn elsewhere(&mut self, slot: i32, moved: bool) {
        self.at.continue_after_access(self.atari, self.at.slot, slot, moved);
    }

    /// Takes the samples of the slots up to the present one, if they may differ from the last one.
    #[inline(always)]
    fn sample(&mut self) {
        if self.at.slot > self.atari.tracked.samples {
            let slot = self.at.slot;
            let rest = self.atari.run.slots - slot;
            let rolled = self.atari.take_samples(slot, self.at.last);
            let over = rolled != slot && (CAREFUL || self.atari.run.slots - rolled != rest);
            self.at.continue_after_access(self.atari, slot, rolled, false);
            if over {
                self.at.end_soon();
            }
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
        // Tells the compiler that pages 0 and 1 are RAM.
        let value =
            if u32::from(address) < memory::LEAST_RAM || u32::from(address) < self.atari.memory.ram_end {
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
        self.read(address)
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
        if CAREFUL {
            self.sample();
        }
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

    #[inline(always)]
    fn unmasked(&mut self) {
        self.at.unmask::<CAREFUL>(self.atari);
    }

    #[inline(always)]
    fn return_last(&mut self, address: u16, masked_before: bool, masked: bool) -> (u8, bool) {
        let samples = CAREFUL || (!masked && self.atari.requests_soon());
        if samples {
            self.sample();
        }
        let due = samples && self.atari.sampler.interrupt(masked);
        // If an interrupt is taken at once, execution continues masked.
        if masked_before && !masked && !due {
            self.unmasked();
        }
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
        } else if CODE == code::IN_MEMORY && memory.code_cells(self.at.memory(), pc) < self.at.cells() {
            // Each instruction may be watched.
            self.at.limit = memory.limit_in_memory(self.at.memory(), pc, self.at.slot, self.at.limit);
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
        self.at.go_on::<CODE, CAREFUL>(self.atari, pc, masked)
    }

    #[inline(always)]
    fn serves_requests(&mut self, pc: u16) -> bool {
        // Noted writes have to be examined first.
        if !self.atari.memory.noted.writes.is_empty() {
            return false;
        }
        self.begin(pc);
        if !CAREFUL {
            // In quick stretches no NMI comes before it is known to, and the sequence polls for nothing else.
            self.at.limit = self.at.whole;
            return self.at.slot + LONGEST <= self.atari.run.interrupted_from
                && self.goes_on()
                && !self.atari.sampler.nmi_pending()
                && !self.atari.memory.noted.sequences;
        }
        let now = Now { slot: self.at.slot, last: self.at.last, pc, masked: true, due: true };
        let serves = self.at.slot < self.at.limit || self.at.enter_next::<CODE, CAREFUL>(self.atari, now);
        // The handler may run quickly.
        self.at.limit = NONE_FITS;
        serves
    }
}
