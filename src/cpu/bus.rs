//! The CPU's interface to the hardware, and its sampling of the interrupt pins.

/// The CPU's interface to the hardware. Each call of a `read`, a `fetch` or `write` is one CPU cycle.
///
/// A flat bus implements only `read` and `write`. A bus with interrupts owns a [`Sampler`] and passes `interrupt`,
/// `nmi_pending`, `nmi_served` and `hold_nmi` on to it. A bus with RDY also repeats the clock of a read as long as RDY
/// is low at the end of it, calls [`Sampler::clock`] after each, and implements the four special reads:
///
/// | method | first clock | repeats | polls |
/// |---|---|---|---|
/// | `read_fixup` | `wrong` | `right` | no |
/// | `read_last`, `fetch_last` | `address` | `address` | yes |
/// | `read_fixup_last` | `wrong` | `right` | yes, `masked` being also `masked_after` |
///
/// A poll finds an interrupt if `interrupt(masked)` is true before the first clock, or `interrupt(masked_after)` after
/// any clock that is repeated, hence not after the last one. The value of a read is that of its last clock. A machine
/// cycle in which DMA halts the CPU is not a clock. [vectors RULES 2, 7 to 11]
pub trait Bus {
    /// A read cycle.
    fn read(&mut self, address: u16) -> u8;

    /// A read cycle at the program counter, for one of the (up to three) bytes from the opcode on, whether or not its
    /// value is used. In [`Cpu::run`](crate::cpu::Cpu::run) a bus may rely on these bytes being at the address last
    /// given to [`Bus::jump`] or [`Bus::go_on`], or as far after it as the instructions since then extend.
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        self.read(address)
    }

    /// A [`Bus::fetch`] in the last cycle of an instruction: see [`Bus::read_last`].
    #[inline(always)]
    fn fetch_last(&mut self, address: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        self.read_last(address, masked, masked_after)
    }

    /// A write cycle.
    fn write(&mut self, address: u16, value: u8);

    /// The read at the effective address before its high byte is corrected: `wrong` in the first clock, `right` in
    /// repeats under RDY. (The caller passes `wrong` twice where the chip does not correct it.) Returns the value and
    /// whether RDY stretched the read, which affects SHA, SHX, SHY and SHS. [vectors RULES 8, 9]
    #[inline(always)]
    fn read_fixup(&mut self, wrong: u16, _right: u16) -> (u8, bool) {
        (self.read(wrong), false)
    }

    /// A read that is the last cycle of its instruction, with the instruction's poll. Returns the value, and whether an
    /// interrupt was sampled at the end of the cycle before or in any clock of this read except the last. `masked` is
    /// the I flag before this cycle, `masked_after` after the instruction. [vectors RULES 2, 10]
    #[inline(always)]
    fn read_last(&mut self, address: u16, masked: bool, _masked_after: bool) -> (u8, bool) {
        let taken = self.interrupt(masked);
        (self.read(address), taken)
    }

    /// A `read_fixup` that is the last cycle of its instruction (the fourth of a branch). Returns whether its poll
    /// finds an interrupt.
    #[inline(always)]
    fn read_fixup_last(&mut self, wrong: u16, _right: u16, masked: bool) -> bool {
        self.read_last(wrong, masked, masked).1
    }

    /// Whether the samples taken at the end of the last cycle request an interrupt: NMI is pending, or IRQ is low and
    /// not `masked`.
    #[inline(always)]
    fn interrupt(&mut self, _masked: bool) -> bool {
        false
    }

    /// Called when CLI, PLP or RTI has cleared the I flag, which was set.
    #[inline(always)]
    fn unmasked(&mut self) {}

    /// [`Bus::read_last`] for RTI, whose poll uses the I flag that it has pulled; `masked_before` is the flag before
    /// that. It also calls [`Bus::unmasked`], which it may omit if an interrupt is due that sets the flag again.
    #[inline(always)]
    fn return_last(&mut self, address: u16, masked_before: bool, masked: bool) -> (u8, bool) {
        if masked_before && !masked {
            self.unmasked();
        }
        self.read_last(address, masked, masked)
    }

    /// Whether an NMI is pending: an edge has been sampled and not been served.
    #[inline(always)]
    fn nmi_pending(&mut self) -> bool {
        false
    }

    /// Called when the CPU has read the low byte of the NMI vector: the pending NMI is being served.
    #[inline(always)]
    fn nmi_served(&mut self) {}

    /// Called to hold or release NMI. While held, in cycles 4 and 5 of an interrupt sequence and their repeats, an NMI
    /// cannot become pending. [vectors RULES 5]
    #[inline(always)]
    fn hold_nmi(&mut self, _held: bool) {}

    /// Called when the next instruction is not the following one but the one at `pc`: after a taken branch, a jump, a
    /// return or an interrupt.
    #[inline(always)]
    fn jump(&mut self, _pc: u16) {}

    /// Called when an instruction at `pc` begins, unless it executes in one piece.
    #[inline(always)]
    fn begin(&mut self, _pc: u16) {}

    /// Called by [`Cpu::run`](crate::cpu::Cpu::run) before every instruction. Returns whether it may be executed
    /// without further checks.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        false
    }

    /// Called by [`Cpu::run`](crate::cpu::Cpu::run) if [`Bus::goes_on`] returned false, with the address of the
    /// instruction and the I flag. Returns whether to execute it.
    #[inline(always)]
    fn go_on(&mut self, _pc: u16, _masked: bool) -> bool {
        false
    }

    /// Called when an interrupt is due before the instruction at `pc`. Returns whether its sequence may run on this
    /// bus.
    #[inline(always)]
    fn serves_requests(&mut self, _pc: u16) -> bool {
        false
    }
}

/// The interrupt inputs, which the CPU samples at the end of every clock that it runs. A bus with interrupts owns one
/// and calls [`Sampler::clock`] once per CPU clock.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sampler {
    irq: bool,
    nmi_pending: bool,
    nmi_low_seen: bool,
    held: bool,
}

impl Sampler {
    /// Samples the pins (`true` = pulled low). While NMI is held, a line that goes low is not noticed, unless an NMI is
    /// pending: then it is noticed, and lost. [vectors RULES 1, 5]
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
