//! The call stack, with interrupts. The 6502 does not mark return addresses, so this is a guess from the bytes on the
//! stack.

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::debug::timeline::Served;
use crate::inspect::budget::report::Interrupt;
use crate::machine::Machine;

/// The first address of the stack page.
pub const STACK: u16 = 0x0100;
/// Bytes of JSR.
pub(super) const CALL_BYTES: u16 = 3;

/// A call or an interrupt that has probably not returned yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Where on the stack its return address begins ($0100 to $01FF); for an interrupt, where the flags lie that it
    /// pushed.
    pub at: u16,
    /// The address of the JSR, or of the instruction that the interrupt came before.
    pub from: u16,
    /// The address of the routine or handler.
    pub to: u16,
    /// The interrupt, unless it is a call.
    pub interrupt: Option<Interrupt>,
}

/// The bytes on the stack, the most recently pushed first.
pub fn bytes(machine: &Machine) -> Vec<u8> {
    (STACK + u16::from(machine.cpu().s)..STACK + 0xFF).map(|at| machine.peek(at + 1)).collect()
}

/// The calls, innermost first: every place of the stack that holds a return address of a JSR, and the interrupts
/// being served.
pub fn calls(machine: &Machine, served: &[Served]) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut at = STACK + u16::from(machine.cpu().s) + 1;
    while at < STACK + 0xFF {
        if let Some(&Served { interrupt, from, to, .. }) = served.iter().find(|it| it.at == at) {
            calls.push(Call { at, from, to, interrupt: Some(interrupt) });
            at += Served::PUSHED;
            continue;
        }
        let back = u16::from_le_bytes([machine.peek(at), machine.peek(at + 1)]);
        let from = back.wrapping_sub(CALL_BYTES - 1);
        if OPCODES[usize::from(machine.peek(from))].mnemonic == Mnemonic::JSR {
            let operand = [1, 2].map(|n| machine.peek(from.wrapping_add(n)));
            calls.push(Call { at, from, to: u16::from_le_bytes(operand), interrupt: None });
            at += 1;
        }
        at += 1;
    }
    calls
}
