//! Running until something happens that the machine was told to stop at.

use super::board::atari::Atari;
use super::board::cartridge::WINDOW;
use super::board::cells;
use super::board::code_ahead::code;
use super::board::ever::Ever;
use super::board::written::Written;
use super::runs::exact::Exact;
use super::runs::fast::Fast;
use super::runs::manner::Manner;
use super::runs::operands::has_use_for;
use super::runs::quick::Quick;
use super::runs::stops::{Event, Stops, flag, has_wrapped};
use super::runs::stretch::Stretch;
use super::runs::watched::Watched;
use super::{LINE_CYCLES, Machine, Stop, run_stretch};
use crate::cpu::{Cpu, Executed};

const BRK: u8 = 0x00;
/// Where cartridges listen.
const CARTRIDGE_CONTROL: u16 = 0xD5;
/// From here on there is the ROM of the operating system, but for nothing.
const SYSTEM_ROM: u16 = 0xD800;
/// An instruction that begins in a line ends at the latest in the second line behind it.
const LINES_AHEAD: u32 = 2;

impl Machine {
    /// What to stop at from now on; none for nothing. No part of the state. Gives what it was before.
    pub fn set_stops(&mut self, stops: Option<Stops>) -> Option<Stops> {
        let (written, executed) = stops.as_ref().map_or_else(Default::default, |s| (s.written, s.executed));
        self.atari.memory.stop_at(written, executed);
        let before = std::mem::replace(&mut self.stops, stops.map(Box::new));
        before.map(|stops| *stops)
    }

    /// Who stands before an instruction that is a stop goes on with it, as if it had been told.
    pub fn leave_stop(&mut self) {
        let here = self.next_instruction();
        if let Some(stops) = &mut self.stops {
            stops.told = Some(here);
        }
    }

    /// Who comes to where a stop is by another way than running has not been told of it.
    pub(super) fn forget_told(&mut self) {
        if let Some(stops) = &mut self.stops {
            stops.told = None;
        }
    }

    /// Which instruction comes next, of all that are ever executed.
    fn next_instruction(&self) -> (u64, u16) {
        (self.cycle(), self.cpu.pc)
    }

    /// Whether RAM stands at an address now.
    pub fn has_ram(&self, address: u16) -> bool {
        self.atari.memory.kind(address) == cells::RAM
    }

    /// Whether RAM stands at an address at all times: no cartridge covers it, or ever may.
    pub fn is_ram(&self, address: u16) -> bool {
        let covered = self.config.cartridge.is_some() || self.config.right_cartridge.is_some();
        self.has_ram(address) && (usize::from(address) < WINDOW || !covered)
    }

    /// All addresses that have been written to since the last call, and perhaps others.
    pub(crate) fn take_written(&mut self) -> Written {
        self.atari.memory.take_written()
    }

    /// Which addresses have been written to since power-on.
    pub(crate) fn ever_written(&self) -> Ever {
        self.atari.memory.ever_written()
    }

    /// Goes back to what had been written to by then.
    pub(crate) fn set_ever_written(&mut self, ever: &Ever) {
        self.atari.memory.set_ever_written(ever);
    }

    /// Whether a write to an address does anything: there is RAM, a chip, or what a cartridge listens to.
    pub fn takes_writes(&self, address: u16) -> bool {
        matches!(self.atari.memory.kind(address), cells::RAM | cells::IO) || address >> 8 == CARTRIDGE_CONTROL
    }

    /// Whether an address lies in the ROM of the operating system.
    pub fn is_of_system(&self, address: u16) -> bool {
        address >= SYSTEM_ROM && self.atari.memory.is_rom(address)
    }

    /// Whether memory may be changed by others than the CPU: a program is being loaded, or disks take no
    /// time. The machine runs by single instructions then.
    pub fn is_served(&self) -> bool {
        self.loader.is_some() || self.fast_disk
    }

    /// Whether a program has been given to the machine that is still to be loaded: not a byte of it is in memory.
    pub fn awaits_program(&self) -> bool {
        self.loader.as_ref().is_some_and(|loader| !loader.started)
    }

    /// What the machine stops at.
    pub fn stops(&self) -> Option<&Stops> {
        self.stops.as_deref()
    }

    /// Why the last run ended with [`Stop::Event`], in the order in which it happened.
    pub fn events(&self) -> &[Event] {
        self.stops.as_ref().map_or(&[], |stops| &stops.seen.events)
    }

    /// Runs to the first instruction boundary at or after machine cycle `cycle`, or to the first event.
    pub(super) fn run_watching(&mut self, stops: &mut Stops, cycle: u64) -> Stop {
        stops.seen.events.clear();
        let frame = u64::from(self.video().lines() * LINE_CYCLES);
        let frame_start =
            self.cycle() - u64::from(self.line()) * u64::from(LINE_CYCLES) - u64::from(self.line_cycle());
        let beam = stops.next_beam(self.cycle(), frame_start, frame);
        let end = beam.map_or(cycle, |(at, _)| at.min(cycle));
        match stops.looks_at_fetches() {
            true => self.watch_fetches(stops, end),
            false => self.watch(stops, end),
        }
        if let Some((at, event)) = beam
            && self.cycle() >= at
        {
            stops.seen.events.push(event);
        }
        self.end_complete_line();
        if !stops.seen.events.is_empty() {
            Stop::Event
        } else if self.cpu.jammed {
            Stop::Jam
        } else {
            Stop::Reached
        }
    }

    /// Runs with an eye on ANTIC: line by line, and where it is going to read what is looked for, instruction by
    /// instruction.
    fn watch_fetches(&mut self, stops: &mut Stops, end: u64) {
        while self.cycle() < end && stops.seen.events.is_empty() {
            let mut reads = Vec::new();
            self.atari.fetches_ahead(LINES_AHEAD, |cycle, address| {
                if stops.flags(address) & flag::FETCH != 0 {
                    reads.push(Event::Fetch { address, cycle });
                }
            });
            let now = self.cycle();
            let next_line = now + u64::from(LINE_CYCLES - self.line_cycle());
            let next = if reads.is_empty() { next_line.min(end) } else { now + 1 };
            stops.seen.antic_written = false;
            self.watch(stops, next);
            let passed = |event: &Event| matches!(event, Event::Fetch { cycle, .. } if *cycle < self.cycle());
            stops.seen.events.extend(reads.into_iter().filter(passed));
        }
    }

    /// Runs until there is an event or the time is over.
    fn watch(&mut self, stops: &mut Stops, end: u64) {
        // Who was told to stand before this instruction goes on with it.
        let mut leaving = stops.told == Some(self.next_instruction());
        loop {
            if !leaving && self.is_before_stop(stops) {
                stops.told = Some(self.next_instruction());
            }
            if self.cycle() >= end || !stops.seen.events.is_empty() || stops.seen.antic_written {
                return;
            }
            let by_steps = leaving || self.is_served();
            leaving = false;
            if by_steps || !self.watch_fast(stops, end) {
                self.watch_step(stops);
            }
        }
    }

    /// Instructions in fast stretches; false if there is none.
    fn watch_fast(&mut self, stops: &mut Stops, end: u64) -> bool {
        let Machine { cpu, atari, .. } = self;
        let told = cpu.interrupt_due && stops.sequences;
        if cpu.reset_due || cpu.jammed || told {
            return false;
        }
        let entered = atari.enter_stretch(cpu, cpu.interrupt_due, end);
        let Some(mut stretch) = entered else { return false };
        let writes = stops.looks_at_writes();
        let mut noted = false;
        atari.memory.noted.writes.clear();
        atari.memory.noted.sequences = stops.sequences;
        while stretch.manner != Manner::Exactly {
            let free = !stops.looks_at_all && !atari.memory.stops_near(cpu.pc);
            // The board notes writes to RAM, which takes longer than to watch.
            let watched = (writes && (noted || !atari.memory.watches_ram_alone))
                || (stops.sequences && stretch.manner == Manner::Carefully);
            if stretch.manner == Manner::Interrupted {
                (cpu.interrupt_due, stretch.manner) = (true, Manner::Exactly);
            } else if free && !watched {
                let mut running = cpu.running();
                stretch = run_stretch(&mut running, atari, stretch, end);
                cpu.stop(&running);
                noted = stops.note(&mut atari.memory.noted);
                if noted && !stops.seen.is_nothing() {
                    cpu.interrupt_due |= stretch.manner == Manner::Interrupted;
                    stretch.manner = Manner::Exactly;
                }
            } else {
                atari.memory.noted.accesses = true;
                let stretch_watched = atari.before_interrupt(stretch);
                stretch = watch_stretch((cpu, atari, stops), stretch_watched, end);
                atari.memory.noted.accesses = false;
                atari.memory.noted.writes.clear();
                noted = false;
            }
            // An RTI that ran quickly has let a request through.
            if cpu.interrupt_due && !cpu.jammed && !stops.sequences && stops.seen.is_nothing() {
                stretch = atari.interrupted_stretch(stretch.slot, cpu.pc, end);
            }
        }
        atari.leave_stretch(stretch);
        atari.memory.noted.sequences = false;
        self.note_fresh(stops);
        if let Some(pc) = stops.seen.at_stack_end.take() {
            self.note_stack_wrap(stops, self.atari.memory.bytes[usize::from(pc)]);
        }
        true
    }

    /// Whether to stop before what comes next; notes why.
    fn is_before_stop(&self, stops: &mut Stops) -> bool {
        let Cpu { pc, interrupt_due, reset_due, jammed, .. } = self.cpu;
        match (reset_due || jammed, interrupt_due) {
            (true, _) => false,
            (false, true) => stops.before_interrupt(),
            (false, false) => stops.before(pc, self.peek(pc)),
        }
    }

    fn watch_step(&mut self, stops: &mut Stops) {
        let opcode = self.atari.memory.bytes[usize::from(self.cpu.pc)];
        let exact = Exact(&mut self.atari);
        let executed = self.cpu.step(&mut Watched::<_, true>::new(exact, stops, self.cpu.pc));
        self.serve_devices();
        match executed {
            Executed::Nmi if stops.nmi => stops.seen.events.push(Event::Nmi),
            Executed::Irq if stops.irq => stops.seen.events.push(Event::Irq),
            _ => {}
        }
        self.note_fresh(stops);
        if stops.seen.at_stack_end.take().is_some() {
            match executed {
                Executed::Instruction => self.note_stack_wrap(stops, opcode),
                // An interrupt pushes what BRK pushes.
                Executed::Nmi | Executed::Irq => self.note_stack_wrap(stops, BRK),
                Executed::Reset | Executed::Jam => {}
            }
        }
    }

    /// Of the reads of what nobody has written those that a program has made for their values.
    fn note_fresh(&self, stops: &mut Stops) {
        let byte = |at: u16| self.atari.memory.bytes[usize::from(at)];
        for fresh in std::mem::take(&mut stops.seen.fresh) {
            let Event::Uninitialised { address, by, .. } = fresh else { continue };
            if !self.is_of_system(by) && has_use_for(address, by, &self.cpu, byte) {
                stops.seen.events.push(fresh);
            }
        }
    }

    fn note_stack_wrap(&self, stops: &mut Stops, opcode: u8) {
        if has_wrapped(opcode, self.cpu.s) {
            stops.seen.events.push(Event::StackWrap);
        }
    }
}

/// A watched stretch, and how it goes on.
#[inline]
fn watch_stretch(watched: (&mut Cpu, &mut Atari, &mut Stops), stretch: Stretch, end: u64) -> Stretch {
    let looks_at_all = watched.2.looks_at_all;
    match stretch.manner {
        Manner::Exactly | Manner::Interrupted => stretch,
        Manner::Carefully => watch_carefully(watched, stretch, end),
        manner if looks_at_all && manner.is_seen() => watch_carefully(watched, stretch, end),
        _ if looks_at_all => watch_all(watched, stretch, end),
        _ => watch(watched, stretch, end),
    }
}

/// Instructions in a stretch that is run quickly; nobody looks at reads.
#[inline(never)]
fn watch((cpu, atari, stops): (&mut Cpu, &mut Atari, &mut Stops), stretch: Stretch, end: u64) -> Stretch {
    let quick = Quick::begin(atari, stretch, cpu.pc, end);
    let watched = Watched::<_, false>::new(quick, stops, cpu.pc);
    cpu.run_in_pieces(watched, atari).into_bus().end(atari)
}

/// Instructions in a stretch with an eye on reads, access by access, wherever code is: one copy of the CPU for RAM
/// and ROM.
#[inline(never)]
fn watch_all((cpu, atari, stops): (&mut Cpu, &mut Atari, &mut Stops), stretch: Stretch, end: u64) -> Stretch {
    let fast = Fast::<{ code::ANYWHERE }, false>::begin(atari, stretch, cpu.pc, end);
    let mut watched = Watched::<_, true>::new(fast, stops, cpu.pc);
    cpu.run(&mut watched);
    watched.into_bus().end()
}

/// Instructions in a stretch with an eye on reads, on the bus and on the interrupt pins.
#[inline(never)]
fn watch_carefully(
    (cpu, atari, stops): (&mut Cpu, &mut Atari, &mut Stops),
    stretch: Stretch,
    end: u64,
) -> Stretch {
    let fast = Fast::<{ code::ANYWHERE }, true>::begin(atari, stretch, cpu.pc, end);
    let mut watched = Watched::<_, true>::new(fast, stops, cpu.pc);
    cpu.run(&mut watched);
    watched.into_bus().end()
}
