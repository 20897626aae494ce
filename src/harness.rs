//! Running programs without a person: opening them, input scripts, run-until, tests of 6502 code, campaigns and
//! matches, learning, the debugger's commands.

pub mod arena;
pub mod batch;
pub mod campaign;
pub mod chance;
pub mod charting;
pub mod debugging;
pub mod disassembly;
pub mod driver;
pub mod host_program;
pub mod keys;
pub mod lanes;
pub mod matches;
pub mod open;
pub mod script;
mod sealed;
pub mod search;
pub mod session;
pub mod statistics;
pub mod table;
pub mod testing;
pub mod until;
pub mod workload;
