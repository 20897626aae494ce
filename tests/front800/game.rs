//! Tests: game.
