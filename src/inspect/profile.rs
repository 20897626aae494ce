//! CPU profiles: machine cycles by call stack and by routine, and in the folded form that flame graph tools
//! read.
//!
//! Routines are named by their labels. Those in the operating system's ROM are prefixed with `os:`, and
//! entries that are not routines are in brackets, so that neither can be confused with a label of the
//! program: `[start];os:boot_disk;start;draw`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::inspect::symbols::Symbols;
use crate::inspect::system_names::SYSTEM;
use crate::machine::{Machine, Step, Stops};

const JSR: u8 = 0x20;
const RTS: u8 = 0x60;
/// JMP through a vector.
const JMP_INDIRECT: u8 = 0x6C;
/// Maximum depth of a path: a stack with a return address in every other byte. A stack that has wrapped
/// around has no more either.
const DEEPEST: usize = 128;

/// The result of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Machine cycles profiled.
    pub cycles: u64,
    /// Routines that took time, by descending own time.
    pub routines: Vec<Routine>,
    /// Call stacks that took time, sorted by name.
    pub stacks: Vec<CallStack>,
}

/// The time of one routine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Routine {
    /// Its label, or its address as `$hex`, prefixed with `os:` in the system's ROM; `[start]` for the code
    /// that was running at the beginning, `[nmi]` and `[irq]` for interrupts before they reach a routine of
    /// their own.
    pub name: String,
    /// Its first address, if it was called, or jumped to through a vector as the system's handlers are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u16>,
    /// How often it was entered.
    pub calls: u64,
    /// Machine cycles spent in the routine itself.
    pub own_cycles: u64,
    /// Machine cycles including called routines and interrupts.
    pub total_cycles: u64,
}

/// The time of one call stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallStack {
    /// The names of its entries, outermost first.
    pub entries: Vec<String>,
    /// How often the innermost routine was entered with this stack.
    pub calls: u64,
    /// Machine cycles spent in the innermost routine.
    pub cycles: u64,
}

/// How a stack entry was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entered {
    Start,
    Call(u16),
    /// A routine in the operating system's ROM.
    System(u16),
    Nmi,
    Irq,
}

impl Entered {
    /// The entry for a routine that is called, or jumped to through a vector.
    fn routine(machine: &Machine) -> Self {
        let address = machine.cpu().pc;
        if machine.is_of_system(address) { Entered::System(address) } else { Entered::Call(address) }
    }

    fn address(self) -> Option<u16> {
        match self {
            Entered::Call(address) | Entered::System(address) => Some(address),
            Entered::Start | Entered::Nmi | Entered::Irq => None,
        }
    }

    fn name(self, symbols: &Symbols) -> String {
        match self {
            Entered::Start => "[start]".to_string(),
            Entered::Call(address) => symbols.describe(address),
            Entered::System(address) => {
                let name = symbols.describe(address);
                if name.starts_with(SYSTEM) { name } else { format!("{SYSTEM}{name}") }
            }
            Entered::Nmi => "[nmi]".to_string(),
            Entered::Irq => "[irq]".to_string(),
        }
    }
}

/// A call stack: a node of a tree, and its path from the root.
struct Node {
    parent: usize,
    entered: Entered,
    calls: u64,
    cycles: u64,
    callees: BTreeMap<Entered, usize>,
}

/// Collects a profile. It has to be called around every step.
pub struct Profile {
    nodes: Vec<Node>,
    /// The path from the root to the current routine.
    path: Vec<Entry>,
    /// The machine cycle up to which time has been attributed.
    counted: Option<u64>,
    /// The opcode about to run, and the stack pointer before it.
    opcode: u8,
    stack: u8,
    /// Addresses of routines that may be entered by a jump.
    routines: BTreeSet<u16>,
}

/// An entry of the path.
#[derive(Clone, Copy)]
struct Entry {
    node: usize,
    /// The stack pointer at its entry.
    stack: u8,
    /// Whether it was entered by a jump and has replaced the jumping routine.
    is_jump: bool,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, counted) = (self.nodes.len(), self.counted);
        f.debug_struct("Profile").field("nodes", &nodes).field("counted", &counted).finish_non_exhaustive()
    }
}

impl Profile {
    /// An empty profile.
    pub fn new() -> Self {
        Profile::of_routines(BTreeSet::new())
    }

    /// An empty profile that treats a jump to any of these addresses as a tail call. C compilers generate
    /// tail calls where a call is the last action of a function.
    pub fn of_routines(routines: BTreeSet<u16>) -> Self {
        let root = Node { parent: 0, entered: Entered::Start, calls: 1, cycles: 0, callees: BTreeMap::new() };
        let path = vec![Entry { node: 0, stack: 0xFF, is_jump: false }];
        Profile { nodes: vec![root], path, counted: None, opcode: 0, stack: 0, routines }
    }

    /// The steps for which it has to be called, besides the first one of a run: interrupts, jumps through
    /// vectors, and everything that moves the stack pointer or stalls the CPU. No call or return can happen
    /// in between.
    pub fn stops(&self) -> Stops {
        let mut stops = Stops::default();
        self.routines.iter().for_each(|&pc| stops.on_execute(pc..=pc));
        stops.on_interrupt_due();
        stops.on_opcodes(|code| {
            use Mnemonic::{BRK, CIM, JSR, LAS, PHA, PHP, PLA, PLP, RTI, RTS, SHS, TXS};
            let mnemonic = OPCODES[usize::from(code)].mnemonic;
            let moves =
                matches!(mnemonic, BRK | JSR | CIM | LAS | PHA | PHP | PLA | PLP | RTI | RTS | SHS | TXS);
            moves || code == JMP_INDIRECT
        });
        stops
    }

    /// Call before every [`Machine::step`], or before those given by [`Profile::stops`].
    pub fn before_step(&mut self, machine: &Machine) {
        self.counted.get_or_insert(machine.cycle());
        let cpu = machine.cpu();
        (self.opcode, self.stack) = (machine.peek(cpu.pc), cpu.s);
        let is_in = |entry: &Entry| self.nodes[entry.node].entered.address() == Some(cpu.pc);
        let begins = self.routines.contains(&cpu.pc) && !(cpu.interrupt_due || cpu.reset_due);
        if begins && !self.path.last().is_some_and(is_in) {
            self.count(machine);
            self.jump(Entered::routine(machine), cpu.s);
        }
    }

    /// Call after the step, with its result.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        self.count(machine);
        let stack = machine.cpu().s;
        // A routine called by the loader returns to the loader's next call, with the same stack pointer.
        let is_return = step == Step::Instruction && self.opcode == RTS && stack == self.stack;
        if is_return && self.path.len() > 1 && self.path.last().is_some_and(|entry| entry.stack == stack) {
            self.path.pop();
            self.enter(Entered::routine(machine), stack, false);
            return;
        }
        // A subroutine has been left when the stack pointer is higher than at its entry, for whatever reason.
        while self.path.len() > 1 && self.path.last().is_some_and(|entry| stack > entry.stack) {
            self.path.pop();
        }
        match step {
            Step::Nmi => self.enter(Entered::Nmi, stack, false),
            Step::Irq => self.enter(Entered::Irq, stack, false),
            Step::Instruction => match self.opcode {
                JSR => self.enter(Entered::routine(machine), stack, false),
                JMP_INDIRECT => self.jump(Entered::routine(machine), stack),
                _ => {}
            },
            Step::Jam => self.counted = None,
        }
    }

    /// Attributes the time up to now. Call at the end of a run unless every step was reported.
    pub fn count(&mut self, machine: &Machine) {
        let Some(counted) = &mut self.counted else { return };
        let here = self.path.last().map_or(0, |entry| entry.node);
        self.nodes[here].cycles += machine.cycle() - std::mem::replace(counted, machine.cycle());
    }

    /// Enters the target of a jump. A routine that is jumped to goes below the jumping one, in whose place it
    /// returns; a further jump replaces it.
    fn jump(&mut self, target: Entered, stack: u8) {
        if self.path.last().is_some_and(|entry| entry.is_jump && entry.stack == stack) {
            self.path.pop();
        }
        self.enter(target, stack, true);
    }

    fn enter(&mut self, entered: Entered, stack: u8, is_jump: bool) {
        if self.path.len() > DEEPEST {
            self.path.truncate(1);
        }
        let parent = self.path.last().map_or(0, |entry| entry.node);
        let next = self.nodes.len();
        let node = *self.nodes[parent].callees.entry(entered).or_insert(next);
        if node == next {
            self.nodes.push(Node { parent, entered, calls: 0, cycles: 0, callees: BTreeMap::new() });
        }
        self.nodes[node].calls += 1;
        self.path.push(Entry { node, stack, is_jump });
    }

    /// The result.
    pub fn report(&self, symbols: &Symbols) -> Report {
        let cycles = self.nodes.iter().map(|node| node.cycles).sum();
        Report { cycles, routines: self.routines(symbols), stacks: self.stacks(symbols) }
    }

    /// One line per call stack that took time: the entries, outermost first and joined by semicolons, a
    /// blank, and the machine cycles.
    pub fn folded(&self, symbols: &Symbols) -> String {
        let stacks = self.stacks(symbols).into_iter();
        let mut lines: Vec<String> =
            stacks.map(|stack| format!("{} {}\n", stack.entries.join(";"), stack.cycles)).collect();
        lines.sort_unstable();
        lines.concat()
    }

    fn stacks(&self, symbols: &Symbols) -> Vec<CallStack> {
        let stack = |index: usize| {
            let mut entries: Vec<String> = self.path_of(index).map(|entered| entered.name(symbols)).collect();
            entries.reverse();
            CallStack { entries, calls: self.nodes[index].calls, cycles: self.nodes[index].cycles }
        };
        let took_time = (0..self.nodes.len()).filter(|&index| self.nodes[index].cycles > 0);
        let mut stacks: Vec<CallStack> = took_time.map(stack).collect();
        stacks.sort_by(|a, b| a.entries.cmp(&b.entries));
        stacks
    }

    fn routines(&self, symbols: &Symbols) -> Vec<Routine> {
        let mut found: BTreeMap<Entered, Routine> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            // Recursive calls count only once.
            let around: BTreeSet<Entered> = self.path_of(index).collect();
            for entered in around {
                let routine = found.entry(entered).or_insert_with(|| Routine {
                    name: entered.name(symbols),
                    address: entered.address(),
                    calls: 0,
                    own_cycles: 0,
                    total_cycles: 0,
                });
                routine.total_cycles += node.cycles;
                if entered == node.entered {
                    routine.calls += node.calls;
                    routine.own_cycles += node.cycles;
                }
            }
        }
        let mut routines: Vec<Routine> =
            found.into_values().filter(|routine| routine.total_cycles > 0).collect();
        routines.sort_by(|a, b| (b.own_cycles, &a.name).cmp(&(a.own_cycles, &b.name)));
        routines
    }

    /// The entries of a stack, innermost first.
    fn path_of(&self, index: usize) -> impl Iterator<Item = Entered> {
        let parent = |&index: &usize| (index != 0).then(|| self.nodes[index].parent);
        std::iter::successors(Some(index), parent).map(|index| self.nodes[index].entered)
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::new()
    }
}
