//! `maps/units-1982.txt`: the order of battle.

use crate::assets::problem::{Place, Problem};
use crate::assets::square::Square;
use crate::assets::terrain::{Terrain, TerrainMap};
use crate::assets::unit_words;
use crate::assets::units::Arm;
use crate::assets::words::{Words, lines};

const FILE: &str = "maps/units-1982.txt";
/// Units, with the unused unit 0.
pub const UNITS_1982: usize = 167;
/// Number of the first Russian unit.
pub const FIRST_RUSSIAN_1982: u8 = 48;
/// Prefix words by bits 6 to 4 of a type code.
const PREFIXES: [&str; 8] = ["", "", "FINNISH", "RUMANIAN", "ITALIAN", "HUNGARIAN", "", "GUARDS"];
/// Type words by bits 2 to 0.
const TYPES: [&str; 8] = ["INFANTRY", "MILITIA", "", "FLIEGER", "PANZER", "TANK", "CAVALRY", ""];
/// Bit 7 of a type code.
const RUSSIAN: u8 = 0x80;
/// Last turn in which units arrive.
const LAST_ARRIVAL: u32 = 40;

/// One unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit1982 {
    /// The number in its name.
    pub corps: u8,
    /// Side in bit 7, prefix word in bits 6 to 4, type word in bits 2 to 0.
    pub type_code: u8,
    /// Its start or entry squares in the campaigns of 1941 and 1942.
    pub squares: [Square; 2],
    /// Its muster strengths in these campaigns.
    pub musters: [u8; 2],
    /// Its turn of arrival in the campaign of 1941; 0 is the start.
    pub arrival: u8,
}

impl Unit1982 {
    /// The name as the game shows it.
    pub fn name(&self) -> String {
        let prefix = PREFIXES[usize::from(self.type_code >> 4 & 7)];
        let words = [prefix, TYPES[usize::from(self.type_code & 7)], size_word(self.type_code)];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        format!("{} {}", self.corps, words.join(" "))
    }

    /// How it moves; air units move as armor.
    pub fn arm(&self) -> Arm {
        if self.symbol() & 0x3F == 61 { Arm::Infantry } else { Arm::Armor }
    }

    /// The map code of its symbol: air, infantry or armor in the colour of its side.
    pub fn symbol(&self) -> u8 {
        let shape = match self.type_code & 7 {
            kind if kind & 4 != 0 => 62,
            kind if kind & 2 != 0 => 60,
            _ => 61,
        };
        shape | if self.type_code & RUSSIAN != 0 { 0xC0 } else { 0x40 }
    }
}

/// Units 1 to 166 in order, on passable ground.
pub(super) fn parse(text: &str, terrain: &TerrainMap) -> Result<Vec<Unit1982>, Vec<Problem>> {
    let mut units = Vec::new();
    let mut last = Place { file: FILE, line: 1, column: 1 };
    for mut words in lines(FILE, text) {
        last = words.place();
        // After a wrong number all following ones would be reported, too.
        let unit = unit(units.len() + 1, &mut words, terrain).map_err(|problem| vec![problem])?;
        words.finish().map_err(|problem| vec![problem])?;
        units.push(unit);
    }
    if units.len() + 1 != UNITS_1982 {
        return Err(vec![last.problem(format!("the file has {} units", units.len()), "there should be 166")]);
    }
    Ok(units)
}

fn unit(number: usize, words: &mut Words, terrain: &TerrainMap) -> Result<Unit1982, Problem> {
    unit_words::number(words, number, UNITS_1982)?;
    let side = if number >= usize::from(FIRST_RUSSIAN_1982) { RUSSIAN } else { 0 };
    let corps = words.number("number of a corps or army", 0..=255)?;
    let type_code = side | unit_words::type_code(words, PREFIXES, TYPES)?;
    unit_words::size_word(words, number, size_word(side))?;
    let (first_square, first_muster) = strength(words, terrain)?;
    let arrival = unit_words::arrival(words, LAST_ARRIVAL, None)?;
    let (second_square, second_muster) = strength(words, terrain)?;
    let squares = [first_square, second_square];
    Ok(Unit1982 { corps, type_code, squares, musters: [first_muster, second_muster], arrival })
}

/// The size word of a side, by the type code.
fn size_word(type_code: u8) -> &'static str {
    if type_code & RUSSIAN == 0 { "CORPS" } else { "ARMY" }
}

/// A square on land, and a muster strength.
fn strength(words: &mut Words, terrain: &TerrainMap) -> Result<(Square, u8), Problem> {
    let place = words.place();
    let square = words.square()?;
    if terrain.at(square) == Terrain::Sea {
        return Err(place.problem(format!("{square} is open sea"), "put the unit on land"));
    }
    Ok((square, words.number("strength", 1..=255)?))
}
