//! What a machine stops at while it runs at full speed.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::machine::board::cells::Cells;
use crate::machine::board::memory::{Noted, register};

/// What to look for at an address: the flags of `Stops::map`.
pub(in crate::machine) mod flag {
    /// The instruction here is about to be executed.
    pub(crate) const EXECUTE: u8 = 1;
    /// The CPU reads.
    pub(crate) const READ: u8 = 2;
    /// The CPU writes.
    pub(crate) const WRITE: u8 = 4;
    /// The CPU writes a value that differs from the one there.
    pub(crate) const CHANGE: u8 = 8;
    /// The stack may wrap around.
    pub(crate) const WRAP: u8 = 16;
    /// ANTIC reads.
    pub(crate) const FETCH: u8 = 32;
    /// A write here changes what ANTIC is going to read.
    pub(crate) const ANTIC: u8 = 64;
    /// The CPU reads RAM that has never been written to.
    pub(crate) const FRESH: u8 = 128;
    /// The flags that concern reads.
    pub(crate) const READS: u8 = READ | WRAP | FRESH;
    /// The flags that concern writes.
    pub(crate) const WRITES: u8 = WRITE | CHANGE | WRAP | ANTIC;
}

/// The end of the stack and of its page: the stack pointer cannot wrap around without an access here.
const STACK_END: usize = 0x0100;

/// The address after the last one at which there may be RAM.
const RAM_END: usize = 0xC000;

/// ANTIC's registers.
const ANTIC: RangeInclusive<u16> = 0xD400..=0xD4FF;
/// All chips' registers.
const CHIPS: Range<u16> = 0xD000..0xD500;

/// Something that a machine was told to stop at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The instruction at this address is about to be executed.
    Execute(u16),
    /// An opcode of [`Stops::on_opcodes`] is about to be executed.
    Opcode(u8),
    /// The CPU read this value, whether or not the instruction used it.
    Read {
        /// Where.
        address: u16,
        /// What.
        value: u8,
        /// Address of the instruction.
        by: u16,
    },
    /// The CPU read RAM that has not been written to since power-on, and used the value. RAM that the operating system
    /// cleared at a cold start still counts as unwritten. Reads by the ROM of the operating system are ignored, and so
    /// are fetches of instructions.
    Uninitialised {
        /// Where.
        address: u16,
        /// What.
        value: u8,
        /// Address of the instruction.
        by: u16,
    },
    /// The CPU wrote.
    Write {
        /// Where.
        address: u16,
        /// The value before. For a chip's register this is $FF, as what a read would have returned is not known.
        old: u8,
        /// The value written.
        new: u8,
        /// Address of the instruction, or of the one that an interrupt preceded.
        by: u16,
    },
    /// ANTIC read.
    Fetch {
        /// Where.
        address: u16,
        /// The machine cycle in which it did.
        cycle: u64,
    },
    /// The CPU is about to serve an interrupt in place of an instruction.
    InterruptDue,
    /// The CPU has begun to serve a non-maskable interrupt.
    Nmi,
    /// The CPU has begun to serve an interrupt request.
    Irq,
    /// The stack pointer went below 0 or above $FF.
    StackWrap,
    /// The beam reached this line and machine cycle, or passed it in the middle of an instruction.
    Beam {
        /// Scan line.
        line: u32,
        /// Machine cycle of the line.
        cycle: u32,
    },
}

/// A set of things to stop at. It is not part of a machine's state: it is in no hash, is not saved, and does not change
/// what happens.
///
/// A stop before an instruction leaves the machine before that instruction; running on executes it. If the machine has
/// got there by other means ([`Machine::load`], [`Machine::power_cycle`], a new program counter through
/// [`Machine::cpu_mut`]), it stops before the instruction first, unless [`Machine::leave_stop`] is called. All other
/// stops leave the machine at the next instruction boundary.
///
/// [`Machine::load`]: crate::machine::Machine::load
/// [`Machine::power_cycle`]: crate::machine::Machine::power_cycle
/// [`Machine::cpu_mut`]: crate::machine::Machine::cpu_mut
/// [`Machine::leave_stop`]: crate::machine::Machine::leave_stop
///
/// # Examples
///
/// ```
/// use front800::machine::{Config, Event, Machine, Stop, Stops};
/// use front800::titles::Sources;
///
/// let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// let mut stops = Stops::default();
/// stops.on_write(0x0244..=0x0244); // COLDST: the OS is sure that it is cold
/// machine.set_stops(Some(stops));
/// assert_eq!(machine.run_to_cycle(1_000_000), Stop::Event);
/// assert!(matches!(machine.events()[0], Event::Write { address: 0x0244, .. }));
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone)]
pub struct Stops {
    /// What to look for at each address: [`flag`].
    pub(in crate::machine) map: Box<[u8; 0x10000]>,
    /// The opcodes to stop at, if any.
    pub(in crate::machine) opcodes: Option<Box<[bool; 256]>>,
    /// The cells of memory with watched writes.
    pub(in crate::machine) written: Cells,
    /// The cells of memory with watched instructions.
    pub(in crate::machine) executed: Cells,
    /// Reads are watched, too. Otherwise only instructions are, and writes where
    /// [`Memory`](crate::machine::board::memory::Memory) has been told to note them.
    pub(in crate::machine) looks_at_all: bool,
    fetches: bool,
    interrupts_due: bool,
    pub(in crate::machine) nmi: bool,
    pub(in crate::machine) irq: bool,
    /// Interrupt sequences are watched one by one: because they are reported, for what they read, or for where they
    /// leave the stack.
    pub(in crate::machine) sequences: bool,
    beams: Vec<(u32, u32)>,
    /// The next instruction when a stop was last reported: its cycle and its address.
    pub(in crate::machine) told: Option<(u64, u16)>,
    /// What has been seen.
    pub(in crate::machine) seen: Seen,
}

/// What has been seen so far.
#[derive(Clone, Debug, Default)]
pub(in crate::machine) struct Seen {
    /// In the order in which they happened.
    pub events: Vec<Event>,
    /// Reads of memory that has never been written to, whether or not the value was used.
    pub fresh: Vec<Event>,
    /// The instruction that last touched the end of the stack.
    pub at_stack_end: Option<u16>,
    /// A register of ANTIC has been written to.
    pub antic_written: bool,
}

impl Seen {
    /// The CPU, or an interrupt, wrote the second value over the first, at an address with these flags.
    // Its arguments fit into host registers, as it is called from every watched store. [measured]
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn note_write(&mut self, flags: u8, address: u16, [old, new]: [u8; 2], by: u16) {
        if flags & flag::WRITE != 0 || (flags & flag::CHANGE != 0 && old != new) {
            self.events.push(Event::Write { address, old, new, by });
        }
        self.antic_written |= flags & flag::ANTIC != 0;
        self.note_stack(flags, by);
    }

    /// The CPU read an address with these flags.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn note_read(&mut self, flags: u8, address: u16, value: u8, by: u16) {
        if flags & flag::READ != 0 {
            self.events.push(Event::Read { address, value, by });
        }
        self.note_stack(flags, by);
    }

    fn note_stack(&mut self, flags: u8, by: u16) {
        if flags & flag::WRAP != 0 {
            self.at_stack_end = Some(by);
        }
    }

    /// The CPU read RAM that has never been written to.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn note_fresh(&mut self, address: u16, value: u8, by: u16) {
        self.fresh.push(Event::Uninitialised { address, value, by });
    }

    /// Nothing has been seen.
    pub(in crate::machine) fn is_nothing(&self) -> bool {
        self.events.is_empty() && self.fresh.is_empty() && self.at_stack_end.is_none() && !self.antic_written
    }
}

/// The addresses that an interrupt's sequence reads and writes: the stack and the vectors.
const SEQUENCE: [RangeInclusive<u16>; 2] = [0x0100..=0x01FF, 0xFFFA..=0xFFFF];

impl Default for Stops {
    fn default() -> Self {
        Stops {
            map: vec![0; 0x10000].try_into().expect("64K are 64K"),
            opcodes: None,
            written: Cells::default(),
            executed: Cells::default(),
            looks_at_all: false,
            fetches: false,
            interrupts_due: false,
            nmi: false,
            irq: false,
            sequences: false,
            beams: Vec::new(),
            told: None,
            seen: Seen::default(),
        }
    }
}

impl fmt::Debug for Stops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addresses = self.map.iter().filter(|&&flags| flags != 0).count();
        f.debug_struct("Stops")
            .field("addresses", &addresses)
            .field("beams", &self.beams)
            .finish_non_exhaustive()
    }
}

impl Stops {
    /// Marks addresses in the map, and for chips' registers all their mirrors.
    fn mark_accesses(&mut self, addresses: RangeInclusive<u16>, flag: u8) {
        let wanted: BTreeSet<u16> = CHIPS.filter(|at| addresses.contains(at)).filter_map(register).collect();
        for at in CHIPS.filter(|&at| register(at).is_some_and(|register| wanted.contains(&register))) {
            self.mark(at..=at, flag);
        }
        self.mark(addresses, flag);
    }

    fn mark(&mut self, addresses: RangeInclusive<u16>, flag: u8) {
        let (start, end) = (usize::from(*addresses.start()), usize::from(*addresses.end()));
        for flags in self.map.iter_mut().take(end + 1).skip(start) {
            *flags |= flag;
        }
        if flag & flag::WRITES != 0 {
            addresses.clone().for_each(|address| self.written.add(address));
        }
        if flag & flag::EXECUTE != 0 {
            addresses.clone().for_each(|address| self.executed.add(address));
        }
        if flag & flag::READS != 0 {
            self.looks_at_all = true;
        }
        let meets = |other: &RangeInclusive<u16>| {
            start <= usize::from(*other.end()) && usize::from(*other.start()) <= end
        };
        self.sequences |= flag & flag::READS != 0 && SEQUENCE.iter().any(meets);
    }

    /// Adds everything that `others` stops at.
    pub fn extend(&mut self, others: &Stops) {
        // Fields are listed one by one, so that including or excluding a new one is a deliberate decision.
        let Stops {
            map,
            opcodes,
            written,
            executed,
            looks_at_all,
            fetches,
            interrupts_due,
            nmi,
            irq,
            sequences,
            beams,
            told: _,
            seen: _,
        } = others;
        for (flags, more) in self.map.iter_mut().zip(map.iter()) {
            *flags |= more;
        }
        if let Some(opcodes) = opcodes {
            self.on_opcodes(|code| opcodes[usize::from(code)]);
        }
        self.written.extend(written);
        self.executed.extend(executed);
        self.looks_at_all |= looks_at_all;
        self.fetches |= fetches;
        self.interrupts_due |= interrupts_due;
        self.nmi |= nmi;
        self.irq |= irq;
        self.sequences |= sequences;
        self.beams.extend(beams);
    }

    /// Stops before an instruction at one of these addresses is executed.
    pub fn on_execute(&mut self, addresses: RangeInclusive<u16>) {
        self.mark(addresses, flag::EXECUTE);
    }

    /// Stops when the CPU has read one of these addresses. Mirrors of a chip's register count, too.
    pub fn on_read(&mut self, addresses: RangeInclusive<u16>) {
        self.mark_accesses(addresses, flag::READ);
    }

    /// Stops when the CPU has read RAM that has never been written to: [`Event::Uninitialised`]. The machine then runs
    /// access by access. After [`Machine::load`](crate::machine::Machine::load) all memory counts as written.
    pub fn on_uninitialised(&mut self) {
        for flags in &mut self.map[..RAM_END] {
            *flags |= flag::FRESH;
        }
        self.looks_at_all = true;
    }

    /// Stops when the CPU has written to one of these addresses. Mirrors of a chip's register count, too.
    pub fn on_write(&mut self, addresses: RangeInclusive<u16>) {
        self.mark_accesses(addresses, flag::WRITE);
    }

    /// Stops when the CPU has changed the value at one of these addresses by a write.
    pub fn on_change(&mut self, addresses: RangeInclusive<u16>) {
        self.mark_accesses(addresses, flag::CHANGE);
    }

    /// The addresses with watched writes, if nothing else is watched.
    pub(crate) fn writes_alone(&self) -> Option<Vec<u16>> {
        let others = self.looks_at_all
            || self.opcodes.is_some()
            || self.executed != Cells::default()
            || self.fetches
            || self.interrupts_due
            || self.nmi
            || self.irq
            || !self.beams.is_empty();
        let writes = |&at: &u16| self.flags(at) & (flag::WRITE | flag::CHANGE) != 0;
        (!others).then(|| (0..=0xFFFF).filter(writes).collect())
    }

    /// Stops when ANTIC has read one of these addresses: the display list, screen memory, a font, objects. The machine
    /// then runs at a fraction of its speed. What the program writes to memory in the middle of a line is considered
    /// from the next instruction on.
    pub fn on_fetch(&mut self, addresses: RangeInclusive<u16>) {
        self.mark(addresses, flag::FETCH);
        self.mark(ANTIC, flag::ANTIC);
        self.fetches = true;
    }

    /// Takes over the writes that the board has noted, recording those that are watched. Returns whether there were
    /// any.
    pub(in crate::machine) fn note(&mut self, noted: &mut Noted) -> bool {
        let any = !noted.writes.is_empty();
        for (address, values) in noted.writes.drain(..) {
            let flags = self.flags(address);
            self.seen.note_write(flags, address, values, noted.by);
        }
        any
    }

    /// Whether any writes are watched.
    pub(in crate::machine) fn looks_at_writes(&self) -> bool {
        self.written != Cells::default()
    }

    /// Whether any of ANTIC's accesses are watched.
    pub(in crate::machine) fn looks_at_fetches(&self) -> bool {
        self.fetches
    }

    /// Stops before an instruction is executed whose opcode is `chosen`.
    pub fn on_opcodes(&mut self, chosen: impl Fn(u8) -> bool) {
        let table = self.opcodes.get_or_insert_with(|| Box::new([false; 256]));
        for (code, wanted) in (0..=255).zip(table.iter_mut()) {
            *wanted |= chosen(code);
        }
        // They may be at any address.
        self.executed = Cells::all();
    }

    /// Stops before the CPU serves an interrupt of any kind.
    pub fn on_interrupt_due(&mut self) {
        self.interrupts_due = true;
        self.sequences = true;
    }

    /// Stops when the CPU begins to serve a non-maskable interrupt.
    pub fn on_nmi(&mut self) {
        self.nmi = true;
        self.sequences = true;
    }

    /// Stops when the CPU begins to serve an interrupt request.
    pub fn on_irq(&mut self) {
        self.irq = true;
        self.sequences = true;
    }

    /// Stops when the stack pointer has wrapped around.
    pub fn on_stack_wrap(&mut self) {
        self.mark(STACK_END as u16..=STACK_END as u16, flag::WRAP);
    }

    /// Stops in every frame when the beam reaches this scan line and machine cycle of the line, at the first
    /// instruction boundary from there on. Line 0, cycle 0 is the beginning of a frame. A position outside the frame is
    /// never reached.
    pub fn on_beam(&mut self, line: u32, cycle: u32) {
        self.beams.push((line, cycle));
    }

    /// The flags of an address.
    #[inline(always)]
    pub(in crate::machine) fn flags(&self, address: u16) -> u8 {
        self.map[usize::from(address)]
    }

    /// Whether to stop before an interrupt's sequence; records the reason.
    pub(in crate::machine) fn before_interrupt(&mut self) -> bool {
        if self.interrupts_due {
            self.seen.events.push(Event::InterruptDue);
        }
        self.interrupts_due
    }

    /// Whether to stop before this instruction; records the reason.
    pub(in crate::machine) fn before(&mut self, pc: u16, opcode: u8) -> bool {
        let (execute, wanted) = (self.flags(pc) & flag::EXECUTE != 0, self.wants_opcode(opcode));
        if execute {
            self.seen.events.push(Event::Execute(pc));
        }
        if wanted {
            self.seen.events.push(Event::Opcode(opcode));
        }
        execute || wanted
    }

    /// Whether an opcode is to be stopped at.
    #[inline(always)]
    pub(in crate::machine) fn wants_opcode(&self, opcode: u8) -> bool {
        self.opcodes.as_ref().is_some_and(|wanted| wanted[usize::from(opcode)])
    }

    /// The next beam stop after `now`. The present frame began at `start` and lasts `frame` cycles.
    pub(in crate::machine) fn next_beam(&self, now: u64, start: u64, frame: u64) -> Option<(u64, Event)> {
        let line_cycles = u64::from(crate::machine::LINE_CYCLES);
        let next = self.beams.iter().filter_map(|&(line, cycle)| {
            let (line_start, column) = (u64::from(line) * line_cycles, u64::from(cycle));
            let at = start + line_start + column;
            let has_it = line_start < frame && column < line_cycles;
            has_it.then_some((if at > now { at } else { at + frame }, Event::Beam { line, cycle }))
        });
        next.min_by_key(|&(at, _)| at)
    }
}

/// Whether an instruction that left the stack pointer at `s` wrapped it around.
pub(in crate::machine) fn has_wrapped(opcode: u8, s: u8) -> bool {
    match OPCODES[usize::from(opcode)].mnemonic {
        Mnemonic::PHA | Mnemonic::PHP => s == 0xFF,
        Mnemonic::JSR => s >= 0xFE,
        Mnemonic::BRK => s >= 0xFD,
        Mnemonic::PLA | Mnemonic::PLP => s == 0,
        Mnemonic::RTS => s <= 1,
        Mnemonic::RTI => s <= 2,
        _ => false,
    }
}
