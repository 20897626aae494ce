//! The seven-cycle sequences of BRK, interrupts and reset.

use super::registers::{B as BREAK, I, Registers};
use super::{Bus, Executed};

const NMI_VECTOR: u16 = 0xFFFA;
const RESET_VECTOR: u16 = 0xFFFC;
const IRQ_VECTOR: u16 = 0xFFFE;

impl Registers {
    /// BRK after its opcode fetch: skips a byte, then enters the handler of IRQ, or that of an NMI that came in time.
    #[inline(always)]
    pub(super) fn break_sequence<B: Bus>(&mut self, bus: &mut B) -> bool {
        self.fetch(bus);
        self.enter_handler(bus, BREAK).1
    }

    /// The sequence of an interrupt that the last poll found. Returns which one it became, and whether its own poll
    /// found another one.
    #[inline(always)]
    pub(super) fn interrupt_sequence<B: Bus>(&mut self, bus: &mut B) -> (Executed, bool) {
        bus.read(self.pc);
        bus.read(self.pc);
        self.enter_handler(bus, 0)
    }

    /// Cycles 2 to 6: pushes PC and status and loads the vector. That is the one of NMI if an NMI is pending at the end
    /// of cycle 3, whatever started the sequence. [vectors RULES 4, 5]
    #[inline(always)]
    fn enter_handler<B: Bus>(&mut self, bus: &mut B, pushed_break: u8) -> (Executed, bool) {
        let [low, high] = self.pc.to_le_bytes();
        self.push(bus, high);
        self.push(bus, low);
        let nmi = bus.nmi_pending();
        bus.hold_nmi(true);
        let status = self.status() | pushed_break;
        self.push(bus, status);
        let (vector, executed) = if nmi { (NMI_VECTOR, Executed::Nmi) } else { (IRQ_VECTOR, Executed::Irq) };
        let low = bus.read(vector);
        bus.hold_nmi(false);
        if nmi {
            bus.nmi_served();
        }
        (executed, self.load_vector_high(bus, vector, low))
    }

    /// Reset: like an interrupt, but the stack cycles are reads.
    #[inline(always)]
    pub(super) fn reset_sequence<B: Bus>(&mut self, bus: &mut B) -> bool {
        bus.read(self.pc);
        bus.read(self.pc);
        for _ in 0..3 {
            self.peek_stack(bus);
            self.s = self.s.wrapping_sub(1);
        }
        self.jammed = false;
        let low = bus.read(RESET_VECTOR);
        self.load_vector_high(bus, RESET_VECTOR, low)
    }

    /// Cycle 6. It polls only while it is stalled: nothing can be pending when it begins. [vectors RULES 10]
    #[inline(always)]
    fn load_vector_high<B: Bus>(&mut self, bus: &mut B, vector: u16, low: u8) -> bool {
        self.control |= I;
        let (high, due) = bus.read_last(vector + 1, true, true);
        self.jump_to(bus, low, high);
        due
    }
}
