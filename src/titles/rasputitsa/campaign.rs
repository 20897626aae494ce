//! What somebody who plays whole campaigns needs of the program: the places at which it can
//! be talked to, and its tables as Rust values.

use super::{UNITS, Unit, UnitTables, required};
use crate::titles::MissingLabel;

/// The instructions at which the program is stopped and talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// Where the loader starts the program.
    pub start: u16,
    /// Where the title waits for START, and where it goes on. The 1981 edition has no title.
    pub title: Option<(u16, u16)>,
    /// Once a turn, when the week has begun and before the opponent plans.
    pub order_phase: u16,
    /// After each unit the opponent has considered; the console is read just behind it.
    pub thinking_polled: u16,
    /// START has been accepted.
    pub movement_begins: u16,
    /// In place of the last order phase.
    pub campaign_over: u16,
}

impl Stops {
    /// Finds them by label.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let title = label("title_wait").zip(label("title_done"));
        let label = required(label);
        Ok(Stops {
            start: label("start")?,
            title,
            order_phase: label("order_phase")?,
            thinking_polled: label("thinking_polled")?,
            movement_begins: label("movement_begins")?,
            campaign_over: label("campaign_over")?,
        })
    }
}

/// Where the variables of a campaign lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of Snapshot and Unit of the same names")]
pub struct Tables {
    /// Pauses for the eye, 0 for none.
    pub eye_delay: u16,
    /// The unit the opponent has considered last.
    pub thinking_unit: u16,
    /// Complete planning passes of this order phase.
    pub thinking_passes: u16,
    pub turn: u16,
    pub day: u16,
    pub month: u16,
    pub year: u16,
    pub ice_row: u16,
    pub score: u16,
    pub cities_german: u16,
    pub handicap_used: u16,
    /// Of the units.
    pub units: UnitTables,
}

impl Tables {
    /// Finds them by label.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = required(label);
        Ok(Tables {
            eye_delay: label("eye_delay")?,
            thinking_unit: label("thinking_unit")?,
            thinking_passes: label("thinking_passes")?,
            turn: label("turn")?,
            day: label("day")?,
            month: label("month")?,
            year: label("year")?,
            ice_row: label("ice_row")?,
            score: label("score")?,
            cities_german: label("cities_german")?,
            handicap_used: label("handicap_used")?,
            units: UnitTables::find(label)?,
        })
    }
}

/// A campaign at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// 0 to 40.
    pub turn: u8,
    /// 1 to 31.
    pub day: u8,
    /// 1 to 12.
    pub month: u8,
    /// 1941 or 1942.
    pub year: u16,
    /// Latitude of the ice line, 1 to 39.
    pub ice_row: u8,
    /// As shown.
    pub score: u8,
    /// Whether Moscow, Leningrad, Sevastopol and Stalingrad are German.
    pub cities_german: [bool; 4],
    /// Whether the handicap was used.
    pub handicap_used: bool,
    /// Units 1 to [`UNITS`].
    pub units: Vec<Unit>,
    /// CRC-32 of the tables x, y, muster and combat strength, entry 0 included.
    pub crc32: u32,
}

impl Snapshot {
    /// Reads it out of memory.
    pub fn read(at: &Tables, mut peek: impl FnMut(u16) -> u8) -> Self {
        let mut crc = crc32fast::Hasher::new();
        for table in [at.units.x, at.units.y, at.units.muster, at.units.combat] {
            let bytes: Vec<u8> = (0..=UNITS as u16).map(|n| peek(table + n)).collect();
            crc.update(&bytes);
        }
        Snapshot {
            turn: peek(at.turn),
            day: peek(at.day),
            month: peek(at.month),
            year: 1900 + u16::from(peek(at.year)),
            ice_row: peek(at.ice_row),
            score: peek(at.score),
            cities_german: [0, 1, 2, 3].map(|n| peek(at.cities_german + n) != 0),
            handicap_used: peek(at.handicap_used) != 0,
            units: at.units.read(&mut peek),
            crc32: crc.finalize(),
        }
    }
}
