//! What the assembler records of a program for debuggers, listings and proofs: every byte belongs to exactly
//! one line, lines of code have whole instructions, and these lead to no data.

use std::collections::BTreeMap;

use front800::assembler::{LineEntry, Output, Segment};
use front800::cpu::opcodes::{Mode, OPCODES};
use front800::inspect::code::Loaded;

const BRK: u8 = 0x00;
const JSR: u8 = 0x20;
const BIT_ZERO_PAGE: u8 = 0x24;
const BIT: u8 = 0x2C;
const RTI: u8 = 0x40;
const JMP: u8 = 0x4C;
const RTS: u8 = 0x60;
const JMP_INDIRECT: u8 = 0x6C;

/// Checks the lines of any program that fills no gaps (`opt f+`): the bytes of these have no line.
pub fn check(output: &Output) -> Result<(), String> {
    each_byte_once(output)?;
    instructions_fill(&code(output), &pieces(output))
}

/// Checks the code of a program that works: it runs into no data.
pub fn check_working(output: &Output) -> Result<(), String> {
    let (code, pieces) = (code(output), pieces(output));
    instructions_fill(&code, &pieces)?;
    no_data_is_reached(&code, &pieces)
}

fn code(output: &Output) -> Vec<&LineEntry> {
    output.lines.iter().filter(|line| line.code).collect()
}

/// As many lines have each address as bytes are assembled for it.
fn each_byte_once(output: &Output) -> Result<(), String> {
    let mut counts: BTreeMap<u16, i32> = BTreeMap::new();
    let mut count = |start: u16, length: u32, change: i32| {
        for at in 0..length {
            *counts.entry(start.wrapping_add(at as u16)).or_default() += change;
        }
    };
    for span in output.segments.iter().flat_map(|segment| &segment.spans) {
        count(span.run, span.length as u32, 1);
    }
    for line in &output.lines {
        count(line.address, line.length, -1);
    }
    // The parts of an object file that are loaded nowhere need no lines.
    let is_part = |segment: &&Segment| segment.is_vector && !matches!(segment.load, 0x2E0 | 0x2E2);
    for span in output.segments.iter().filter(is_part).flat_map(|segment| &segment.spans) {
        counts.retain(|&address, _| usize::from(address.wrapping_sub(span.run)) >= span.length);
    }
    match counts.iter().find(|(_, count)| **count != 0) {
        Some((address, count @ 1..)) => Err(format!("{count} bytes for ${address:04X} have no line")),
        Some((address, count)) => Err(format!("${address:04X} has {} lines too many", -count)),
        None => Ok(()),
    }
}

/// The bytes of the program at the addresses that they are assembled for.
fn pieces(output: &Output) -> Vec<Loaded> {
    let segments = output.segments.iter().filter(|segment| !segment.is_vector);
    let spans = segments.flat_map(|segment| segment.spans.iter().map(move |span| (segment, span)));
    let piece = spans.map(|(segment, span)| {
        let bytes = &segment.bytes[span.offset..span.offset + span.length];
        let room = 0x1_0000 - usize::from(span.run);
        Loaded { start: span.run, bytes: bytes[..bytes.len().min(room)].to_vec() }
    });
    piece.collect()
}

/// The byte at an address, of several the one loaded last.
fn byte_at(pieces: &[Loaded], address: u16) -> Option<u8> {
    let byte = |piece: &Loaded| piece.bytes.get(usize::from(address.checked_sub(piece.start)?)).copied();
    pieces.iter().rev().find_map(byte)
}

/// The addresses of the instructions of a line of code with their opcodes and lengths; the last one may extend
/// beyond the line.
fn instructions(line: &LineEntry, pieces: &[Loaded]) -> Vec<(u16, u8, u32)> {
    let (mut found, mut offset) = (Vec::new(), 0);
    while offset < line.length {
        let address = line.address.wrapping_add(offset as u16);
        let opcode = byte_at(pieces, address).unwrap_or(0);
        let length = u32::from(OPCODES[usize::from(opcode)].bytes());
        found.push((address, opcode, length));
        offset += length;
    }
    found
}

/// Whole instructions fill each line of code.
fn instructions_fill(code: &[&LineEntry], pieces: &[Loaded]) -> Result<(), String> {
    for line in code {
        let length: u32 = instructions(line, pieces).iter().map(|(.., length)| length).sum();
        if length != line.length {
            return Err(format!("line {} has part of an instruction", line.line));
        }
    }
    Ok(())
}

/// No instruction leads to data, but for two tricks: a branch that is always taken before a table, and the
/// opcode of BIT as data, which skips the next instruction.
fn no_data_is_reached(code: &[&LineEntry], pieces: &[Loaded]) -> Result<(), String> {
    let mut is_code = vec![false; 0x1_0000];
    for line in code {
        is_code[usize::from(line.address)..][..line.length as usize].fill(true);
    }
    for (address, opcode, length) in code.iter().flat_map(|line| instructions(line, pieces)) {
        let operand = |at: u16| byte_at(pieces, address.wrapping_add(at)).unwrap_or(0);
        let next = address.wrapping_add(length as u16);
        let target = match (opcode, OPCODES[usize::from(opcode)].mode) {
            (JSR | JMP, _) => Some(u16::from_le_bytes([operand(1), operand(2)])),
            (_, Mode::Relative) => Some(next.wrapping_add(i16::from(operand(1) as i8) as u16)),
            (BRK | RTI | RTS | JMP_INDIRECT, _) => None,
            _ => Some(next),
        };
        // Both ways of a subroutine call.
        for to in [target, (opcode == JSR).then_some(next)].into_iter().flatten() {
            let held = byte_at(pieces, to);
            if held.is_some_and(|held| !is_code[usize::from(to)] && !matches!(held, BIT_ZERO_PAGE | BIT)) {
                return Err(format!("${address:04X} leads to ${to:04X}, which is recorded as data"));
            }
        }
    }
    Ok(())
}
