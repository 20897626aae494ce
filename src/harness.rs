//! Running programs without a person: input scripts, run-until, assertions.
