//! Why a machine under a debugger has stopped.

use super::breakpoints::{BreakpointKind, Hit};
use super::budgets::Overrun;
use super::returns::ChangedRegisters;

/// Why the machine has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A breakpoint was met.
    Breakpoint {
        /// The breakpoint's number.
        number: u32,
        /// The event it waits for.
        what: BreakpointKind,
        /// What happened.
        hit: Hit,
    },
    /// A procedure that has exceeded its budget is about to return.
    Budget {
        /// The breakpoint's number.
        number: u32,
        /// The procedure.
        excess: Overrun,
    },
    /// An interrupt handler is about to return with changed registers.
    Registers {
        /// The breakpoint's number.
        number: u32,
        /// Which registers.
        changed: ChangedRegisters,
    },
    /// The requested steps are done.
    Step,
    /// The requested frames are over, or the operation was cancelled.
    Limit,
    /// The beginning of the known past.
    Start,
    /// The CPU is jammed.
    Jam,
}
