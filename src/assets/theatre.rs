//! The map as the game stores it: a tile for every square.

use super::places::Places;
use super::problem::Problem;
use super::shape::Shape;
use super::square::Square;
use super::terrain::{Terrain, TerrainMap};
use super::tiles::{BORDER_CODE, TileSet};
use super::waters::Waters;

/// First row of the northern half.
pub const NORTHERN_HALF: i16 = 14;

/// The two tile sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSets {
    /// For y >= 14.
    pub north: TileSet,
    /// For y <= 13.
    pub south: TileSet,
}

impl TileSets {
    /// The set that draws a row.
    pub fn at(&self, square: Square) -> &TileSet {
        if square.y >= NORTHERN_HALF { &self.north } else { &self.south }
    }
}

/// The map code of every square, in the order of [`Square::all`].
pub(super) fn codes(
    tiles: &TileSets,
    terrain: &TerrainMap,
    waters: &Waters,
    places: &Places,
) -> Result<Vec<u8>, Vec<Problem>> {
    let mut problems = Vec::new();
    let codes = Square::all()
        .map(|square| {
            let shape = shape(square, terrain, waters);
            if terrain.at(square) == Terrain::Border {
                return BORDER_CODE;
            }
            match tile(square, &shape, tiles.at(square), places) {
                Ok(number) => shape.colour_bits() | number,
                Err((message, help)) => {
                    let named = places.city(square).map(|city| city.place);
                    let place = named.or(waters.place(square)).unwrap_or(terrain.place(square));
                    problems.push(place.problem(message, help));
                    0
                }
            }
        })
        .collect();
    if problems.is_empty() { Ok(codes) } else { Err(problems) }
}

/// The shape that a square shows.
fn shape(square: Square, terrain: &TerrainMap, waters: &Waters) -> Shape {
    let river = || waters.rivers.get(&square).copied().unwrap_or_default();
    let shore = |estuary| Shape::Shore {
        estuary,
        shores: waters.shores.get(&square).cloned().unwrap_or_default(),
        river: river(),
    };
    match terrain.at(square) {
        Terrain::Clear => Shape::Clear,
        Terrain::Forest => Shape::Forest,
        Terrain::Mountain => Shape::Mountain,
        Terrain::City => Shape::City,
        Terrain::Swamp => Shape::Swamp,
        Terrain::River => Shape::River(river()),
        Terrain::Strait => Shape::Strait,
        Terrain::Coast => shore(false),
        Terrain::Estuary => shore(true),
        Terrain::Sea | Terrain::Border => Shape::Solid,
    }
}

/// The number of a tile with this shape: the one chosen for a city, or one of the variants.
fn tile(square: Square, shape: &Shape, set: &TileSet, places: &Places) -> Result<u8, (String, String)> {
    let drawn = places.city(square).and_then(|city| city.drawn.as_deref());
    let fits = |number: &u8| {
        let name = &set.font.glyphs[usize::from(*number)].name;
        drawn.is_none_or(|drawn| name.split_whitespace().any(|word| word == drawn))
    };
    let variants: Vec<u8> = set.numbers_of(shape).filter(fits).collect();
    if let Some(number) = variants.get(variant(square) % variants.len().max(1)) {
        return Ok(*number);
    }
    let file = set.file;
    Err(match (shape, drawn) {
        (Shape::City, Some(word)) => (
            format!("no city tile of {file} has `{word}` in its name"),
            "name a word of a city tile's name".into(),
        ),
        (Shape::River(_) | Shape::Shore { .. }, _) => (
            format!("the square {square} needs a tile `{shape}`, and {file} has none"),
            format!("lead the walks another way, or draw such a tile in {file}"),
        ),
        _ => (format!("{file} has no tile `{shape}`"), format!("draw one in {file}")),
    })
}

/// A pseudo-random number that is constant for each square.
fn variant(square: Square) -> usize {
    let mut mixed = (square.x as u32) << 6 | square.y as u32;
    for factor in [0x9E37_79B1_u32, 0x2C1B_3C6D] {
        mixed = mixed.wrapping_mul(factor);
        mixed ^= mixed >> 15;
    }
    mixed as usize
}
