//! Why a machine under a debugger stands still.

use super::breakpoints::{BreakpointKind, Hit};
use super::budgets::Overrun;
use super::returns::ChangedRegisters;

/// Why the machine stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A breakpoint, and what has happened.
    Breakpoint {
        /// The breakpoint's number.
        number: u32,
        /// What it waits for.
        what: BreakpointKind,
        /// How it was met.
        hit: Hit,
    },
    /// A procedure is about to return that took more cycles than it may.
    Budget {
        /// The breakpoint's number.
        number: u32,
        /// The procedure.
        excess: Overrun,
    },
    /// An interrupt's handler is about to return with other registers than it took.
    Registers {
        /// The breakpoint's number.
        number: u32,
        /// Which registers.
        changed: ChangedRegisters,
    },
    /// The steps asked for are done.
    Step,
    /// The frames asked for are over, or somebody lost patience.
    Limit,
    /// Nothing is known of what was before.
    Start,
    /// The CPU is jammed.
    Jam,
}
