//! Finding instruction boundaries after an address and before it.

use std::collections::BTreeSet;

use super::debugger::Debugger;
use crate::cpu::disassemble::{Disassembled, disassemble_with_symbols};
use crate::cpu::opcodes::OPCODES;
use crate::inspect::symbols::{Kind, Symbol};

/// Bytes of the longest instruction.
const LONGEST: usize = 3;
/// Instructions after which decoding from a wrong start has usually synchronised.
const IN_STEP: usize = 12;

/// The instruction at an address, with the program's names.
pub fn instruction(debugger: &Debugger, address: u16) -> Disassembled {
    let name = |at, access| debugger.symbols().operand(at, access).or_else(|| name_within(debugger, at));
    disassemble_with_symbols(address, |at| debugger.machine().peek(at), name)
}

/// A row of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// An instruction; `DTA` and numbers for bytes that none fits in before code of the source begins.
    pub text: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether it is data.
    pub is_data: bool,
}

/// The row that begins at an address.
pub fn row(debugger: &Debugger, address: u16) -> Row {
    let code = instruction(debugger, address);
    let bytes = code.bytes()[..usize::from(length(debugger, address))].to_vec();
    let is_data = bytes.len() < code.bytes().len();
    let numbers = || bytes.iter().map(|byte| format!("${byte:02X}")).collect::<Vec<_>>().join(",");
    let text = if is_data { format!("DTA {}", numbers()) } else { code.text };
    Row { text, bytes, is_data }
}

/// The label of the data or instruction that contains an address, and the offset: `score+1`.
fn name_within(debugger: &Debugger, address: u16) -> Option<String> {
    let symbols = debugger.symbols();
    let data = symbols.nearest(address).filter(|symbol| symbol.kind == Kind::Label);
    if let Some(Symbol { name, value, .. }) = data.filter(|it| u32::from(address - it.value) < it.size) {
        return Some(format!("{name}+{}", address - value));
    }
    (1..LONGEST as u16).find_map(|offset| {
        let begin = address.checked_sub(offset)?;
        let is_there = debugger.lines().is_code(begin) && length(debugger, begin) > offset;
        Some(format!("{}+{offset}", symbols.name(begin).filter(|_| is_there)?))
    })
}

/// Bytes of the row at an address: those of the instruction there, but not beyond an address where the source has
/// code, unless execution has arrived here or the source has code here, too.
pub fn length(debugger: &Debugger, address: u16) -> u16 {
    let machine = debugger.machine();
    let whole = OPCODES[usize::from(machine.peek(address))].bytes().into();
    let begins = |at| debugger.lines().begins_code(at);
    if address == machine.cpu().pc || begins(address) {
        return whole;
    }
    (1..whole).find(|&n| begins(address.wrapping_add(n))).unwrap_or(whole)
}

/// The addresses of up to `count` instructions before `end`. Boundaries come from the source where it is known;
/// elsewhere from the farthest start whose decoding arrives at `end`.
pub fn before(debugger: &Debugger, end: u16, count: usize) -> Vec<u16> {
    let first = usize::from(end).saturating_sub(LONGEST * (count + IN_STEP)) as u16;
    let known: BTreeSet<u16> = debugger.lines().instructions().map(|(at, _)| at).collect();
    // How many instructions it takes from each address to the end, if decoding arrives there.
    let mut distances = vec![None; usize::from(end - first)];
    let next = |at: u16| at.checked_add(length(debugger, at)).filter(|&next| next <= end);
    for at in (first..end).rev() {
        distances[usize::from(at - first)] = match next(at) {
            Some(next) if next == end => Some(1),
            Some(next) => distances[usize::from(next - first)].map(|distance: usize| distance + 1),
            None => None,
        };
    }
    let distance = |at: u16| distances[usize::from(at - first)];
    let starts = || known.range(first..end).copied().chain(first..end);
    let far_enough = starts().find(|&at| distance(at) >= Some(count));
    // Among equally distant ones, the first.
    let farthest = || starts().rev().max_by_key(|&at| distance(at)).filter(|&at| distance(at).is_some());
    let start = far_enough.or_else(farthest);
    let row: Vec<u16> = std::iter::successors(start, |&at| next(at).filter(|&next| next < end)).collect();
    row[row.len().saturating_sub(count)..].to_vec()
}
