//! The fast way to run: between two horizons nobody can tell in which machine cycle an
//! access falls, so the CPU only counts its own cycles (TIME.md T4, T5).

use super::atari::{Atari, NEVER};
use super::memory;
use crate::cpu::Bus;
use crate::cpu::opcodes::{Access, Mnemonic, OPCODES};

/// The longest instruction, in CPU cycles.
const LONGEST: i32 = 8;

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

/// The hardware as the CPU sees it in fast stretches. With `TRACKING` every access leaves its value
/// on the bus, for machines in which a read can find nobody there.
pub struct Fast<'a, const TRACKING: bool>(&'a mut Atari);

impl<'a, const TRACKING: bool> Fast<'a, TRACKING> {
    /// Enters a fast stretch if at least one instruction certainly ends before anything can
    /// matter to it, and begins before machine cycle `target`. `pc` is where it stands.
    pub fn enter(atari: &'a mut Atari, pc: u16, target: u64) -> Option<Self> {
        let cycle = atari.cycle;
        let now = atari.now();
        if !(2..114).contains(&cycle) || atari.rdy_low != NEVER || atari.oracle {
            return None;
        }
        if atari.phantom_from != 0 && cycle < 8 {
            return None;
        }
        if atari.irq(now) || atari.sampler.interrupt(false) {
            return None;
        }
        let plan = atari.antic.plan();
        let mut horizon = 114;
        if cycle < 10 && atari.antic.nmi_possible() {
            horizon = 8;
        }
        let mut until = |time: u64| {
            horizon = horizon.min(time.saturating_sub(atari.line_start).min(114) as u32);
        };
        until(atari.irq_until);
        until(target);
        let mut end = plan.slot_at(horizon);
        let watched = plan.watched >> cycle;
        if watched != 0 {
            // One exact access before a watched cycle: it leaves its value on the bus.
            end = end.min(plan.slot_at(cycle + watched.trailing_zeros()) - 1);
        }
        atari.slot = plan.slot_at(cycle);
        atari.fast_end = end;
        if !atari.instruction_fits(pc) {
            return None;
        }
        atari.sampler.clock(false, false);
        atari.cpu_cycles = atari.cpu_cycles.wrapping_sub(atari.slot as u64);
        Some(Fast(atari))
    }

    /// The machine cycle of the coming access.
    #[inline]
    fn cycle(&self) -> u32 {
        self.0.antic.plan().cycle_at(self.0.slot)
    }
}

impl<const TRACKING: bool> Drop for Fast<'_, TRACKING> {
    fn drop(&mut self) {
        let atari = &mut *self.0;
        atari.cpu_cycles = atari.cpu_cycles.wrapping_add(atari.slot as u64);
        atari.cycle = atari.antic.plan().cycle_at(atari.slot - 1) + 1;
    }
}

impl<const TRACKING: bool> Bus for Fast<'_, TRACKING> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let value = if u32::from(address) < self.0.memory.ram_end {
            self.0.memory.bytes[usize::from(address)]
        } else {
            let cycle = self.cycle();
            self.0.read_high(address, cycle)
        };
        if TRACKING {
            self.0.bus_value = value;
        }
        self.0.slot += 1;
        value
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if self.0.memory.pages[usize::from(address >> 8)] == 0 {
            self.0.memory.bytes[usize::from(address)] = value;
        } else {
            let cycle = self.cycle();
            self.0.write_special(address, value, cycle);
        }
        if TRACKING {
            self.0.bus_value = value;
        }
        self.0.slot += 1;
    }

    #[inline(always)]
    fn go_on(&self, pc: u16) -> bool {
        self.0.slot + LONGEST <= self.0.fast_end || self.0.instruction_fits(pc)
    }
}

impl Atari {
    /// Whether the instruction at `pc` certainly ends before the horizon.
    fn instruction_fits(&self, pc: u16) -> bool {
        let opcode = self.memory.bytes[usize::from(pc)];
        self.slot + i32::from(LONGEST_OF[usize::from(opcode)]) <= self.fast_end
            && self.memory.kind(pc) & (memory::IO | memory::ABSENT) == 0
    }
}
