//! Who plays a side.

pub(super) mod advance;
pub(super) mod hunter;
pub(super) mod planner;

use super::Campaign;
use super::error::CampaignError;
use super::orders::Orders;
use super::state::State;

/// Somebody who is asked once a turn.
///
/// # Examples
///
/// A player sees the campaign and cannot change it; what comes of orders, it tries on copies ([`Campaign::what_if`]), as often as it
/// has time: a copy is made in a fraction of the time of a week. This one goes where three tries of a week earn most.
///
/// ```no_run
/// use front800::harness::campaign::orders::Orders;
/// use front800::harness::campaign::player::Player;
/// use front800::harness::campaign::state::{Side, State};
/// use front800::harness::campaign::{Campaign, CampaignError};
/// use front800::machine::Lcg;
/// use front800::titles::rasputitsa::Direction;
///
/// struct Trying;
///
/// impl Player for Trying {
///     fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError> {
///         let mut best = (i16::MIN, Orders::default());
///         for direction in [Direction::North, Direction::East, Direction::South] {
///             let mut orders = Orders::default();
///             for unit in state.on_map(Side::German) {
///                 orders.set(unit.unit, vec![direction; 4]);
///             }
///             let mut points = 0;
///             for dice in 1..=3 {
///                 let mut week = campaign.what_if(Lcg::new(dice));
///                 week.give(Side::German, &orders)?;
///                 week.play_turn()?;
///                 points += week.state().score;
///             }
///             if points > best.0 {
///                 best = (points, orders);
///             }
///         }
///         Ok(best.1)
///     }
/// }
/// ```
pub trait Player: Send {
    /// The orders for this turn. `campaign` stands in its order phase, with this state: on copies of it
    /// ([`Campaign::what_if`]) a player may try what comes of orders.
    ///
    /// # Errors
    /// If it has none to give: the game comes to nothing then.
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError>;

    /// The campaign has ended with this state.
    ///
    /// # Errors
    /// If it does not take that: the game comes to nothing, too.
    fn finish(&mut self, _state: &State, _campaign: &Campaign) -> Result<(), CampaignError> {
        Ok(())
    }
}
