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
/// the memory map then [measured]. A careful one keeps what is on the bus, samples the interrupt pins and serves
/// interrupts; the others keep away from moments at which one might be served.
pub(crate) struct Fast<'a, const CODE: u8, const CAREFUL: bool> {
    atari: &'a mut Atari,
    at: Place,
}

/// How far a stretch has come.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The slot of the next access.
    slot: i32,
    /// Instructions that begin before this slot need no further thought.
    limit: i32,
    /// The same, were it not that code may run out of its memory.
    whole: i32,
    /// What was last on the bus.
    last: u8,
    /// Somebody looks at the bus: its values are kept.
    seen: bool,
    /// How it goes on when this stretch is over.
    next: Manner,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    target: u64,
}

impl Place {
    /// After an access in `slot` that was not to plain RAM: in which slot it was, and whether the horizon may have moved.
    #[inline(always)]
    fn come_elsewhere(&mut self, atari: &mut Atari, slot: i32, was: i32, moved: bool) {
        // In a run other lines have become the current one.
        self.limit -= slot - was;
        self.whole -= slot - was;
        self.slot = was;
        if moved {
            self.end_soon();
            atari.tracked.forget_samples();
        }
    }

    /// The bus is asked before the next instruction.
    #[inline(always)]
    fn end_soon(&mut self) {
        (self.limit, self.whole) = (NONE_FITS, NONE_FITS);
    }

    /// The I flag has been cleared.
    // What runs quickly while the request line is, or may go, low runs masked.
    #[inline(always)]
    fn unmask<const CAREFUL: bool>(&mut self, atari: &mut Atari) {
        if atari.unmask_run() && !CAREFUL {
            self.end_soon();
        }
    }

    /// Goes on behind the stretch; false if that takes another manner.
    #[inline(always)]
    fn enter_next<const CODE: u8, const CAREFUL: bool>(&mut self, atari: &mut Atari, now: Now) -> bool {
        let pc = now.pc;
        let stretch = atari.next_stretch(now, self.target);
        Stretch { slot: self.slot, limit: self.limit, manner: self.next } = stretch;
        (self.whole, self.seen) = (self.limit, stretch.manner.is_seen());
        let same = match CODE {
            code::IN_RAM | code::IN_ROM => stretch.manner.is_of::<CODE>(),
            code::UNSTOPPED if atari.memory.stops_near(pc) => false,
            _ => CAREFUL && stretch.manner == Manner::Carefully,
        };
        if same {
            self.next = Manner::Exactly;
        }
        same
    }

    /// Code has left its memory, or may soon do so, in the middle of a stretch, and stands at `pc`: whether the stretch goes on
    /// with the same bus; none if it takes a new stretch.
    #[inline(always)]
    fn go_on_elsewhere<const CODE: u8>(&mut self, atari: &Atari, pc: u16) -> Option<bool> {
        let manner = if self.slot < self.whole { atari.quick_manner(pc) } else { None }?;
        Some(self.go_on_to::<CODE>(atari, pc, self.whole, manner, self.seen))
    }

    /// Goes on in some manner up to `limit`, seen or not; false if that takes another bus.
    #[inline(always)]
    fn go_on_to<const CODE: u8>(
        &mut self,
        atari: &Atari,
        pc: u16,
        limit: i32,
        manner: Manner,
        seen: bool,
    ) -> bool {
        (self.limit, self.whole, self.seen) = (limit, limit, seen);
        let same = manner.is_of::<CODE>();
        if same {
            self.stay_within::<CODE, false>(atari, pc);
        } else {
            self.next = if seen { manner.seen() } else { manner };
        }
        same
    }

    /// A stretch begins at `pc`.
    #[inline(always)]
    fn stay_within<const CODE: u8, const CAREFUL: bool>(&mut self, atari: &Atari, pc: u16) {
        if CAREFUL {
            return;
        }
        let memory = &atari.memory;
        if !memory.is_endless::<CODE>(pc) && memory.free_cells::<CODE>(pc) < self.cells() {
            self.limit = memory.limit_from::<CODE>(pc, self.slot, self.limit);
        }
    }

    /// More cells of memory than code comes to in what is left of the stretch.
    #[inline(always)]
    fn cells(&self) -> i32 {
        cells_in(self.limit - self.slot)
    }

    /// The stretch is to go on in the same memory, but with another bus.
    #[inline(always)]
    fn give_over<const CODE: u8>(&mut self) {
        let manner = Manner::of::<CODE>();
        self.next = if self.seen { manner.seen() } else { manner };
    }

    /// See [`Bus::go_on`].
    #[inline(always)]
    fn go_on<const CODE: u8, const CAREFUL: bool>(
        &mut self,
        atari: &mut Atari,
        pc: u16,
        masked: bool,
    ) -> bool {
        if !CAREFUL {
            if let Some(same) = self.go_on_elsewhere::<CODE>(atari, pc) {
                return same;
            }
            if let Some((manner, limit)) = atari.rest_of_line(self.slot, self.whole, pc) {
                return self.go_on_to::<CODE>(atari, pc, limit, manner, true);
            }
        }
        let now = Now { slot: self.slot, last: self.last, pc, masked, due: false };
        let same = self.enter_next::<CODE, CAREFUL>(atari, now);
        if same {
            self.stay_within::<CODE, CAREFUL>(atari, pc);
        }
        // Somebody is to look at what has been written; then it may well go on so.
        if same && !atari.memory.noted.writes.is_empty() {
            self.give_over::<CODE>();
            return false;
        }
        same
    }
}

impl<'a, const CODE: u8, const CAREFUL: bool> Fast<'a, CODE, CAREFUL> {
    /// Begins a stretch that [`Atari::enter_stretch`] or [`Fast::end`] has given. `pc` is where it stands.
    // Inlined, so that the bus is a local variable of the caller. [measured]
    #[inline(always)]
    pub(crate) fn begin(atari: &'a mut Atari, stretch: Stretch, pc: u16, target: u64) -> Self {
        let Stretch { slot, limit, .. } = stretch;
        let last = atari.tracked.get(slot - 1);
        let next = Manner::Exactly;
        let seen = stretch.manner.is_seen();
        let at = Place { slot, limit, whole: limit, last, seen, next, target };
        let mut fast = Fast { atari, at };
        fast.at.stay_within::<CODE, CAREFUL>(fast.atari, pc);
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

    /// The bus is asked before the next instruction.
    #[inline(always)]
    pub(crate) fn end_soon(&mut self) {
        self.at.end_soon();
    }

    /// The stretch is to go on in the same memory, but with another bus.
    #[inline(always)]
    pub(crate) fn give_over(&mut self) {
        self.at.give_over::<CODE>();
    }

    /// Ends the stretch: how it goes on.
    #[inline(always)]
    pub(crate) fn end(self) -> Stretch {
        // What is seen has been kept.
        if !self.at.seen {
            self.atari.tracked.set(self.at.slot - 1, self.at.last);
        }
        Stretch { slot: self.at.slot, limit: self.at.limit, manner: self.at.next }
    }

    #[inline(always)]
    fn elsewhere(&mut self, slot: i32, moved: bool) {
        self.at.come_elsewhere(self.atari, self.at.slot, slot, moved);
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

    #[inline(always)]
    fn unmasked(&mut self) {
        self.at.unmask::<CAREFUL>(self.atari);
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
        } else if memory.code_cells::<CODE>(pc) < self.at.cells() {
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
        self.at.go_on::<CODE, CAREFUL>(self.atari, pc, masked)
    }

    #[inline(always)]
    fn serves_requests(&mut self, pc: u16) -> bool {
        // Who is to look at what has been written comes first.
        if !CAREFUL || !self.atari.memory.noted.writes.is_empty() {
            return false;
        }
        self.begin(pc);
        let now = Now { slot: self.at.slot, last: self.at.last, pc, masked: true, due: true };
        let serves = self.at.slot < self.at.limit || self.at.enter_next::<CODE, CAREFUL>(self.atari, now);
        // The handler may run quickly.
        self.at.limit = NONE_FITS;
        serves
    }
}

/// [`Fast`] without the hardware, which stands beside it: for instructions in one piece.
pub(crate) struct Quick<const CODE: u8>(Place);

impl<const CODE: u8> Quick<CODE> {
    /// As [`Fast::begin`].
    #[inline(always)]
    pub(crate) fn begin(atari: &mut Atari, stretch: Stretch, pc: u16, target: u64) -> Self {
        Quick(Fast::<CODE, false>::begin(atari, stretch, pc, target).at)
    }

    /// As [`Fast::end`].
    #[inline(always)]
    pub(crate) fn end(self, atari: &mut Atari) -> Stretch {
        self.with(atari).end()
    }

    /// Both together.
    #[inline(always)]
    pub(crate) fn with<'a>(&self, atari: &'a mut Atari) -> Fast<'a, CODE, false> {
        Fast { atari, at: self.0 }
    }

    /// Goes on where [`Quick::with`] has come to.
    #[inline(always)]
    pub(crate) fn follow(&mut self, fast: &Fast<'_, CODE, false>) {
        self.0 = fast.at;
    }
}

impl<const CODE: u8> Plain for Quick<CODE> {
    type Board = Atari;
    const ASKS_ALWAYS: bool = false;

    #[inline(always)]
    fn code<const N: usize>(atari: &Atari, pc: u16) -> u8 {
        atari.memory.code::<N>(pc)
    }

    #[inline(always)]
    fn word(atari: &Atari, pc: u16) -> u16 {
        atari.memory.word(usize::from(pc) + 1)
    }

    #[inline(always)]
    fn fetched(atari: &mut Atari, byte: u8) {
        if CODE == code::IN_ROM {
            atari.memory.io_value = byte;
        }
    }

    #[inline(always)]
    fn load(atari: &mut Atari, address: u16) -> Option<u8> {
        let memory = &mut atari.memory;
        if u32::from(address) < memory.ram_end {
            Some(memory.bytes[usize::from(address)])
        } else {
            memory.is_rom(address).then(|| memory.read_rom(address))
        }
    }

    // What is in ROM reads ROM.
    #[inline(always)]
    fn load_at_hand(atari: &mut Atari, address: u16) -> Option<u8> {
        let memory = &atari.memory;
        let is_ram = u32::from(address) < memory.ram_end;
        if CODE == code::IN_ROM && !is_ram {
            Self::load(atari, address)
        } else {
            is_ram.then(|| memory.bytes[usize::from(address)])
        }
    }

    #[inline(always)]
    fn load_low(atari: &Atari, address: u16) -> u8 {
        atari.memory.bytes[usize::from(address)]
    }

    #[inline(always)]
    fn load_low_word(atari: &Atari, address: u8) -> u16 {
        atari.memory.word(address.into())
    }

    #[inline(always)]
    fn load_plain(atari: &Atari, address: u16) -> u8 {
        atari.memory.bytes[usize::from(address)]
    }

    #[inline(always)]
    fn is_plain(&self, atari: &Atari, address: u16) -> bool {
        atari.memory.is_plain(address)
    }

    #[inline(always)]
    fn is_low_plain(atari: &Atari) -> bool {
        atari.memory.is_low_plain()
    }

    #[inline(always)]
    fn is_in_time(&self, atari: &Atari, slot: i32) -> bool {
        self.0.limit + slot < atari.run.slots
    }

    #[inline(always)]
    fn store(atari: &mut Atari, address: u16, value: u8) {
        atari.memory.write_plain(address, value);
    }

    #[inline(always)]
    fn leads_far(atari: &Atari, pc: u16) -> bool {
        atari.memory.is_endless::<CODE>(pc)
    }

    #[inline(always)]
    fn jump(&mut self, atari: &mut Atari, pc: u16) {
        let memory = &atari.memory;
        if !memory.is_endless::<CODE>(pc) && memory.free_cells::<CODE>(pc) < self.0.cells() {
            self.0.limit = memory.limit_of_code::<CODE>(pc, self.0.slot, self.0.limit);
        }
    }

    #[inline(always)]
    fn left(&self) -> i32 {
        self.0.slot - self.0.limit
    }

    #[inline(always)]
    fn come_to(&mut self, left: i32, last: u8) {
        self.0.slot = self.0.limit + left;
        self.0.last = last;
    }

    #[inline(always)]
    fn unmasked(&mut self, atari: &mut Atari) {
        self.0.unmask::<false>(atari);
    }

    #[inline(always)]
    fn begin(&mut self, atari: &mut Atari, pc: u16) {
        atari.memory.noted.by = pc;
    }

    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.left() < 0
    }

    #[inline(always)]
    fn go_on(&mut self, atari: &mut Atari, pc: u16, masked: bool) -> bool {
        self.0.go_on::<CODE, false>(atari, pc, masked)
    }

    #[inline(always)]
    fn may_run(&mut self, atari: &mut Atari, pc: u16) -> bool {
        let near = atari.memory.stops_near(pc);
        if near {
            self.0.give_over::<CODE>();
        }
        !near
    }

    #[inline(always)]
    fn slot(&self, left: i32) -> i32 {
        self.0.limit + left
    }

    #[inline(always)]
    fn is_seen(&self) -> bool {
        self.0.seen
    }

    #[inline(always)]
    fn go_carefully(&mut self) {
        (self.0.limit, self.0.next) = (self.0.slot + 1, Manner::Carefully);
    }

    #[inline(always)]
    fn see(atari: &mut Atari, slot: i32, values: &[u8]) {
        for (slot, value) in (slot..).zip(values) {
            atari.tracked.set(slot, *value);
        }
    }

    #[inline(always)]
    fn read_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16) -> (u8, bool) {
        let (value, was, moved) = atari.read_above_ram(address, slot, before);
        self.0.come_elsewhere(atari, slot, was, moved);
        (value, moved)
    }

    #[inline(always)]
    fn write_at(&mut self, atari: &mut Atari, slot: i32, before: u8, address: u16, value: u8) -> bool {
        let (was, horizon) = atari.write_elsewhere(address, value, slot, before);
        let next = was + 1;
        let release = if horizon == Horizon::Waits { atari.pass_wait(next) } else { None };
        self.0.come_elsewhere(atari, slot, was, horizon != Horizon::Stays && release.is_none());
        // It goes on behind the wait.
        self.0.slot += release.map_or(0, |release| release - next);
        horizon != Horizon::Stays
    }

    type Accesses<'b>
        = Fast<'b, CODE, false>
    where
        Self: 'b;

    #[inline(always)]
    fn by_accesses<'b, T>(
        &'b mut self,
        atari: &'b mut Atari,
        run: impl FnOnce(&mut Self::Accesses<'b>) -> T,
    ) -> T {
        let mut fast = self.with(atari);
        let result = run(&mut fast);
        self.follow(&fast);
        result
    }
}
