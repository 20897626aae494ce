//! Why campaigns and their players fail.

use std::fmt;

use super::orders::OrdersError;
use crate::harness::driver::DriverError;
use crate::machine::StateError;
use crate::titles::MissingLabel;

/// Why a campaign came to nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum CampaignError {
    /// The program is not one that campaigns can be played on.
    Label(MissingLabel),
    /// The program does not get where it should.
    Program {
        /// Turn.
        turn: u8,
        /// What is wrong.
        error: DriverError,
    },
    /// The opponent should not think at all, which the rules do not allow.
    NoPass(NoPass),
    /// The state from which it should go on is none of this program's.
    State(StateError),
    /// Orders that cannot be given.
    Orders(OrdersError),
    /// A side does not play.
    Player(PlayerError),
}

impl fmt::Display for CampaignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignError::Label(missing) => missing.fmt(f),
            CampaignError::Program { turn, error } => write!(f, "turn {turn}: {error}"),
            CampaignError::NoPass(error) => error.fmt(f),
            CampaignError::State(error) => error.fmt(f),
            CampaignError::Orders(error) => error.fmt(f),
            CampaignError::Player(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CampaignError {}

impl From<MissingLabel> for CampaignError {
    fn from(error: MissingLabel) -> Self {
        CampaignError::Label(error)
    }
}

impl From<NoPass> for CampaignError {
    fn from(error: NoPass) -> Self {
        CampaignError::NoPass(error)
    }
}

impl From<StateError> for CampaignError {
    fn from(error: StateError) -> Self {
        CampaignError::State(error)
    }
}

impl From<OrdersError> for CampaignError {
    fn from(error: OrdersError) -> Self {
        CampaignError::Orders(error)
    }
}

impl From<PlayerError> for CampaignError {
    fn from(error: PlayerError) -> Self {
        CampaignError::Player(error)
    }
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
