//! Finding places of a program by label.

use std::fmt;

/// A required label that the program lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLabel(pub String);

impl fmt::Display for MissingLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program has no label `{}`", self.0)
    }
}

impl std::error::Error for MissingLabel {}

/// The value of a label that the program must have.
///
/// # Errors
/// The program has no such label.
pub fn required(label: &dyn Fn(&str) -> Option<u16>, name: &str) -> Result<u16, MissingLabel> {
    label(name).ok_or_else(|| MissingLabel(name.to_string()))
}
