//! A mistake in a text file, its place, and how to fix it.

use std::fmt;

/// One mistake in a font or map file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Name of the file as in [`super::SOURCES`].
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { file, line, column, message, help } = self;
        write!(f, "{file}:{line}:{column}: {message}; {help}")
    }
}

/// A place in a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub file: &'static str,
    pub line: usize,
    pub column: usize,
}

impl Place {
    /// A problem at this place.
    pub(super) fn problem(self, message: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem {
            file: self.file.to_string(),
            line: self.line,
            column: self.column,
            message: message.into(),
            help: help.into(),
        }
    }
}
