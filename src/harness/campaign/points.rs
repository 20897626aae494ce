//! How a score is made up.

use serde::Serialize;

use super::state::{Side, State, Unit};
use super::world::World;
use crate::titles::rasputitsa::Level;

/// By the rules of 1981, German units score east of here. [spec: game-rules 19]
const EDGE: u8 = 48;
/// The largest value of a byte of the program.
const MOST: i32 = 255;

/// The parts of a score, which add up to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Points {
    /// For cities in German hands.
    pub cities: i32,
    /// For the losses of the Russian side; at the expert level and in 1981 a deduction for its present strength
    /// instead.
    pub russian: i32,
    /// A deduction for the losses of the German side; in 1981 a gain for its strength in the east instead.
    pub german: i32,
    /// The effect of a handicap and of the range of the program's bytes.
    pub limits: i32,
}

impl Points {
    /// By the rules of 1982. `initial` are the sides' strength points at the beginning.
    pub(super) fn of_1982(state: &State, level: Level, world: &World, initial: [u8; 2]) -> Points {
        let [german, russian] = [Side::German, Side::Russian].map(|side| strength_points(state, side));
        let [german_first, russian_first] = initial.map(i32::from);
        let cities = counting(level).min(world.cities.len());
        let parts = Points {
            cities: city_points(state, world, cities),
            russian: if level == Level::Expert { -russian } else { russian_first - russian },
            german: if matches!(level, Level::Learner | Level::Beginner) { 0 } else { german - german_first },
            limits: 0,
        };
        parts.limited(state)
    }

    /// By the rules of 1981.
    pub(super) fn of_1981(state: &State, world: &World, counts_absent: bool) -> Points {
        let last = state.units.last().map_or(0, |unit| unit.unit);
        let counts = |unit: &&Unit| match counts_absent {
            true => unit.unit != last,
            false => unit.on_map(),
        };
        let of = |side| state.units.iter().filter(counts).filter(move |unit| unit.side == side);
        let product = |a: u8, b: u8| i32::from(a) * i32::from(b) / 256;
        let german: i32 =
            of(Side::German).map(|unit| product(unit.muster / 2, EDGE.wrapping_sub(unit.x))).sum();
        let russian: i32 = of(Side::Russian).map(|unit| product(unit.combat / 8, unit.x)).sum();
        let cities = city_points(state, world, world.cities.len());
        Points { cities, russian: -russian.min(MOST), german: german.min(MOST), limits: 0 }.limited(state)
    }

    /// Sets `limits` so that the parts add up to the score.
    fn limited(self, state: &State) -> Points {
        let limits = i32::from(state.score) - self.cities - self.russian - self.german;
        Points { limits, ..self }
    }
}

/// How many cities count at a level, lowest numbers first. [spec: cartridge-extras 2]
pub fn counting(level: Level) -> usize {
    match level {
        Level::Learner | Level::Beginner => 1,
        Level::Intermediate => 3,
        Level::Advanced | Level::Expert => usize::MAX,
    }
}

fn city_points(state: &State, world: &World, counting: usize) -> i32 {
    let held = world.cities.iter().zip(state.cities.german()).take(counting);
    held.filter(|(_, german)| *german).map(|(city, _)| i32::from(city.points)).sum()
}

/// Combat strength of all living units, on the map or still to come, at 128 per point. [spec: cartridge-extras 6]
fn strength_points(state: &State, side: Side) -> i32 {
    let alive = state.units.iter().filter(|unit| unit.side == side && unit.arrival.is_some());
    alive.map(|unit| i32::from(unit.combat)).sum::<i32>() / 128
}
