//! Where instructions begin, forward from an address and before it.

use std::collections::BTreeSet;

use super::debugger::Debugger;
use crate::cpu::disassemble::{Disassembled, disassemble_with_symbols};

/// Bytes of the longest instruction.
const LONGEST: usize = 3;
/// Instructions from which on a wrong start has fallen into step with the right one.
const IN_STEP: usize = 12;

/// The instruction at an address, with the program's names.
pub fn instruction(debugger: &Debugger, address: u16) -> Disassembled {
    let name = |address: u16| debugger.symbols().name(address).map(str::to_string);
    disassemble_with_symbols(address, |at| debugger.machine().peek(at), |at, _| name(at))
}

/// Bytes of the instruction at an address.
fn length(debugger: &Debugger, address: usize) -> usize {
    instruction(debugger, address as u16).bytes().len()
}

/// The addresses of so many instructions before one, as far as there are any. Where to begin is not known: where the
/// source has an instruction, and otherwise as far away as one can and still come to that address.
pub fn before(debugger: &Debugger, end: u16, count: usize) -> Vec<u16> {
    let end = usize::from(end);
    let first = end.saturating_sub(LONGEST * (count + IN_STEP));
    let known: BTreeSet<usize> = debugger.lines().instructions().map(|(at, _)| at.into()).collect();
    let mut longest = Vec::new();
    for start in known.range(first..end).copied().chain(first..end) {
        let mut row = Vec::new();
        let mut at = start;
        while at < end {
            row.push(at as u16);
            at += length(debugger, at);
        }
        if at == end && row.len() > longest.len() {
            longest = row;
        }
        if longest.len() >= count {
            break;
        }
    }
    longest.split_off(longest.len().saturating_sub(count))
}
