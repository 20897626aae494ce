//! The files of the 1982 edition that assembler sources include with `ins` and `icl`.
//!
//! | name | bytes | content |
//! |---|---|---|
//! | `generated/1982/north.chr`, `south.chr` | 512 | the tile sets, shape 60 the air symbol |
//! | `generated/1982/map.bin` | - | the map codes, packed: see [`pack`] |
//! | `generated/1982/unit_x.bin`, `unit_y.bin`, `unit_muster.bin`, `unit_arrival.bin` | 167 | the campaign of 1941 |
//! | `generated/1982/unit_x_1942.bin`, `unit_y_1942.bin`, `unit_muster_1942.bin` | 167 | that of 1942 |
//! | `generated/1982/unit_type.bin`, `unit_corps.bin`, `unit_symbol.bin` | 167 | as in the edition of 1981 |
//! | `generated/1982/city_x.bin`, `city_y.bin`, `city_name.bin` | 19 | cities, the last one without points; offsets of the names |
//! | `generated/1982/city_points.bin` | 18 | points while a city is German |
//! | `generated/1982/city_names.bin` | - | names in internal codes, each terminated by $FF |
//! | `generated/1982/map.inc` | text | equates, with the names of those of 1981 |

use super::Edition1982;
use super::map::{AIR, City1982};
use super::units::{FIRST_RUSSIAN_1982, UNITS_1982, Unit1982};
use crate::assets::encode::{Equate, closed, equates};
use crate::assets::places::Places;

/// Names of the generated files.
pub const GENERATED_1982: [&str; 19] = [
    "generated/1982/north.chr",
    "generated/1982/south.chr",
    "generated/1982/map.bin",
    "generated/1982/unit_x.bin",
    "generated/1982/unit_y.bin",
    "generated/1982/unit_muster.bin",
    "generated/1982/unit_arrival.bin",
    "generated/1982/unit_x_1942.bin",
    "generated/1982/unit_y_1942.bin",
    "generated/1982/unit_muster_1942.bin",
    "generated/1982/unit_type.bin",
    "generated/1982/unit_corps.bin",
    "generated/1982/unit_symbol.bin",
    "generated/1982/city_x.bin",
    "generated/1982/city_y.bin",
    "generated/1982/city_points.bin",
    "generated/1982/city_name.bin",
    "generated/1982/city_names.bin",
    "generated/1982/map.inc",
];

/// Bytes from this value on encode a run of squares in a packed map.
const RUN: u8 = 0xC0;
/// Bytes from this value on repeat the previous square; lower ones encode clear squares.
const REPEAT: u8 = 0xE0;
/// Squares of the longest run.
const LONGEST: usize = 32;

impl Edition1982 {
    /// The contents of one of the files of [`GENERATED_1982`], by its name after `1982/`.
    pub(in crate::assets) fn file(&self, name: &str, places: &Places) -> Option<Vec<u8>> {
        Some(match name {
            "north.chr" => self.north.bytes(),
            "south.chr" => self.south.bytes(),
            "map.bin" => pack(&self.codes),
            "unit_x.bin" => self.table(|unit| unit.squares[0].x as u8),
            "unit_y.bin" => self.table(|unit| unit.squares[0].y as u8),
            "unit_muster.bin" => self.table(|unit| unit.musters[0]),
            "unit_arrival.bin" => self.table(|unit| unit.arrival),
            "unit_x_1942.bin" => self.table(|unit| unit.squares[1].x as u8),
            "unit_y_1942.bin" => self.table(|unit| unit.squares[1].y as u8),
            "unit_muster_1942.bin" => self.table(|unit| unit.musters[1]),
            "unit_type.bin" => self.table(|unit| unit.type_code),
            "unit_corps.bin" => self.table(|unit| unit.corps),
            "unit_symbol.bin" => self.table(Unit1982::symbol),
            "city_x.bin" => self.cities.iter().map(|city| city.square.x as u8).collect(),
            "city_y.bin" => self.cities.iter().map(|city| city.square.y as u8).collect(),
            "city_points.bin" => self.prizes().map(|city| city.worth).collect(),
            "city_name.bin" => self.name_offsets(),
            "city_names.bin" => self.cities.iter().flat_map(|city| closed(&city.name)).collect(),
            "map.inc" => self.equates(places).into_bytes(),
            _ => return None,
        })
    }

    /// The cities that score.
    pub(crate) fn prizes(&self) -> impl Iterator<Item = &City1982> {
        self.cities.iter().filter(|city| city.worth > 0)
    }

    /// The offset of each city's name.
    fn name_offsets(&self) -> Vec<u8> {
        let ends = self.cities.iter().scan(0, |end, city| {
            let begin = *end;
            *end += closed(&city.name).count() as u8;
            Some(begin)
        });
        ends.collect()
    }

    /// A byte for every unit, 0 for the unused unit 0.
    fn table(&self, value: impl Fn(&Unit1982) -> u8) -> Vec<u8> {
        std::iter::once(0).chain(self.units.iter().map(value)).collect()
    }

    fn equates(&self, places: &Places) -> String {
        let own: [Equate; 5] = [
            ("UNIT_COUNT", UNITS_1982, "with the unused unit 0"),
            ("FIRST_RUSSIAN", FIRST_RUSSIAN_1982.into(), "units below are German"),
            ("GOAL_COUNT", self.prizes().count(), "cities that count"),
            ("CITY_COUNT", self.cities.len(), "cities, those first"),
            ("SHAPE_AIR", AIR, ""),
        ];
        equates(&own, places)
    }
}

/// Packs a map: bytes below $C0 are codes, $C0 to $DF are 1 to 32 clear squares, $E0 to $FF repeat the last
/// square 1 to 32 times.
fn pack(codes: &[u8]) -> Vec<u8> {
    let mut packed: Vec<u8> = Vec::new();
    let mut last = None;
    let mut rest = codes;
    while let Some(&code) = rest.first() {
        let run = rest.iter().take_while(|&&other| other == code).count().min(LONGEST);
        let (byte, length) = match code {
            _ if last == Some(code) && code != 0 => (REPEAT + (run - 1) as u8, run),
            0 => (RUN + (run - 1) as u8, run),
            _ => (code, 1),
        };
        packed.push(byte);
        last = Some(code);
        rest = &rest[length..];
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_clear_squares_and_of_others_are_packed() {
        let codes = [&[127_u8; 40][..], &[0; 33], &[191, 191]].concat();
        assert_eq!(pack(&codes), [127, 0xFF, 0xE6, 0xDF, 0xC0, 191, 0xE0]);
    }
}
