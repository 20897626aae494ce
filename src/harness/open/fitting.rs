//! What a name and the options given with it mean.

use std::path::Path;

use super::error::refused;
use super::{Medium, NONE, OpenError, Program};
use crate::titles::shelf;

/// An option that has no effect on the program it was given with. Interfaces word it in their own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdleOption {
    /// [`Options::form`](super::Options::form), for what is not a built-in program.
    Form,
    /// [`Options::cart_type`](super::Options::cart_type), for a built-in program or the bare machine.
    CartType,
    /// The same, for a source.
    CartTypeOfSource,
    /// [`Options::defines`](super::Options::defines) or [`Options::include`](super::Options::include), for what is not a
    /// source.
    Source,
}

/// Whether a program's name stands for a file. A file takes precedence over a built-in program of the same name, and
/// that over a folder.
///
/// # Errors
/// [`OpenError::Refused`] if it is a folder and nothing else.
pub fn is_file(name: &Path) -> Result<bool, OpenError> {
    if !name.is_dir() {
        return Ok(name.exists());
    }
    let name = name.to_string_lossy();
    match name == NONE || shelf::named(&name).is_some() {
        true => Ok(false),
        false => refused(format!("{name}: is a folder; expected a file or a built-in program")),
    }
}

impl Program {
    /// An option among those it was opened with that has no effect on it. `form_given` tells whether its form was
    /// chosen.
    pub fn idle_option(&self, form_given: bool) -> Option<IdleOption> {
        let is_built_in = self.entry.is_some();
        let is_source = self.is_assembled() && !is_built_in;
        let is_file = !is_built_in && !matches!(self.medium, Medium::None);
        let options = &self.options;
        if form_given && !is_built_in {
            Some(IdleOption::Form)
        } else if options.cart_type.is_some() && is_source {
            Some(IdleOption::CartTypeOfSource)
        } else if options.cart_type.is_some() && !is_file {
            Some(IdleOption::CartType)
        } else if !is_source && (!options.defines.is_empty() || !options.include.is_empty()) {
            Some(IdleOption::Source)
        } else {
            None
        }
    }
}
