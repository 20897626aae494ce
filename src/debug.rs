//! The debugger's engine: what it is asked in, what it stops at, and how it goes back in time. It knows no
//! terminal and no protocol.

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
