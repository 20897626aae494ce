//! The edition of 1982: what `maps/1982.txt`, `maps/units-1982.txt` and `fonts/air.txt` make of the
//! map and the tile sets of 1981.

mod generated;
mod map;
mod units;

use super::font::{Font, Glyph};
use super::places::Places;
use super::problem::Problem;
use super::square::{MAP_COLUMNS, Square};
use super::terrain::{Terrain, TerrainMap};
use super::theatre::TileSets;
use super::tiles::TileSet;
use map::Changes;

pub use generated::GENERATED_1982;
pub use units::{UNITS_1982, Unit1982};

/// Number of the first Russian unit.
pub const FIRST_RUSSIAN_1982: u8 = 48;
/// The tile that is the air symbol.
const AIR: usize = 60;

/// A city in the order of its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City1982 {
    /// Where it lies.
    pub square: Square,
    /// Its name.
    pub name: String,
    /// Points while it is German.
    pub worth: u8,
}

/// Tile sets, map and order of battle of 1982.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition1982 {
    /// The northern and the southern tile set.
    pub north: Font,
    /// See `north`.
    pub south: Font,
    /// The map codes in the order of [`Square::all`], all cities white.
    pub codes: Vec<u8>,
    /// The cities; the last one is no prize.
    pub cities: Vec<City1982>,
    /// Units 1 to 166 in order.
    pub units: Vec<Unit1982>,
}

/// What it is made from.
pub(super) struct Base<'a> {
    pub tiles: &'a TileSets,
    pub terrain: &'a TerrainMap,
    pub places: &'a Places,
    pub codes: &'a [u8],
}

impl Edition1982 {
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
        changes.clear.iter().for_each(|&square| set(square, 0));
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

/// A tile that makes room in its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drop {
    /// Its number.
    tile: u8,
    /// What is shown in its place.
    stand_in: u8,
}

impl Drop {
    /// The map code of a square that had `code`.
    fn code(self, code: u8) -> u8 {
        match code & 0x3F {
            number if number == self.tile => code & 0xC0 | self.stand_in,
            number if number > self.tile && usize::from(number) <= AIR => code - 1,
            _ => code,
        }
    }

    /// The set without the tile and with the air symbol.
    fn font(self, set: &TileSet, air: &Glyph) -> Font {
        let mut font = set.font.clone();
        font.glyphs.remove(self.tile.into());
        font.glyphs.insert(AIR, air.clone());
        font
    }
}

/// The city square nobody has named, if there is one.
fn unnamed(cities: &[(City1982, u8)], terrain: &TerrainMap) -> Option<Square> {
    let named = |square: Square| cities.iter().any(|(city, _)| city.square == square);
    Square::all().find(|&square| terrain.at(square) == Terrain::City && !named(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_tile_is_stood_in_for_and_those_behind_it_move_up() {
        let drop = Drop { tile: 53, stand_in: 52 };
        assert_eq!(
            [0x80 | 53, 0x80 | 54, 0x80 | 60, 0x7D, 0x40 | 52].map(|code| drop.code(code)),
            [0x80 | 52, 0x80 | 53, 0x80 | 59, 0x7D, 0x40 | 52]
        );
    }
}
