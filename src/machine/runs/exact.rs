//! The exact way to run: every access knows its machine cycle, and every CPU clock samples the interrupt lines
//! [time T1, T3].

use crate::chips::antic::timing::{HEAD, REFRESH, TAKEN, VIRTUAL};
use crate::cpu::Bus;
use crate::machine::board::atari::{Atari, LINE, NEVER};

/// The hardware as the CPU sees it in exact stretches.
pub(crate) struct Exact<'a>(pub &'a mut Atari);

impl Exact<'_> {
    /// Goes to the next cycle that ANTIC leaves to the CPU.
    fn next_free_cycle(&mut self) {
        loop {
            let cycle = self.0.cycle;
            let uses = match cycle {
                2..LINE => {
                    self.skip_taken_cycles();
                    if self.0.cycle < LINE {
                        return;
                    }
                    continue;
                }
                LINE.. => {
                    self.0.end_line();
                    continue;
                }
                0 => self.0.antic.head_use(0),
                1 => {
                    if !self.0.antic.is_planned() {
                        self.0.plan_line();
                    }
                    self.0.antic.head_use(1)
                }
            };
            if uses & TAKEN == 0 {
                return;
            }
            self.taken_cycle(cycle, uses);
            self.0.cycle += 1;
        }
    }

    /// Goes to the next free cycle of a planned line, unless it is in one.
    fn skip_taken_cycles(&mut self) {
        let atari = &mut *self.0;
        let plan = atari.antic.plan();
        let free = plan.cycle_at(plan.slot_at(atari.cycle));
        if atari.oracle || atari.phantom_from != 0 || plan.watched != 0 {
            for cycle in atari.cycle..free {
                let uses = self.0.antic.plan().uses[cycle as usize];
                self.taken_cycle(cycle, uses);
            }
        }
        self.0.cycle = free;
    }

    /// A cycle in which the CPU is halted.
    fn taken_cycle(&mut self, cycle: u32, uses: u8) {
        let atari = &mut *self.0;
        if uses & (VIRTUAL | HEAD) == VIRTUAL {
            let value = atari.floating(cycle);
            atari.antic.capture(cycle, value);
        }
        if atari.is_phantom(cycle) {
            atari.advance_antic(cycle + 1);
            let value = if uses & REFRESH != 0 { atari.floating(cycle) } else { atari.antic.last_byte() };
            atari.phantom_load(cycle, value);
        }
        if atari.oracle {
            self.everything_to(cycle + 1);
        }
    }

    /// Brings all chips to `cycle`, for the oracle.
    fn everything_to(&mut self, cycle: u32) {
        let atari = &mut *self.0;
        atari.advance_antic(cycle);
        atari.antic.settle(cycle);
        atari.gtia.catch_up(cycle as u8, atari.antic.an_line());
        atari.follow_pens(cycle);
        let now = atari.line_start + u64::from(cycle);
        atari.advance_serial(now);
        atari.pokey.advance(now);
    }

    /// One clock of a read; also returns whether RDY holds it.
    fn clock_read(&mut self, address: u16) -> (u8, bool) {
        self.next_free_cycle();
        let atari = &mut *self.0;
        let now = atari.now();
        let held = now >= atari.rdy_low && now < atari.rdy_release;
        if now >= atari.rdy_release {
            atari.rdy_low = NEVER;
        }
        let value = if u32::from(address) < atari.memory.ram_end {
            atari.memory.bytes[usize::from(address)]
        } else {
            atari.read_high(address, atari.cycle)
        };
        self.end_clock(value);
        if !held {
            self.0.cpu_cycles += 1;
        }
        (value, held)
    }

    /// The read that ends an instruction: its clocks but the last are polled.
    fn last_read(&mut self, wrong: u16, right: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        let mut taken = self.interrupt(masked);
        let (mut value, mut held) = self.clock_read(wrong);
        while held {
            taken |= self.interrupt(masked_after);
            (value, held) = self.clock_read(right);
        }
        (value, taken)
    }

    /// The end of a CPU clock in which `value` was on the bus.
    fn end_clock(&mut self, value: u8) {
        let atari = &mut *self.0;
        let cycle = atari.cycle;
        atari.bus_value = value;
        if atari.is_phantom(cycle) {
            atari.phantom_load(cycle, value);
        }
        let uses = if cycle == 0 { atari.antic.head_use(0) } else { atari.antic.plan().uses[cycle as usize] };
        if uses & VIRTUAL != 0 {
            atari.antic.capture(cycle, value);
        }
        if matches!(cycle, 6..=9) {
            atari.advance_antic_events(cycle);
        }
        let irq = atari.irq(atari.now());
        let nmi = atari.antic.nmi_pin(cycle);
        atari.sampler.clock(irq, nmi);
        if atari.oracle {
            self.everything_to(cycle + 1);
        }
        self.0.cycle += 1;
    }
}

impl Bus for Exact<'_> {
    fn read(&mut self, address: u16) -> u8 {
        self.read_fixup(address, address).0
    }

    fn read_fixup(&mut self, wrong: u16, right: u16) -> (u8, bool) {
        let (mut value, mut held) = self.clock_read(wrong);
        let stretched = held;
        while held {
            (value, held) = self.clock_read(right);
        }
        (value, stretched)
    }

    fn read_last(&mut self, address: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        self.last_read(address, address, masked, masked_after)
    }

    fn read_fixup_last(&mut self, wrong: u16, right: u16, masked: bool) -> bool {
        self.last_read(wrong, right, masked, masked).1
    }

    fn write(&mut self, address: u16, value: u8) {
        self.next_free_cycle();
        let atari = &mut *self.0;
        if atari.memory.is_plain(address) {
            atari.memory.write_plain(address, value);
        } else {
            atari.write_special(address, value, atari.cycle);
        }
        self.end_clock(value);
        self.0.cpu_cycles += 1;
    }

    fn interrupt(&mut self, masked: bool) -> bool {
        self.0.sampler.interrupt(masked)
    }

    fn nmi_pending(&mut self) -> bool {
        self.0.sampler.nmi_pending()
    }

    fn nmi_served(&mut self) {
        self.0.sampler.nmi_served();
    }

    fn hold_nmi(&mut self, held: bool) {
        self.0.sampler.hold_nmi(held);
    }
}
