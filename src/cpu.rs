//! The NMOS 6502: one opcode table, registers, execution, disassembly.

mod addressing;
mod arithmetic;
pub mod disassemble;
mod execute;
pub mod opcodes;
mod operations;
mod registers;
mod sequences;

use registers::Registers;

pub use operations::{ANE_MAGIC, LXA_MAGIC};

/// The flags of [`Cpu::p`] as bits.
pub mod flags {
    pub use super::registers::{B, C, D, I, N, UNUSED, V, Z};
}

/// What the CPU is wired to. Each call of `read`, `read_fixup`, `read_last` or `write` is one
/// CPU cycle (a read may last longer while RDY is low; the bus repeats it inside the call).
pub trait Bus {
    /// A read cycle.
    fn read(&mut self, address: u16) -> u8;

    /// A write cycle.
    fn write(&mut self, address: u16, value: u8);

    /// The read that fixes a page crossing: its first clock is at `wrong`, repeats under RDY are
    /// at `right` (the same for branches that cross backwards). Also says whether RDY
    /// stretched it (which SHA, SHX, SHY and TAS notice). [vectors RULES 8, 9]
    #[inline(always)]
    fn read_fixup(&mut self, wrong: u16, _right: u16) -> (u8, bool) {
        (self.read(wrong), false)
    }

    /// A read that is the last cycle of its instruction, with the poll that belongs to it: an
    /// interrupt sampled at the end of the cycle before, or in any clock of this read but the last,
    /// counts. `masked` is the I flag as it was before this cycle, `masked_after` as
    /// the instruction leaves it (used for the stalled clocks). [vectors RULES 2, 10]
    #[inline(always)]
    fn read_last(&mut self, address: u16, masked: bool, _masked_after: bool) -> (u8, bool) {
        let taken = self.interrupt(masked);
        (self.read(address), taken)
    }

    /// A read that is both: the fourth cycle of a branch. The poll is that of `read_last`.
    #[inline(always)]
    fn read_fixup_last(&mut self, wrong: u16, _right: u16, masked: bool) -> bool {
        self.read_last(wrong, masked, masked).1
    }

    /// Whether the samples taken at the end of the last cycle ask for an interrupt: NMI pending, or
    /// IRQ low and not `masked`.
    #[inline(always)]
    fn interrupt(&self, _masked: bool) -> bool {
        false
    }

    /// Whether an NMI is pending (an edge was sampled and not yet served).
    #[inline(always)]
    fn nmi_pending(&self) -> bool {
        false
    }

    /// The CPU has fetched from the NMI vector: the pending NMI is served.
    #[inline(always)]
    fn nmi_served(&mut self) {}

    /// While held, an NMI cannot become pending (cycles 4 and 5 of an interrupt
    /// sequence). [vectors RULES 5]
    #[inline(always)]
    fn hold_nmi(&mut self, _held: bool) {}

    /// Asked by [`Cpu::run`] before every instruction.
    #[inline(always)]
    fn go_on(&self) -> bool {
        false
    }
}

/// The interrupt inputs as the CPU samples them at the end of every clock it runs. A bus that has
/// interrupts owns one and calls [`Sampler::clock`] once a CPU clock.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sampler {
    irq: bool,
    nmi_pending: bool,
    nmi_low_seen: bool,
    held: bool,
}

impl Sampler {
    /// Samples the pins (`true` = pulled low). While NMI is held, a line that goes low is
    /// not seen, unless one is pending: then it is seen, and lost. [vectors RULES 1, 5]
    #[inline]
    pub fn clock(&mut self, irq_low: bool, nmi_low: bool) {
        self.irq = irq_low;
        self.nmi_pending |= nmi_low && !self.nmi_low_seen && !self.held;
        self.nmi_low_seen = nmi_low && (self.nmi_low_seen || self.nmi_pending);
    }

    /// See [`Bus::interrupt`].
    #[inline]
    pub fn interrupt(&self, masked: bool) -> bool {
        self.nmi_pending || (self.irq && !masked)
    }
    /// See [`Bus::nmi_pending`].
    pub fn nmi_pending(&self) -> bool {
        self.nmi_pending
    }
    /// See [`Bus::nmi_served`].
    pub fn nmi_served(&mut self) {
        self.nmi_pending = false;
    }
    /// See [`Bus::hold_nmi`].
    pub fn hold_nmi(&mut self, held: bool) {
        self.held = held;
    }
}

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

/// The registers between two instructions.
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
    /// The last instruction's poll asked for an interrupt: the next step is its sequence.
    pub interrupt_due: bool,
    /// A reset is due.
    pub reset_due: bool,
    /// A KIL opcode stopped the CPU until the next reset.
    pub jammed: bool,
}

impl Cpu {
    /// A CPU that is about to run its reset sequence.
    pub fn new() -> Self {
        Cpu { pc: 0, a: 0, x: 0, y: 0, s: 0, p: 0x24, interrupt_due: false, reset_due: true, jammed: false }
    }

    /// One instruction, or the interrupt or reset sequence that is due.
    ///
    /// A BRK that an NMI hijacked counts as an instruction.
    pub fn step<B: Bus>(&mut self, bus: &mut B) -> Executed {
        let mut registers = Registers::load(self);
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
        registers.store(self);
        self.interrupt_due = due && !self.jammed;
        executed
    }

    /// Instructions for as long as the bus says to go on and nothing is due; at the end `self` is as
    /// after [`Cpu::step`]s. Meant for buses without interrupts, where it keeps the registers in
    /// the host's.
    pub fn run<B: Bus>(&mut self, bus: &mut B) {
        if self.reset_due || self.jammed || self.interrupt_due {
            return;
        }
        let mut registers = Registers::load(self);
        let mut due = false;
        while !due && bus.go_on() {
            due = registers.instruction(bus);
        }
        registers.store(self);
        self.interrupt_due = due && !self.jammed;
    }
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}
