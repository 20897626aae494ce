//! The debugger's engine: what it is asked in. It knows no terminal and no protocol.

pub mod expression;
