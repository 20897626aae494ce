//! Why games fail.

use crate::harness::driver::DriverError;
use crate::titles::MissingLabel;
use crate::titles::companion::OptionsError;

/// Why a game failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The program lacks a label that games need.
    #[error(transparent)]
    Label(#[from] MissingLabel),
    /// The game does not have these options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The program does not get to the expected place.
    #[error("after step {step}: {error}")]
    Program {
        /// Steps of the game so far.
        step: u64,
        /// What is wrong.
        error: DriverError,
    },
    /// An external program that is to play cannot be started.
    #[error("{name} (side {}): {message}", side + 1)]
    Start {
        /// Its side, from 0.
        side: usize,
        /// Its file.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// A line of a file is meant to set the game up, and does not.
    #[error("{name}:{line}: {message}")]
    Opening {
        /// The file.
        name: String,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A player does not play.
    #[error("{name} (side {}): after step {step}: {message}", side + 1)]
    Player {
        /// Its side, from 0.
        side: usize,
        /// The player.
        name: String,
        /// Steps of the game so far.
        step: u64,
        /// What is wrong.
        message: String,
    },
}
