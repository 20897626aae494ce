//! What a person wants a program to stop at, by number.

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::debug::expression::Expression;
use crate::machine::{Event, Machine, Stops, register};

const BRK: u8 = 0x00;
/// Most hits whose times are kept; half of them are forgotten at a time.
const MOST_HITS: usize = 1 << 20;

/// A kind of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The CPU reads.
    Read,
    /// The CPU writes.
    Write,
    /// The CPU is about to execute what is there.
    Execute,
    /// The CPU writes another value than there was.
    Change,
}

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BreakpointKind {
    /// One of these instructions is about to be executed.
    Instruction(Vec<u16>),
    /// An access to an address from the first to the last.
    Access(Access, u16, u16),
    /// A non-maskable interrupt has begun.
    Nmi,
    /// An interrupt request is being served.
    Irq,
    /// A BRK is about to be executed.
    Brk,
    /// An opcode that jams the CPU is about to be executed.
    Jam,
    /// The stack pointer has wrapped around.
    Stack,
    /// A byte of RAM has been read that nobody has written: [`Event::Uninitialised`].
    Uninitialised,
    /// The program has written to ROM, or where nothing is. What the operating system's ROM does is not looked at.
    RomWrite,
    /// A procedure has taken more CPU cycles than its budget.
    Budget,
    /// An interrupt's handler is about to return with other registers than it took.
    Registers,
    /// A frame has begun.
    Frame,
    /// The beam has come to this scan line and cycle of the line.
    Beam(u32, u32),
}

/// What happened when a breakpoint was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The address, where it is an access.
    pub address: u16,
    /// What was there, if it is a write.
    pub old: u8,
    /// What was read or written.
    pub new: u8,
    /// The address of the instruction.
    pub by: u16,
}

impl BreakpointKind {
    /// The first of the instructions that are waited for, as whose code a condition is meant.
    pub fn instruction(&self) -> Option<u16> {
        if let BreakpointKind::Instruction(addresses) = self { addresses.first().copied() } else { None }
    }

    /// Makes a machine stop at it.
    fn watch(&self, stops: &mut Stops, machine: &Machine) {
        match *self {
            BreakpointKind::Instruction(ref addresses) => {
                addresses.iter().for_each(|&at| stops.on_execute(at..=at))
            }
            BreakpointKind::Access(Access::Read, from, to) => stops.on_read(from..=to),
            BreakpointKind::Access(Access::Write, from, to) => stops.on_write(from..=to),
            BreakpointKind::Access(Access::Execute, from, to) => stops.on_execute(from..=to),
            BreakpointKind::Access(Access::Change, from, to) => stops.on_change(from..=to),
            BreakpointKind::Nmi => stops.on_nmi(),
            BreakpointKind::Irq => stops.on_irq(),
            BreakpointKind::Brk => stops.on_opcodes(|code| code == BRK),
            BreakpointKind::Jam => stops.on_opcodes(jams),
            BreakpointKind::Stack => stops.on_stack_wrap(),
            BreakpointKind::Uninitialised => stops.on_uninitialised(),
            BreakpointKind::RomWrite => {
                // Where there is RAM now and then is found out when it is written to.
                let pages = (0..=0xFF).map(|page| page << 8);
                let watched = pages.filter(|&page| register(page).is_none() && !machine.is_ram(page));
                watched.for_each(|page| stops.on_write(page..=page | 0xFF));
            }
            // By whoever follows procedures and handlers.
            BreakpointKind::Budget | BreakpointKind::Registers => {}
            BreakpointKind::Frame => stops.on_beam(0, 0),
            BreakpointKind::Beam(line, cycle) => stops.on_beam(line, cycle),
        }
    }

    /// Whether an event is what is waited for.
    fn meets(&self, event: &Event, machine: &Machine) -> Option<Hit> {
        let pc = machine.cpu().pc;
        let hit = |address, old, new, by| Some(Hit { address, old, new, by });
        let here = hit(pc, 0, 0, pc);
        let among = |address: u16, from: u16, to: u16| {
            (from..=to).contains(&address)
                || (register(address).is_some()
                    && (from..=to).any(|other| register(other) == register(address)))
        };
        match (self, *event) {
            (BreakpointKind::Instruction(addresses), Event::Execute(at)) if addresses.contains(&at) => here,
            (BreakpointKind::Access(Access::Execute, from, to), Event::Execute(at))
                if (*from..=*to).contains(&at) =>
            {
                here
            }
            (BreakpointKind::Access(Access::Read, from, to), Event::Read { address, value, by })
                if among(address, *from, *to) =>
            {
                hit(address, value, value, by)
            }
            (BreakpointKind::Access(kind, from, to), Event::Write { address, old, new, by })
                if among(address, *from, *to) =>
            {
                let wanted = *kind == Access::Write || (*kind == Access::Change && old != new);
                wanted.then_some(Hit { address, old, new, by })
            }
            (BreakpointKind::Uninitialised, Event::Uninitialised { address, value, by }) => {
                hit(address, value, value, by)
            }
            (BreakpointKind::RomWrite, Event::Write { address, old, new, by })
                if !machine.takes_writes(address) && !machine.is_of_system(by) =>
            {
                hit(address, old, new, by)
            }
            (BreakpointKind::Nmi, Event::Nmi)
            | (BreakpointKind::Irq, Event::Irq)
            | (BreakpointKind::Stack, Event::StackWrap) => here,
            (BreakpointKind::Brk, Event::Opcode(BRK)) => here,
            (BreakpointKind::Jam, Event::Opcode(code)) if jams(code) => here,
            (BreakpointKind::Frame, Event::Beam { line: 0, cycle: 0 }) => here,
            (BreakpointKind::Beam(line, cycle), Event::Beam { line: at, cycle: when })
                if (*line, *cycle) == (at, when) =>
            {
                here
            }
            _ => None,
        }
    }
}

/// Whether an opcode stops the CPU for good.
pub(super) fn jams(code: u8) -> bool {
    OPCODES[usize::from(code)].mnemonic == Mnemonic::CIM
}

/// Something to stop at.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// By which a person calls it, from 1.
    pub number: u32,
    /// What is waited for.
    pub what: BreakpointKind,
    /// It counts only while this is true.
    pub condition: Option<Expression>,
    /// How often it had happened when it was last met, that time included, and whether the condition was true or
    /// not.
    pub hits: u64,
    /// The cycle in which it was set, or to which somebody has gone back to begin another future. What happened until then has no number.
    set_at: u64,
    /// The cycles in which it did, if the condition asks for them: so that it is the third time again if
    /// somebody has gone back in between.
    hit_cycles: Vec<u64>,
    /// How many of the first ones are not kept.
    forgotten: u64,
}

impl Breakpoint {
    /// It has happened in that cycle of the machine. Whether its condition is true then: one that asks for the number is not where
    /// there is none.
    fn count(&mut self, machine: &Machine) -> bool {
        let Some(condition) = &self.condition else {
            self.hits += 1;
            return true;
        };
        if !condition.counts_hits() {
            self.hits += 1;
        } else if machine.cycle() > self.set_at {
            self.count_at(machine.cycle());
        } else {
            return false;
        }
        self.condition.as_ref().is_none_or(|condition| condition.holds(machine, self.hits))
    }

    /// Finds which time it is that it happens in that cycle.
    fn count_at(&mut self, cycle: u64) {
        if self.hit_cycles.len() == MOST_HITS {
            self.hit_cycles.drain(..MOST_HITS / 2);
            self.forgotten += MOST_HITS as u64 / 2;
        }
        let at = self.hit_cycles.partition_point(|&at| at < cycle);
        if self.hit_cycles.get(at) != Some(&cycle) {
            self.hit_cycles.insert(at, cycle);
        }
        self.hits = self.forgotten + at as u64 + 1;
    }

    /// What an instruction, or an interrupt's sequence, has done of what is waited for. One that writes twice to
    /// an address, as INC does, has written what it wrote last.
    fn hit(&self, events: &[Event], machine: &Machine) -> Option<Hit> {
        let mut hits = events.iter().filter_map(|event| self.what.meets(event, machine));
        let first = hits.next()?;
        let last = hits.rfind(|hit| (hit.address, hit.by) == (first.address, first.by));
        Some(Hit { new: last.map_or(first.new, |last| last.new), ..first })
    }
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    all: Vec<Breakpoint>,
    last_number: u32,
}

impl Breakpoints {
    /// Adds one in a cycle of the machine, and gives its number. Its hits are counted from then on.
    pub fn add(&mut self, what: BreakpointKind, condition: Option<Expression>, cycle: u64) -> u32 {
        self.last_number += 1;
        let number = self.last_number;
        let (set_at, hit_cycles) = (cycle, Vec::new());
        self.all.push(Breakpoint { number, what, condition, hits: 0, set_at, hit_cycles, forgotten: 0 });
        number
    }

    /// Takes one away; false if there is none of that number.
    pub fn remove(&mut self, number: u32) -> bool {
        let count = self.all.len();
        self.all.retain(|breakpoint| breakpoint.number != number);
        self.all.len() < count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those that there are, by number.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.all.iter()
    }

    /// What the machine has to stop at because of them.
    pub fn stops(&self, machine: &Machine) -> Stops {
        let mut stops = Stops::default();
        self.all.iter().for_each(|breakpoint| breakpoint.what.watch(&mut stops, machine));
        stops
    }

    /// Forgets the hits after `cycle`.
    pub fn forget_after(&mut self, cycle: u64) {
        for breakpoint in &mut self.all {
            let count = breakpoint.hit_cycles.partition_point(|&at| at <= cycle);
            breakpoint.hit_cycles.truncate(count);
            if cycle <= breakpoint.set_at {
                breakpoint.forgotten = 0;
            }
            breakpoint.set_at = breakpoint.set_at.min(cycle);
        }
    }

    /// Counts those that an event is one of, and gives the first whose condition is true on the machine.
    pub fn meet(&mut self, machine: &Machine, events: &[Event]) -> Option<(u32, BreakpointKind, Hit)> {
        let mut met = None;
        for breakpoint in &mut self.all {
            let Some(hit) = breakpoint.hit(events, machine) else { continue };
            if breakpoint.count(machine) && met.is_none() {
                met = Some((breakpoint.number, breakpoint.what.clone(), hit));
            }
        }
        met
    }

    /// Whether one waits for that.
    pub fn waits_for(&self, what: &BreakpointKind) -> bool {
        self.all.iter().any(|breakpoint| breakpoint.what == *what)
    }

    /// Counts the one that waits for that, which somebody else has noticed, and gives it if its condition is true.
    pub fn count_noticed(&mut self, what: &BreakpointKind, machine: &Machine) -> Option<u32> {
        let watching = self.all.iter_mut().find(|breakpoint| breakpoint.what == *what)?;
        watching.count(machine).then_some(watching.number)
    }
}
