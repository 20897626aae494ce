//! Tests: pia.
