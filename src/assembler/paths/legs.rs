//! A longest path, and what it is made of.

use std::sync::Arc;

/// CPU cycles of JSR.
pub(super) const CALL_CYCLES: u64 = 6;

/// A longest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// First address of the routine.
    pub entry: u16,
    /// CPU cycles from its first instruction to its end.
    pub cycles: u64,
    /// What they are made of, in order.
    pub legs: Vec<Leg>,
}

/// A part of a longest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leg {
    /// One instruction.
    Instruction {
        /// Where it stands.
        address: u16,
        /// Its CPU cycles on this path.
        cycles: u64,
    },
    /// A JSR and what it calls.
    Call {
        /// Where the JSR stands.
        address: u16,
        /// The routine, the same one for all its calls; its cycles leave out the six of the JSR.
        routine: Arc<Longest>,
    },
    /// A loop's body, all turns but the last (which the path goes through by itself).
    Loop {
        /// Turns counted here.
        turns: u64,
        /// CPU cycles of one turn.
        cycles: u64,
        /// One turn.
        body: Arc<[Leg]>,
    },
}

impl Leg {
    /// CPU cycles.
    pub fn cycles(&self) -> u64 {
        match self {
            Leg::Instruction { cycles, .. } => *cycles,
            Leg::Call { routine, .. } => routine.cycles.saturating_add(CALL_CYCLES),
            Leg::Loop { turns, cycles, .. } => turns.saturating_mul(*cycles),
        }
    }
}
