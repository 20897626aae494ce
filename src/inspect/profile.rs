//! Where the time goes: machine cycles by call stack and by routine, and in the folded form that flame graph
//! tools read.
//!
//! Routines are called by their labels. Those in the operating system's ROM have `os:` in front, and what is no routine stands in
//! brackets, so that neither is taken for a label of the program: `[start];os:boot_disk;start;draw`.

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
/// Entries of a path at most: a stack that holds a return address in every other byte, and one that has wrapped
/// around holds no others either.
const DEEPEST: usize = 128;

/// What a profile has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Machine cycles that were watched.
    pub cycles: u64,
    /// What took time, that with the most of its own first.
    pub routines: Vec<Routine>,
    /// The call stacks that took time, in the order of their names.
    pub stacks: Vec<CallStack>,
}

/// The time of one routine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Routine {
    /// Its label, or its address as `$hex`, behind `os:` if it is the system's; `[start]` for what was at work at the beginning, `[nmi]`
    /// and `[irq]` for interrupts until they come to a routine of their own.
    pub name: String,
    /// Its first address, if it was called, or jumped to through a vector, as the system's handlers do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u16>,
    /// How often it was entered.
    pub calls: u64,
    /// Machine cycles spent in itself.
    pub own_cycles: u64,
    /// Machine cycles with all that it called and that interrupted it.
    pub total_cycles: u64,
}

/// The time of one call stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallStack {
    /// The names of its entries, from the outermost to the innermost.
    pub entries: Vec<String>,
    /// How often the innermost was entered from there.
    pub calls: u64,
    /// Machine cycles spent in the innermost.
    pub cycles: u64,
}

/// What a stack entry was entered by.
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
    /// What is called, or jumped to through a vector.
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

/// A call stack: the tree's path from the root.
struct Node {
    parent: usize,
    entered: Entered,
    calls: u64,
    cycles: u64,
    callees: BTreeMap<Entered, usize>,
}

/// Collects a profile; to be told of every step.
pub struct Profile {
    nodes: Vec<Node>,
    /// The path from the root to where the program is.
    path: Vec<Entry>,
    /// The machine cycle up to which time has been counted.
    counted: Option<u64>,
    /// The opcode that is about to be run, and the stack pointer before it.
    opcode: u8,
    stack: u8,
    /// Where routines begin that are jumped to.
    routines: BTreeSet<u16>,
}

/// An entry of the path.
#[derive(Clone, Copy)]
struct Entry {
    node: usize,
    /// The stack pointer there.
    stack: u8,
    /// It was jumped to, and has taken the place of what did so.
    is_jump: bool,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, counted) = (self.nodes.len(), self.counted);
        f.debug_struct("Profile").field("nodes", &nodes).field("counted", &counted).finish_non_exhaustive()
    }
}

impl Profile {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Profile::of_routines(BTreeSet::new())
    }

    /// The same, of a program in which routines that begin at these addresses may be jumped to in place of a call: a C compiler does so
    /// where it is the last thing that a function does.
    pub fn of_routines(routines: BTreeSet<u16>) -> Self {
        let root = Node { parent: 0, entered: Entered::Start, calls: 1, cycles: 0, callees: BTreeMap::new() };
        let path = vec![Entry { node: 0, stack: 0xFF, is_jump: false }];
        Profile { nodes: vec![root], path, counted: None, opcode: 0, stack: 0, routines }
    }

    /// Before which steps it has to be called, beside the first one of a run: interrupts, jumps through vectors, and whatever moves the
    /// stack pointer or lets the CPU stand still. Between them nothing is called and nothing returns.
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

    /// To be called before every [`Machine::step`], or before those that [`Profile::stops`] tells of.
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

    /// Takes note of an instruction or an interrupt that has just been carried out.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        self.count(machine);
        let stack = machine.cpu().s;
        // What the loader calls returns to what it calls next, which finds the stack as that did.
        let is_return = step == Step::Instruction && self.opcode == RTS && stack == self.stack;
        if is_return && self.path.len() > 1 && self.path.last().is_some_and(|entry| entry.stack == stack) {
            self.path.pop();
            self.enter(Entered::routine(machine), stack, false);
            return;
        }
        // A subroutine is left when the stack is higher than at its entry, however that came.
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

    /// Counts what has passed until now: to be called at the end of a run of which not all steps were shown.
    pub fn count(&mut self, machine: &Machine) {
        let Some(counted) = &mut self.counted else { return };
        let here = self.path.last().map_or(0, |entry| entry.node);
        self.nodes[here].cycles += machine.cycle() - std::mem::replace(counted, machine.cycle());
    }

    /// What is jumped to stands below what jumped, in whose place it returns; another jump leads on from there.
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

    /// The numbers.
    pub fn report(&self, symbols: &Symbols) -> Report {
        let cycles = self.nodes.iter().map(|node| node.cycles).sum();
        Report { cycles, routines: self.routines(symbols), stacks: self.stacks(symbols) }
    }

    /// One line a stack that took time: entries from the outermost to the innermost joined by
    /// semicolons, a blank, machine cycles.
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
            // What calls itself has its time once.
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

    /// The entries of a stack, the innermost first.
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
