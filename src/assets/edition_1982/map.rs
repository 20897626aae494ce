//! `maps/1982.txt`: changes to the map.

use crate::assets::font::{Font, Glyph};
use crate::assets::places::Places;
use crate::assets::problem::{Place, Problem};
use crate::assets::shape::Shape;
use crate::assets::square::Square;
use crate::assets::terrain::{Terrain, TerrainMap};
use crate::assets::theatre::TileSets;
use crate::assets::tiles::TileSet;
use crate::assets::words::{Words, lines};

const FILE: &str = "maps/1982.txt";
/// The number of the air symbol's tile.
pub(super) const AIR: usize = 60;

/// The map of 1981, to which the changes apply.
pub(crate) struct Base<'a> {
    pub tiles: &'a TileSets,
    pub terrain: &'a TerrainMap,
    pub places: &'a Places,
    pub codes: &'a [u8],
}

/// A city in the order of its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City1982 {
    /// Its square.
    pub square: Square,
    /// Its name.
    pub name: String,
    /// Points while it is German.
    pub worth: u8,
}

/// Everything in the file.
pub(super) struct Changes {
    /// Squares that become clear.
    pub clear: Vec<Square>,
    /// The tiles that are removed to make room, north and south.
    pub drops: [Drop; 2],
    /// The cities in order, each with the tile that draws it.
    pub cities: Vec<(City1982, u8)>,
}

impl Changes {
    pub(super) fn parse(text: &str, base: &Base) -> Result<Changes, Vec<Problem>> {
        let mut problems = Vec::new();
        let (mut clear, mut cities, mut drops) = (Vec::new(), Vec::new(), [None; 2]);
        let mut end = Place { file: FILE, line: 1, column: 1 };
        for mut words in lines(FILE, text) {
            end = words.place();
            let result = (|| {
                let first = words.expect("a keyword")?;
                match first.text {
                    "clear" => clear.push(words.square()?),
                    "drop" => {
                        let (half, drop) = drop(&mut words)?;
                        drops[half] = Some(drop);
                    }
                    "city" => {
                        let place = words.place();
                        let city = city(&mut words, base)?;
                        if cities.iter().any(|(other, _): &(City1982, u8)| other.square == city.0.square) {
                            let message = format!("{} has its place already", city.0.name);
                            return Err(place.problem(message, "leave the line out"));
                        }
                        cities.push(city);
                    }
                    other => {
                        let message = format!("`{other}` cannot begin a line");
                        return Err(first.place.problem(message, "write clear, drop or city"));
                    }
                }
                words.finish()
            })();
            problems.extend(result.err());
        }
        if let Some(square) = unnamed(&cities, base.terrain) {
            let help = format!("add a line `city {square} POINTS WORD`");
            problems.push(end.problem(format!("the city on {square} is missing"), help));
        }
        match drops {
            [Some(north), Some(south)] if problems.is_empty() => {
                Ok(Changes { clear, drops: [north, south], cities })
            }
            [Some(_), Some(_)] => Err(problems),
            _ => {
                let help = "write `drop north N M` and `drop south N M`";
                problems.push(end.problem("no room for the air symbol in both tile sets", help));
                Err(problems)
            }
        }
    }
}

/// A tile that is removed from its set to make room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drop {
    /// Its number.
    pub tile: u8,
    /// The tile shown instead.
    pub stand_in: u8,
}

impl Drop {
    /// The new map code of a square that had `code`.
    pub(super) fn code(self, code: u8) -> u8 {
        match code & 0x3F {
            number if number == self.tile => code & 0xC0 | self.stand_in,
            number if number > self.tile && usize::from(number) <= AIR => code - 1,
            _ => code,
        }
    }

    /// The set without the tile, and with the air symbol.
    pub(super) fn font(self, set: &TileSet, air: &Glyph) -> Font {
        let mut font = set.font.clone();
        font.glyphs.remove(self.tile.into());
        font.glyphs.insert(AIR, air.clone());
        font
    }
}

/// A half of the map, and the tile to remove there.
fn drop(words: &mut Words) -> Result<(usize, Drop), Problem> {
    let half = words.expect("north or south")?;
    let index = match half.text {
        "north" => 0,
        "south" => 1,
        other => return Err(half.place.problem(format!("`{other}` is not a half"), "write north or south")),
    };
    let tiles = 1..=AIR as u32 - 1;
    let tile = words.number("tile", tiles.clone())?;
    let place = words.place();
    let stand_in = words.number("tile", tiles)?;
    if stand_in >= tile {
        let message = format!("tile {stand_in} does not come before tile {tile}");
        return Err(place.problem(message, "a tile in front of the one that is left out keeps its number"));
    }
    Ok((index, Drop { tile, stand_in }))
}

fn city(words: &mut Words, base: &Base) -> Result<(City1982, u8), Problem> {
    let place = words.place();
    let square = words.square()?;
    if base.terrain.at(square) != Terrain::City {
        let message = format!("{square} is `{}` on the map", base.terrain.at(square).letter());
        return Err(place.problem(message, "name a city square `C`"));
    }
    let Some(named) = base.places.city(square) else {
        return Err(place.problem(format!("{square} has no name"), "name it in maps/places.txt"));
    };
    let worth = words.number("number of points", 0..=99)?;
    let word = words.expect("the word of a city tile")?;
    let Some(tile) = city_tile(base.tiles.at(square), word.text) else {
        let message = format!("no city tile has `{}` in its name", word.text);
        return Err(word.place.problem(message, "name a word of a city tile's name"));
    };
    Ok((City1982 { square, name: named.name.clone(), worth }, tile))
}

/// The number of the city tile with a word in its name.
fn city_tile(set: &TileSet, word: &str) -> Option<u8> {
    let mut tiles = set.numbers_of(&Shape::City);
    tiles.find(|&tile| set.font.glyphs[usize::from(tile)].name.split_whitespace().any(|known| known == word))
}

/// A city square without a name, if there is one.
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
