//! The fast way to run: between two horizons nobody can tell in which machine cycle an
//! access falls, so the CPU only counts its own cycles (TIME.md T4, T5).
//!
//! The *slots* of a line are its cycles that ANTIC leaves to the CPU. An instruction may run over the
//! end of a line: its slots are then beyond those of the line, until somebody asks for a
//! cycle and [`Atari::roll`] makes the next line the current one.

use super::atari::{Atari, LINE, NEVER};
use super::memory;
use crate::chips::antic::plan::below;
use crate::chips::antic::timing::TAKEN;
use crate::cpu::Bus;
use crate::cpu::opcodes::{Access, Mnemonic, OPCODES};

/// The longest instruction, in CPU cycles.
const LONGEST: i32 = 8;
/// No instruction that begins in a line lasts for so many cycles after its end: two lines in which
/// ANTIC leaves the CPU next to nothing, and a third.
const LONGEST_OVERRUN: u64 = 3 * LINE as u64;
/// No slot.
const NO_SLOT: i32 = i32::MAX;

/// The most CPU cycles that each opcode may take.
const LONGEST_OF: [u8; 256] = {
    let mut longest = [0; 256];
    let mut opcode = 0;
    while opcode < 256 {
        let entry = &OPCODES[opcode];
        longest[opcode] = match entry.mnemonic {
            // It never ends.
            Mnemonic::KIL => u8::MAX,
            _ => entry.cycles + entry.page_penalty as u8 + matches!(entry.access, Access::Branch) as u8,
        };
        opcode += 1;
    }
    longest
};

/// What was on the bus of late.
#[derive(Clone)]
pub struct Tracked {
    /// By slot of the line; the last before its first slot at the end.
    values: [u8; 128],
    /// Watched cycles before this one have their value.
    done: u32,
}

impl Tracked {
    /// Nothing seen yet.
    pub const fn new() -> Self {
        Tracked { values: [0; 128], done: 0 }
    }

    #[inline(always)]
    fn set(&mut self, slot: i32, value: u8) {
        self.values[slot as usize % 128] = value;
    }

    fn get(&self, slot: i32) -> u8 {
        self.values[slot as usize % 128]
    }

    /// A line of `slots` slots is over; `slot` is the next.
    fn end_line(&mut self, slots: i32, slot: i32) {
        let last = self.get(slots - 1);
        self.values.copy_within(slots as usize..=slot as usize, 0);
        self.set(-1, last);
        self.done = 1;
    }
}

/// Slots of the current line before which an instruction must end.
struct Horizon {
    /// One whose values on the bus are kept.
    tracked: i32,
    /// Any other.
    plain: i32,
    /// Slots from this one on are not for instructions to begin in.
    begin: i32,
}

/// The hardware as the CPU sees it in fast stretches. With `TRACKING` every access leaves its value
/// on the bus: around cycles in which a chip takes it, and always in machines in which a read
/// can find nobody there.
pub struct Fast<'a, const TRACKING: bool> {
    atari: &'a mut Atari,
    /// The slot of the next access.
    slot: i32,
    /// Instructions that begin before this slot need no further thought.
    limit: i32,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    target: u64,
}

impl<'a, const TRACKING: bool> Fast<'a, TRACKING> {
    /// Enters a fast stretch if at least one instruction can run in it, and begins before machine cycle
    /// `target`. `pc` is where it stands.
    // Inlined, so that the bus is a local variable of the caller. [measured]
    #[inline(always)]
    pub fn enter(atari: &'a mut Atari, pc: u16, target: u64) -> Option<Self> {
        let (slot, limit) = atari.enter_stretch::<TRACKING>(pc, target)?;
        Some(Fast { atari, slot, limit, target })
    }

    #[inline(always)]
    fn end_access(&mut self, value: u8) {
        if TRACKING {
            self.atari.bus_value = value;
            self.atari.tracked.set(self.slot, value);
        }
        self.slot += 1;
    }
}

impl<const TRACKING: bool> Drop for Fast<'_, TRACKING> {
    fn drop(&mut self) {
        let atari = &mut *self.atari;
        let slot = atari.roll::<TRACKING>(self.slot - 1) + 1;
        if TRACKING {
            atari.capture_tracked(atari.cycle_behind(slot));
        }
        atari.cpu_cycles = atari.cpu_cycles.wrapping_add(slot as u64);
        atari.cycle = atari.cycle_behind(slot);
    }
}

impl<const TRACKING: bool> Bus for Fast<'_, TRACKING> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let value = if u32::from(address) < self.atari.memory.ram_end {
            self.atari.memory.bytes[usize::from(address)]
        } else {
            let (value, slot) = self.atari.read_above_ram::<TRACKING>(address, self.slot);
            if slot != self.slot {
                (self.slot, self.limit) = (slot, i32::MIN);
            }
            value
        };
        self.end_access(value);
        value
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        let value = if u32::from(address) < self.atari.memory.ram_end {
            self.atari.memory.bytes[usize::from(address)]
        } else if self.atari.memory.pages[usize::from(address >> 8)] == memory::ROM {
            let value = self.atari.memory.bytes[usize::from(address)];
            self.atari.memory.io_value = value;
            value
        } else {
            return self.read(address);
        };
        self.end_access(value);
        value
    }

    #[inline(always)]
    fn fetch_last(&mut self, address: u16, _masked: bool, _masked_after: bool) -> (u8, bool) {
        (self.fetch(address), false)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if self.atari.memory.pages[usize::from(address >> 8)] == 0 && self.slot < self.atari.line_slots {
            self.atari.memory.bytes[usize::from(address)] = value;
        } else {
            let (slot, moved) = self.atari.write_elsewhere::<TRACKING>(address, value, self.slot);
            if moved {
                (self.slot, self.limit) = (slot, i32::MIN);
            }
        }
        self.end_access(value);
    }

    #[inline(always)]
    fn go_on(&mut self, pc: u16) -> bool {
        if self.slot < self.limit {
            return true;
        }
        let mut slot = self.slot;
        let limit = self.atari.stretch::<TRACKING>(pc, &mut slot, self.target);
        (self.slot, self.limit) = (slot, limit.unwrap_or(i32::MIN));
        limit.is_some()
    }
}

impl Atari {
    /// The first stretch behind the present cycle, if there is one: slot and limit.
    #[inline(never)]
    fn enter_stretch<const TRACKING: bool>(&mut self, pc: u16, target: u64) -> Option<(i32, i32)> {
        if self.oracle || self.sampler.interrupt(false) {
            return None;
        }
        let started = self.antic.is_started();
        self.line_slots = if started { self.antic.plan().slot_at(LINE) } else { self.slots_before_start() };
        let mut slot = match self.cycle {
            0 => 0,
            cycle if started => self.antic.plan().slot_at(cycle),
            _ => self.line_slots,
        };
        self.tracked.done = self.cycle;
        self.tracked.set(slot - 1, self.bus_value);
        self.cpu_cycles = self.cpu_cycles.wrapping_sub(slot as u64);
        let limit = self.stretch::<TRACKING>(pc, &mut slot, target);
        if limit.is_none() {
            self.cpu_cycles = self.cpu_cycles.wrapping_add(slot as u64);
        }
        let limit = limit?;
        self.sampler.clock(false, false);
        Some((slot, limit))
    }

    /// Whether the instruction at `pc`, of which `slot` is the first, may run fast, and begins before
    /// cycle `target`: gives the slot before which others may begin too. A line that is
    /// over is ended; the next line is started even if the instruction begins in its cycle 0, as
    /// the first two cycles of an instruction never write.
    #[inline(never)]
    fn stretch<const TRACKING: bool>(&mut self, pc: u16, slot: &mut i32, target: u64) -> Option<i32> {
        let elsewhere = memory::IO | memory::ABSENT;
        if self.rdy_low != NEVER || self.memory.kind(pc) & elsewhere != 0 {
            return None;
        }
        if self.line_start + u64::from(self.cycle_behind(*slot)) >= target {
            return None;
        }
        if *slot >= self.line_slots && self.antic.is_started() {
            if !TRACKING && self.antic.plan().watches_next() {
                return None;
            }
            if TRACKING && *slot == self.line_slots {
                // The opcode, should cycle 0 be watched.
                self.tracked.set(*slot, self.memory.bytes[usize::from(pc)]);
            }
            *slot = self.roll::<TRACKING>(*slot);
        }
        if !self.antic.is_started() {
            if self.antic.watches_first() && !TRACKING {
                return None;
            }
            if TRACKING && *slot == 0 {
                self.tracked.set(0, self.memory.bytes[usize::from(pc)]);
            }
            self.start_tracked_line::<TRACKING>();
        }
        let horizon = self.horizon(self.cycle_behind(*slot), target)?;
        let opcode = self.memory.bytes[usize::from(pc)];
        let slot_behind = *slot + i32::from(LONGEST_OF[usize::from(opcode)]);
        let end = match TRACKING {
            false => horizon.plain,
            // Only as long as it must.
            true if slot_behind <= horizon.plain && !self.memory.has_holes => return None,
            true => horizon.tracked,
        };
        let fits = *slot < horizon.begin && slot_behind <= end;
        let limit = match TRACKING && !self.memory.has_holes {
            true => *slot + 1,
            false => (end - LONGEST + 1).min(horizon.begin).min(self.line_slots).max(*slot + 1),
        };
        fits.then_some(limit)
    }

    /// What limits instructions that begin at or after `cycle` of the current line; nothing, if none may
    /// run fast.
    fn horizon(&mut self, cycle: u32, target: u64) -> Option<Horizon> {
        let now = self.line_start + u64::from(cycle);
        if self.irq(now) || (self.phantom_from != 0 && cycle < 8) {
            return None;
        }
        let (plan, gtia) = (self.antic.plan(), &self.gtia);
        let mut tracked = NO_SLOT;
        if cycle < 10 && self.antic.nmi_possible() {
            tracked = plan.slot_at(8);
        }
        let irq = self.irq_until.saturating_sub(self.line_start);
        if irq < u64::from(LINE) + LONGEST_OVERRUN {
            tracked = tracked.min(plan.slot_at(irq.min(LINE.into()) as u32));
        }
        let phantoms = gtia.gractl() & 3 != 0 && !self.antic.fetches_players();
        if phantoms || self.antic.nmi_possible_next() {
            tracked = tracked.min(self.line_slots);
        }
        let mut plain = tracked;
        // What the next line watches is known when its instruction is.
        if plan.watches_next() || self.antic.next_begins_mode_line() {
            plain = plain.min(self.line_slots);
        }
        let watched = plan.watched >> cycle;
        if watched != 0 {
            // A slot earlier: should the watched cycle be taken, then the one before counts.
            plain = plain.min(plan.slot_at(cycle + watched.trailing_zeros()) - 1);
        }
        let target = target - self.line_start;
        let begin = if target > u64::from(LINE) { NO_SLOT } else { plan.slot_at(target as u32 - 1) + 1 };
        Some(Horizon { tracked, plain, begin })
    }

    /// Makes the line in which `slot` falls the current one, and gives the slot there. The next line
    /// is started only if the slot lies behind its cycle 0.
    fn roll<const TRACKING: bool>(&mut self, mut slot: i32) -> i32 {
        while slot >= self.line_slots {
            if !self.antic.is_started() {
                self.start_tracked_line::<TRACKING>();
                continue;
            }
            let slots = self.line_slots;
            if TRACKING {
                self.capture_tracked(LINE);
                self.tracked.end_line(slots, slot);
            }
            slot -= slots;
            self.cpu_cycles = self.cpu_cycles.wrapping_add(slots as u64);
            self.end_line();
            self.line_slots = self.slots_before_start();
        }
        slot
    }

    /// Starts the line; the value on the bus in a watched cycle 0 is known.
    fn start_tracked_line<const TRACKING: bool>(&mut self) {
        if TRACKING && self.antic.watches_first() {
            self.antic.capture(0, self.tracked.get(0));
        }
        self.start_line();
        self.line_slots = self.antic.plan().slot_at(LINE);
    }

    /// A read-modify-write of DMACTL or GRACTL over the end of a line can make phantom loads in it
    /// possible; all cycles before its second write are taken.
    fn load_phantoms_before(&mut self, end: u32) {
        if self.phantom_from != 0 && self.antic.is_started() {
            for cycle in self.phantom_from..end.min(self.phantom_from + 4) {
                self.advance_antic(cycle + 1);
                self.phantom_load(cycle, self.antic.last_byte());
            }
        }
    }

    /// The slots of a line that has not been started: cycle 0, unless it is taken.
    fn slots_before_start(&self) -> i32 {
        i32::from(self.antic.head_use(0) & TAKEN == 0)
    }

    /// The machine cycle of a slot of the current line.
    #[inline]
    fn cycle_of(&self, slot: i32) -> u32 {
        if self.antic.is_started() { self.antic.plan().cycle_at(slot) } else { 0 }
    }

    /// The machine cycle behind the slot before `slot`.
    fn cycle_behind(&self, slot: i32) -> u32 {
        if slot == 0 { 0 } else { self.cycle_of(slot - 1) + 1 }
    }

    /// Gives ANTIC the values of the watched cycles before `end`.
    fn capture_tracked(&mut self, end: u32) {
        if !self.antic.is_started() {
            return;
        }
        let mut watched = self.antic.plan().watched & below(end) & !below(self.tracked.done);
        self.tracked.done = end;
        while watched != 0 {
            let cycle = watched.trailing_zeros();
            watched &= watched - 1;
            let plan = self.antic.plan();
            let slot = plan.slot_at(cycle);
            let value = if plan.taken >> cycle & 1 == 0 {
                self.tracked.get(slot)
            } else {
                let last = self.bus_value;
                self.bus_value = self.tracked.get(slot - 1);
                let value = self.floating(cycle);
                self.bus_value = last;
                value
            };
            self.antic.capture(cycle, value);
        }
    }

    /// A read above the RAM: the value, and the slot, which is another if the line is over.
    fn read_above_ram<const TRACKING: bool>(&mut self, address: u16, slot: i32) -> (u8, i32) {
        if self.memory.kind(address) == memory::ROM {
            let value = self.memory.bytes[usize::from(address)];
            self.memory.io_value = value;
            return (value, slot);
        }
        let slot = self.roll::<TRACKING>(slot);
        let cycle = self.cycle_of(slot);
        if TRACKING {
            self.capture_tracked(cycle);
        }
        (self.read_high(address, cycle), slot)
    }

    /// A write that is not one to RAM that nobody is about to read: the slot, which is another if the
    /// line is over, and whether the horizon may have moved.
    #[inline(never)]
    fn write_elsewhere<const TRACKING: bool>(&mut self, address: u16, value: u8, slot: i32) -> (i32, bool) {
        let rolled = self.roll::<TRACKING>(slot);
        let cycle = self.cycle_of(rolled);
        if rolled != slot {
            self.load_phantoms_before(cycle);
        }
        if TRACKING {
            self.capture_tracked(cycle);
        }
        self.write_special(address, value, cycle);
        if self.is_phantom(cycle) {
            self.phantom_load(cycle, value);
        }
        if self.antic.is_started() {
            self.line_slots = self.antic.plan().slot_at(LINE);
        }
        (rolled, rolled != slot || self.memory.kind(address) == memory::IO)
    }
}
