//! The value of a week's end for a corps: the fate of units and cities around it, and its own position.

use crate::assets::Arm;
use crate::harness::campaign::board::{self, Distances, Season};
use crate::harness::campaign::player::hunter::{self, Hunter};
use crate::harness::campaign::state::{Side, State, Unit};
use crate::titles::rasputitsa::Level;

/// Values of units are counted in this fraction of a point of strength.
const PARTS: i64 = 4;
/// The strength that corresponds to a point of the score. [spec: cartridge-extras 6]
const POINT: i64 = 128;
/// In the last weeks of a campaign, this many of them, the value of a unit shifts to its combat strength alone.
const LAST_WEEKS: i64 = 2;
/// The fate of a unit counts fully on the square where a corps begins its week, and less with each square of
/// distance, up to this one.
const NEAR: i64 = 5;
/// Subturns over which the attraction of a city halves.
const WEEK: f64 = 32.0;
/// A city attracts an adjacent corps of this combat strength by the full value of its points, and others in
/// proportion. [guess]
const DRAWN: i64 = 256;

/// The beginning of a week, as far as it matters for judging its end.
pub(super) struct Worth<'a> {
    hunter: &'a Hunter,
    side: Side,
    /// The squares of the units on the map at the beginning.
    squares: Vec<Option<usize>>,
    /// The cities that are not ours: points, and distances to them for infantry and armor.
    prizes: Vec<(u64, [Distances; 2])>,
}

/// The end of a week.
pub(super) struct Outcome<'a> {
    worth: &'a Worth<'a>,
    /// By unit number less 1: value, ...
    units: Vec<i64>,
    /// ... square, ...
    squares: Vec<Option<usize>>,
    /// ... and attraction by cities from there.
    drawn: Vec<i64>,
    /// Our cities: squares and values.
    cities: Vec<(usize, i64)>,
}

impl<'a> Worth<'a> {
    /// For a week that begins with `state`.
    pub(super) fn new(hunter: &'a Hunter, side: Side, state: &State) -> Self {
        let going = [Arm::Infantry, Arm::Armor].map(|arm| hunter.going(state, arm));
        let ways = |square| [0, 1].map(|arm: usize| going[arm].distances(square));
        let prizes = hunter.cities(state).filter(|city| !city.is_ours);
        let prizes = prizes.map(|city| (city.points, ways(city.square))).collect();
        Worth { hunter, side, squares: squares(state), prizes }
    }

    /// Evaluates the end of the week.
    pub(super) fn outcome(&self, end: &State) -> Outcome<'_> {
        let cities = self.hunter.cities(end).filter(|city| city.is_ours);
        // In winter there is no attraction: the first units to arrive would be lost there.
        let drives = Season::of(end.month()) == Season::Dry;
        let drawn = |unit: &Unit| {
            let drawn = drives && unit.side == self.side;
            square(unit).filter(|_| drawn).map_or(0, |at| self.drawn(unit, at))
        };
        Outcome {
            worth: self,
            units: end.units.iter().map(|unit| self.unit(unit, end)).collect(),
            squares: squares(end),
            drawn: end.units.iter().map(drawn).collect(),
            cities: cities.map(|city| (city.square, city.points as i64 * POINT * PARTS)).collect(),
        }
    }

    /// The value of a unit.
    fn unit(&self, unit: &Unit, state: &State) -> i64 {
        let (muster, combat) = (i64::from(unit.muster), i64::from(unit.combat));
        let lack = (muster - combat).max(0);
        let lasting = if unit.side == self.side {
            // It recovers the combat strength it lacks unless it is lost first; worn units are easily lost.
            PARTS * muster - PARTS * lack * lack / muster.max(1)
        } else {
            PARTS * muster - PARTS * lack / 2
        };
        let left = i64::from(hunter::last_turn(state).saturating_sub(state.turn)).min(LAST_WEEKS);
        let worth = (left * lasting + (LAST_WEEKS - left) * PARTS * combat) / LAST_WEEKS;
        let worth = if unit.side == Side::Russian || counts_losses(state) { worth } else { worth / 4 };
        if unit.side == self.side { worth } else { -worth }
    }

    /// How much a unit at a square is attracted by the enemy's cities: by the strongest of them.
    fn drawn(&self, unit: &Unit, at: usize) -> i64 {
        let arm = self.hunter.arm(unit.unit) as usize;
        let draws = self.prizes.iter().filter_map(|(points, ways)| {
            let weeks = f64::from(ways[arm].from(at)?) / WEEK;
            Some(*points as f64 / libm::exp2(weeks))
        });
        let points = draws.fold(0.0, f64::max);
        (points * (POINT * PARTS * i64::from(unit.combat) / DRAWN) as f64) as i64
    }
}

impl Outcome<'_> {
    /// The value of the week's end for a corps.
    pub(super) fn around(&self, corps: u8) -> i64 {
        let corps = usize::from(corps) - 1;
        let Some(from) = self.worth.squares[corps] else { return 0 };
        let weight = |square| (NEAR + 1 - board::apart(from, square) as i64).clamp(0, NEAR);
        let units = self.units.iter().zip(&self.worth.squares);
        let units: i64 = units.filter_map(|(worth, square)| Some(worth * weight((*square)?))).sum();
        let stands_in = |city| self.squares[corps] == Some(city);
        let city = |&(city, worth): &(usize, i64)| worth * if stands_in(city) { NEAR } else { weight(city) };
        units + self.cities.iter().map(city).sum::<i64>() + NEAR * self.drawn[corps]
    }
}

/// The squares of the units.
fn squares(state: &State) -> Vec<Option<usize>> {
    state.units.iter().map(square).collect()
}

fn square(unit: &Unit) -> Option<usize> {
    unit.on_map().then(|| board::at(unit.x, unit.y))
}

/// Whether German losses lower the score.
fn counts_losses(state: &State) -> bool {
    !state.second.is_some_and(|second| matches!(second.level, Level::Learner | Level::Beginner))
}
