//! Tests: assembler.
