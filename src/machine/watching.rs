//! Running until something happens that the machine was told to stop at.

use super::board::atari::Atari;
use super::board::memory::code;
use super::runs::exact::Exact;
use super::runs::fast::Fast;
use super::runs::stops::{Event, Stops, has_wrapped};
use super::runs::stretch::{Manner, Stretch};
use super::runs::tracked::Tracked;
use super::runs::watched::Watched;
use super::{LINE_CYCLES, Machine, Stop};
use crate::cpu::{Cpu, Executed};

const BRK: u8 = 0x00;

impl Machine {
    /// What to stop at from now on; none for nothing. No part of the state.
    pub fn set_stops(&mut self, stops: Option<Stops>) {
        self.stops = stops.map(Box::new);
    }

    /// What the machine stops at.
    pub fn stops(&self) -> Option<&Stops> {
        self.stops.as_deref()
    }

    /// Why the last run ended with [`Stop::Event`], in the order in which it happened.
    pub fn events(&self) -> &[Event] {
        self.stops.as_ref().map_or(&[], |stops| &stops.events)
    }

    /// Runs to the first instruction boundary at or after machine cycle `cycle`, or to the first event.
    pub(super) fn run_watching(&mut self, stops: &mut Stops, cycle: u64) -> Stop {
        stops.events.clear();
        let frame = u64::from(self.video().lines() * LINE_CYCLES);
        let frame_start =
            self.cycle() - u64::from(self.line()) * u64::from(LINE_CYCLES) - u64::from(self.line_cycle());
        let beam = stops.next_beam(self.cycle(), frame_start, frame);
        let end = beam.map_or(cycle, |(at, _)| at.min(cycle));
        match stops.looks_at_accesses() {
            true => self.watch::<true>(stops, end),
            false => self.watch::<false>(stops, end),
        }
        if let Some((at, event)) = beam
            && self.cycle() >= at
        {
            stops.events.push(event);
        }
        self.end_complete_line();
        if !stops.events.is_empty() {
            Stop::Event
        } else if self.cpu.jammed {
            Stop::Jam
        } else {
            Stop::Reached
        }
    }

    /// Runs until there is an event or the time is over.
    fn watch<const ACCESSES: bool>(&mut self, stops: &mut Stops, end: u64) {
        // Who was told to stand before this instruction goes on with it.
        let mut leaving = stops.told_at == Some(self.cycle());
        loop {
            if !leaving && !self.something_due() {
                let pc = self.cpu.pc;
                if stops.before(pc, self.atari.memory.bytes[usize::from(pc)]) {
                    stops.told_at = Some(self.cycle());
                }
            }
            if self.cycle() >= end || !stops.events.is_empty() {
                return;
            }
            let by_steps = leaving || self.loader.is_some() || self.fast_disk;
            leaving = false;
            if by_steps || !self.watch_fast::<ACCESSES>(stops, end) {
                self.watch_step(stops);
            }
        }
    }

    /// Instructions in fast stretches; false if there is none.
    fn watch_fast<const ACCESSES: bool>(&mut self, stops: &mut Stops, end: u64) -> bool {
        let is_due = self.something_due();
        let Machine { cpu, atari, tracked, .. } = self;
        let entered = if is_due { None } else { atari.enter_stretch(tracked, cpu, false, end) };
        let Some(mut stretch) = entered else { return false };
        loop {
            let watched = (&mut *cpu, &mut **atari, &mut *tracked, &mut *stops);
            stretch = match stretch.manner {
                Manner::InRam => watch::<{ code::IN_RAM }, false, ACCESSES>(watched, stretch, end),
                Manner::InRom => watch::<{ code::IN_ROM }, false, ACCESSES>(watched, stretch, end),
                Manner::Carefully => watch::<{ code::ANYWHERE }, true, ACCESSES>(watched, stretch, end),
                Manner::Exactly => break,
            };
        }
        atari.leave_stretch(tracked, stretch);
        if let Some(pc) = stops.at_stack_end.take() {
            self.note_stack_wrap(stops, self.atari.memory.bytes[usize::from(pc)]);
        }
        true
    }

    /// An interrupt, a reset or nothing at all comes before the next instruction.
    fn something_due(&self) -> bool {
        self.cpu.interrupt_due || self.cpu.reset_due || self.cpu.jammed
    }

    fn watch_step(&mut self, stops: &mut Stops) {
        let opcode = self.atari.memory.bytes[usize::from(self.cpu.pc)];
        let exact = Exact(&mut self.atari);
        let executed = self.cpu.step(&mut Watched::<_, true>::new(exact, stops, self.cpu.pc));
        self.serve_devices();
        match executed {
            Executed::Nmi if stops.nmi => stops.events.push(Event::Nmi),
            Executed::Irq if stops.irq => stops.events.push(Event::Irq),
            _ => {}
        }
        if stops.at_stack_end.take().is_some() {
            match executed {
                Executed::Instruction => self.note_stack_wrap(stops, opcode),
                // An interrupt pushes what BRK pushes.
                Executed::Nmi | Executed::Irq => self.note_stack_wrap(stops, BRK),
                Executed::Reset | Executed::Jam => {}
            }
        }
    }

    fn note_stack_wrap(&self, stops: &mut Stops, opcode: u8) {
        if has_wrapped(opcode, self.cpu.s) {
            stops.events.push(Event::StackWrap);
        }
    }
}

/// Instructions in a watched stretch; how it goes on.
#[inline(never)]
fn watch<const CODE: u8, const CAREFUL: bool, const ACCESSES: bool>(
    (cpu, atari, tracked, stops): (&mut Cpu, &mut Atari, &mut Tracked, &mut Stops),
    stretch: Stretch,
    end: u64,
) -> Stretch {
    let fast = Fast::<CODE, CAREFUL>::begin(atari, tracked, stretch, cpu.pc, end);
    let mut watched = Watched::<_, ACCESSES>::new(fast, stops, cpu.pc);
    cpu.run(&mut watched);
    watched.into_bus().end()
}
