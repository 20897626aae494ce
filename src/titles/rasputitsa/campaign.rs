//! The interface through which whole campaigns are played: the places at which the program is stopped and driven, and
//! its tables as Rust values.

use super::{Edition, Level, Scenario, Unit, UnitTables};
use crate::titles::labels::{MissingLabel, required};

/// The addresses at which the program is stopped and driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// Where the loader starts the program.
    pub start: u16,
    /// Where the title waits for START, and where it continues. The edition of 1981 has no title.
    pub title: Option<(u16, u16)>,
    /// Once a turn, when the week has begun and before the opponent plans.
    pub order_phase: u16,
    /// After each unit that the opponent has considered; the program reads the console directly after it.
    pub thinking_polled: u16,
    /// START has been accepted.
    pub movement_begins: u16,
    /// The opponent's plans have become orders; the week is about to be marched.
    pub movement: u16,
    /// Reached instead of the last order phase.
    pub campaign_over: u16,
}

impl Stops {
    /// Finds them by label.
    ///
    /// # Errors
    /// The first label that the program lacks, except those of the title.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let title = label("title_wait").zip(label("title_done"));
        let label = |name: &str| required(&label, name);
        Ok(Stops {
            start: label("start")?,
            title,
            order_phase: label("order_phase")?,
            thinking_polled: label("thinking_polled")?,
            movement_begins: label("movement_begins")?,
            movement: label("movement")?,
            campaign_over: label("campaign_over")?,
        })
    }
}

/// The addresses at which the events of a week happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventStops {
    /// A unit attacks another one.
    pub attacks: u16,
    /// Unit X is hit.
    pub hit: u16,
    /// Unit X has broken and looks for a square to retreat to.
    pub retreat: u16,
    /// Unit X moves to another square.
    pub moves: u16,
    /// Unit X is destroyed.
    pub destroyed: u16,
    /// A unit has acted.
    pub acted: u16,
    /// Unit X may have entered a city.
    pub enters: u16,
    /// Unit X stands still for the rest of the week: it has no orders, or an impossible one.
    pub rests: u16,
    /// A unit is out of supply.
    pub unsupplied: u16,
}

impl EventStops {
    /// Finds them by label.
    ///
    /// # Errors
    /// The first label that the program lacks.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = |name: &str| required(&label, name);
        Ok(EventStops {
            attacks: label("combat.attacks")?,
            hit: label("unit_hit")?,
            retreat: label("unit_retreat")?,
            moves: label("unit_move")?,
            destroyed: label("unit_destroy")?,
            acted: label("unit_act.stays")?,
            enters: label("city_enter")?,
            rests: label("schedule_unit.rests")?,
            unsupplied: label("unit_supplied.cut")?,
        })
    }

    /// All of them.
    pub fn all(&self) -> [u16; 9] {
        let EventStops { attacks, hit, retreat, moves, destroyed, acted, enters, rests, unsupplied } = *self;
        [attacks, hit, retreat, moves, destroyed, acted, enters, rests, unsupplied]
    }
}

/// The addresses where the program keeps who acts, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct WorkBytes {
    pub subturn: u16,
    pub actor: u16,
    pub foe: u16,
    pub to_x: u16,
    pub to_y: u16,
}

impl WorkBytes {
    /// Finds them by label.
    ///
    /// # Errors
    /// The first label that the program lacks.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = |name: &str| required(&label, name);
        Ok(WorkBytes {
            subturn: label("zp_subturn")?,
            actor: label("zp_actor")?,
            foe: label("zp_foe")?,
            to_x: label("zp_to_x")?,
            to_y: label("zp_to_y")?,
        })
    }
}

/// The addresses of a campaign's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of Snapshot and Unit of the same names")]
pub struct Tables {
    /// The length of pauses for the eye; 0 for none.
    pub eye_delay: u16,
    /// The unit that the opponent has considered last.
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
    /// Whether units that are not on the map count for the score, and the last one never does: a defect of 1981.
    pub counts_absent: bool,
    /// Whether START is accepted before the opponent has finished a planning pass: a defect of 1981.
    pub start_before_pass: bool,
    /// If not 0, START in a week without orders is not queried. Only some builds have it.
    pub start_sure: Option<u16>,
    /// The tables of units.
    pub units: UnitTables,
    /// The variables that only the edition of 1982 has.
    pub second: Option<SecondTables>,
}

/// The addresses of variables that only the edition of 1982 has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of Second of the same names")]
pub struct SecondTables {
    pub level: u16,
    pub scenario: u16,
    /// The high byte of the score.
    pub score_high: u16,
    pub campaign_won: u16,
    /// How many low bits of each unit's strengths are unknown.
    pub unit_fog: u16,
    /// Bytes that look random, by unit; they replace the unknown bits of strengths.
    pub noise: u16,
    /// Strength points at the beginning, the German side first.
    pub initial: [u16; 2],
}

impl SecondTables {
    fn find(label: impl Fn(&str) -> Result<u16, MissingLabel>) -> Result<Self, MissingLabel> {
        Ok(SecondTables {
            level: label("level")?,
            scenario: label("scenario")?,
            score_high: label("score_high")?,
            campaign_won: label("campaign_won")?,
            unit_fog: label("unit_fog")?,
            noise: label("map_packed")?,
            initial: [label("initial_german")?, label("initial_russian")?],
        })
    }
}

impl Tables {
    /// Finds them by label.
    ///
    /// # Errors
    /// The first label that the program lacks and that its edition must have.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let edition = Edition::find(&label);
        let start_sure = label("start_sure");
        let [counts_absent, start_before_pass] =
            ["defect_19", "defect_28"].map(|defect| label(defect) == Some(1));
        let label = |name: &str| required(&label, name);
        Ok(Tables {
            second: match edition {
                Edition::First => None,
                Edition::Second => Some(SecondTables::find(label)?),
            },
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
            start_sure,
            counts_absent,
            start_before_pass,
            units: UnitTables::find(label)?,
        })
    }
}

/// What the German side knows of the strengths of Russian units (edition of 1982).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownStrengths {
    turn: u8,
    /// By number, from the first Russian unit: how many low bits are unknown, and what replaces them.
    units: Vec<[u8; 2]>,
}

impl KnownStrengths {
    /// Reads it from memory.
    pub fn read(at: &Tables, mut peek: impl FnMut(u16) -> u8) -> Self {
        let Some(second) = &at.second else { return KnownStrengths::default() };
        let units = Edition::Second.side(false).map(u16::from);
        let units =
            units.map(|unit| [second.unit_fog, second.noise].map(|table| peek(table + unit))).collect();
        KnownStrengths { turn: peek(at.turn), units }
    }

    /// A unit's strength as the program shows it. [spec: cartridge-extras 7]
    pub fn shown(&self, unit: u8, strength: u8) -> u8 {
        let index = usize::from(unit).wrapping_sub(Edition::Second.first_russian());
        let Some(&[unknown, noise]) = self.units.get(index) else { return strength };
        let mask = (1_i16 << (unknown & 7)) - 1;
        let error = (i16::from(noise ^ self.turn) & mask) - mask / 2;
        let least = i16::from(strength.min(1));
        let shown = i16::from(strength) + error;
        u8::try_from(if shown < 0 { least } else { shown.min(255) }).unwrap_or(strength)
    }
}

/// The state of a campaign at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// From 0 to [`Edition::last_turn`].
    pub turn: u8,
    /// 1 to 31.
    pub day: u8,
    /// 1 to 12.
    pub month: u8,
    /// 1941 to 1943.
    pub year: u16,
    /// Latitude of the ice line, 1 to 39.
    pub ice_row: u8,
    /// The score as shown.
    pub score: i16,
    /// For each city that counts, whether it is German, by number.
    pub cities_german: Vec<bool>,
    /// Whether the handicap was used.
    pub handicap_used: bool,
    /// The units, from number 1.
    pub units: Vec<Unit>,
    /// CRC-32 of the tables x, y, muster and combat strength, in the edition of 1981 with entry 0.
    pub crc32: u32,
    /// The edition of the program.
    pub edition: Edition,
    /// What only the edition of 1982 has.
    pub second: Option<Second>,
}

/// What only the edition of 1982 has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// The level of difficulty.
    pub level: Level,
    /// The scenario, which says when the campaign began.
    pub scenario: Scenario,
    /// Whether the final score is enough to win.
    pub campaign_won: bool,
    /// CRC-32 of the modes of the units.
    pub modes_crc32: u32,
    /// CRC-32 of the masks of known bits in the Russian units' strengths.
    pub fog_crc32: u32,
}

impl Second {
    fn read(at: &SecondTables, units: &UnitTables, peek: &mut impl FnMut(u16) -> u8) -> Self {
        let edition = Edition::Second;
        let modes = units.mode.map(|table| table_crc(&[table], 1, edition.units(), peek));
        let fog = edition.first_russian()..=edition.units();
        let known: Vec<u8> = fog.map(|unit| 0xFF << (peek(at.unit_fog + unit as u16) & 7)).collect();
        Second {
            level: Level::ALL[usize::from(peek(at.level)).min(Level::ALL.len() - 1)],
            scenario: if peek(at.scenario) == 0 { Scenario::Of1941 } else { Scenario::Of1942 },
            campaign_won: peek(at.campaign_won) != 0,
            modes_crc32: modes.unwrap_or_default(),
            fog_crc32: crc32fast::hash(&known),
        }
    }
}

/// CRC-32 of the entries `first` to `last` of several tables, one table after the other.
fn table_crc(tables: &[u16], first: usize, last: usize, peek: &mut impl FnMut(u16) -> u8) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    for &table in tables {
        let bytes: Vec<u8> = (first..=last).map(|n| peek(table + n as u16)).collect();
        crc.update(&bytes);
    }
    crc.finalize()
}

impl Snapshot {
    /// Reads it from memory.
    pub fn read(at: &Tables, mut peek: impl FnMut(u16) -> u8) -> Self {
        let edition = at.units.edition;
        let first = usize::from(edition == Edition::Second);
        let tables = [at.units.x, at.units.y, at.units.muster, at.units.combat];
        let high = at.second.map_or(0, |second| peek(second.score_high));
        Snapshot {
            turn: peek(at.turn),
            day: peek(at.day),
            month: peek(at.month),
            year: 1900 + u16::from(peek(at.year)),
            ice_row: peek(at.ice_row),
            score: i16::from_le_bytes([peek(at.score), high]),
            cities_german: (0..edition.cities().len())
                .map(|n| peek(at.cities_german + n as u16) != 0)
                .collect(),
            handicap_used: peek(at.handicap_used) != 0,
            units: at.units.read(&mut peek),
            crc32: table_crc(&tables, first, edition.units(), &mut peek),
            edition,
            second: at.second.map(|second| Second::read(&second, &at.units, &mut peek)),
        }
    }
}
