//! A longest path and its parts.

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
    /// Its parts in order.
    pub legs: Vec<Leg>,
}

/// A part of a longest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leg {
    /// One instruction.
    Instruction {
        /// Its address.
        address: u16,
        /// Its CPU cycles on this path.
        cycles: u64,
    },
    /// A JSR and the called routine.
    Call {
        /// Address of the JSR.
        address: u16,
        /// The routine, shared between its calls; its cycles do not include the six of the JSR.
        routine: Arc<Longest>,
    },
    /// A loop's body, for all turns except the last (which is part of the path itself).
    Loop {
        /// Number of turns counted here.
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
