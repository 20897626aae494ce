//! Breakpoints: the events at which a program stops, each with a number.

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::debug::expression::Expression;
use crate::machine::{Event, Machine, Stops, register};

const BRK: u8 = 0x00;
/// The most hits whose times are kept; beyond that, the older half is dropped.
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
    /// The CPU writes a value that differs from the old one.
    Change,
}

/// The kind of event that a breakpoint waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BreakpointKind {
    /// One of these instructions is about to be executed.
    Instruction(Vec<u16>),
    /// An access to an address in this range, both ends included.
    Access(Access, u16, u16),
    /// A non-maskable interrupt has begun.
    Nmi,
    /// An interrupt request has begun to be served.
    Irq,
    /// A BRK is about to be executed.
    Brk,
    /// An opcode that jams the CPU is about to be executed.
    Jam,
    /// The stack pointer has wrapped around.
    Stack,
    /// A byte of RAM has been read that was never written: [`Event::Uninitialised`].
    Uninitialised,
    /// The program has written to ROM or to an unmapped address. Writes by the operating system's ROM are not
    /// reported.
    RomWrite,
    /// A procedure has taken more CPU cycles than its budget.
    Budget,
    /// An interrupt handler is about to return with changed registers.
    Registers,
    /// A frame has begun.
    Frame,
    /// The beam has reached this scan line and cycle of the line.
    Beam(u32, u32),
}

/// The kinds without a place, by the names that the debugger's `catch` and editors use.
static NAMED: [(&str, BreakpointKind); 10] = [
    ("nmi", BreakpointKind::Nmi),
    ("irq", BreakpointKind::Irq),
    ("brk", BreakpointKind::Brk),
    ("jam", BreakpointKind::Jam),
    ("stack", BreakpointKind::Stack),
    ("uninit", BreakpointKind::Uninitialised),
    ("romwrite", BreakpointKind::RomWrite),
    ("budget", BreakpointKind::Budget),
    ("registers", BreakpointKind::Registers),
    ("frame", BreakpointKind::Frame),
];

impl BreakpointKind {
    /// The kind with this name, in lower case; only kinds without a place have one.
    pub fn named(name: &str) -> Option<Self> {
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, kind)| kind.clone())
    }

    /// Its name, if it is a kind without a place.
    pub fn name(&self) -> Option<&'static str> {
        NAMED.iter().find(|(_, kind)| kind == self).map(|&(name, _)| name)
    }
}

/// What happened when a breakpoint was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The address, if it is an access.
    pub address: u16,
    /// The value before, if it is a write.
    pub old: u8,
    /// The value read or written.
    pub new: u8,
    /// The address of the instruction that caused it.
    pub by: u16,
}

impl BreakpointKind {
    /// The first of its instructions: labels in a condition are looked up in the scope of that code.
    pub fn instruction(&self) -> Option<u16> {
        if let BreakpointKind::Instruction(addresses) = self { addresses.first().copied() } else { None }
    }

    /// Arranges for a machine to stop at it.
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
                // RAM may be banked in or out, so this is checked at the write.
                let pages = (0..=0xFF).map(|page| page << 8);
                let watched = pages.filter(|&page| register(page).is_none() && !machine.is_ram(page));
                watched.for_each(|page| stops.on_write(page..=page | 0xFF));
            }
            // Noticed by `Budgets` and `Returns`.
            BreakpointKind::Budget | BreakpointKind::Registers => {}
            BreakpointKind::Frame => stops.on_beam(0, 0),
            BreakpointKind::Beam(line, cycle) => stops.on_beam(line, cycle),
        }
    }

    /// Whether an event is of this kind, and its details.
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

/// Whether an opcode jams the CPU.
pub(super) fn jams(code: u8) -> bool {
    OPCODES[usize::from(code)].mnemonic == Mnemonic::CIM
}

/// An event to stop at, with its condition and its count of hits.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The number by which a person refers to it, from 1.
    pub number: u32,
    /// The event.
    pub what: BreakpointKind,
    /// The machine stops only if this is true.
    pub condition: Option<Expression>,
    /// How many times the event had happened with the condition true when it was last met, including that time. Parts
    /// of the condition that use `hits` do not matter here: see [`Expression::holds_apart_from_hits`].
    pub hits: u64,
    /// The cycle in which it was set, or to which the debugger has gone back to begin another future. Events up to
    /// then are not numbered.
    set_at: u64,
    /// The cycles of the events, kept if the condition uses `hits`: after going back, the third event is the third
    /// again.
    hit_cycles: Vec<u64>,
    /// How many of the oldest are no longer kept.
    forgotten: u64,
}

impl Breakpoint {
    /// Counts the event in the machine's present cycle if the condition is true apart from `hits`, and returns whether
    /// all of it is true. A condition that uses `hits` is false for an event that has no number.
    fn count(&mut self, machine: &Machine) -> bool {
        let Some(condition) = &self.condition else {
            self.hits += 1;
            return true;
        };
        if !condition.holds_apart_from_hits(machine) {
            return false;
        }
        if !condition.counts_hits() {
            self.hits += 1;
            return true;
        }
        if machine.cycle() <= self.set_at {
            return false;
        }
        self.count_at(machine.cycle());
        self.condition.as_ref().is_none_or(|condition| condition.holds(machine, self.hits))
    }

    /// Works out which number the event in that cycle has.
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

    /// The hit among the events of one instruction or interrupt sequence. For an instruction that writes to an
    /// address twice, as INC does, it holds the last value written.
    fn hit(&self, events: &[Event], machine: &Machine) -> Option<Hit> {
        let mut hits = events.iter().filter_map(|event| self.what.meets(event, machine));
        let first = hits.next()?;
        let last = hits.rfind(|hit| (hit.address, hit.by) == (first.address, first.by));
        Some(Hit { new: last.map_or(first.new, |last| last.new), ..first })
    }
}

/// All breakpoints.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    all: Vec<Breakpoint>,
    last_number: u32,
}

impl Breakpoints {
    /// Adds a breakpoint in a cycle of the machine and returns its number. Its hits are counted from then on.
    pub fn add(&mut self, what: BreakpointKind, condition: Option<Expression>, cycle: u64) -> u32 {
        self.last_number += 1;
        let number = self.last_number;
        let (set_at, hit_cycles) = (cycle, Vec::new());
        self.all.push(Breakpoint { number, what, condition, hits: 0, set_at, hit_cycles, forgotten: 0 });
        number
    }

    /// Removes a breakpoint; false if none has that number.
    pub fn remove(&mut self, number: u32) -> bool {
        let count = self.all.len();
        self.all.retain(|breakpoint| breakpoint.number != number);
        self.all.len() < count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The breakpoints, by number.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.all.iter()
    }

    /// The stops that the machine needs for them.
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

    /// Counts the breakpoints that these events hit, and returns the first whose condition is true on the machine.
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

    /// Whether there is a breakpoint of this kind.
    pub fn waits_for(&self, what: &BreakpointKind) -> bool {
        self.all.iter().any(|breakpoint| breakpoint.what == *what)
    }

    /// Counts a hit of the breakpoint of this kind, noticed elsewhere, and returns its number if its condition is
    /// true.
    pub fn count_noticed(&mut self, what: &BreakpointKind, machine: &Machine) -> Option<u32> {
        let watching = self.all.iter_mut().find(|breakpoint| breakpoint.what == *what)?;
        watching.count(machine).then_some(watching.number)
    }
}
