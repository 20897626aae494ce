//! The state of a campaign at the beginning of an order phase, as a JSON line and as a row of a table.
//! `docs/campaign.md` describes both.

use std::fmt::Write as _;
use std::ops::Range;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::titles::rasputitsa::campaign::Snapshot;
use crate::titles::rasputitsa::{self as program, Edition, Level, Mode, Scenario};

/// The columns of [`State::csv`] in an edition.
pub const fn columns(edition: Edition) -> &'static str {
    match edition {
        Edition::First => COLUMNS,
        Edition::Second => COLUMNS_1982,
    }
}

const COLUMNS_1982: &str = "turn,score,ended,random_bytes_used,german_on_map,russian_on_map,german_muster,\
    german_combat,russian_muster,russian_combat,ice_latitude,cities,crc32,modes_crc32,fog_crc32";

/// The columns in the edition of 1981.
pub const COLUMNS: &str = "turn,score,random_bytes_used,german_on_map,russian_on_map,german_muster,german_combat,\
    russian_muster,russian_combat,ice_latitude,crc32";

/// The month of a date, 1 to 12.
pub(super) fn month_of(date: &str) -> u8 {
    date.get(5..7).and_then(|month| month.parse().ok()).unwrap_or(0)
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Units 1 to 54 (1982: 47): German and allied.
    German,
    /// The other units.
    Russian,
}

impl Side {
    /// Both, the German one first.
    pub const BOTH: [Side; 2] = [Side::German, Side::Russian];

    /// The side of a unit, by its number.
    pub fn of(unit: u8, edition: Edition) -> Side {
        if usize::from(unit) < edition.first_russian() { Side::German } else { Side::Russian }
    }

    /// The numbers of its units.
    pub fn units(self, edition: Edition) -> Range<u8> {
        edition.side(self == Side::German)
    }

    /// The opposing side.
    pub fn other(self) -> Side {
        match self {
            Side::German => Side::Russian,
            Side::Russian => Side::German,
        }
    }

    /// Its name, as an adjective.
    pub fn name(self) -> &'static str {
        match self {
            Side::German => "German",
            Side::Russian => "Russian",
        }
    }
}

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// It stands on its square.
    Map,
    /// It will arrive later.
    Expected,
    /// It will never arrive.
    Never,
    /// It was destroyed.
    Destroyed,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// Its number, from 1.
    pub unit: u8,
    /// Its side.
    pub side: Side,
    /// 0 in the east to 45; before arrival, where it will enter.
    pub x: u8,
    /// 0 in the south to 38.
    pub y: u8,
    /// Muster strength.
    pub muster: u8,
    /// Combat strength.
    pub combat: u8,
    /// Turn of arrival; none if it has arrived or never will.
    pub arrival: Option<u8>,
    /// What has become of it.
    pub state: Presence,
    /// The queue as letters, first order first.
    pub orders: String,
    /// Its mode, in the edition of 1982.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// More about its square; only in what a player is told.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// More about a unit on the map, for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Letter of the terrain.
    pub terrain: char,
    /// Whether its square is in an enemy's zone of control.
    pub zone: bool,
    /// Whether supply could be traced to it this week; none if unknown.
    pub supplied: Option<bool>,
    /// Letters of the directions in which the terrain permits a step.
    pub steps: String,
}

/// A value for each city that counts, in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByCity<T>(pub Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for ByCity<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl ByCity<bool> {
    /// How many cities are German.
    pub fn count(&self) -> usize {
        self.german().filter(|&german| german).count()
    }

    /// Whether each city is German, in the order of their numbers.
    pub fn german(&self) -> impl Iterator<Item = bool> + '_ {
        self.0.iter().map(|&(_, german)| german)
    }
}

/// How a campaign of the edition of 1982 ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// With a score too low to win.
    Over,
    /// The next level is offered.
    Won,
}

/// What only the edition of 1982 has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Second {
    /// Level of difficulty.
    pub level: Level,
    /// The scenario, which says when the campaign began.
    pub scenario: Scenario,
    /// How it ended; none before that.
    pub ended: Option<Ended>,
    /// Checksum of the units' modes.
    #[serde(skip)]
    pub modes_crc32: u32,
    /// Checksum of what is known of the Russian units.
    #[serde(skip)]
    pub fog_crc32: u32,
}

/// The state of a campaign at the beginning of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// From 0 to [`Edition::last_turn`].
    pub turn: u8,
    /// Year, month and day, separated by dashes.
    pub date: String,
    /// The score as the program shows it.
    pub score: i16,
    /// Whether each city is German.
    pub cities: ByCity<bool>,
    /// Latitude of the ice line.
    pub ice_latitude: u8,
    /// Whether the handicap was used.
    pub handicap: bool,
    /// How many times the program has read RANDOM since it started.
    pub random_bytes_used: u64,
    /// Emulated frames since power-on.
    pub frame: u64,
    /// Whether the campaign has ended with this turn's score.
    pub over: bool,
    /// What only the edition of 1982 has.
    #[serde(flatten)]
    pub second: Option<Second>,
    /// All units, from 1 on.
    pub units: Vec<Unit>,
    /// Checksum of the tables of positions and strengths.
    #[serde(skip)]
    pub crc32: u32,
    /// The edition of the program.
    #[serde(skip)]
    pub edition: Edition,
}

impl Unit {
    fn new(unit: program::Unit, turn: u8, edition: Edition) -> Self {
        let state = match unit.arrival {
            128..=253 => Presence::Destroyed,
            255 if unit.muster == 0 => Presence::Destroyed,
            254.. => Presence::Never,
            arrival if arrival <= turn => Presence::Map,
            _ => Presence::Expected,
        };
        Unit {
            unit: unit.number,
            side: Side::of(unit.number, edition),
            x: unit.x,
            y: unit.y,
            muster: unit.muster,
            combat: unit.combat,
            arrival: (unit.arrival < 128).then_some(unit.arrival),
            mode: unit.mode,
            place: None,
            state,
            orders: unit.orders.iter().map(|order| order.letter()).collect(),
        }
    }

    /// Whether it is on the map.
    pub fn on_map(&self) -> bool {
        self.state == Presence::Map
    }
}

/// Totals of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Units on the map.
    pub on_map: u32,
    /// Muster strength of all units, present or not.
    pub muster: u32,
    /// Combat strength of all units.
    pub combat: u32,
    /// Combat strength of the units on the map.
    pub combat_on_map: u32,
    /// Units destroyed so far.
    pub destroyed: u32,
}

impl State {
    /// Builds the state from a snapshot of the program's memory.
    pub(super) fn new(snapshot: Snapshot, random_bytes_used: u64, frame: u64, over: bool) -> Self {
        let edition = snapshot.edition;
        let cities = edition.cities().iter().copied().zip(snapshot.cities_german).collect();
        let second = snapshot.second.map(|second| Second {
            level: second.level,
            scenario: second.scenario,
            ended: over.then_some(if second.campaign_won { Ended::Won } else { Ended::Over }),
            modes_crc32: second.modes_crc32,
            fog_crc32: second.fog_crc32,
        });
        State {
            turn: snapshot.turn,
            date: format!("{:04}-{:02}-{:02}", snapshot.year, snapshot.month, snapshot.day),
            score: snapshot.score,
            cities: ByCity(cities),
            second,
            edition,
            ice_latitude: snapshot.ice_row,
            handicap: snapshot.handicap_used,
            random_bytes_used,
            frame,
            over,
            units: snapshot.units.into_iter().map(|unit| Unit::new(unit, snapshot.turn, edition)).collect(),
            crc32: snapshot.crc32,
        }
    }

    /// A unit by its number, from 1.
    pub fn unit(&self, number: u8) -> Option<&Unit> {
        self.units.get(usize::from(number).wrapping_sub(1))
    }

    /// The units of a side on the map.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.side == side && unit.on_map())
    }

    /// The month, 1 to 12.
    pub fn month(&self) -> u8 {
        month_of(&self.date)
    }

    /// The totals of a side.
    pub fn strength(&self, side: Side) -> Strength {
        let mut sums = Strength::default();
        for unit in self.units.iter().filter(|unit| unit.side == side) {
            sums.muster += u32::from(unit.muster);
            sums.combat += u32::from(unit.combat);
            match unit.state {
                Presence::Map => {
                    sums.on_map += 1;
                    sums.combat_on_map += u32::from(unit.combat);
                }
                Presence::Destroyed => sums.destroyed += 1,
                Presence::Expected | Presence::Never => {}
            }
        }
        sums
    }

    /// Its row in a table, preceded by the number of the game if there is one.
    pub fn row(&self, game: Option<u64>) -> String {
        game.map_or_else(|| self.csv(), |game| format!("{game},{}", self.csv()))
    }

    /// Its row, with the [`columns`] of its edition.
    pub fn csv(&self) -> String {
        let (german, russian) = (self.strength(Side::German), self.strength(Side::Russian));
        let mut row = format!("{},{},", self.turn, self.score);
        // Writing to a String cannot fail.
        if let Some(second) = &self.second {
            let _ = match second.ended {
                None => write!(row, ","),
                Some(Ended::Over) => write!(row, "over,"),
                Some(Ended::Won) => write!(row, "won,"),
            };
        }
        let _ = write!(
            row,
            "{},{},{},{},{},{},{},{},",
            self.random_bytes_used,
            german.on_map,
            russian.on_map,
            german.muster,
            german.combat,
            russian.muster,
            russian.combat,
            self.ice_latitude,
        );
        let Some(second) = &self.second else {
            let _ = write!(row, "{:08x}", self.crc32);
            return row;
        };
        row.extend(self.cities.german().map(|german| if german { '1' } else { '0' }));
        let _ = write!(row, ",{:08x},{:08x},{:08x}", self.crc32, second.modes_crc32, second.fog_crc32);
        row
    }
}
