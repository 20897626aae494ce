//! Who plays the German side.

pub(super) mod advance;
mod board;
pub(super) mod hunter;

use super::error::CampaignError;
use super::orders::Orders;
use super::state::State;

/// Somebody who is asked once a turn.
pub trait Player {
    /// The orders for this turn.
    fn orders(&mut self, state: &State) -> Result<Orders, CampaignError>;

    /// The campaign has ended with this state.
    fn finish(&mut self, _state: &State) -> Result<(), CampaignError> {
        Ok(())
    }
}
