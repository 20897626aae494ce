//! Why a machine under a debugger has stopped.

use super::breakpoints::{Hit, What};
use super::budgets::Excess;
use super::returns::Changed;

/// Why the machine has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A breakpoint was met.
    Breakpoint {
        /// The breakpoint's number.
        number: u32,
        /// The event it waits for.
        what: What,
        /// What happened.
        hit: Hit,
    },
    /// A procedure that has exceeded its budget is about to return.
    Budget {
        /// The breakpoint's number.
        number: u32,
        /// The procedure.
        excess: Excess,
    },
    /// An interrupt handler is about to return with changed registers.
    Registers {
        /// The breakpoint's number.
        number: u32,
        /// Which registers.
        changed: Changed,
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
