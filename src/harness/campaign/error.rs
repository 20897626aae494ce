//! Why campaigns and their players fail.

use std::fmt;

use super::orders::OrdersError;
use crate::harness::driver::DriverError;
use crate::machine::StateError;
use crate::titles::MissingLabel;

/// Why a campaign failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The program lacks a label that campaigns need.
    #[error(transparent)]
    Label(#[from] MissingLabel),
    /// The program does not get to the expected place.
    #[error("turn {turn}: {error}")]
    Program {
        /// The turn.
        turn: u8,
        /// What is wrong.
        error: DriverError,
    },
    /// The opponent is to make no planning pass, which the rules do not allow.
    #[error(transparent)]
    NoPass(#[from] NoPass),
    /// The state to continue from is not of this program.
    #[error(transparent)]
    State(#[from] StateError),
    /// Invalid orders.
    #[error(transparent)]
    Orders(#[from] OrdersError),
    /// A player failed.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The opponent is to make no planning pass, but the rules wait for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPass;

impl fmt::Display for NoPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "by all rules but those of 1981 START is not taken before one planning pass: expected 1 to 255"
        )
    }
}

impl std::error::Error for NoPass {}

/// An invalid choice on the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// A level or scenario in an edition that has none.
    Neither,
    /// The scenario of 1942 at a level below expert.
    ForExperts,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SettingError::Neither => "the rules of 1981 have neither levels nor scenarios",
            SettingError::ForExperts => "the campaign of 1942 is for experts",
        })
    }
}

impl std::error::Error for SettingError {}

/// The failure of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError {
    /// The player.
    pub player: String,
    /// The turn in which it was asked, if it got that far.
    pub turn: Option<u8>,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(f, "{}: turn {turn}: {}", self.player, self.message),
            None => write!(f, "{}: {}", self.player, self.message),
        }
    }
}

impl std::error::Error for PlayerError {}
