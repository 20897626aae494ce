//! The files that assembler sources include with `ins` and `icl`.

use super::build::Assets;
use super::edition_1982::GENERATED_1982;
use super::encode::{self, closed, padded};
use super::places::{Blocked, City, step_key};
use super::units::{FIRST_RUSSIAN, NEVER, PREFIXES, TYPES, UNITS, Unit};

/// Names of the files that are always generated; the table is in the documentation of [`super`].
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

    /// The contents of one of the files of [`Assets::generated`].
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        let goals = || self.places.goals();
        let name = name.strip_prefix("generated/")?;
        if let Some(name) = name.strip_prefix("1982/") {
            return self.edition_1982.file(name, &self.places);
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
            "words.bin" => PREFIXES.iter().chain(&TYPES).flat_map(|word| padded(word)).collect(),
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

    /// Every blocked step: its key, which is unique, and y.
    fn blocked_steps(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let steps = self.places.blocked.iter().flat_map(Blocked::steps);
        steps.map(|(square, direction)| (step_key(square, direction), square.y as u8))
    }

    /// Cities and ports in the game's order: the scoring squares first.
    fn cities(&self) -> impl Iterator<Item = &City> {
        self.places.goals().chain(self.places.cities.iter().filter(|city| city.worth == 0))
    }

    /// The offset of each city's name, and the names.
    fn city_names(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut begins, mut letters) = (Vec::new(), Vec::new());
        for city in self.cities() {
            begins.push(letters.len() as u8);
            letters.extend(closed(&city.name));
        }
        (begins, letters)
    }

    fn equates(&self) -> String {
        let own: [encode::Equate; 4] = [
            ("UNIT_COUNT", UNITS, "with the unused unit 0"),
            ("FIRST_RUSSIAN", FIRST_RUSSIAN.into(), "units below are German"),
            ("GOAL_COUNT", self.places.goals().count(), "scoring squares"),
            ("CITY_COUNT", self.places.cities.len(), "cities and ports, scoring squares first"),
        ];
        encode::equates(&own, &self.places)
    }
}

/// The name of a character set, from its file `fonts/NAME.txt`.
pub fn stem(file: &str) -> &str {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    name.strip_suffix(".txt").unwrap_or(name)
}
