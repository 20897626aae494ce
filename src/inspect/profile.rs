//! Where the time goes: machine cycles by call stack, in the folded form that flame graph
//! tools read.

use std::collections::BTreeMap;

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::inspect::symbols::Symbols;
use crate::machine::{Machine, Step, Stops};

const JSR: u8 = 0x20;
/// Entries of a path at most: a stack that holds a return address in every other byte, and one that has wrapped
/// around holds no others either.
const DEEPEST: usize = 128;

/// What a stack entry was entered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entered {
    Start,
    Call(u16),
    Nmi,
    Irq,
}

/// A call stack: the tree's path from the root.
struct Node {
    parent: usize,
    entered: Entered,
    cycles: u64,
    callees: BTreeMap<Entered, usize>,
}

/// Collects a profile; to be told of every step.
pub struct Profile {
    nodes: Vec<Node>,
    /// The path from the root to where the program is, with the stack pointer of each entry.
    path: Vec<(usize, u8)>,
    /// The machine cycle up to which time has been counted.
    counted: Option<u64>,
    calling: bool,
}

impl Profile {
    /// Nothing seen yet.
    pub fn new() -> Self {
        let root = Node { parent: 0, entered: Entered::Start, cycles: 0, callees: BTreeMap::new() };
        Profile { nodes: vec![root], path: vec![(0, 0xFF)], counted: None, calling: false }
    }

    /// Before which steps it has to be called, beside the first one of a run: interrupts, and whatever moves the stack
    /// pointer or lets the CPU stand still. Between them nothing is called and nothing returns.
    pub fn stops() -> Stops {
        let mut stops = Stops::default();
        stops.on_interrupt_due();
        stops.on_opcodes(|code| {
            use Mnemonic::{BRK, CIM, JSR, LAS, PHA, PHP, PLA, PLP, RTI, RTS, SHS, TXS};
            let mnemonic = OPCODES[usize::from(code)].mnemonic;
            matches!(mnemonic, BRK | JSR | CIM | LAS | PHA | PHP | PLA | PLP | RTI | RTS | SHS | TXS)
        });
        stops
    }

    /// To be called before every [`Machine::step`], or before those that [`Profile::stops`] tells of.
    pub fn before_step(&mut self, machine: &Machine) {
        self.counted.get_or_insert(machine.cycle());
        let pc = machine.cpu().pc;
        self.calling = machine.peek(pc) == JSR;
    }

    /// Takes note of an instruction or an interrupt that has just been carried out.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        self.count(machine);
        let stack = machine.cpu().s;
        // A subroutine is left when the stack is higher than at its entry, however that came.
        while self.path.len() > 1 && self.path.last().is_some_and(|&(_, entry)| stack > entry) {
            self.path.pop();
        }
        match step {
            Step::Nmi => self.enter(Entered::Nmi, stack),
            Step::Irq => self.enter(Entered::Irq, stack),
            Step::Instruction if self.calling => self.enter(Entered::Call(machine.cpu().pc), stack),
            Step::Instruction => {}
            Step::Jam => self.counted = None,
        }
    }

    /// Counts what has passed until now: to be called at the end of a run of which not all steps were shown.
    pub fn count(&mut self, machine: &Machine) {
        let Some(counted) = &mut self.counted else { return };
        let here = self.path.last().map_or(0, |&(node, _)| node);
        self.nodes[here].cycles += machine.cycle() - std::mem::replace(counted, machine.cycle());
    }

    fn enter(&mut self, entered: Entered, stack: u8) {
        if self.path.len() > DEEPEST {
            self.path.truncate(1);
        }
        let parent = self.path.last().map_or(0, |&(node, _)| node);
        let next = self.nodes.len();
        let node = *self.nodes[parent].callees.entry(entered).or_insert(next);
        if node == next {
            self.nodes.push(Node { parent, entered, cycles: 0, callees: BTreeMap::new() });
        }
        self.path.push((node, stack));
    }

    /// One line a stack that took time: entries from the outermost to the innermost joined by
    /// semicolons, a blank, machine cycles.
    pub fn folded(&self, symbols: &Symbols) -> String {
        let mut lines: Vec<String> = (0..self.nodes.len())
            .filter(|&index| self.nodes[index].cycles > 0)
            .map(|index| format!("{} {}\n", self.stack_name(index, symbols), self.nodes[index].cycles))
            .collect();
        lines.sort_unstable();
        lines.concat()
    }

    fn stack_name(&self, mut index: usize, symbols: &Symbols) -> String {
        let mut names = Vec::new();
        while index != 0 {
            names.push(match self.nodes[index].entered {
                Entered::Start => "start".to_string(),
                Entered::Call(address) => symbols.describe(address),
                Entered::Nmi => "nmi".to_string(),
                Entered::Irq => "irq".to_string(),
            });
            index = self.nodes[index].parent;
        }
        names.push("start".to_string());
        names.reverse();
        names.join(";")
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::new()
    }
}
