//! Why programs cannot be opened, and warnings about those that can.

use std::fmt;

use crate::assembler::{self, Diagnostic};
use crate::titles::TitleError;

/// Why a program could not be opened. The text begins with the name of the file or program, if there is one.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The sources of a built-in program or of the operating system have errors.
    #[error("{0}: {1}")]
    Title(String, TitleError),
    /// The source file has errors.
    #[error("{}", rendered(.0))]
    Assembly(Vec<Diagnostic>),
    /// Not a program, or not one for this machine.
    #[error("{0}")]
    Refused(String),
    /// As [`OpenError::Refused`], with a hint.
    #[error("{0}")]
    Hinted(String, Hint),
}

/// What would help with a refused file. Interfaces word it in their own terms, such as an option or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// State the type of the cartridge: [`Options::cart_type`](super::Options::cart_type).
    CartType,
    /// Start BASIC with it: [`Options::basic`](super::Options::basic).
    Basic,
    /// Use the file as a saved state.
    State,
    /// Use the file as an input script.
    Script,
    /// Use the file as a palette.
    Palette,
}

fn rendered(diagnostics: &[Diagnostic]) -> String {
    assembler::render(diagnostics, assembler::Format::Human { color: false })
}

/// An error with this text.
pub(super) fn refused<T>(text: impl Into<String>) -> Result<T, OpenError> {
    Err(OpenError::Refused(text.into()))
}

/// Turns errors into ones that begin with a name.
pub(super) fn about<E: fmt::Display>(name: &str) -> impl Fn(E) -> OpenError + '_ {
    move |error| OpenError::Refused(format!("{name}: {error}"))
}

/// Warnings about a file, each beginning with its name.
pub(super) fn warned(name: &str, warnings: &[impl fmt::Display]) -> Vec<String> {
    warnings.iter().map(|warning| format!("{name}: warning: {warning}")).collect()
}
