//! Steps back by one instruction, over calls and interrupts.

use super::call_stack::{CALL_BYTES, STACK};
use super::debugger::Debugger;
use super::reason::Reason;
use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::machine::{Machine, Stops};

impl Debugger {
    /// Goes back by one instruction, or by a whole call if that has just returned. Interrupts in between are passed
    /// over.
    pub fn back_over(&mut self) -> Reason {
        loop {
            let cpu = self.machine().cpu();
            let (pc, stack) = (cpu.pc, cpu.s);
            let reason = self.back(1);
            if reason != Reason::Step {
                return reason;
            }
            let gone_on = match mnemonic(self.machine(), self.machine().cpu().pc) {
                Mnemonic::RTS => return self.back_to_call(pc.wrapping_sub(CALL_BYTES), stack),
                Mnemonic::RTI if self.has_interrupted(pc) => self.back_before_interrupt(),
                _ => return reason,
            };
            if gone_on != Reason::Step {
                return gone_on;
            }
        }
    }

    /// From the RTS that ended a call to its JSR; stays where it is if there is no JSR.
    fn back_to_call(&mut self, call: u16, stack: u8) -> Reason {
        let machine = self.machine();
        if machine.cpu().s >= stack || mnemonic(machine, call) != Mnemonic::JSR {
            return Reason::Step;
        }
        let mut stops = Stops::default();
        stops.on_execute(call..=call);
        self.back_to(&stops, |machine| machine.cpu().s == stack)
    }

    /// Whether the RTI about to be executed ends an interrupt that came before the instruction at `pc`.
    fn has_interrupted(&self, pc: u16) -> bool {
        let top = STACK | u16::from(self.machine().cpu().s.wrapping_add(1));
        self.calls().first().is_some_and(|call| call.interrupt.is_some() && call.at == top && call.from == pc)
    }

    /// From an interrupt's RTI to before its interrupt sequence.
    fn back_before_interrupt(&mut self) -> Reason {
        let stack = self.machine().cpu().s;
        let mut stops = Stops::default();
        stops.on_nmi();
        stops.on_irq();
        match self.back_to(&stops, |machine| machine.cpu().s == stack) {
            Reason::Step => self.back(1),
            reason => reason,
        }
    }
}

/// The mnemonic of the byte at an address, read as an opcode.
fn mnemonic(machine: &Machine, at: u16) -> Mnemonic {
    OPCODES[usize::from(machine.peek(at))].mnemonic
}
