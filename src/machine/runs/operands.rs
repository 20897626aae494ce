//! Distinguishes reads that an instruction makes for their value from those that its bus cycles make anyway.

use crate::cpu::Cpu;
use crate::cpu::opcodes::{Access, Mnemonic, Mode, OPCODES};

const STACK: u16 = 0x0100;

/// Whether the instruction at `by`, which has just been executed, used what it read at `address`. Not meant for the
/// bytes of the instruction itself.
pub(in crate::machine) fn has_use_for(address: u16, by: u16, cpu: &Cpu, byte: impl Fn(u16) -> u8) -> bool {
    let code = OPCODES[usize::from(byte(by))];
    let low = byte(by.wrapping_add(1));
    let operand = u16::from_le_bytes([low, byte(by.wrapping_add(2))]);
    let in_page_0 = |at: u8| [u16::from(at), u16::from(at.wrapping_add(1))];
    // The high byte of a pointer comes from the same page.
    let behind = operand & 0xFF00 | operand.wrapping_add(1) & 0x00FF;
    let pointer = match code.mode {
        Mode::IndirectX => Some(in_page_0(low.wrapping_add(cpu.x))),
        Mode::IndirectY => Some(in_page_0(low)),
        Mode::Indirect => Some([operand, behind]),
        _ => None,
    };
    let pointed = pointer.map_or(0, |at| u16::from_le_bytes(at.map(&byte)));
    let data = match code.mode {
        Mode::ZeroPage => Some(low.into()),
        Mode::ZeroPageX => Some(low.wrapping_add(cpu.x).into()),
        Mode::ZeroPageY => Some(low.wrapping_add(cpu.y).into()),
        Mode::Absolute => Some(operand),
        Mode::AbsoluteX => Some(operand.wrapping_add(cpu.x.into())),
        Mode::AbsoluteY => Some(operand.wrapping_add(cpu.y.into())),
        Mode::IndirectX => Some(pointed),
        Mode::IndirectY => Some(pointed.wrapping_add(cpu.y.into())),
        Mode::Implied | Mode::Accumulator | Mode::Immediate | Mode::Indirect | Mode::Relative => None,
    };
    let pulled = match (code.access, code.mnemonic) {
        (Access::Pull, _) => 1,
        (Access::Return, Mnemonic::RTI) => 3,
        (Access::Return, _) => 2,
        _ => 0,
    };
    let is_pulled = (0..pulled).any(|n| address == STACK | u16::from(cpu.s.wrapping_sub(n)));
    is_pulled
        || pointer.is_some_and(|at| at.contains(&address))
        || (code.access.reads() && data == Some(address))
}
