//! The files that assembler sources take with `ins` and `icl`.

use super::Assets;
use super::edition_1982::GENERATED_1982;
use super::places::{Blocked, City, step_key};
use super::square::{MAP_COLUMNS, MAP_ROWS};
use super::theatre::NORTHERN_HALF;
use super::tiles::{BORDER_CODE, SEA_CODE};
use super::units::{FIRST_RUSSIAN, NEVER, PREFIXES, TYPES, UNITS, Unit};
use std::fmt::Write;

/// Letters of a word in `generated/words.bin`.
const WORD_LENGTH: usize = 8;

/// Closes a name in `generated/city_names.bin`.
const END_OF_NAME: u8 = 0xFF;

/// Names of the files that are always generated; the table stands in the documentation of [`super`].
pub const GENERATED: [&str; 22] = [
    "generated/os.chr",
    "generated/north.chr",
    "generated/south.chr",
    "generated/map.bin",
    "generated/unit_x.bin",
    "generated/unit_y.bin",
    "generated/unit_muster.bin",
    "generated/unit_arrival.bin",
    "generated/unit_type.bin",
    "generated/unit_corps.bin",
    "generated/unit_symbol.bin",
    "generated/words.bin",
    "generated/blocked_key.bin",
    "generated/blocked_y.bin",
    "generated/goal_x.bin",
    "generated/goal_y.bin",
    "generated/goal_points.bin",
    "generated/city_x.bin",
    "generated/city_y.bin",
    "generated/city_name.bin",
    "generated/city_names.bin",
    "generated/map.inc",
];

impl Assets {
    /// Names of all generated files.
    pub fn generated(&self) -> impl Iterator<Item = String> + '_ {
        let sets = self.sets.iter().map(|(file, _)| format!("generated/{}.chr", stem(file)));
        GENERATED.into_iter().chain(GENERATED_1982).map(str::to_string).chain(sets)
    }

    /// The content of one of the files of [`Assets::generated`].
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        let goals = || self.places.goals();
        let name = name.strip_prefix("generated/")?;
        if let Some(name) = name.strip_prefix("1982/") {
            return self.edition_1982.file(name, self);
        }
        Some(match name {
            "os.chr" => self.os.bytes(),
            "north.chr" => self.tiles.north.font.bytes(),
            "south.chr" => self.tiles.south.font.bytes(),
            "map.bin" => self.codes.clone(),
            "unit_x.bin" => self.unit_table(0, |unit| unit.square.x as u8),
            "unit_y.bin" => self.unit_table(0, |unit| unit.square.y as u8),
            "unit_muster.bin" => self.unit_table(0, |unit| unit.muster),
            "unit_arrival.bin" => self.unit_table(NEVER, |unit| unit.arrival),
            "unit_type.bin" => self.unit_table(0, |unit| unit.type_code),
            "unit_corps.bin" => self.unit_table(0, |unit| unit.corps),
            "unit_symbol.bin" => self.unit_table(0, Unit::symbol),
            "words.bin" => PREFIXES.iter().chain(&TYPES).flat_map(|word| internal_codes(word)).collect(),
            "blocked_key.bin" => self.blocked_steps().map(|(key, _)| key).collect(),
            "blocked_y.bin" => self.blocked_steps().map(|(_, y)| y).collect(),
            "goal_x.bin" => goals().map(|city| city.square.x as u8).collect(),
            "goal_y.bin" => goals().map(|city| city.square.y as u8).collect(),
            "goal_points.bin" => goals().map(|city| city.worth).collect(),
            "city_x.bin" => self.cities().map(|city| city.square.x as u8).collect(),
            "city_y.bin" => self.cities().map(|city| city.square.y as u8).collect(),
            "city_name.bin" => self.city_names().0,
            "city_names.bin" => self.city_names().1,
            "map.inc" => self.equates().into_bytes(),
            name => {
                let set = name.strip_suffix(".chr")?;
                self.sets.iter().find(|(file, _)| stem(file) == set)?.1.bytes()
            }
        })
    }

    /// A byte for every unit; `placeholder` for the unused unit 0.
    fn unit_table(&self, placeholder: u8, value: impl Fn(&Unit) -> u8) -> Vec<u8> {
        std::iter::once(placeholder).chain(self.units.iter().map(value)).collect()
    }

    /// Every forbidden step: its key, which no other has, and y.
    fn blocked_steps(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let steps = self.places.blocked.iter().flat_map(Blocked::steps);
        steps.map(|(square, direction)| (step_key(square, direction), square.y as u8))
    }

    /// Cities and ports in the order of the game: the scoring squares first.
    fn cities(&self) -> impl Iterator<Item = &City> {
        self.places.goals().chain(self.places.cities.iter().filter(|city| city.worth == 0))
    }

    /// Where each city's name begins, and the names.
    fn city_names(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut begins, mut letters) = (Vec::new(), Vec::new());
        for city in self.cities() {
            begins.push(letters.len() as u8);
            letters.extend(self::letters(&city.name));
        }
        (begins, letters)
    }

    fn equates(&self) -> String {
        let own: [Equate; 4] = [
            ("UNIT_COUNT", UNITS, "with the unused unit 0"),
            ("FIRST_RUSSIAN", FIRST_RUSSIAN.into(), "units below are German"),
            ("GOAL_COUNT", self.places.goals().count(), "scoring squares"),
            ("CITY_COUNT", self.places.cities.len(), "cities and ports, scoring squares first"),
        ];
        equates(&own, self)
    }
}

/// What a character set is called, by its file `fonts/NAME.txt`.
pub fn stem(file: &str) -> &str {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    name.strip_suffix(".txt").unwrap_or(name)
}

/// A name, its value and a remark.
pub(super) type Equate = (&'static str, usize, &'static str);

/// Equates in the assembler's language: an edition's own, and those that both editions share.
pub(super) fn equates(own: &[Equate], assets: &Assets) -> String {
    let shared: [Equate; 14] = [
        ("ARRIVES_NEVER", NEVER.into(), ""),
        ("MAP_COLUMNS", MAP_COLUMNS, "bytes of a map row"),
        ("MAP_ROWS", MAP_ROWS, ""),
        ("MAP_NORTHERN_Y", NORTHERN_HALF as usize, "first y of the northern tile set"),
        ("CODE_BORDER", BORDER_CODE.into(), ""),
        ("CODE_SEA", SEA_CODE.into(), ""),
        ("SHAPE_INFANTRY", 61, "plus colour bits"),
        ("SHAPE_ARMOR", 62, ""),
        ("SHAPE_SOLID", 63, ""),
        ("COLOUR_WHITE", 0x40, "Germans, cities, ice"),
        ("COLOUR_BLUE", 0x80, "water"),
        ("COLOUR_RED", 0xC0, "Russians"),
        ("WORD_LENGTH", WORD_LENGTH, "bytes of a word in words.bin"),
        ("BLOCKED_COUNT", assets.places.blocked.len() * 2, "forbidden steps"),
    ];
    let mut text = String::from("; Made from maps/ and fonts/.\n");
    for (name, value, remark) in own.iter().chain(&shared) {
        let remark = if remark.is_empty() { String::new() } else { format!("; {remark}") };
        let line = format!("{name:<16}= {value:<6}{remark}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A name in internal codes, closed.
pub(super) fn letters(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().map(|letter| letter.to_ascii_uppercase().wrapping_sub(b' ')).chain([END_OF_NAME])
}

/// A word of capitals in internal codes, filled up with blanks.
fn internal_codes(word: &str) -> [u8; WORD_LENGTH] {
    let mut codes = [0; WORD_LENGTH];
    for (code, letter) in codes.iter_mut().zip(word.bytes()) {
        *code = letter - b' ';
    }
    codes
}
