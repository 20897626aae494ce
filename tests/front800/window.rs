//! Tests: window.
