//! The debugger's engine: expressions, breakpoints, and going back in time. It knows nothing of terminals and
//! protocols.

mod back_over;
pub mod breakpoints;
pub mod budgets;
mod by_line;
pub mod call_stack;
pub mod cancel;
pub mod debugger;
pub mod expression;
pub mod listing;
mod plans;
mod reason;
pub mod returns;
pub mod spot;
pub mod timeline;
pub mod variables;
