//! Who plays a side.

pub(super) mod advance;
pub(super) mod hunter;
pub(super) mod planner;

use super::Campaign;
use super::error::CampaignError;
use super::orders::Orders;
use super::state::State;

/// Somebody who is asked once a turn.
pub trait Player: Send {
    /// The orders for this turn. `campaign` stands in its order phase, with this state: on copies of it a player may
    /// try what comes of orders.
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError>;

    /// The campaign has ended with this state.
    fn finish(&mut self, _state: &State, _campaign: &Campaign) -> Result<(), CampaignError> {
        Ok(())
    }
}
