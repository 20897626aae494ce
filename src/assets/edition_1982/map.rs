//! `maps/1982.txt`: what changes on the map.

use super::{AIR, Base, City1982, Drop, unnamed};
use crate::assets::problem::{Place, Problem};
use crate::assets::square::Square;
use crate::assets::terrain::Terrain;
use crate::assets::tiles::TileSet;
use crate::assets::words::{Words, lines};

const FILE: &str = "maps/1982.txt";

/// Everything in the file.
pub(super) struct Changes {
    /// Squares that become clear.
    pub clear: Vec<Square>,
    /// The tiles that make room, north and south.
    pub drops: [Drop; 2],
    /// The cities in their order, and the tile each is drawn with.
    pub cities: Vec<(City1982, u8)>,
}

impl Changes {
    pub fn parse(text: &str, base: &Base) -> Result<Changes, Vec<Problem>> {
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
                    "city" => cities.push(city(&mut words, base)?),
                    other => {
                        let message = format!("`{other}` begins no line");
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

/// Which half, and the tile that makes room there.
fn drop(words: &mut Words) -> Result<(usize, Drop), Problem> {
    let half = words.expect("north or south")?;
    let index = match half.text {
        "north" => 0,
        "south" => 1,
        other => return Err(half.place.problem(format!("`{other}` is no half"), "write north or south")),
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
    let mut tiles = set.numbers_of(&crate::assets::Shape::City);
    tiles.find(|&tile| set.font.glyphs[usize::from(tile)].name.split_whitespace().any(|known| known == word))
}
