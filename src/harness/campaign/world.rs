//! The unchanging part of a campaign, which a player is told once.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::{DELAYS, DIRECTIONS, FROZEN, TERRAIN_TYPES, step, terrain_at};
use super::state::Side;
use crate::assets::{Arm, Assets, COLUMNS, Direction, ROWS, Square, Terrain};
use crate::titles::rasputitsa::{self as program, Edition};

/// Subturns per week.
pub const SUBTURNS: u8 = 32;

/// The static world. `docs/campaign.md` describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct World {
    /// The year of the edition to which the map, cities and units belong.
    pub edition: u16,
    /// Number of squares from east to west.
    pub columns: u8,
    /// Number of squares from south to north.
    pub rows: u8,
    /// Letters of the terrain: rows from north to south, each from west to east, as on a printed map.
    pub map: Vec<String>,
    /// The kinds of terrain, by letter.
    pub terrain: BTreeMap<char, Ground>,
    /// What a step in each direction adds to x and y.
    pub directions: BTreeMap<char, [i8; 2]>,
    /// Steps that are forbidden in both directions although both squares can be entered.
    pub blocked: Vec<Blocked>,
    /// The cities that count, in the order of their numbers.
    pub cities: Vec<City>,
    /// All units.
    pub units: Vec<Corps>,
    /// Subturns per week.
    pub subturns: u8,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// Its name.
    pub name: String,
    /// Subturns to enter it, by season; none if impassable.
    pub cost: Option<Costs>,
    /// Subturns to enter it in snow north of the ice line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frozen: Option<Cost>,
}

/// Subturns per step, by season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Costs {
    pub dry: Cost,
    pub mud: Cost,
    pub snow: Cost,
}

/// Subturns per step, by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Cost {
    pub infantry: u32,
    pub armor: u32,
}

/// A forbidden step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Blocked {
    /// The x of the square that it starts from.
    pub x: i16,
    /// The y of that square.
    pub y: i16,
    /// Letter of its direction.
    pub direction: char,
}

/// A city that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct City {
    /// Its name, as in the state's list of cities.
    pub name: &'static str,
    /// The x of its square.
    pub x: i16,
    /// The y of its square.
    pub y: i16,
    /// Points while it is German, at levels where it counts.
    pub points: u8,
}

/// The unchanging properties of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Corps {
    /// Its number.
    pub unit: u8,
    /// Its side.
    pub side: Side,
    /// As the program shows it.
    pub name: String,
    /// Its movement class: infantry or armor (which includes air corps).
    pub class: &'static str,
    /// The number in its name.
    pub corps: u8,
    /// Whether it is an air corps, which supports others.
    pub air: bool,
    /// Turn of arrival in the campaign of 1941; 0 is the start, none is never.
    pub arrival: Option<u8>,
}

impl World {
    /// The world of an edition of `assets`.
    pub fn new(assets: &Assets, edition: Edition) -> Self {
        let blocked = assets.places.blocked.iter().flat_map(|pair| pair.steps());
        let names = edition.cities().iter();
        let city = |(&name, (square, points)): (&&'static str, (Square, u8))| City {
            name,
            x: square.x,
            y: square.y,
            points,
        };
        let (cities, units) = match edition {
            Edition::First => {
                let places = assets.places.goals().map(|city| (city.square, city.worth));
                (names.zip(places).map(city).collect(), assets.units.iter().map(corps_1981).collect())
            }
            Edition::Second => {
                let second = &assets.edition_1982;
                let places = second.prizes().map(|city| (city.square, city.worth));
                let units = (1..).zip(&second.units);
                (names.zip(places).map(city).collect(), units.map(corps_1982).collect())
            }
        };
        World {
            edition: if edition == Edition::First { 1981 } else { 1982 },
            columns: COLUMNS as u8,
            rows: ROWS as u8,
            map: rows(|square| terrain_at(assets, edition, square).letter()),
            terrain: TERRAIN_TYPES.iter().map(|&(terrain, kind)| ground(terrain, kind)).collect(),
            directions: DIRECTIONS.iter().map(|&way| (way.letter(), step(way))).collect(),
            blocked: blocked.map(|(square, direction)| blocked_step(square, direction)).collect(),
            cities,
            units,
            subturns: SUBTURNS,
        }
    }

    /// The terrain's letter of a square; none outside the map.
    pub fn terrain(&self, x: u8, y: u8) -> Option<char> {
        let (column, row) = ((self.columns - 1).checked_sub(x)?, (self.rows - 1).checked_sub(y)?);
        self.map.get(usize::from(row))?.chars().nth(usize::from(column))
    }
}

/// A letter for each square: rows from north to south, in each the squares from west to east.
pub(super) fn rows(letter: impl Fn(Square) -> char) -> Vec<String> {
    let row = |y| (0..COLUMNS).rev().map(|x| letter(Square { x, y })).collect();
    (0..ROWS).rev().map(row).collect()
}

fn ground(terrain: Terrain, kind: Option<usize>) -> (char, Ground) {
    let cost = |kind: usize, season: usize| Cost {
        infantry: DELAYS[kind][2 * season + Arm::Infantry as usize],
        armor: DELAYS[kind][2 * season + Arm::Armor as usize],
    };
    let costs = |kind| Costs { dry: cost(kind, 0), mud: cost(kind, 1), snow: cost(kind, 2) };
    let freezes = matches!(terrain, Terrain::Swamp | Terrain::River | Terrain::Strait);
    let ground = Ground {
        name: format!("{terrain:?}").to_lowercase(),
        cost: kind.map(costs),
        frozen: freezes.then(|| cost(FROZEN, 2)),
    };
    (terrain.letter(), ground)
}

fn blocked_step(square: Square, direction: Direction) -> Blocked {
    // Edges use every other one of the eight directions.
    let letter = program::Direction::from_bits(direction as u8 / 2).letter();
    Blocked { x: square.x, y: square.y, direction: letter }
}

fn class(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Armor => "armor",
    }
}

fn corps_1981(unit: &crate::assets::Unit) -> Corps {
    Corps {
        unit: unit.number,
        side: Side::of(unit.number, Edition::First),
        name: unit.name(),
        class: class(unit.arm),
        corps: unit.corps,
        air: false,
        arrival: (unit.arrival != crate::assets::NEVER).then_some(unit.arrival),
    }
}

fn corps_1982((number, unit): (u8, &crate::assets::Unit1982)) -> Corps {
    let side = Side::of(number, Edition::Second);
    Corps {
        unit: number,
        side,
        name: unit.name(),
        class: class(unit.arm()),
        corps: unit.corps,
        air: Edition::Second.air().contains(&number),
        arrival: Some(unit.arrival),
    }
}
