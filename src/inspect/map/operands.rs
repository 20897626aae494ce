//! The addresses that stand in a program's instructions, and who has them there.

use std::collections::{BTreeMap, BTreeSet};

use super::Block;
use crate::assembler::{LineEntry, Output};
use crate::cpu::opcodes::{Mode, OPCODES};

/// By address: procedures, or the files of code outside of them.
pub(super) type Users = BTreeMap<u16, BTreeSet<String>>;

/// Calls `see` with every instruction: its line, address, opcode and operand.
pub(super) fn instructions(output: &Output, see: &mut dyn FnMut(&LineEntry, u16, u8, u16)) {
    let mut memory = vec![0_u8; 0x1_0000];
    for segment in output.segments.iter().filter(|segment| !segment.is_vector) {
        for span in &segment.spans {
            for (at, &byte) in segment.bytes[span.offset..span.offset + span.length].iter().enumerate() {
                memory[usize::from(span.run).wrapping_add(at) & 0xFFFF] = byte;
            }
        }
    }
    for line in output.lines.iter().filter(|line| line.code) {
        let end = u32::from(line.address) + line.length;
        let mut at = u32::from(line.address);
        while at < end {
            let byte = |offset: u32| memory[(at + offset) as usize & 0xFFFF];
            let opcode = byte(0);
            let operand = u16::from_le_bytes([byte(1), byte(2)]);
            see(line, at as u16, opcode, operand);
            at += u32::from(OPCODES[usize::from(opcode)].bytes());
        }
    }
}

/// Who uses each byte of memory by its address.
pub(super) fn users(output: &Output, procedures: &[Block]) -> Users {
    let mut users = Users::new();
    let owner = |line: &LineEntry| {
        let around = procedures.iter().filter(|block| (block.start..=block.end).contains(&line.address));
        around
            .min_by_key(|block| block.size)
            .map(|block| block.name.clone())
            .or_else(|| output.files.get(line.module as usize).cloned())
            .unwrap_or_default()
    };
    instructions(output, &mut |line, _, opcode, operand| {
        let Some(address) = address(opcode, operand) else { return };
        let second = match OPCODES[usize::from(opcode)].mode {
            Mode::IndirectX | Mode::IndirectY => Some(address.wrapping_add(1) & 0xFF),
            Mode::Indirect => Some(address & 0xFF00 | address.wrapping_add(1) & 0xFF),
            _ => None,
        };
        for at in [Some(address), second].into_iter().flatten() {
            users.entry(at).or_default().insert(owner(line));
        }
    });
    users
}

/// Names that instructions use as addresses. A constant may have the same value.
pub(super) fn names_of_addresses(output: &Output) -> BTreeSet<&String> {
    let mut bytes = BTreeSet::new();
    instructions(output, &mut |line, _, opcode, operand| {
        if let Some(address) = address(opcode, operand) {
            bytes.insert((line.file, line.line, i64::from(address)));
        }
    });
    let uses = output.references.iter().filter(|reference| !reference.defines);
    let named = uses.filter_map(|reference| {
        let symbol = output.symbols.get(reference.symbol as usize)?;
        bytes.contains(&(reference.file, reference.line, symbol.value)).then_some(&symbol.name)
    });
    named.collect()
}

/// The first byte that an instruction uses by its address.
fn address(opcode: u8, operand: u16) -> Option<u16> {
    match OPCODES[usize::from(opcode)].mode {
        Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX | Mode::IndirectY => {
            Some(operand & 0xFF)
        }
        Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect => Some(operand),
        _ => None,
    }
}
