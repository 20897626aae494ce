//! A simple plan: advance towards the enemy's home, and take cities on the way.
//!
//! Every unit goes ahead (the German ones east), around obstacles, and its queue is always full. An enemy city that
//! scores attracts units within reach unless it lies behind them. Units that have lost a third of their combat
//! strength rest until they have recovered, a unit in a city of its own side stays there, and German units do not
//! move in mud.
// Heading for distant cities scores only a tenth: the roads lead along the Russian front, and units that rest on them
// are cut off. [measured]

use super::Player;
use crate::assets::{Arm, Assets, Square};
use crate::harness::campaign::Campaign;
use crate::harness::campaign::board::{self, Board, Distances, Going, Season};
use crate::harness::campaign::error::CampaignError;
use crate::harness::campaign::orders::{MOST, Orders};
use crate::harness::campaign::state::{Side, State, Unit};
use crate::titles::rasputitsa::{Direction, Edition};

/// A city attracts units that can be there within this many subturns.
const REACH: u32 = 40;

/// The player.
pub(crate) struct Advance {
    side: Side,
    board: Board,
    /// The squares of the cities that count, in the order of their numbers.
    goals: Vec<usize>,
    /// The arms, by unit number.
    arms: Vec<Arm>,
}

/// Distances to the cities in one turn, for one arm.
struct Ways<'a> {
    going: Going<'a>,
    distances: Vec<Distances>,
}

impl Advance {
    /// A player of a side, with the map and units of an edition.
    pub(crate) fn new(assets: &Assets, side: Side, edition: Edition) -> Self {
        let (squares, arms): (Vec<Square>, Vec<Arm>) = match edition {
            Edition::First => (
                assets.places.goals().map(|city| city.square).collect(),
                assets.units.iter().map(|unit| unit.arm).collect(),
            ),
            Edition::Second => (
                assets.edition_1982.prizes().map(|city| city.square).collect(),
                assets.edition_1982.units.iter().map(|unit| unit.arm()).collect(),
            ),
        };
        let goals = squares.iter().filter_map(|square| board::index(square.x, square.y)).collect();
        let arms = [Arm::Infantry].into_iter().chain(arms).collect();
        Advance { side, board: Board::new(assets, edition), goals, arms }
    }

    fn ways(&self, state: &State, arm: Arm) -> Ways<'_> {
        let going = self.board.in_turn(state, self.side, arm);
        let distances = self.goals.iter().map(|&goal| going.distances(goal)).collect();
        Ways { going, distances }
    }
}

impl Player for Advance {
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        let german_side = self.side == Side::German;
        let mud = german_side && Season::of(state.month()) == Season::Mud;
        let ours: Vec<bool> = state.cities.german().map(|german| german == german_side).collect();
        let ways = [Arm::Infantry, Arm::Armor].map(|arm| self.ways(state, arm));
        let mut orders = Orders::default();
        for unit in state.on_map(self.side) {
            let at = board::at(unit.x, unit.y);
            let holds = self.goals.iter().zip(&ours).any(|(&goal, &ours)| ours && goal == at);
            let queue = if mud || holds || is_worn(unit) {
                Vec::new()
            } else {
                let arm = self.arms[usize::from(unit.unit)];
                self.march(at, &ways[arm as usize], ours.clone())
            };
            orders.set(unit.unit, queue);
        }
        Ok(orders)
    }
}

impl Advance {
    /// A full queue towards a city or ahead; shorter if there is no way on.
    fn march(&self, mut at: usize, ways: &Ways, mut ours: Vec<bool>) -> Vec<Direction> {
        let mut queue = Vec::new();
        while queue.len() < MOST {
            let Some(city) = self.city_near(at, ways, &ours) else {
                let Some((direction, next)) =
                    ways.going.step_ahead(at, ahead(self.side), queue.last().copied())
                else {
                    break;
                };
                queue.push(direction);
                at = next;
                continue;
            };
            while queue.len() < MOST && at != self.goals[city] {
                let Some((direction, next)) = ways.going.step(at, &ways.distances[city]) else {
                    return queue;
                };
                queue.push(direction);
                at = next;
            }
            ours[city] = true;
        }
        queue
    }

    /// The nearest city that attracts a unit at `at`.
    fn city_near(&self, at: usize, ways: &Ways, ours: &[bool]) -> Option<usize> {
        let lies_behind = |goal: usize| match ahead(self.side) {
            Direction::West => board::x(goal) < board::x(at),
            _ => board::x(goal) > board::x(at),
        };
        let draws = |&city: &usize| !ours[city] && self.goals[city] != at && !lies_behind(self.goals[city]);
        let ranked = (0..self.goals.len())
            .filter(draws)
            .filter_map(|city| Some((ways.distances[city].from(at)?, city)));
        ranked.filter(|&(distance, _)| distance <= REACH).min().map(|(_, city)| city)
    }
}

/// The direction of the enemy's home.
pub(crate) fn ahead(side: Side) -> Direction {
    match side {
        Side::German => Direction::East,
        Side::Russian => Direction::West,
    }
}

/// Whether a unit should rest.
fn is_worn(unit: &Unit) -> bool {
    u32::from(unit.combat) * 3 < u32::from(unit.muster) * 2
}
