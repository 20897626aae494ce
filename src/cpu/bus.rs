//! What the CPU is wired to, and how it samples its interrupt pins there.

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
    /// its value is used or not. In [`Cpu::run`](crate::cpu::Cpu::run) a bus may trust that they lie at the address that
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

    /// Asked by [`Cpu::run`](crate::cpu::Cpu::run) before every instruction: whether it may be executed without further thought.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        false
    }

    /// Asked by [`Cpu::run`](crate::cpu::Cpu::run) before every other instruction, of which `pc` is the address; `masked` is the I flag.
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
