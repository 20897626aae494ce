//! Who has called whom, as far as the stack tells, where nothing marks a return address; and what was interrupted.

use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::debug::timeline::Served;
use crate::inspect::budget::report::Interrupt;
use crate::machine::Machine;

/// Where the stack's page begins.
pub const STACK: u16 = 0x0100;
/// Bytes of JSR.
pub(super) const CALL_BYTES: u16 = 3;

/// A call that has probably not returned yet, or an interrupt that has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Where on the stack its return address begins, or the flags that an interrupt pushed, $0100 to $01FF.
    pub at: u16,
    /// Address of the JSR, or of the instruction that an interrupt came before.
    pub from: u16,
    /// What it called.
    pub to: u16,
    /// Which interrupt it is, if it is one.
    pub interrupt: Option<Interrupt>,
}

/// The bytes on the stack, the last pushed first.
pub fn bytes(machine: &Machine) -> Vec<u8> {
    (STACK + u16::from(machine.cpu().s)..STACK + 0xFF).map(|at| machine.peek(at + 1)).collect()
}

/// The calls, the innermost first: all places of the stack that hold an address behind a JSR, and the interrupts that are served.
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
