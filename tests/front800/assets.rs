//! Tests: assets.
