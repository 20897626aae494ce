//! The NMOS 6502: one opcode table, registers, execution, disassembly.

mod addressing;
mod arithmetic;
mod bus;
pub mod disassemble;
mod execute;
pub mod opcodes;
mod operations;
mod pieces;
mod plain;
mod registers;
mod sequences;

use registers::{Registers, Wide};

pub use bus::{Bus, Sampler};
pub use operations::{ANE_MAGIC, ANX_MAGIC};
#[doc(hidden)]
pub use plain::{Board, Plain, how};

/// The flags of [`Cpu::p`] as bits.
pub mod flags {
    pub use super::registers::{B, C, D, I, N, UNUSED, V, Z};
}

/// Called on rare paths, so that the compiler makes them the branches.
#[cold]
pub(crate) fn rarely() {}

/// What one call of [`Cpu::step`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Executed {
    /// One instruction.
    Instruction,
    /// An interrupt sequence that ended at the NMI vector.
    Nmi,
    /// An interrupt sequence that ended at the IRQ vector.
    Irq,
    /// The reset sequence.
    Reset,
    /// One cycle of a jammed CPU.
    Jam,
}

/// The CPU's registers between two instructions.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Cpu {
    /// Program counter.
    pub pc: u16,
    /// Accumulator.
    pub a: u8,
    /// Index register X.
    pub x: u8,
    /// Index register Y.
    pub y: u8,
    /// Stack pointer.
    pub s: u8,
    /// Status NV1BDIZC: bit 5 always 1, bit 4 always 0.
    pub p: u8,
    /// The last instruction's poll found an interrupt: the next step is its sequence.
    pub interrupt_due: bool,
    /// A reset is due.
    pub reset_due: bool,
    /// A CIM opcode stopped the CPU until the next reset.
    pub jammed: bool,
}

impl Cpu {
    /// A CPU that is about to run its reset sequence.
    pub fn new() -> Self {
        Cpu { pc: 0, a: 0, x: 0, y: 0, s: 0, p: 0x24, interrupt_due: false, reset_due: true, jammed: false }
    }

    /// The registers in the form that instructions work with.
    #[inline(always)]
    fn registers(&self) -> Registers {
        let Cpu { pc, a, x, y, s, jammed, .. } = *self;
        let (a, x) = (Wide::new(a), Wide::new(x));
        let mut registers =
            Registers { pc, a, x, y, s, carry: 0, overflow: 0, control: 0, result: 0, jammed };
        registers.set_status(self.p);
        registers
    }

    #[inline(always)]
    fn set_registers(&mut self, registers: &Registers) {
        let Registers { pc, a, x, y, s, jammed, .. } = *registers;
        *self = Cpu { pc, a: a.get(), x: x.get(), y, s, jammed, p: registers.status(), ..*self };
    }

    /// Runs one instruction, or the interrupt or reset sequence that is due.
    ///
    /// A BRK that was hijacked by an NMI counts as an instruction.
    pub fn step<B: Bus>(&mut self, bus: &mut B) -> Executed {
        let mut registers = self.registers();
        let (executed, due) = if self.reset_due {
            self.reset_due = false;
            (Executed::Reset, registers.reset_sequence(bus))
        } else if self.jammed {
            bus.read(0xFFFF);
            return Executed::Jam;
        } else if self.interrupt_due {
            registers.interrupt_sequence(bus)
        } else {
            (Executed::Instruction, registers.instruction(bus))
        };
        self.set_registers(&registers);
        self.interrupt_due = due && !self.jammed;
        executed
    }

    /// The CPU in its running form; [`Cpu::stop`] takes the result back. No reset may be due, and the CPU must not be
    /// jammed.
    #[inline(always)]
    pub(crate) fn running(&self) -> Running {
        Running { registers: self.registers(), due: self.interrupt_due }
    }

    /// Takes over the state of the running form.
    #[inline(always)]
    pub(crate) fn stop(&mut self, running: &Running) {
        self.set_registers(&running.registers);
        self.interrupt_due = running.is_due();
    }

    /// Runs instructions as long as the bus allows and nothing is due that it does not serve. Afterwards `self` is as
    /// after calls of [`Cpu::step`].
    #[inline(always)]
    pub fn run<B: Bus>(&mut self, bus: &mut B) {
        if self.reset_due || self.jammed {
            return;
        }
        let mut running = self.running();
        running.run(bus);
        self.stop(&running);
    }

    /// Runs instructions like [`Cpu::run`], on a bus whose memory answers at once and on which an interrupt can become
    /// due only in an instruction that is executed access by access. Returns the bus.
    #[inline(always)]
    pub fn run_in_pieces<B: Plain>(&mut self, bus: B, board: &mut B::Board) -> B {
        if self.reset_due || self.jammed || self.interrupt_due {
            return bus;
        }
        let mut running = self.running();
        let bus = running.run_in_pieces(bus, board);
        self.stop(&running);
        bus
    }
}

/// The CPU while it runs, with its registers in the form that instructions work with. Conversion to that form and back
/// takes as long as two instructions, so callers that run stretch by stretch keep it. [measured]
pub(crate) struct Running {
    registers: Registers,
    /// An interrupt is due.
    due: bool,
}

impl Running {
    /// Address of the next instruction.
    #[inline(always)]
    pub(crate) fn pc(&self) -> u16 {
        self.registers.pc
    }

    /// Whether an interrupt is due.
    #[inline(always)]
    pub(crate) fn is_due(&self) -> bool {
        self.due && !self.registers.jammed
    }

    /// [`Cpu::run`] for the running form.
    ///
    /// It is inlined, so it should be called from one place only: if the bus is a local variable of the caller, and its
    /// slow paths take its fields instead of `&mut self`, then its cycle counter is in a host register, too.
    // Twice as fast as with the counter in memory. [measured]
    #[inline(always)]
    pub(crate) fn run<B: Bus>(&mut self, bus: &mut B) {
        let Running { registers, due } = self;
        loop {
            if *due {
                if registers.jammed || !bus.serves_requests(registers.pc) {
                    break;
                }
                *due = registers.interrupt_sequence(bus).1;
            }
            while !*due && (bus.goes_on() || bus.go_on(registers.pc, registers.masked())) {
                bus.begin(registers.pc);
                *due = registers.instruction(bus);
            }
            if !*due {
                break;
            }
        }
    }

    /// [`Cpu::run_in_pieces`] for the running form.
    #[inline(always)]
    pub(crate) fn run_in_pieces<B: Plain>(&mut self, bus: B, board: &mut B::Board) -> B {
        let (registers, bus, due) = self.registers.run_in_pieces(bus, board);
        (self.registers, self.due) = (registers, due);
        bus
    }
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}
