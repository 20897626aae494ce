//! Running programs without a person: input scripts, run-until, workloads, campaigns.

pub mod campaign;
pub mod keys;
pub mod script;
pub mod session;
pub mod until;
pub mod workload;
