//! Tests: oracle.
