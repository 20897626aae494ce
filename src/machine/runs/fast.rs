//! The fast way to run: between two horizons nobody can tell in which machine cycle an
//! access falls, so the CPU only counts its own cycles [time T4, T5].
//!
//! The *slots* of a line are its cycles that ANTIC leaves to the CPU. An instruction may run over the
//! end of a line: its slots are then beyond those of the line, until somebody asks for a
//! cycle and [`Atari::roll`] makes the next line the current one.

use crate::chips::antic::plan::below;
use crate::chips::antic::timing::TAKEN;
use crate::cpu::Bus;
use crate::cpu::opcodes::{Access, Mnemonic, OPCODES};
use crate::machine::board::atari::{Atari, LINE, NEVER};
use crate::machine::board::memory::{self, code};

/// The longest instruction, in CPU cycles.
const LONGEST: i32 = 8;
/// No instruction that begins in a line lasts for so many cycles after its end: two lines in which
/// ANTIC leaves the CPU next to nothing, and a third.
const LONGEST_OVERRUN: u64 = 3 * LINE as u64;
/// In place of a slot where there is none: later than any.
const NO_SLOT: i32 = i32::MAX;
/// In place of a limit where no instruction may run: before the first slot, and as an index of
/// [`Tracked`] before every other.
const NONE_FITS: i32 = -1;

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
    /// By slot of the line, from the last before its first one on. An index of 8 bits and an instruction
    /// more need no check. [measured]
    values: [u8; 0x100 + 2 * LONGEST as usize],
    /// Watched cycles before this one have their value.
    done: u32,
}

impl Tracked {
    /// Nothing seen yet.
    pub const fn new() -> Self {
        Tracked { values: [0; 0x100 + 2 * LONGEST as usize], done: 0 }
    }

    fn get(&self, slot: i32) -> u8 {
        self.values[index_of(slot)]
    }

    fn set(&mut self, slot: i32, value: u8) {
        self.values[index_of(slot)] = value;
    }

    /// A line of `slots` slots is over.
    #[inline]
    fn end_line(&mut self, slots: i32) {
        // Its last value and those of the instruction that reaches into the next.
        let kept: Option<&[u8; 2 * LONGEST as usize]> = self.values[index_of(slots - 1)..].first_chunk();
        if let Some(kept) = kept.copied() {
            self.values[..kept.len()].copy_from_slice(&kept);
        }
        self.done = 1;
    }
}

/// Where the bus value of a slot is kept.
#[inline(always)]
fn index_of(slot: i32) -> usize {
    usize::from((slot + 1) as u8)
}

/// The most bytes that follow an opcode.
pub const OPERAND_BYTES: u16 = 2;
/// More bytes than the instructions of a line have that come one after the other.
const CODE_AHEAD: u16 = 0x100;

/// The hardware as the CPU sees it in fast stretches, while it executes `CODE`: a fetch needs no look at
/// the memory map then. [measured]
pub struct Fast<'a, const CODE: u8> {
    atari: &'a mut Atari,
    /// A local variable of the caller too, but not of this structure, which then would have to be in
    /// memory as well. [measured]
    tracked: &'a mut Tracked,
    /// All addresses below are RAM; a cartridge may change that in any slow access.
    ram_end: u32,
    /// The slot of the next access, as an index of [`Tracked`].
    index: usize,
    /// Instructions that begin before this index need no further thought. (8 bits tell the compiler that
    /// the index needs no check.)
    limit: u8,
    /// The stretch ends at the first instruction boundary at or after this machine cycle.
    target: u64,
}

impl<'a, const CODE: u8> Fast<'a, CODE> {
    /// Enters a fast stretch if at least one instruction can run in it, and begins before machine cycle
    /// `target`. `pc` is where it stands, in memory of the right kind.
    // Inlined, so that the bus is a local variable of the caller. [measured]
    #[inline(always)]
    pub fn enter(atari: &'a mut Atari, tracked: &'a mut Tracked, pc: u16, target: u64) -> Option<Self> {
        let (slot, limit) = atari.enter_stretch(tracked, pc, target)?;
        let ram_end = atari.memory.ram_end;
        let mut fast =
            Fast { atari, tracked, ram_end, index: index_of(slot), limit: index_of(limit) as u8, target };
        fast.stay_within(pc);
        Some(fast)
    }

    /// RAM, ROM, or $FF.
    #[inline(always)]
    pub fn byte(&self, address: u16) -> u8 {
        self.atari.memory.bytes[usize::from(address)]
    }

    #[inline(always)]
    fn slot(&self) -> i32 {
        self.index as i32 - 1
    }

    /// After an access that was not to plain RAM: its slot, and whether the horizon may have moved. A cartridge
    /// may have switched its banks.
    #[inline(always)]
    fn elsewhere(&mut self, slot: i32, moved: bool) {
        self.ram_end = self.atari.memory.ram_end;
        self.index = index_of(slot);
        if moved {
            self.limit = 0;
        }
    }

    /// If code may soon run out of its memory, looks again after one instruction.
    #[inline(always)]
    fn stay_within(&mut self, pc: u16) {
        if !self.atari.memory.holds_code::<CODE>(pc, CODE_AHEAD) {
            self.limit = self.limit.min(self.index as u8 + 1);
        }
    }

    #[inline(always)]
    fn end_access(&mut self, value: u8) {
        self.tracked.values[self.index] = value;
        self.index += 1;
    }
}

impl<const CODE: u8> Drop for Fast<'_, CODE> {
    fn drop(&mut self) {
        let slot = self.slot();
        self.atari.leave_stretch(self.tracked, slot);
    }
}

impl<const CODE: u8> Bus for Fast<'_, CODE> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        // The compiler sees that pages 0 and 1 are RAM.
        let value = if u32::from(address) < memory::LEAST_RAM || u32::from(address) < self.ram_end {
            self.atari.memory.bytes[usize::from(address)]
        } else {
            let slot = self.slot();
            let (value, slot, moved) = self.atari.read_above_ram(self.tracked, address, slot);
            self.elsewhere(slot, moved);
            value
        };
        self.end_access(value);
        value
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        if CODE == code::ANYWHERE {
            return self.read(address);
        }
        let value = self.atari.memory.bytes[usize::from(address)];
        if CODE == code::IN_ROM {
            self.atari.memory.io_value = value;
        }
        self.end_access(value);
        value
    }

    #[inline(always)]
    fn fetch_last(&mut self, address: u16, _masked: bool, _masked_after: bool) -> (u8, bool) {
        (self.fetch(address), false)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if self.atari.memory.pages[usize::from(address >> 8)] == 0 && self.slot() < self.atari.line_slots {
            self.atari.memory.bytes[usize::from(address)] = value;
        } else {
            let slot = self.slot();
            let (slot, moved) = self.atari.write_elsewhere(self.tracked, address, value, slot);
            self.elsewhere(slot, moved);
        }
        self.end_access(value);
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        if CODE != code::ANYWHERE && !self.atari.memory.holds_code::<CODE>(pc, CODE_AHEAD) {
            self.limit = 0;
        }
    }

    #[inline(always)]
    fn go_on(&mut self, pc: u16) -> bool {
        if self.index < usize::from(self.limit) {
            return true;
        }
        if !self.atari.memory.holds_code::<CODE>(pc, OPERAND_BYTES) {
            return false;
        }
        let slot = self.slot();
        let (slot, limit) = self.atari.next_stretch(self.tracked, pc, slot, self.target);
        (self.index, self.limit) = (index_of(slot), index_of(limit) as u8);
        self.stay_within(pc);
        limit != NONE_FITS
    }
}

impl Atari {
    /// The first stretch behind the present cycle, if there is one: slot and limit.
    #[inline(never)]
    fn enter_stretch(&mut self, tracked: &mut Tracked, pc: u16, target: u64) -> Option<(i32, i32)> {
        if self.oracle || self.sampler.interrupt(false) {
            return None;
        }
        let planned = self.antic.is_planned();
        self.line_slots = if planned { self.antic.plan().slot_at(LINE) } else { self.slots_before_plan() };
        let slot = match self.cycle {
            0 => 0,
            cycle if planned => self.antic.plan().slot_at(cycle),
            _ => self.line_slots,
        };
        tracked.done = self.cycle;
        tracked.set(slot - 1, self.bus_value);
        self.cpu_cycles = self.cpu_cycles.wrapping_sub(slot as u64);
        let (slot, limit) = self.next_stretch(tracked, pc, slot, target);
        if limit == NONE_FITS {
            self.cpu_cycles = self.cpu_cycles.wrapping_add(slot as u64);
            return None;
        }
        self.sampler.clock(false, false);
        Some((slot, limit))
    }

    /// The CPU leaves fast stretches before its access number `slot`.
    #[inline(never)]
    fn leave_stretch(&mut self, tracked: &mut Tracked, slot: i32) {
        let slot = self.roll(tracked, slot - 1) + 1;
        let cycle = self.cycle_behind(slot);
        self.capture_tracked(tracked, cycle);
        self.bus_value = tracked.get(slot - 1);
        self.cpu_cycles = self.cpu_cycles.wrapping_add(slot as u64);
        self.cycle = cycle;
    }

    /// Whether the instruction at `pc`, of which `slot` is the first, may run fast, and begins before
    /// cycle `target`: gives its slot, which is another if the line was over, and the slot before which
    /// others may begin too, or [`NONE_FITS`]. The next line is planned even if the instruction
    /// begins in its cycle 0, as the first two cycles of an instruction never write.
    #[inline(never)]
    fn next_stretch(&mut self, tracked: &mut Tracked, pc: u16, mut slot: i32, target: u64) -> (i32, i32) {
        // The last access may already have been one of the next line.
        if slot > self.line_slots {
            slot = self.roll(tracked, slot - 1) + 1;
        }
        let elsewhere = memory::IO | memory::ABSENT;
        // The target is rarely in this line.
        let over = self.line_start + u64::from(LINE) >= target
            && self.line_start + u64::from(self.cycle_behind(slot)) >= target;
        if self.rdy_low != NEVER || self.memory.kind(pc) & elsewhere != 0 || over {
            return (slot, NONE_FITS);
        }
        // What will be on the bus, should cycle 0 be watched.
        let opcode = self.memory.bytes[usize::from(pc)];
        tracked.set(slot, opcode);
        if slot >= self.line_slots || !self.antic.is_planned() {
            slot = self.roll(tracked, slot);
            if !self.antic.is_planned() {
                self.plan_tracked_line(tracked);
            }
        }
        let cycle = self.cycle_behind(slot);
        let now = self.line_start + u64::from(cycle);
        if self.irq(now) || (self.phantom_from != 0 && cycle < 8) {
            return (slot, NONE_FITS);
        }
        let end = self.horizon(cycle);
        let target = target - self.line_start;
        let begin = match target > u64::from(LINE) {
            true => self.line_slots,
            false => self.line_slots.min(self.antic.plan().slot_at(target as u32 - 1) + 1),
        };
        let fits = slot + i32::from(LONGEST_OF[usize::from(opcode)]) <= end;
        (slot, if fits { (end - LONGEST + 1).min(begin).max(slot + 1) } else { NONE_FITS })
    }

    /// The slot before which instructions that begin at or after `cycle` of the current line must end:
    /// later, interrupts or phantom loads might be due.
    fn horizon(&self, cycle: u32) -> i32 {
        let plan = self.antic.plan();
        let mut end = NO_SLOT;
        if cycle < 10 && !self.kept_lines.is_quiet() && self.antic.nmi_possible() {
            end = plan.slot_at(8);
        }
        let irq = self.irq_until.saturating_sub(self.line_start);
        if irq < u64::from(LINE) + LONGEST_OVERRUN {
            end = end.min(plan.slot_at(irq.min(LINE.into()) as u32));
        }
        if !self.kept_lines.is_quiet() && self.disturbed_next() {
            end = end.min(self.line_slots);
        }
        end
    }

    /// Makes the line in which `slot` falls the current one, and gives the slot there. The next line
    /// is planned only if the slot lies behind its cycle 0.
    #[inline(always)]
    fn roll(&mut self, tracked: &mut Tracked, slot: i32) -> i32 {
        if slot < self.line_slots { slot } else { self.roll_over(tracked, slot) }
    }

    #[inline(never)]
    fn roll_over(&mut self, tracked: &mut Tracked, mut slot: i32) -> i32 {
        while slot >= self.line_slots {
            if !self.antic.is_planned() {
                self.plan_tracked_line(tracked);
                continue;
            }
            let slots = self.line_slots;
            self.capture_tracked(tracked, LINE);
            tracked.end_line(slots);
            slot -= slots;
            self.cpu_cycles = self.cpu_cycles.wrapping_add(slots as u64);
            self.end_line();
            self.line_slots = self.slots_before_plan();
        }
        slot
    }

    /// Starts the line; the value on the bus in a watched cycle 0 is known.
    fn plan_tracked_line(&mut self, tracked: &Tracked) {
        if self.antic.watches_first() {
            self.antic.capture(0, tracked.get(0));
        }
        self.plan_line();
        self.line_slots = self.antic.plan().slot_at(LINE);
    }

    /// A read-modify-write of DMACTL or GRACTL over the end of a line can make phantom loads in it
    /// possible; all cycles before its second write are taken.
    fn load_phantoms_before(&mut self, end: u32) {
        if self.phantom_from != 0 && self.antic.is_planned() {
            for cycle in self.phantom_from..end.min(self.phantom_from + 4) {
                self.advance_antic(cycle + 1);
                self.phantom_load(cycle, self.antic.last_byte());
            }
        }
    }

    /// The slots of a line that has not been planned: cycle 0, unless it is taken.
    fn slots_before_plan(&self) -> i32 {
        i32::from(self.antic.head_use(0) & TAKEN == 0)
    }

    /// The machine cycle of a slot of the current line.
    fn cycle_of(&self, slot: i32) -> u32 {
        if self.antic.is_planned() { self.antic.plan().cycle_at(slot) } else { 0 }
    }

    /// The machine cycle behind the slot before `slot`.
    fn cycle_behind(&self, slot: i32) -> u32 {
        if slot == 0 { 0 } else { self.cycle_of(slot - 1) + 1 }
    }

    /// Gives ANTIC the values of the watched cycles before `end`.
    #[inline(always)]
    fn capture_tracked(&mut self, tracked: &mut Tracked, end: u32) {
        if !self.antic.is_planned() || self.antic.plan().watched != 0 {
            self.capture_watched(tracked, end);
        }
    }

    fn capture_watched(&mut self, tracked: &mut Tracked, end: u32) {
        if !self.antic.is_planned() {
            if end > 0 && self.antic.watches_first() {
                self.antic.capture(0, tracked.get(0));
            }
            return;
        }
        let watched = self.antic.plan().watched;
        let mut watched = watched & below(end) & !below(tracked.done);
        tracked.done = end;
        while watched != 0 {
            let cycle = watched.trailing_zeros();
            watched &= watched - 1;
            let plan = self.antic.plan();
            let slot = plan.slot_at(cycle);
            let value = if plan.taken >> cycle & 1 == 0 {
                tracked.get(slot)
            } else {
                self.bus_value = tracked.get(slot - 1);
                self.floating(cycle)
            };
            self.antic.capture(cycle, value);
        }
    }

    /// A read above the RAM: the value; the slot, which is another if the line is over; and whether the
    /// horizon or the memory map may have moved.
    #[inline(never)]
    fn read_above_ram(&mut self, tracked: &mut Tracked, address: u16, slot: i32) -> (u8, i32, bool) {
        if self.memory.kind(address) == memory::ROM {
            let value = self.memory.bytes[usize::from(address)];
            self.memory.io_value = value;
            return (value, slot, false);
        }
        let rolled = self.roll(tracked, slot);
        let cycle = self.cycle_of(rolled);
        self.capture_tracked(tracked, cycle);
        self.bus_value = tracked.get(rolled - 1);
        let moved = rolled != slot || self.memory.slots.watches((address >> 8) as u8);
        (self.read_high(address, cycle), rolled, moved)
    }

    /// A write that is not one to RAM that nobody is about to read: the slot, which is another if the
    /// line is over, and whether the horizon may have moved.
    #[inline(never)]
    fn write_elsewhere(&mut self, tracked: &mut Tracked, address: u16, value: u8, slot: i32) -> (i32, bool) {
        let rolled = self.roll(tracked, slot);
        let cycle = self.cycle_of(rolled);
        if rolled != slot {
            self.load_phantoms_before(cycle);
        }
        self.capture_tracked(tracked, cycle);
        self.write_special(address, value, cycle);
        if self.is_phantom(cycle) {
            self.phantom_load(cycle, value);
        }
        if self.antic.is_planned() {
            self.line_slots = self.antic.plan().slot_at(LINE);
        }
        (rolled, rolled != slot || self.memory.pages[usize::from(address >> 8)] != 0)
    }
}
