//! Tests: machine.
