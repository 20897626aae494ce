//! Who plays a side.

pub(super) mod advance;
pub(super) mod hunter;
pub(super) mod planner;

use super::Campaign;
use super::error::CampaignError;
use super::orders::Orders;
use super::state::State;

/// A player, asked for orders once a turn.
///
/// # Examples
///
/// A player can read the campaign but not change it. It can try out orders on copies ([`Campaign::what_if`]) as often
/// as time permits; making a copy takes a fraction of the time of playing a week. This one chooses the direction with
/// the best score over three weeks tried.
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
    /// Returns the orders for this turn. `campaign` is in its order phase, with this `state`; orders can be tried on
    /// copies ([`Campaign::what_if`]).
    ///
    /// # Errors
    /// If it cannot give orders; the game then fails.
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError>;

    /// Called when the campaign has ended, with its final state.
    ///
    /// # Errors
    /// If it objects; the game then fails too.
    fn finish(&mut self, _state: &State, _campaign: &Campaign) -> Result<(), CampaignError> {
        Ok(())
    }
}
