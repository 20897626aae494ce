//! Interrupt handlers that hand back other registers than they took.

use crate::debug::timeline::Served;
use crate::inspect::budget::report::Interrupt;
use crate::machine::{Event, Machine, Step, Stops};

const BRK: u8 = 0x00;
const RTI: u8 = 0x40;
/// Interrupts within one another that are followed.
const DEEPEST: usize = 64;

/// What a handler may not change: A, X, Y and the stack pointer.
const REGISTERS: [&str; 4] = ["a", "x", "y", "s"];

/// A handler that is about to return with other registers than it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedRegisters {
    /// What it serves.
    pub interrupt: Interrupt,
    /// The instruction that it came before.
    pub from: u16,
    /// The registers that differ, by name: what it took, and what it is about to hand back. Of `s` what it was behind the interrupt's
    /// own bytes.
    pub registers: Vec<(&'static str, u8, u8)>,
}

/// What has been entered and not left.
#[derive(Debug)]
struct Open {
    /// None for a BRK, from which registers may come back as they like.
    interrupt: Option<Interrupt>,
    from: u16,
    taken: [u8; 4],
}

impl Open {
    fn stack(&self) -> u16 {
        self.taken[3].into()
    }

    /// Whether what it has pushed lies on a stack that is so high.
    fn lasts(&self, stack: u16) -> bool {
        stack < self.stack() + Served::PUSHED
    }
}

/// Follows interrupts from where they begin to where they return.
#[derive(Default, Debug)]
pub struct Returns {
    open: Vec<Open>,
    /// When the last instruction was noted, which a machine that stands before it may be stepped over.
    noted: Option<u64>,
}

impl Returns {
    /// Makes a machine stop where there is something to be noted.
    pub fn watch(stops: &mut Stops) {
        stops.on_opcodes(|code| [BRK, RTI].contains(&code));
        stops.on_nmi();
        stops.on_irq();
    }

    /// Not all was noted that the machine has done: nothing is known of what is open.
    pub fn forget(&mut self) {
        *self = Returns::default();
    }

    /// Takes note of what a machine is about to do that does not look for stops.
    pub fn before_step(&mut self, machine: &Machine) {
        let cpu = machine.cpu();
        if !(cpu.interrupt_due || cpu.reset_due) {
            self.note(machine, &[Event::Opcode(machine.peek(cpu.pc))]);
        }
    }

    /// Takes note of what that was.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        match step {
            Step::Nmi => self.note(machine, &[Event::Nmi]),
            Step::Irq => self.note(machine, &[Event::Irq]),
            Step::Instruction | Step::Jam => None,
        };
    }

    /// Takes note of what a machine has stopped at; the handler that is about to return with other registers.
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

    /// Forgets interrupts that were left in another way than by RTI: the stack is as high as before them.
    fn drop_left(&mut self, stack: u16) {
        self.open.retain(|open| open.lasts(stack));
    }

    /// The innermost returns. If it does not stand where the interrupt has left the stack, one around it may: it has taken back the stack
    /// of those within it.
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
