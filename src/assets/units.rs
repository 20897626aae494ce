//! `maps/units.txt`: the order of battle.

use super::problem::{Place, Problem};
use super::square::Square;
use super::terrain::{Terrain, TerrainMap};
use super::unit_words;
use super::words::{Word, Words, lines};

const FILE: &str = "maps/units.txt";
/// Units, with the unused unit 0.
pub const UNITS: usize = 159;
/// Number of the first Russian unit.
pub const FIRST_RUSSIAN: u8 = 55;
/// Prefix words by the high nibble of a type code.
pub const PREFIXES: [&str; 8] =
    ["", "SS", "FINNISH", "RUMANIAN", "ITALIAN", "HUNGARAN", "MOUNTAIN", "GUARDS"];
/// Type words by the low nibble of a type code.
pub const TYPES: [&str; 8] =
    ["INFANTRY", "TANK", "CAVALRY", "PANZER", "MILITIA", "SHOCK", "PARATRP", "PZRGRNDR"];
/// Arrival turn of a unit that never comes.
pub const NEVER: u8 = 255;
/// Last turn of a campaign.
pub const LAST_TURN: u8 = 40;

/// How a unit moves and which symbol it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// A box with an X.
    Infantry,
    /// A box in a box.
    Armor,
}

/// One unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its number: 1-54 German side, 55-158 Russian.
    pub number: u8,
    /// The number in its name.
    pub corps: u8,
    /// Index into [`PREFIXES`] in the high nibble, into [`TYPES`] in the low one.
    pub type_code: u8,
    /// Infantry or armor.
    pub arm: Arm,
    /// Its start or entry square.
    pub square: Square,
    /// Muster strength.
    pub muster: u8,
    /// Turn of arrival; 0 is the start, [`NEVER`] never.
    pub arrival: u8,
    place: Place,
}

impl Unit {
    /// Whether it is on the Russian side.
    pub fn is_russian(&self) -> bool {
        self.number >= FIRST_RUSSIAN
    }

    /// The name as the game shows it.
    pub fn name(&self) -> String {
        let prefix = PREFIXES[usize::from(self.type_code >> 4)];
        let words = [prefix, TYPES[usize::from(self.type_code & 15)], size_word(self.number)];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        format!("{} {}", self.corps, words.join(" "))
    }

    /// The map code of its symbol.
    pub fn symbol(&self) -> u8 {
        let colour = if self.is_russian() { 0xC0 } else { 0x40 };
        colour | if self.arm == Arm::Infantry { 61 } else { 62 }
    }
}

/// The order of battle: units 1-158 in order, checked against the map.
pub(super) fn parse(text: &str, terrain: &TerrainMap) -> Result<Vec<Unit>, Vec<Problem>> {
    let mut units: Vec<Unit> = Vec::new();
    let mut problems = Vec::new();
    let mut last = Place { file: FILE, line: 1, column: 1 };
    for mut words in lines(FILE, text) {
        last = words.place();
        let number = units.len() + 1;
        match unit(number, &mut words).and_then(|unit| words.finish().map(|()| unit)) {
            Ok(unit) => {
                problems.extend(check(&unit, &units, terrain));
                units.push(unit);
            }
            // After a wrong number all following ones would be reported, too.
            Err(problem) => return Err(problems.into_iter().chain([problem]).collect()),
        }
    }
    if units.len() + 1 != UNITS {
        problems.push(last.problem(format!("the file has {} units", units.len()), "there should be 158"));
    }
    if problems.is_empty() { Ok(units) } else { Err(problems) }
}

fn unit(number: usize, words: &mut Words) -> Result<Unit, Problem> {
    unit_words::number(words, number, UNITS)?;
    let corps = words.number("number of a corps or army", 0..=255)?;
    let type_code = unit_words::type_code(words, PREFIXES, TYPES)?;
    unit_words::size_word(words, number, size_word(number as u8))?;
    let place = words.place();
    let square = words.square()?;
    let muster = words.number("strength", 1..=255)?;
    let arrival = unit_words::arrival(words, LAST_TURN.into(), Some(NEVER))?;
    let implied = if matches!(type_code & 15, 0 | 4..=6) { Arm::Infantry } else { Arm::Armor };
    let arm = match words.next() {
        None => implied,
        Some(Word { text: "infantry", .. }) => Arm::Infantry,
        Some(Word { text: "armor", .. }) => Arm::Armor,
        Some(word) => {
            return Err(word
                .place
                .problem(format!("`{}` is not a class", word.text), "write infantry, armor or nothing"));
        }
    };
    Ok(Unit { number: number as u8, corps, type_code, arm, square, muster, arrival, place })
}

fn size_word(number: u8) -> &'static str {
    if number < FIRST_RUSSIAN { "CORPS" } else { "ARMY" }
}

/// A unit must start on passable ground, and no two may enter a square in the same turn.
fn check(unit: &Unit, others: &[Unit], terrain: &TerrainMap) -> Option<Problem> {
    if terrain.at(unit.square) == Terrain::Sea {
        let message = format!("unit {} starts in the sea, on {}", unit.number, unit.square);
        return Some(unit.place.problem(message, "put it on land"));
    }
    let same =
        |other: &&Unit| other.square == unit.square && other.arrival == unit.arrival && unit.arrival != NEVER;
    let other = others.iter().find(same)?;
    let message =
        format!("units {} and {} come to {} on the same turn", other.number, unit.number, unit.square);
    Some(unit.place.problem(message, "one of them should have another square or turn"))
}
