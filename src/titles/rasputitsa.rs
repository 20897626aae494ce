//! The wargame: its builds, its entry points, and its state as Rust values.
//!
//! Everything is found by label, so the program's layout may change freely. Functions take closures that look up a
//! label or read a byte, and so work on a running machine as well as on a memory image.

pub mod campaign;
mod names;

use std::ops::Range;

use serde::Serialize;

use super::labels::{MissingLabel, required};
use super::shelf::{Entry, SHELF};
use crate::assets::LAST_TURN;
pub use names::UnknownName;

/// The rules of a campaign. One source is built in four ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Those of 1982 with the defects of both editions corrected.
    #[default]
    Modern,
    /// Those of 1981 to the letter. [spec: game-rules 3 to 17, 19, 22]
    Edition1981,
    /// Those of 1981 with its defects corrected.
    Corrected,
    /// Those of 1982 to the letter. [spec: cartridge-extras]
    Edition1982,
}

impl Rules {
    /// All rules, by number.
    pub const ALL: [Rules; 4] = [Rules::Modern, Rules::Edition1981, Rules::Corrected, Rules::Edition1982];

    /// The program that plays by them.
    pub const fn entry(self) -> &'static Entry {
        match self {
            Rules::Modern => &SHELF[0],
            Rules::Edition1981 => &SHELF[3],
            Rules::Corrected => &SHELF[2],
            Rules::Edition1982 => &SHELF[1],
        }
    }

    /// The edition whose order of battle they use.
    pub const fn edition(self) -> Edition {
        match self {
            Rules::Edition1981 | Rules::Corrected => Edition::First,
            Rules::Edition1982 | Rules::Modern => Edition::Second,
        }
    }

    /// Whether START is accepted before the opponent has finished a planning pass: a defect of 1981.
    pub const fn start_before_pass(self) -> bool {
        matches!(self, Rules::Edition1981)
    }
}

/// The edition that a program is based on: its order of battle, and the features that come with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// 1981.
    First,
    /// 1982: with levels, modes and fog.
    Second,
}

impl Edition {
    /// The edition of the program with these labels.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Edition {
        if label("unit_mode").is_some() { Edition::Second } else { Edition::First }
    }

    /// The year of publication.
    pub const fn year(self) -> u16 {
        match self {
            Edition::First => 1981,
            Edition::Second => 1982,
        }
    }

    /// Units are numbered from 1 to this; 0 is none.
    pub const fn units(self) -> usize {
        match self {
            Edition::First => 158,
            Edition::Second => 166,
        }
    }

    /// The first Russian unit; lower numbers are German.
    pub const fn first_russian(self) -> usize {
        match self {
            Edition::First => 55,
            Edition::Second => 48,
        }
    }

    /// The units of one side: the German one if `german`.
    pub const fn side(self, german: bool) -> Range<u8> {
        match german {
            true => 1..self.first_russian() as u8,
            false => self.first_russian() as u8..self.units() as u8 + 1,
        }
    }

    /// The air corps.
    pub const fn air(self) -> Range<u8> {
        match self {
            Edition::First => 0..0,
            Edition::Second => 43..48,
        }
    }

    /// The turn whose score ends the longest campaign.
    pub const fn last_turn(self) -> u8 {
        match self {
            Edition::First => LAST_TURN,
            Edition::Second => Level::Expert.last_turn(Scenario::Of1942),
        }
    }

    /// The last turn that can have an order phase.
    pub const fn last_orders(self) -> u8 {
        self.last_turn() - 1
    }

    /// Turns of the longest campaign, turn 0 included: after the last orders there is a turn without any.
    pub const fn turns(self) -> u8 {
        self.last_turn() + 1
    }

    /// The cities that count, by number.
    pub const fn cities(self) -> &'static [&'static str] {
        match self {
            Edition::First => &["moscow", "leningrad", "sevastopol", "stalingrad"],
            Edition::Second => &[
                "moscow",
                "leningrad",
                "stalingrad",
                "krasnodar",
                "gorky",
                "kazan",
                "riga",
                "rzhev",
                "smolensk",
                "kuibishev",
                "minsk",
                "voronezh",
                "orel",
                "kharkov",
                "kiev",
                "rostov",
                "dnepropetrovsk",
                "odessa",
            ],
        }
    }
}

/// Level of difficulty, in the edition of 1982.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Level {
    Learner,
    Beginner,
    Intermediate,
    Advanced,
    #[default]
    Expert,
}

impl Level {
    /// All levels, by number.
    pub const ALL: [Level; 5] =
        [Level::Learner, Level::Beginner, Level::Intermediate, Level::Advanced, Level::Expert];

    /// The turn whose score ends a campaign. [spec: cartridge-extras 2]
    pub const fn last_turn(self, scenario: Scenario) -> u8 {
        match (self, scenario) {
            (Level::Learner | Level::Beginner | Level::Intermediate, _) => 14,
            (Level::Expert, Scenario::Of1942) => 44,
            (Level::Advanced | Level::Expert, _) => 40,
        }
    }
}

/// When a campaign begins (edition of 1982).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Scenario {
    /// On 22 June 1941.
    #[default]
    #[serde(rename = "1941")]
    Of1941,
    /// On 24 May 1942; expert level only.
    #[serde(rename = "1942")]
    Of1942,
}

impl Scenario {
    /// All scenarios, by number.
    pub const ALL: [Scenario; 2] = [Scenario::Of1941, Scenario::Of1942];
}

/// How a unit moves (edition of 1982).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The normal way.
    Standard,
    /// Slower, and hits cost more on both sides.
    Assault,
    /// Faster and weaker.
    Forced,
    /// Does not move, and is stronger in defence.
    Entrenched,
}

impl Mode {
    /// All modes, by number.
    pub const ALL: [Mode; 4] = [Mode::Standard, Mode::Assault, Mode::Forced, Mode::Entrenched];

    /// Its letter.
    pub const fn letter(self) -> char {
        ['S', 'A', 'F', 'E'][self as usize]
    }

    /// The mode with a letter: S, A, F or E.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'S' => Mode::Standard,
            'A' => Mode::Assault,
            'F' => Mode::Forced,
            'E' => Mode::Entrenched,
            _ => return None,
        })
    }

    /// The mode with the program's number.
    pub const fn from_number(number: u8) -> Self {
        Mode::ALL[(number & 3) as usize]
    }
}

/// The entry points of the program's routines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoints {
    /// Where the loader starts it (RUNAD), and RESET restarts it.
    pub start: u16,
    /// The order phase's first instruction.
    pub order_phase: u16,
    /// First instruction of the deferred vertical blank routine.
    pub vbi_start: u16,
    /// Its jump to XITVBV.
    pub vbi_exit: u16,
    /// The handlers of display list interrupts 1 to 16.
    pub dli: [u16; 16],
    /// The handler that switches to the southern tiles, in place of number 2 or one of 4 to 12.
    pub dli_switch: u16,
}

impl EntryPoints {
    /// Finds the entry points by label.
    ///
    /// # Errors
    /// The first label that the program lacks.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = |name: &str| required(&label, name);
        let mut dli = [0; 16];
        for (address, number) in dli.iter_mut().zip(1..) {
            *address = label(&format!("dli_{number}"))?;
        }
        Ok(EntryPoints {
            start: label("start")?,
            order_phase: label("order_phase")?,
            vbi_start: label("vbi_start")?,
            vbi_exit: label("vbi_exit")?,
            dli,
            dli_switch: label("dli_switch")?,
        })
    }
}

/// The addresses of the program's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of State, Window, Hold and Unit of the same names")]
pub struct Variables {
    pub turn: u16,
    pub day: u16,
    pub month: u16,
    pub year: u16,
    pub text: u16,
    pub map: u16,
    pub occupants: u16,
    pub zp_orders_open: u16,
    pub zp_view_x: u16,
    pub zp_view_y: u16,
    pub zp_cursor_x: u16,
    pub zp_cursor_y: u16,
    pub zp_switch: u16,
    pub zp_unit: u16,
    pub zp_cross_shown: u16,
    pub zp_error: u16,
    pub units: UnitTables,
}

impl Variables {
    /// Finds the variables by label.
    ///
    /// # Errors
    /// The first label that the program lacks and that its edition must have.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = |name: &str| required(&label, name);
        Ok(Variables {
            turn: label("turn")?,
            day: label("day")?,
            month: label("month")?,
            year: label("year")?,
            text: label("text")?,
            map: label("map")?,
            occupants: label("occupants")?,
            zp_orders_open: label("zp_orders_open")?,
            zp_view_x: label("zp_view_x")?,
            zp_view_y: label("zp_view_y")?,
            zp_cursor_x: label("zp_cursor_x")?,
            zp_cursor_y: label("zp_cursor_y")?,
            zp_switch: label("zp_switch")?,
            zp_unit: label("zp_unit")?,
            zp_cross_shown: label("zp_cross_shown")?,
            zp_error: label("zp_error")?,
            units: UnitTables::find(label)?,
        })
    }
}

/// The state of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// From 0 to [`Edition::last_turn`]; 255 before the first.
    pub turn: u8,
    /// 1 to 31.
    pub day: u8,
    /// 1 to 12.
    pub month: u8,
    /// 1941 to 1943.
    pub year: u16,
    /// Whether the player can give orders: the prompt is shown and the program waits for START.
    pub orders_open: bool,
    /// The visible part of the map.
    pub window: Window,
    /// What the button holds.
    pub hold: Hold,
    /// The units, from number 1.
    pub units: Vec<Unit>,
}

/// The map window and the cursor in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// XV, colour clocks: 0 fully east to 224 fully west.
    pub view_x: u8,
    /// YV, scan lines: 0 fully north to 504 fully south.
    pub view_y: u16,
    /// CX, colour clock of the cursor's left edge: 54 to 186.
    pub cursor_x: u8,
    /// CY, player row of the cursor's upper edge: 27 to 78.
    pub cursor_y: u8,
    /// The display list interrupt at which the southern tiles begin, 255 for none.
    pub tile_switch: u8,
}

impl Window {
    /// The square under the cursor, (x from the east, y from the south).
    pub fn square(&self) -> (u8, u8) {
        let u = (u16::from(self.view_x) + 186).saturating_sub(u16::from(self.cursor_x));
        let v = 662_u16.saturating_sub(2 * u16::from(self.cursor_y)).saturating_sub(self.view_y);
        (((u + 6) / 8) as u8, ((v + 9) / 16) as u8)
    }
}

/// What the button holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The lifted unit, if any.
    pub unit: Option<u8>,
    /// Whether the cross has been shown: orders are accepted.
    pub cross_shown: bool,
    /// The number of the error message shown, 0 for none.
    pub error: u8,
}

/// A direction of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// y + 1.
    North,
    /// x - 1.
    East,
    /// y - 1.
    South,
    /// x + 1.
    West,
}

impl Direction {
    /// The direction of the program's two bits.
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Direction::North,
            1 => Direction::East,
            2 => Direction::South,
            _ => Direction::West,
        }
    }

    /// The direction with a letter: N, E, S or W.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'N' => Direction::North,
            'E' => Direction::East,
            'S' => Direction::South,
            'W' => Direction::West,
            _ => return None,
        })
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its number, from 1.
    pub number: u8,
    /// 0 (east) to 45; the entry square before it arrives.
    pub x: u8,
    /// 0 (south) to 38.
    pub y: u8,
    /// Muster strength.
    pub muster: u8,
    /// Combat strength.
    pub combat: u8,
    /// Turn of arrival; 128 and above mean that it never arrives or was destroyed.
    pub arrival: u8,
    /// The queued orders, first to be executed first.
    pub orders: Vec<Direction>,
    /// Its mode (edition of 1982).
    pub mode: Option<Mode>,
}

impl State {
    /// Reads the state from memory.
    pub fn read(at: &Variables, mut peek: impl FnMut(u16) -> u8) -> Self {
        let units = at.units.read(&mut peek);
        let unit = peek(at.zp_unit);
        State {
            turn: peek(at.turn),
            day: peek(at.day),
            month: peek(at.month),
            year: 1900 + u16::from(peek(at.year)),
            orders_open: peek(at.zp_orders_open) != 0,
            window: Window {
                view_x: peek(at.zp_view_x),
                view_y: u16::from_le_bytes([peek(at.zp_view_y), peek(at.zp_view_y + 1)]),
                cursor_x: peek(at.zp_cursor_x),
                cursor_y: peek(at.zp_cursor_y),
                tile_switch: peek(at.zp_switch),
            },
            hold: Hold {
                unit: (unit != 0).then_some(unit),
                cross_shown: peek(at.zp_cross_shown) != 0,
                error: peek(at.zp_error),
            },
            units,
        }
    }
}

/// The addresses of the tables of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of Unit of the same names")]
pub struct UnitTables {
    pub x: u16,
    pub y: u16,
    pub muster: u16,
    pub combat: u16,
    pub arrival: u16,
    /// The tables of: the number of orders, the first four, the last four.
    pub orders: [u16; 3],
    /// The table of modes (edition of 1982).
    pub mode: Option<u16>,
    pub edition: Edition,
}

impl UnitTables {
    fn find(label: impl Fn(&str) -> Result<u16, MissingLabel>) -> Result<Self, MissingLabel> {
        let known = |name: &str| label(name).ok();
        Ok(UnitTables {
            mode: known("unit_mode"),
            edition: Edition::find(known),
            x: label("unit_x")?,
            y: label("unit_y")?,
            muster: label("unit_muster")?,
            combat: label("unit_combat")?,
            arrival: label("unit_arrival")?,
            orders: [label("unit_orders")?, label("unit_orders_1")?, label("unit_orders_2")?],
        })
    }

    /// All units, from number 1.
    pub fn read(&self, peek: &mut impl FnMut(u16) -> u8) -> Vec<Unit> {
        (1..=self.edition.units() as u8).map(|number| self.unit(number, peek)).collect()
    }

    fn unit(&self, number: u8, peek: &mut impl FnMut(u16) -> u8) -> Unit {
        let mut entry = |table: u16| peek(table + u16::from(number));
        let [queued, first, second] = self.orders.map(&mut entry);
        let packed = u16::from_le_bytes([first, second]);
        Unit {
            number,
            x: entry(self.x),
            y: entry(self.y),
            muster: entry(self.muster),
            combat: entry(self.combat),
            arrival: entry(self.arrival),
            mode: self.mode.map(|table| Mode::from_number(entry(table))),
            orders: (0..queued.min(8)).map(|n| Direction::from_bits((packed >> (2 * n)) as u8)).collect(),
        }
    }

    /// The bytes that determine how units with given orders march: queues and modes.
    pub fn orders_of(&self, units: Range<u8>, peek: &mut impl FnMut(u16) -> u8) -> Vec<(u16, u8)> {
        let tables = self.orders.into_iter().chain(self.mode);
        let places = tables.flat_map(|table| units.clone().map(move |unit| table + u16::from(unit)));
        places.map(|place| (place, peek(place))).collect()
    }

    /// The bytes that give a unit these orders (at most 8). All eight slots are written, unused ones as north.
    /// [spec: game-rules 22.1]
    pub fn queue(&self, unit: u8, orders: &[Direction]) -> [(u16, u8); 3] {
        let packed = (0..).zip(orders).fold(0_u16, |packed, (n, &order)| packed | (order as u16) << (2 * n));
        let [first, second] = packed.to_le_bytes();
        let [queued_at, first_at, second_at] = self.orders.map(|table| table + u16::from(unit));
        [(queued_at, orders.len() as u8), (first_at, first), (second_at, second)]
    }
}

impl Unit {
    /// Whether it is on the map in this turn.
    pub fn on_map(&self, turn: u8) -> bool {
        self.arrival <= turn.min(127)
    }
}
