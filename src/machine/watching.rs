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
/// The page to which cartridges respond.
const CARTRIDGE_CONTROL: u16 = 0xD5;
/// From here on, all ROM belongs to the operating system.
const SYSTEM_ROM: u16 = 0xD800;
/// An instruction that begins in a line ends no later than in the second line after it.
const LINES_AHEAD: u32 = 2;

impl Machine {
    /// Sets what to stop at from now on; `None` for nothing. Not part of the state. Returns the previous stops.
    pub fn set_stops(&mut self, stops: Option<Stops>) -> Option<Stops> {
        let (written, executed) = stops.as_ref().map_or_else(Default::default, |s| (s.written, s.executed));
        self.atari.memory.stop_at(written, executed);
        let before = std::mem::replace(&mut self.stops, stops.map(Box::new));
        before.map(|stops| *stops)
    }

    /// Makes the machine continue from a stop before the present instruction as if that stop had already been reported.
    pub fn leave_stop(&mut self) {
        let here = self.next_instruction();
        if let Some(stops) = &mut self.stops {
            stops.told = Some(here);
        }
    }

    /// Whether a stop before the present instruction has been reported, so that running on executes the instruction.
    pub fn has_reported_stop(&self) -> bool {
        self.stops.as_ref().is_some_and(|stops| stops.told == Some(self.next_instruction()))
    }

    /// Forgets the last reported stop: the machine got here in another way than by running, so a stop at this place has
    /// not been reported.
    pub(super) fn forget_told(&mut self) {
        if let Some(stops) = &mut self.stops {
            stops.told = None;
        }
    }

    /// Identifies the next instruction among all that are ever executed, by cycle and address.
    fn next_instruction(&self) -> (u64, u16) {
        (self.cycle(), self.cpu.pc)
    }

    /// Whether there is RAM at an address now.
    pub fn has_ram(&self, address: u16) -> bool {
        self.atari.memory.kind(address) == cells::RAM
    }

    /// Whether there is RAM at an address at all times, because no cartridge can cover it.
    pub fn is_ram(&self, address: u16) -> bool {
        let covered = self.config.cartridge.is_some() || self.config.right_cartridge.is_some();
        self.has_ram(address) && (usize::from(address) < WINDOW || !covered)
    }

    /// Takes the addresses written to since the last call; it may include others.
    pub(crate) fn take_written(&mut self) -> Written {
        self.atari.memory.take_written()
    }

    /// The addresses that have been written to since power-on.
    pub(crate) fn ever_written(&self) -> Ever {
        self.atari.memory.ever_written()
    }

    /// Restores the record of addresses that have been written to.
    pub(crate) fn set_ever_written(&mut self, ever: &Ever) {
        self.atari.memory.set_ever_written(ever);
    }

    /// Whether a write to an address has an effect, because RAM, a chip or a cartridge responds to it.
    pub fn takes_writes(&self, address: u16) -> bool {
        matches!(self.atari.memory.kind(address), cells::RAM | cells::IO) || address >> 8 == CARTRIDGE_CONTROL
    }

    /// Whether an address lies in the ROM of the operating system.
    pub fn is_of_system(&self, address: u16) -> bool {
        address >= SYSTEM_ROM && self.atari.memory.is_rom(address)
    }

    /// Whether something other than the CPU may change memory: a program is being loaded, or disks take no time. The
    /// machine then runs single instructions.
    pub fn is_served(&self) -> bool {
        self.loader.is_some() || self.fast_disk
    }

    /// Whether the machine has been given a program of which nothing has been loaded into memory yet.
    pub fn awaits_program(&self) -> bool {
        self.loader.as_ref().is_some_and(|loader| !loader.started)
    }

    /// The current stops.
    pub fn stops(&self) -> Option<&Stops> {
        self.stops.as_deref()
    }

    /// The events that ended the last run with [`Stop::Event`], in the order in which they happened.
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

    /// Runs while watching ANTIC: line by line, and instruction by instruction where ANTIC is about to read a watched
    /// address.
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

    /// Runs until there is an event or cycle `end` is reached.
    fn watch(&mut self, stops: &mut Stops, end: u64) {
        // If the stop before this instruction has been reported, the instruction runs.
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

    /// Runs the instructions that can run in fast stretches; false if there is none.
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
            // The board notes writes to RAM itself. Where there are any that is slower than a watched bus, so after one
            // the bus is watched.
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
            // An RTI that ran quickly has unmasked a pending request.
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

    /// Whether to stop before the next instruction or interrupt; records the reason.
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

    /// Keeps, of the reads of memory that has never been written to, those whose value a program has used.
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

/// Runs a watched stretch. Returns the stretch that follows.
#[inline]
fn watch_stretch(watched: (&mut Cpu, &mut Atari, &mut Stops), stretch: Stretch, end: u64) -> Stretch {
    let looks_at_all = watched.2.looks_at_all;
    match stretch.manner {
        Manner::Exactly | Manner::Interrupted => stretch,
        Manner::Carefully => watch_carefully(watched, stretch, end),
        manner if looks_at_all && manner.keeps_bus() => watch_carefully(watched, stretch, end),
        _ if looks_at_all => watch_all(watched, stretch, end),
        _ => watch(watched, stretch, end),
    }
}

/// Runs the instructions of a quick stretch in which reads are not watched.
#[inline(never)]
fn watch((cpu, atari, stops): (&mut Cpu, &mut Atari, &mut Stops), stretch: Stretch, end: u64) -> Stretch {
    let quick = Quick::begin(atari, stretch, cpu.pc, end);
    let watched = Watched::<_, false>::new(quick, stops, cpu.pc);
    cpu.run_in_pieces(watched, atari).into_bus().end(atari)
}

/// Runs the instructions of a stretch access by access, with reads watched. A single copy of the CPU for code anywhere
/// serves RAM and ROM.
#[inline(never)]
fn watch_all((cpu, atari, stops): (&mut Cpu, &mut Atari, &mut Stops), stretch: Stretch, end: u64) -> Stretch {
    let fast = Fast::<{ code::ANYWHERE }, false>::begin(atari, stretch, cpu.pc, end);
    let mut watched = Watched::<_, true>::new(fast, stops, cpu.pc);
    cpu.run(&mut watched);
    watched.into_bus().end()
}

/// Runs the instructions of a stretch, with reads, the bus and the interrupt pins watched.
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
