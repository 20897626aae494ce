//! Finds procedures that take more CPU cycles than their source allows.

use crate::machine::{Event, Machine, Stops};

const RTS: u8 = 0x60;
const RTI: u8 = 0x40;
/// CPU cycles of RTS and RTI.
const RETURN_CYCLES: u64 = 6;
/// CPU cycles of an interrupt sequence.
const INTERRUPT_CYCLES: u64 = 7;
/// Bytes that an interrupt sequence pushes.
const INTERRUPT_BYTES: u8 = 3;
/// The most nested procedures and interrupts that are tracked.
const DEEPEST: usize = 64;

/// A procedure with a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The procedure's name.
    pub name: String,
    /// Address of its first instruction.
    pub start: u16,
    /// The most CPU cycles that it may take, with its return but without interrupts.
    pub cycles: u64,
}

/// A procedure that exceeded its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// The budget.
    pub budget: Budget,
    /// CPU cycles that it took, counted like the budget.
    pub cycles: u64,
}

/// A procedure or interrupt that has been entered and not left.
#[derive(Debug)]
struct Open {
    /// The index of its budget; none for an interrupt.
    budget: Option<usize>,
    /// The stack pointer at its beginning; for an interrupt, as it will be after the return.
    stack: u8,
    /// CPU cycles at its beginning.
    begun: u64,
    /// CPU cycles taken by interrupts since.
    interrupted: u64,
}

/// Tracks procedures with budgets.
#[derive(Default, Debug)]
pub struct Budgets {
    budgets: Vec<Budget>,
    open: Vec<Open>,
}

impl Budgets {
    /// Begins with nothing entered.
    pub fn new(budgets: Vec<Budget>) -> Self {
        Budgets { budgets, open: Vec::new() }
    }

    /// The budget of the procedure with this name.
    pub fn named(&self, name: &str) -> Option<&Budget> {
        self.budgets.iter().find(|budget| budget.name.eq_ignore_ascii_case(name))
    }

    /// The budget of the procedure that begins at an address; if several do, of the innermost.
    pub fn beginning_at(&self, address: u16) -> Option<&Budget> {
        let begin = self.budgets.iter().filter(|budget| budget.start == address);
        begin.max_by_key(|budget| budget.name.len())
    }

    /// Whether no procedure has a budget.
    pub fn is_empty(&self) -> bool {
        self.budgets.is_empty()
    }

    /// Arranges for a machine to stop wherever [`Budgets::note`] must be called.
    pub fn watch(&self, stops: &mut Stops) {
        self.budgets.iter().for_each(|budget| stops.on_execute(budget.start..=budget.start));
        stops.on_opcodes(|code| [RTS, RTI].contains(&code));
        stops.on_nmi();
        stops.on_irq();
    }

    /// Call when time is turned back: it is no longer known which procedures are open.
    pub fn forget(&mut self) {
        self.open.clear();
    }

    /// Evaluates the events at which a machine has stopped. Returns a procedure that is about to return and has
    /// exceeded its budget.
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
            // A loop that branches to the first instruction, not a call.
            return;
        }
        if self.open.len() == DEEPEST {
            self.open.remove(0);
        }
        self.open.push(Open { budget, stack, begun, interrupted: 0 });
    }
}
