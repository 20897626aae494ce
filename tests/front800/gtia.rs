//! Tests: gtia.
