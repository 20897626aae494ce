//! The program to analyze, and reasons why a proof fails.

use std::collections::BTreeMap;
use std::fmt;

use crate::cpu::opcodes::{Access, Mode, OPCODES, Opcode};

/// The program to analyze: its bytes, and the bounds of its loops.
#[derive(Debug)]
pub struct Program {
    bytes: Vec<Option<u8>>,
    turns: BTreeMap<u16, u64>,
}

impl Program {
    /// A program with the bytes that `byte` returns. `turns` limits how often the branches that close loops
    /// are reached, each time a loop is entered: 0 for never.
    pub fn new(byte: impl Fn(u16) -> Option<u8>, turns: BTreeMap<u16, u64>) -> Self {
        Program { bytes: (0..=u16::MAX).map(byte).collect(), turns }
    }

    /// The byte at an address, if the program has one there.
    pub fn byte(&self, address: u16) -> Option<u8> {
        self.bytes[usize::from(address)]
    }

    /// The instruction at an address.
    pub(super) fn opcode(&self, address: u16) -> Option<&'static Opcode> {
        self.byte(address).map(|code| &OPCODES[usize::from(code)])
    }

    /// Whether there is a return instruction at an address.
    pub(super) fn returns(&self, address: u16) -> bool {
        self.opcode(address).is_some_and(|opcode| opcode.access == Access::Return)
    }

    /// The target of the branch or jump at an address.
    pub(super) fn target(&self, address: u16) -> Option<u16> {
        let byte = |offset: u16| self.byte(address.wrapping_add(offset));
        let opcode = self.opcode(address)?;
        if !opcode.closes_loops() {
            return None;
        }
        let low = byte(1)?;
        match opcode.mode {
            Mode::Relative => Some(address.wrapping_add(2).wrapping_add_signed(i16::from(low as i8))),
            _ => Some(u16::from_le_bytes([low, byte(2)?])),
        }
    }

    /// The bound of the loop that the branch at an address closes, if it has one.
    pub fn turns(&self, branch: u16) -> Option<u64> {
        self.turns.get(&branch).copied()
    }
}

/// Why there is no longest path. Addresses are those of the instructions at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unprovable {
    /// A loop continues from this instruction and has no bound. A bound belongs at branches and jumps to the
    /// loop's entry, or at one that is taken in every turn.
    Unbounded(u16),
    /// A loop can be entered at this address and elsewhere.
    TwoEntries(u16),
    /// A jump through a pointer.
    Indirect(u16),
    /// A call to a routine that is not part of the program.
    CallsOutside(u16),
    /// The program continues where it has no bytes.
    RunsOutside(u16),
    /// A routine calls itself, through this call.
    Recursive(u16),
    /// BRK, or an instruction that stops the CPU.
    Stops(u16),
    /// No path ends.
    NeverEnds(u16),
    /// Calls, including this one, are nested deeper than the stack allows.
    TooDeep(u16),
    /// The routine at this address, or a loop that begins there, is too large to analyze.
    TooMuch(u16),
    /// The stack differs between paths to this instruction, or a return finds something else on it.
    Unbalanced(u16),
    /// The stack pointer is set to an unknown value.
    SetsStack(u16),
}

impl Unprovable {
    /// The instruction at fault.
    pub fn address(self) -> u16 {
        match self {
            Unprovable::Unbounded(at)
            | Unprovable::TwoEntries(at)
            | Unprovable::Indirect(at)
            | Unprovable::CallsOutside(at)
            | Unprovable::RunsOutside(at)
            | Unprovable::Recursive(at)
            | Unprovable::Stops(at)
            | Unprovable::NeverEnds(at)
            | Unprovable::TooDeep(at)
            | Unprovable::TooMuch(at)
            | Unprovable::Unbalanced(at)
            | Unprovable::SetsStack(at) => at,
        }
    }
}

impl fmt::Display for Unprovable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Unprovable::Unbounded(_) => "a loop continues from here without `.loop`",
            Unprovable::TwoEntries(_) => "a loop can be entered here and elsewhere",
            Unprovable::Indirect(_) => "an indirect jump may go anywhere",
            Unprovable::CallsOutside(_) => "a call leaves the program",
            Unprovable::RunsOutside(_) => "the program continues where it has no bytes",
            Unprovable::Recursive(_) => "a routine calls itself",
            Unprovable::Stops(_) => "BRK or an instruction that stops the CPU",
            Unprovable::NeverEnds(_) => "no path ends",
            Unprovable::TooDeep(_) => "calls are nested deeper than the stack allows",
            Unprovable::TooMuch(_) => "the code is too large to analyze",
            Unprovable::Unbalanced(_) => {
                "the stack differs between paths to this place, or a return takes what was pushed"
            }
            Unprovable::SetsStack(_) => "the stack pointer is set to something unknown",
        };
        f.write_str(what)
    }
}
