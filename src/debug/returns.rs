//! Finds interrupt handlers that return with changed registers.

use crate::debug::timeline::Served;
use crate::inspect::budget::report::Interrupt;
use crate::machine::{Event, Machine, Step, Stops};

const BRK: u8 = 0x00;
const RTI: u8 = 0x40;
/// The most nested interrupts that are tracked.
const DEEPEST: usize = 64;

/// The registers that a handler must preserve: A, X, Y and the stack pointer.
const REGISTERS: [&str; 4] = ["a", "x", "y", "s"];

/// A handler that is about to return with changed registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedRegisters {
    /// The interrupt that it serves.
    pub interrupt: Interrupt,
    /// The interrupted instruction: the one that the interrupt came before.
    pub from: u16,
    /// The registers that differ: name, value at entry, value at the return. For `s`, the values exclude the bytes
    /// that the interrupt itself pushed.
    pub registers: Vec<(&'static str, u8, u8)>,
}

/// An interrupt that has been entered and not left.
#[derive(Debug)]
struct Open {
    /// None for a BRK, which may change registers.
    interrupt: Option<Interrupt>,
    from: u16,
    taken: [u8; 4],
}

impl Open {
    fn stack(&self) -> u16 {
        self.taken[3].into()
    }

    /// Whether its bytes are still on a stack of this height.
    fn lasts(&self, stack: u16) -> bool {
        stack < self.stack() + Served::PUSHED
    }
}

/// Tracks interrupts from their beginning to their return.
#[derive(Default, Debug)]
pub struct Returns {
    open: Vec<Open>,
    /// The cycle in which an instruction was noted last, so that it is not noted twice if the machine steps from
    /// there.
    noted: Option<u64>,
}

impl Returns {
    /// Arranges for a machine to stop wherever [`Returns::note`] must be called.
    pub fn watch(stops: &mut Stops) {
        stops.on_opcodes(|code| [BRK, RTI].contains(&code));
        stops.on_nmi();
        stops.on_irq();
    }

    /// Call when part of what the machine did was not noted: it is no longer known which interrupts are open.
    pub fn forget(&mut self) {
        *self = Returns::default();
    }

    /// Call before stepping a machine that does not look for stops.
    pub fn before_step(&mut self, machine: &Machine) {
        let cpu = machine.cpu();
        if !(cpu.interrupt_due || cpu.reset_due) {
            self.note(machine, &[Event::Opcode(machine.peek(cpu.pc))]);
        }
    }

    /// Call after such a step.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        match step {
            Step::Nmi => self.note(machine, &[Event::Nmi]),
            Step::Irq => self.note(machine, &[Event::Irq]),
            Step::Instruction | Step::Jam => None,
        };
    }

    /// Evaluates the events at which a machine has stopped. Returns the handler that is about to return with changed
    /// registers.
    pub fn note(&mut self, machine: &Machine, events: &[Event]) -> Option<ChangedRegisters> {
        let cpu = machine.cpu();
        let mut changed = None;
        for event in events {
            let is_noted = self.noted == Some(machine.cycle());
            match *event {
                Event::Opcode(_) if is_noted => {}
                Event::Nmi | Event::Irq => {
                    if let Some(Served { interrupt, from, .. }) = Served::begun(event, machine) {
                        self.enter(Some(interrupt), from, registers(machine));
                    }
                }
                Event::Opcode(BRK) => {
                    let [a, x, y, s] = registers(machine);
                    self.noted = Some(machine.cycle());
                    self.enter(None, cpu.pc, [a, x, y, s.wrapping_sub(Served::PUSHED as u8)]);
                }
                Event::Opcode(RTI) => {
                    self.noted = Some(machine.cycle());
                    changed = self.leave(registers(machine));
                }
                _ => {}
            }
        }
        changed
    }

    fn enter(&mut self, interrupt: Option<Interrupt>, from: u16, taken: [u8; 4]) {
        self.drop_left(u16::from(taken[3]) + Served::PUSHED);
        if self.open.len() == DEEPEST {
            self.open.remove(0);
        }
        self.open.push(Open { interrupt, from, taken });
    }

    /// Drops interrupts that were left without RTI: the stack is as high as before them.
    fn drop_left(&mut self, stack: u16) {
        self.open.retain(|open| open.lasts(stack));
    }

    /// The innermost interrupt returns. If the stack pointer is not where that interrupt left it, the return may
    /// belong to an enclosing one that has discarded the stack of those within it.
    fn leave(&mut self, given: [u8; 4]) -> Option<ChangedRegisters> {
        let stack = given[3].into();
        self.drop_left(stack);
        let innermost = self.open.len().checked_sub(1)?;
        let at = self.open.iter().rposition(|open| open.stack() == stack).unwrap_or(innermost);
        let Open { interrupt, from, taken } = self.open.drain(at..).next()?;
        let all =
            REGISTERS.into_iter().zip(taken).zip(given).map(|((name, taken), given)| (name, taken, given));
        let registers: Vec<_> = all.filter(|(_, taken, given)| taken != given).collect();
        let interrupt = interrupt.filter(|_| !registers.is_empty())?;
        Some(ChangedRegisters { interrupt, from, registers })
    }
}

fn registers(machine: &Machine) -> [u8; 4] {
    let cpu = machine.cpu();
    [cpu.a, cpu.x, cpu.y, cpu.s]
}
