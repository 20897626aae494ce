//! A program to be followed, and why one cannot be.

use std::collections::BTreeMap;
use std::fmt;

/// A program to be followed: its bytes, and how often its loops turn.
pub struct Program<'a> {
    /// The byte at an address, if the program has one there.
    pub byte: &'a dyn Fn(u16) -> Option<u8>,
    /// How often a loop's body runs at most, by the address of the branch that closes it.
    pub turns: &'a BTreeMap<u16, u64>,
}

/// Why no longest path can be given. Addresses are those of the instructions at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unprovable {
    /// The loop that this branch closes has no bound.
    Unbounded(u16),
    /// A loop that can be entered at this address and elsewhere.
    TwoEntries(u16),
    /// A jump through a pointer.
    Indirect(u16),
    /// A call of a routine that is not part of the program.
    CallsOutside(u16),
    /// The program goes on where it has no bytes.
    RunsOutside(u16),
    /// A routine calls itself, by way of this call.
    Recursive(u16),
    /// BRK, or an instruction that stops the CPU.
    Stops(u16),
    /// No path comes to an end.
    NeverEnds(u16),
    /// The stack is not the same on all ways to this instruction, or a return finds something else on it.
    Unbalanced(u16),
    /// The stack pointer is set to something that is not known.
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
            | Unprovable::Unbalanced(at)
            | Unprovable::SetsStack(at) => at,
        }
    }
}

impl fmt::Display for Unprovable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Unprovable::Unbounded(_) => "this branch closes a loop without `.loop`",
            Unprovable::TwoEntries(_) => "a loop can be entered here and elsewhere",
            Unprovable::Indirect(_) => "an indirect jump may go anywhere",
            Unprovable::CallsOutside(_) => "a call leaves the program",
            Unprovable::RunsOutside(_) => "the program goes on where it has no bytes",
            Unprovable::Recursive(_) => "a routine calls itself",
            Unprovable::Stops(_) => "BRK or an instruction that stops the CPU",
            Unprovable::NeverEnds(_) => "no path comes to an end",
            Unprovable::Unbalanced(_) => {
                "the stack is not the same on all ways to this place, or a return takes what was pushed"
            }
            Unprovable::SetsStack(_) => "the stack pointer is set to something unknown",
        };
        f.write_str(what)
    }
}
