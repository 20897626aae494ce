//! Finds the addresses that instructions use.

use std::borrow::Cow;

use crate::cpu::disassemble::disassemble;

/// A program's bytes at their addresses, with room after 64K so that no access is out of range.
pub(in crate::harness) struct Memory(Vec<u8>);

impl Memory {
    /// The memory with these pieces in it.
    pub(in crate::harness) fn of(contents: &[(u16, Cow<'_, [u8]>)]) -> Memory {
        let mut memory = vec![0; 0x10000 + usize::from(u16::MAX)];
        for (start, bytes) in contents {
            memory[usize::from(*start)..][..bytes.len()].copy_from_slice(bytes);
        }
        Memory(memory)
    }

    /// The addresses used by the instructions of a statement, which may generate several.
    pub(in crate::harness) fn operands(&self, start: u16, length: u32) -> Vec<u16> {
        let (mut at, end) = (start, u32::from(start) + length);
        let mut addresses = Vec::new();
        while u32::from(at) < end {
            let code = disassemble(at, |at| self.0[usize::from(at)]);
            addresses.extend(code.operand_address);
            let Some(next) = at.checked_add(code.bytes().len() as u16) else { break };
            at = next;
        }
        addresses
    }
}
