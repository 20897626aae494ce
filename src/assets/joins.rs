//! Checks that neighbouring drawings join: compares the pixels on both sides of every edge of the map.

use super::problem::Problem;
use super::shape::RIVER_STRIP;
use super::square::{Direction, MAP_COLUMNS, Square};
use super::terrain::{Terrain, TerrainMap};
use super::theatre::TileSets;
use super::tiles::{SEA_CODE, pixels};
use super::waters::Waters;

/// A shore that passes through a corner may include the corner's pixel.
const ALL_BUT_CORNERS: u8 = 0b0111_1110;

/// Compares every square with its eastern and southern neighbours.
pub(super) fn check(codes: &[u8], tiles: &TileSets, terrain: &TerrainMap, waters: &Waters) -> Vec<Problem> {
    let mut problems = Vec::new();
    for square in Square::all().filter(|square| square.is_inside()) {
        for edge in [Direction::E, Direction::S] {
            let next = square.step(edge);
            // Water may end at a city, as at a quay. The border hides what is behind it.
            let ends_water = |square| matches!(terrain.at(square), Terrain::City | Terrain::Border);
            if ends_water(square) || ends_water(next) {
                continue;
            }
            let here = water(codes, tiles, waters, square, edge);
            let there = water(codes, tiles, waters, next, edge.opposite());
            if (here ^ there) & ALL_BUT_CORNERS != 0 {
                problems.push(terrain.place(square).problem(
                    format!(
                        "the drawings of {square} and {next} do not join: {} meets {}",
                        pixels(here),
                        pixels(there)
                    ),
                    "water should meet water: change a course in maps/rivers.txt or maps/coasts.txt",
                ));
            }
        }
    }
    problems
}

/// Water pixels along an edge of a square, except a river's loose end.
fn water(codes: &[u8], tiles: &TileSets, waters: &Waters, square: Square, edge: Direction) -> u8 {
    let (column, row) = square.column_row();
    let code = codes[row * MAP_COLUMNS + column];
    let strip = if code == SEA_CODE { 0xFF } else { tiles.at(square).water(code & 0x3F, edge) };
    if waters.loose_ends.contains(&(square, edge)) { strip & !RIVER_STRIP } else { strip }
}
