//! Tests: os.
