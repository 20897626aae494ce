//! Why campaigns and their players fail.

use std::fmt;

use super::orders::OrdersError;
use crate::harness::driver::DriverError;
use crate::machine::StateError;
use crate::titles::MissingLabel;

/// Why a campaign came to nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The program is not one that campaigns can be played on.
    #[error(transparent)]
    Label(#[from] MissingLabel),
    /// The program does not get where it should.
    #[error("turn {turn}: {error}")]
    Program {
        /// Turn.
        turn: u8,
        /// What is wrong.
        error: DriverError,
    },
    /// The opponent should not think at all, which the rules do not allow.
    #[error(transparent)]
    NoPass(#[from] NoPass),
    /// The state from which it should go on is none of this program's.
    #[error(transparent)]
    State(#[from] StateError),
    /// Orders that cannot be given.
    #[error(transparent)]
    Orders(#[from] OrdersError),
    /// A side does not play.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// An opponent that makes no planning pass, where the rules wait for one.
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

/// What cannot be chosen on the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// A level or a scenario, where there are none.
    Neither,
    /// The scenario of 1942 at another level.
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

/// Why a player does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError {
    /// The player.
    pub player: String,
    /// The turn it was asked in, if it came so far.
    pub turn: Option<u8>,
    /// What is wrong and what would be right.
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
