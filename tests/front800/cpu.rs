//! Tests: cpu.
