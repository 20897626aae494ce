//! Counts of things in words.

use std::fmt::Display;

/// A count with its unit: `1 value`, `2 values`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, unit: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {unit}{ending}")
}
