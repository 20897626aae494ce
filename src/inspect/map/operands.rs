//! The addresses in a program's instructions, and which code uses them.

use std::collections::{BTreeMap, BTreeSet};

use super::Block;
use crate::assembler::{LineEntry, Output};
use crate::cpu::opcodes::{Mode, OPCODES};

/// By address: procedures, or the files of code outside of procedures.
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

/// Which code uses each byte of memory by its address.
pub(super) fn users(output: &Output, procedures: &[Block]) -> Users {
    let mut users = Users::new();
    instructions(output, &mut |line, _, opcode, operand| {
        let Some(address) = address(opcode, operand) else { return };
        let second = match OPCODES[usize::from(opcode)].mode {
            Mode::IndirectX | Mode::IndirectY => Some(address.wrapping_add(1) & 0xFF),
            Mode::Indirect => Some(address & 0xFF00 | address.wrapping_add(1) & 0xFF),
            _ => None,
        };
        for at in [Some(address), second].into_iter().flatten() {
            users.entry(at).or_default().insert(owner(output, procedures, line));
        }
    });
    users
}

/// The procedure that a line belongs to, or its file.
fn owner(output: &Output, procedures: &[Block], line: &LineEntry) -> String {
    let around = procedures.iter().filter(|block| (block.start..=block.end).contains(&line.address));
    around
        .min_by_key(|block| block.size)
        .map(|block| block.name.clone())
        .or_else(|| output.files.get(line.module as usize).cloned())
        .unwrap_or_default()
}

/// Code that takes both halves of a named address, for a pointer: `lda #<cave`, `lda #>cave`.
pub(super) fn pointed_at(output: &Output, procedures: &[Block]) -> Users {
    let mut named: BTreeMap<(u32, u32), Vec<u16>> = BTreeMap::new();
    for reference in output.references.iter().filter(|reference| !reference.defines) {
        let symbol = output.symbols.get(reference.symbol as usize);
        if let Some(Ok(address)) = symbol.map(|symbol| u16::try_from(symbol.value)) {
            named.entry((reference.file, reference.line)).or_default().push(address);
        }
    }
    let mut halves: BTreeMap<u16, [BTreeSet<String>; 2]> = BTreeMap::new();
    instructions(output, &mut |line, _, opcode, operand| {
        if OPCODES[usize::from(opcode)].mode != Mode::Immediate {
            return;
        }
        for &address in named.get(&(line.file, line.line)).into_iter().flatten() {
            let is_half = address.to_le_bytes().map(|half| half == operand as u8);
            let halves = halves.entry(address).or_default().iter_mut().zip(is_half);
            halves.filter(|(_, is_half)| *is_half).for_each(|(users, _)| {
                users.insert(owner(output, procedures, line));
            });
        }
    });
    let both = halves.into_iter().filter(|(_, halves)| halves.iter().all(|users| !users.is_empty()));
    both.map(|(address, [low, high])| (address, low.into_iter().chain(high).collect())).collect()
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
