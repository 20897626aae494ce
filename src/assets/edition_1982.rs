//! The 1982 edition: how `maps/1982.txt`, `maps/units-1982.txt` and `fonts/air.txt` change the map and the
//! tile sets of 1981.

mod generated;
mod map;
mod units;

use super::font::Font;
use super::problem::Problem;
use super::square::{MAP_COLUMNS, Square};
pub(super) use map::Base;
use map::Changes;

pub use generated::GENERATED_1982;
pub use map::City1982;
pub use units::{FIRST_RUSSIAN_1982, UNITS_1982, Unit1982};

/// The map code of clear country.
const CLEAR: u8 = 0;

/// Tile sets, map and order of battle of 1982.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition1982 {
    /// The northern tile set.
    pub north: Font,
    /// The southern tile set.
    pub south: Font,
    /// The map codes in the order of [`Square::all`], all cities white.
    pub codes: Vec<u8>,
    /// The cities; the last one does not score.
    pub cities: Vec<City1982>,
    /// Units 1 to 166 in order.
    pub units: Vec<Unit1982>,
}

impl Edition1982 {
    /// Whether a square that is playable or border is clear country.
    pub fn is_clear(&self, square: Square) -> bool {
        let (column, row) = square.column_row();
        self.codes[row * MAP_COLUMNS + column] == CLEAR
    }

    pub(super) fn build(base: &Base, texts: [&str; 3]) -> Result<Edition1982, Vec<Problem>> {
        let [changes, units, air] = texts;
        let changes = Changes::parse(changes, base)?;
        let units = units::parse(units, base.terrain)?;
        let air = Font::parse("fonts/air.txt", air, "tile", 1)?;
        let [north_drop, south_drop] = changes.drops;
        let mut codes: Vec<u8> = Square::all()
            .zip(base.codes)
            .map(|(square, &code)| {
                let drop = if std::ptr::eq(base.tiles.at(square), &base.tiles.north) {
                    north_drop
                } else {
                    south_drop
                };
                drop.code(code)
            })
            .collect();
        let mut set = |square: Square, code: u8| {
            let (column, row) = square.column_row();
            codes[row * MAP_COLUMNS + column] = code;
        };
        changes.clear.iter().for_each(|&square| set(square, CLEAR));
        changes.cities.iter().for_each(|(city, tile)| set(city.square, 0x40 | tile));
        Ok(Edition1982 {
            north: north_drop.font(&base.tiles.north, &air.glyphs[0]),
            south: south_drop.font(&base.tiles.south, &air.glyphs[0]),
            codes,
            cities: changes.cities.into_iter().map(|(city, _)| city).collect(),
            units,
        })
    }
}
