//! The NMOS 6502: one opcode table, registers, execution, disassembly.

mod addressing;
mod arithmetic;
pub mod disassemble;
mod execute;
pub mod opcodes;
mod operations;
mod pieces;
mod plain;
mod registers;
mod sequences;

use registers::{Registers, Wide};

pub use operations::{ANE_MAGIC, ANX_MAGIC};
#[doc(hidden)]
pub use plain::{Board, Plain, how};

/// The flags of [`Cpu::p`] as bits.
pub mod flags {
    pub use super::registers::{B, C, D, I, N, UNUSED, V, Z};
}

/// What the CPU is wired to. Each call of a `read`, a `fetch` or `write` is one CPU cycle.
///
/// A flat bus implements `read` and `write` alone. A bus with interrupts owns a [`Sampler`] and passes
/// `interrupt`, `nmi_pending`, `nmi_served` and `hold_nmi` on to it. A bus with RDY
/// moreover repeats the clock of a read for as long as RDY is low at its end, calling
/// [`Sampler::clock`] after each, and implements the four special reads:
///
/// | method | first clock | repeats | polls |
/// |---|---|---|---|
/// | `read_fixup` | `wrong` | `right` | no |
/// | `read_last`, `fetch_last` | `address` | `address` | yes |
/// | `read_fixup_last` | `wrong` | `right` | yes, `masked` being also `masked_after` |
///
/// A poll asks for an interrupt if `interrupt(masked)` is true before the first clock, or
/// `interrupt(masked_after)` after any clock that is repeated (hence not after the last one).
/// The value of a read is that of its last clock. A machine cycle in which DMA holds the CPU is no
/// clock at all. [vectors RULES 2, 7 to 11]
pub trait Bus {
    /// A read cycle.
    fn read(&mut self, address: u16) -> u8;

    /// A read cycle at the program counter: one of the (up to three) bytes from the opcode on, whether
    /// its value is used or not. In [`Cpu::run`] a bus may trust that they lie at the address that
    /// [`Bus::jump`] or [`Bus::go_on`] was last given, or as far behind it as the instructions since
    /// then reach.
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        self.read(address)
    }

    /// A [`Bus::fetch`] in the last cycle: see [`Bus::read_last`].
    #[inline(always)]
    fn fetch_last(&mut self, address: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        self.read_last(address, masked, masked_after)
    }

    /// A write cycle.
    fn write(&mut self, address: u16, value: u8);

    /// The read at the effective address before its high byte is corrected: `wrong` in the first clock,
    /// `right` in repeats under RDY (the caller passes `wrong` twice where the chip does not correct it).
    /// Gives the value and whether RDY stretched the read, which SHA, SHX, SHY and SHS
    /// notice. [vectors RULES 8, 9]
    #[inline(always)]
    fn read_fixup(&mut self, wrong: u16, _right: u16) -> (u8, bool) {
        (self.read(wrong), false)
    }

    /// A read that is the last cycle of its instruction, with the poll that belongs to it: the value, and
    /// whether an interrupt was sampled at the end of the cycle before or in any clock of this read but
    /// the last. `masked` is the I flag before this cycle, `masked_after` as the
    /// instruction leaves it. [vectors RULES 2, 10]
    #[inline(always)]
    fn read_last(&mut self, address: u16, masked: bool, _masked_after: bool) -> (u8, bool) {
        let taken = self.interrupt(masked);
        (self.read(address), taken)
    }

    /// A `read_fixup` that is the last cycle of its instruction (the fourth of a branch): whether its
    /// poll asks for an interrupt.
    #[inline(always)]
    fn read_fixup_last(&mut self, wrong: u16, _right: u16, masked: bool) -> bool {
        self.read_last(wrong, masked, masked).1
    }

    /// Whether the samples taken at the end of the last cycle ask for an interrupt: NMI pending, or
    /// IRQ low and not `masked`.
    #[inline(always)]
    fn interrupt(&mut self, _masked: bool) -> bool {
        false
    }

    /// The I flag, which was set, has just been cleared: by CLI, PLP or RTI.
    #[inline(always)]
    fn unmasked(&mut self) {}

    /// [`Bus::read_last`] of RTI, whose poll goes by the I flag that it has pulled; `masked_before` is what that was. It
    /// calls [`Bus::unmasked`], too, or need not where an interrupt is due that sets the flag again.
    #[inline(always)]
    fn return_last(&mut self, address: u16, masked_before: bool, masked: bool) -> (u8, bool) {
        if masked_before && !masked {
            self.unmasked();
        }
        self.read_last(address, masked, masked)
    }

    /// Whether an NMI is pending (an edge was sampled and not yet served).
    #[inline(always)]
    fn nmi_pending(&mut self) -> bool {
        false
    }

    /// The CPU has read the low byte of the NMI vector: the pending NMI is served.
    #[inline(always)]
    fn nmi_served(&mut self) {}

    /// While held, an NMI cannot become pending: cycles 4 and 5 of an interrupt
    /// sequence, with their repeats. [vectors RULES 5]
    #[inline(always)]
    fn hold_nmi(&mut self, _held: bool) {}

    /// The next instruction is not the one behind this one but at `pc`: a branch was taken, or a jump, a
    /// return or an interrupt.
    #[inline(always)]
    fn jump(&mut self, _pc: u16) {}

    /// An instruction at `pc` begins, unless it is one in one piece.
    #[inline(always)]
    fn begin(&mut self, _pc: u16) {}

    /// Asked by [`Cpu::run`] before every instruction: whether it may be executed without further thought.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        false
    }

    /// Asked by [`Cpu::run`] before every other instruction, of which `pc` is the address; `masked` is the I flag.
    #[inline(always)]
    fn go_on(&mut self, _pc: u16, _masked: bool) -> bool {
        false
    }

    /// Asked where an interrupt is due in place of the instruction at `pc`: whether its sequence may run on this bus.
    #[inline(always)]
    fn serves_requests(&mut self, _pc: u16) -> bool {
        false
    }
}

/// To call where something is done rarely: the compiler branches around it.
#[cold]
pub(crate) fn rarely() {}

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
    /// Whether both pins were high at the last clock.
    #[inline]
    pub fn is_at_rest(&self) -> bool {
        !self.irq && !self.nmi_low_seen
    }
    /// Whether IRQ was low at the last clock.
    pub fn irq(&self) -> bool {
        self.irq
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
    /// A CIM opcode stopped the CPU until the next reset.
    pub jammed: bool,
}

impl Cpu {
    /// A CPU that is about to run its reset sequence.
    pub fn new() -> Self {
        Cpu { pc: 0, a: 0, x: 0, y: 0, s: 0, p: 0x24, interrupt_due: false, reset_due: true, jammed: false }
    }

    /// The registers in the form in which instructions work on them.
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

    /// One instruction, or the interrupt or reset sequence that is due.
    ///
    /// A BRK that an NMI hijacked counts as an instruction.
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

    /// The CPU as it runs from here on; [`Cpu::stop`] puts it down again. No reset may be due, and it may not be jammed.
    #[inline(always)]
    pub(crate) fn running(&self) -> Running {
        Running { registers: self.registers(), due: self.interrupt_due }
    }

    /// It has come so far.
    #[inline(always)]
    pub(crate) fn stop(&mut self, running: &Running) {
        self.set_registers(&running.registers);
        self.interrupt_due = running.is_due();
    }

    /// Instructions for as long as the bus says to go on and nothing is due that it does not serve; at the end
    /// `self` is as after [`Cpu::step`]s.
    #[inline(always)]
    pub fn run<B: Bus>(&mut self, bus: &mut B) {
        if self.reset_due || self.jammed {
            return;
        }
        let mut running = self.running();
        running.run(bus);
        self.stop(&running);
    }

    /// Instructions as [`Cpu::run`] executes them, on a bus with memory that answers at once, and on which no
    /// interrupt is due before an instruction has been executed access by access: the bus afterwards.
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

/// The CPU while it runs: its registers in the form in which instructions work on them. To make them that and to undo it
/// takes as long as two instructions, so who runs stretch by stretch keeps them so. [measured]
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

    /// As [`Cpu::run`].
    ///
    /// It is inlined (so call it from one place) because a bus that is a local variable of the caller, and
    /// whose slow paths are given its fields rather than `&mut self`, then has its cycle
    /// counter in a host register too.
    // Twice the speed of the counter in memory. [measured]
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

    /// As [`Cpu::run_in_pieces`].
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
