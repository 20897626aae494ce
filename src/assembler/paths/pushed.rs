//! The stack use of a routine from instruction to instruction.

use std::collections::BTreeMap;

use super::given::{Program, Unprovable};
use super::routine::Routine;
use crate::cpu::opcodes::{Access, Mnemonic, Mode};

/// The stack pointer where nothing has been pushed.
const TOP: i32 = 0xFF;

/// The number of bytes that the routine itself has pushed before each of its instructions; negative after it
/// has pulled bytes of its caller. A push in that state is rejected, because it may overwrite the return
/// address.
pub(super) fn pushed(program: &Program, routine: &Routine) -> Result<BTreeMap<u16, i32>, Unprovable> {
    let mut before = BTreeMap::from([(routine.entry, 0)]);
    let mut waiting = vec![routine.entry];
    while let Some(address) = waiting.pop() {
        let depth = before[&address];
        let after = match program.opcode(address) {
            Some(opcode) if opcode.access == Access::Push && depth < 0 => {
                return Err(Unprovable::Unbalanced(address));
            }
            Some(opcode) if opcode.access == Access::Push => depth + 1,
            Some(opcode) if opcode.access == Access::Pull => depth - 1,
            Some(opcode) if opcode.mnemonic == Mnemonic::TXS => pointer_set(program, address)?,
            Some(opcode) if opcode.mnemonic == Mnemonic::SHS => return Err(Unprovable::SetsStack(address)),
            _ => depth,
        };
        for next in following(program, routine, address) {
            match before.insert(next, after) {
                None => waiting.push(next),
                Some(known) if known != after => return Err(Unprovable::Unbalanced(next)),
                Some(_) => {}
            }
        }
    }
    Ok(before)
}

/// The successors of the instruction at an address. A branch right after the load of a constant always or
/// never branches.
fn following(program: &Program, routine: &Routine, address: u16) -> Vec<u16> {
    let next = routine.edges.get(&address).into_iter().flatten().map(|&(next, _)| next).collect();
    let Some(number) = loaded(program, address, &[Mnemonic::LDA, Mnemonic::LDX, Mnemonic::LDY]) else {
        return next;
    };
    let branch = address.wrapping_add(2);
    let is_taken = match program.opcode(branch).map(|opcode| opcode.mnemonic) {
        Some(Mnemonic::BEQ) => number == 0,
        Some(Mnemonic::BNE) => number != 0,
        Some(Mnemonic::BMI) => number & 0x80 != 0,
        Some(Mnemonic::BPL) => number & 0x80 == 0,
        _ => return next,
    };
    let target = program.target(branch).filter(|_| is_taken);
    vec![target.unwrap_or(branch.wrapping_add(2))]
}

/// The constant that one of these instructions at an address loads.
fn loaded(program: &Program, address: u16, loads: &[Mnemonic]) -> Option<u8> {
    let opcode = program.opcode(address)?;
    let is_load = opcode.mode == Mode::Immediate && loads.contains(&opcode.mnemonic);
    program.byte(address.wrapping_add(1)).filter(|_| is_load)
}

/// `ldx #n`, `txs`: the number of bytes then on the stack.
fn pointer_set(program: &Program, address: u16) -> Result<i32, Unprovable> {
    let pointer = loaded(program, address.wrapping_sub(2), &[Mnemonic::LDX]);
    pointer.map(|pointer| TOP - i32::from(pointer)).ok_or(Unprovable::SetsStack(address))
}
