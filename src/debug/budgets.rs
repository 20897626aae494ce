//! Procedures that take more CPU cycles than their source allows them.

use crate::machine::{Event, Machine, Stops};

const RTS: u8 = 0x60;
const RTI: u8 = 0x40;
/// CPU cycles of RTS and RTI.
const RETURN_CYCLES: u64 = 6;
/// CPU cycles of an interrupt sequence.
const INTERRUPT_CYCLES: u64 = 7;
/// Bytes of the stack that it takes.
const INTERRUPT_BYTES: u8 = 3;
/// Procedures and interrupts within one another that are followed.
const DEEPEST: usize = 64;

/// A procedure with a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What it is called.
    pub name: String,
    /// Address of its first instruction.
    pub start: u16,
    /// The most CPU cycles that it may take, its return included and interrupts not.
    pub cycles: u64,
}

/// A procedure that took more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// Which.
    pub budget: Budget,
    /// CPU cycles that it took.
    pub cycles: u64,
}

/// What has been entered and not left.
#[derive(Debug)]
struct Open {
    /// None for an interrupt.
    budget: Option<usize>,
    /// Stack pointer at its beginning; of an interrupt, after its return.
    stack: u8,
    /// CPU cycles at its beginning.
    begun: u64,
    /// CPU cycles that interrupts took since.
    interrupted: u64,
}

/// Follows procedures with budgets.
#[derive(Default, Debug)]
pub struct Budgets {
    budgets: Vec<Budget>,
    open: Vec<Open>,
}

impl Budgets {
    /// Nothing has been entered.
    pub fn new(budgets: Vec<Budget>) -> Self {
        Budgets { budgets, open: Vec::new() }
    }

    /// That of a procedure.
    pub fn named(&self, name: &str) -> Option<&Budget> {
        self.budgets.iter().find(|budget| budget.name.eq_ignore_ascii_case(name))
    }

    /// That of the procedure that begins at an address, of several the innermost.
    pub fn beginning_at(&self, address: u16) -> Option<&Budget> {
        let begin = self.budgets.iter().filter(|budget| budget.start == address);
        begin.max_by_key(|budget| budget.name.len())
    }

    /// Whether there is nothing to be followed.
    pub fn is_empty(&self) -> bool {
        self.budgets.is_empty()
    }

    /// Makes a machine stop where there is something to be noted.
    pub fn watch(&self, stops: &mut Stops) {
        self.budgets.iter().for_each(|budget| stops.on_execute(budget.start..=budget.start));
        stops.on_opcodes(|code| [RTS, RTI].contains(&code));
        stops.on_nmi();
        stops.on_irq();
    }

    /// Time was turned back: nothing is known of what is open.
    pub fn forget(&mut self) {
        self.open.clear();
    }

    /// Takes note of what a machine has stopped at; the procedure that is about to return too late.
    pub fn note(&mut self, machine: &Machine, events: &[Event]) -> Option<Overrun> {
        let (stack, now) = (machine.cpu().s, machine.cpu_cycles());
        let mut excess = None;
        for event in events {
            match *event {
                Event::Execute(pc) => {
                    if let Some(n) = self.budgets.iter().position(|budget| budget.start == pc) {
                        self.enter(Some(n), stack, now);
                    }
                }
                Event::Nmi | Event::Irq => {
                    self.enter(None, stack.wrapping_add(INTERRUPT_BYTES), now - INTERRUPT_CYCLES);
                }
                Event::Opcode(RTI) => {
                    let returned = |open: &Open| {
                        open.budget.is_none() && open.stack == stack.wrapping_add(INTERRUPT_BYTES)
                    };
                    if let Some(at) = self.open.iter().rposition(returned) {
                        let spent = now + RETURN_CYCLES - self.open[at].begun;
                        self.open.truncate(at);
                        self.open.iter_mut().for_each(|open| open.interrupted += spent);
                    }
                }
                Event::Opcode(RTS) => {
                    let returned = |open: &Open| open.budget.is_some() && open.stack == stack;
                    if let Some(at) = self.open.iter().rposition(returned) {
                        let Open { budget, begun, interrupted, .. } = self.open[at];
                        self.open.truncate(at);
                        let cycles = now + RETURN_CYCLES - begun - interrupted;
                        let budget = budget.map(|n| &self.budgets[n]).filter(|budget| cycles > budget.cycles);
                        excess = budget.map(|budget| Overrun { budget: budget.clone(), cycles });
                    }
                }
                _ => {}
            }
        }
        excess
    }

    fn enter(&mut self, budget: Option<usize>, stack: u8, begun: u64) {
        let again = |open: &Open| budget.is_some() && open.budget == budget && open.stack == stack;
        if self.open.last().is_some_and(again) {
            // A loop begins with the first instruction.
            return;
        }
        if self.open.len() == DEEPEST {
            self.open.remove(0);
        }
        self.open.push(Open { budget, stack, begun, interrupted: 0 });
    }
}
