//! What a week's end is worth to a corps: what has become of the units and cities around it, and where it stands itself.

use crate::assets::Arm;
use crate::harness::campaign::board::{self, Distances, Season};
use crate::harness::campaign::player::hunter::{self, Hunter};
use crate::harness::campaign::state::{Side, State, Unit};
use crate::titles::rasputitsa::Level;

/// What a unit is worth is counted in parts of its strength.
const PARTS: i64 = 4;
/// Strength that a point of score is worth. [spec: cartridge-extras 6]
const POINT: i64 = 128;
/// In the last weeks only combat strength counts.
const LAST_WEEKS: i64 = 2;
/// What becomes of a unit counts fully where a corps begins its week, and with each square from there less, as far as this.
const NEAR: i64 = 5;
/// Subturns after which a city draws a corps half as much.
const WEEK: f64 = 32.0;
/// A corps of this combat strength is drawn by a city at hand as much as its points are worth, others in proportion. [guess]
const DRAWN: i64 = 256;

/// The week's beginning, as far as its end is judged by it.
pub(super) struct Worth<'a> {
    hunter: &'a Hunter,
    side: Side,
    /// Where the units on the map stand when the week begins.
    squares: Vec<Option<usize>>,
    /// The cities that are not ours: points, and the ways to them for infantry and armor.
    prizes: Vec<(u64, [Distances; 2])>,
}

/// The week's end.
pub(super) struct Outcome<'a> {
    worth: &'a Worth<'a>,
    /// By unit number less 1: what has become of it, ...
    units: Vec<i64>,
    /// ... where it stands, ...
    squares: Vec<Option<usize>>,
    /// ... and how the cities draw it from there.
    drawn: Vec<i64>,
    /// Our cities: squares, and what they are worth.
    cities: Vec<(usize, i64)>,
}

impl<'a> Worth<'a> {
    /// Of a week that begins with `state`.
    pub(super) fn new(hunter: &'a Hunter, side: Side, state: &State) -> Self {
        let going = [Arm::Infantry, Arm::Armor].map(|arm| hunter.going(state, arm));
        let ways = |square| [0, 1].map(|arm: usize| going[arm].distances(square));
        let prizes = hunter.cities(state).filter(|city| !city.is_ours);
        let prizes = prizes.map(|city| (city.points, ways(city.square))).collect();
        Worth { hunter, side, squares: squares(state), prizes }
    }

    /// What has come of the week.
    pub(super) fn outcome(&self, end: &State) -> Outcome<'_> {
        let cities = self.hunter.cities(end).filter(|city| city.is_ours);
        // The first to come in winter is lost there.
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

    /// What a unit is worth.
    fn unit(&self, unit: &Unit, state: &State) -> i64 {
        let (muster, combat) = (i64::from(unit.muster), i64::from(unit.combat));
        let lack = (muster - combat).max(0);
        let lasting = if unit.side == self.side {
            // It gets back what it lacks of combat strength, unless it is lost before; who is worn is easily lost.
            PARTS * muster - PARTS * lack * lack / muster.max(1)
        } else {
            PARTS * muster - PARTS * lack / 2
        };
        let left = i64::from(hunter::last_turn(state).saturating_sub(state.turn)).min(LAST_WEEKS);
        let worth = (left * lasting + (LAST_WEEKS - left) * PARTS * combat) / LAST_WEEKS;
        let worth = if unit.side == Side::Russian || counts_losses(state) { worth } else { worth / 4 };
        if unit.side == self.side { worth } else { -worth }
    }

    /// How much the enemy's cities draw a unit at a square: as much as the one that does most.
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
    /// What the week's end is worth to a corps.
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

/// Where the units stand.
fn squares(state: &State) -> Vec<Option<usize>> {
    state.units.iter().map(square).collect()
}

fn square(unit: &Unit) -> Option<usize> {
    unit.on_map().then(|| board::at(unit.x, unit.y))
}

/// Whether what the German side loses lowers the score.
fn counts_losses(state: &State) -> bool {
    !state.second.is_some_and(|second| matches!(second.level, Level::Learner | Level::Beginner))
}
