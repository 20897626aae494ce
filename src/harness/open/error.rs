//! Why programs are not opened, and what is told of those that are.

use std::fmt;

use crate::assembler::{self, Diagnostic};
use crate::titles::TitleError;

/// Why a program could not be opened. The text begins with the file's or the program's name where
/// there is one.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The sources of something built in have mistakes.
    #[error("{0}: {1}")]
    Title(String, TitleError),
    /// The source file has errors.
    #[error("{}", rendered(.0))]
    Assembly(Vec<Diagnostic>),
    /// Not a program, or not one for this machine.
    #[error("{0}")]
    Refused(String),
    /// Not a program, or not one for this machine, and what would help.
    #[error("{0}")]
    Hinted(String, Hint),
}

/// What would help with a file that is refused: whoever opens programs has a name of his own for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// To say which type the cartridge has: [`Options::cart_type`](super::Options::cart_type).
    CartType,
    /// To start a BASIC: [`Options::basic`](super::Options::basic).
    Basic,
    /// To take the file for a saved state.
    State,
    /// To take it for an input script.
    Script,
    /// To take it for a palette.
    Palette,
}

fn rendered(diagnostics: &[Diagnostic]) -> String {
    assembler::render(diagnostics, assembler::Format::Human { color: false })
}

/// A text as an error.
pub(super) fn refused<T>(text: impl Into<String>) -> Result<T, OpenError> {
    Err(OpenError::Refused(text.into()))
}

/// A text that names what it is about first.
pub(super) fn about<E: fmt::Display>(name: &str) -> impl Fn(E) -> OpenError + '_ {
    move |error| OpenError::Refused(format!("{name}: {error}"))
}

/// What is not sound about a file that is taken all the same.
pub(super) fn warned(name: &str, warnings: &[impl fmt::Display]) -> Vec<String> {
    warnings.iter().map(|warning| format!("{name}: warning: {warning}")).collect()
}
