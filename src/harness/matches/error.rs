//! Why games fail.

use std::fmt;

use crate::harness::driver::DriverError;
use crate::titles::MissingLabel;
use crate::titles::companion::OptionsError;

/// Why a game came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchError {
    /// The program is not one that games can be played on.
    Label(MissingLabel),
    /// The game does not have these options.
    Options(OptionsError),
    /// The program does not get where it should.
    Program {
        /// Steps of the game so far.
        step: u64,
        /// What is wrong.
        error: DriverError,
    },
    /// A player does not play.
    Player {
        /// Its side, from 0.
        side: usize,
        /// Who it is.
        name: String,
        /// Steps of the game so far.
        step: u64,
        /// What is wrong.
        message: String,
    },
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Label(missing) => missing.fmt(f),
            MatchError::Options(error) => error.fmt(f),
            MatchError::Program { step, error } => write!(f, "after step {step}: {error}"),
            MatchError::Player { side, name, step, message } => {
                write!(f, "{name} (side {}): after step {step}: {message}", side + 1)
            }
        }
    }
}

impl std::error::Error for MatchError {}

impl From<MissingLabel> for MatchError {
    fn from(error: MissingLabel) -> Self {
        MatchError::Label(error)
    }
}
