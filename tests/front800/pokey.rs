//! Tests: pokey.
