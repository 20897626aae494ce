//! A tile set: a font of 64 characters whose names say what they show.

use super::font::{Font, Glyph};
use super::problem::{Place, Problem};
use super::shape::{Shape, classify, strip};
use super::square::Direction;

/// Tiles of a set.
pub const TILES: usize = 64;
/// The code of a sea square: solid blue.
pub const SEA_CODE: u8 = 191;
/// The code of a border square: solid white.
pub const BORDER_CODE: u8 = 127;

/// A tile set whose drawings match their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSet {
    /// The drawings.
    pub font: Font,
    /// What each tile shows.
    pub shapes: Vec<Shape>,
    pub(super) file: &'static str,
}

impl TileSet {
    pub(super) fn parse(file: &'static str, text: &str, northern: bool) -> Result<TileSet, Vec<Problem>> {
        let font = Font::parse(file, text, "tile", TILES)?;
        let mut problems = Vec::new();
        let mut shapes = Vec::new();
        for (number, glyph) in font.glyphs.iter().enumerate() {
            let place = Place { file, line: glyph.line, column: 1 };
            match Shape::parse(&glyph.name) {
                Ok(shape) => {
                    check_number(place, number as u8, &shape, northern, &mut problems);
                    check_drawing(file, glyph, &shape, &mut problems);
                    shapes.push(shape);
                }
                Err(help) => {
                    let column = glyph_name_column(number);
                    let message = format!("`{}` is not the name of a tile", glyph.name);
                    problems.push(Place { column, ..place }.problem(message, help));
                }
            }
        }
        if problems.is_empty() { Ok(TileSet { font, shapes, file }) } else { Err(problems) }
    }

    /// Numbers of the tiles that show a shape, ascending.
    pub fn numbers_of<'a>(&'a self, shape: &'a Shape) -> impl Iterator<Item = u8> + 'a {
        (0..).zip(&self.shapes).filter(move |(_, other)| *other == shape).map(|(number, _)| number)
    }

    /// Water pixels along an edge of a tile; only rivers, shores and sea have any.
    pub(super) fn water(&self, number: u8, edge: Direction) -> u8 {
        let number = usize::from(number);
        match &self.shapes[number] {
            Shape::River(_) | Shape::Shore { .. } | Shape::Strait | Shape::Solid => {
                strip(&self.font.glyphs[number].rows, edge)
            }
            _ => 0,
        }
    }
}

/// Column of the name in the header line `tile 15 NAME`.
fn glyph_name_column(number: usize) -> usize {
    "tile ".len() + number.to_string().len() + 2
}

/// The rules derive the terrain from the tile's number, so each kind of tile has its range.
fn check_number(place: Place, number: u8, shape: &Shape, northern: bool, problems: &mut Vec<Problem>) {
    let right = match shape {
        Shape::Infantry => number == 61,
        Shape::Armor => number == 62,
        Shape::Solid => number == 63,
        _ => shape.class() == Some(classify(shape.colour_bits() | number, northern)),
    };
    let half = |northern| if northern { "northern" } else { "southern" };
    if !right {
        let column = glyph_name_column(usize::from(number));
        problems.push(Place { column, ..place }.problem(
            format!("tile {number} of the {} set cannot be `{shape}`", half(northern)),
            "the rules tell the terrain by the tile's number: move it to the numbers of its kind",
        ));
    }
}

fn check_drawing(file: &'static str, glyph: &Glyph, shape: &Shape, problems: &mut Vec<Problem>) {
    for edge in Direction::EDGES {
        let Some((promised, mask)) = shape.promised_strip(edge) else { continue };
        let drawn = strip(&glyph.rows, edge);
        let wrong = (drawn ^ promised) & mask;
        if wrong == 0 {
            continue;
        }
        let first = wrong.leading_zeros() as usize;
        let (row, column) = match edge {
            Direction::N => (1, first + 1),
            Direction::S => (8, first + 1),
            Direction::W => (first + 1, 1),
            _ => (first + 1, 8),
        };
        let place = Place { file, line: glyph.line + row, column };
        problems.push(place.problem(
            format!("`{}` does not join at its edge {edge:?}: {}", glyph.name, pixels(drawn)),
            format!("the edge should read {}", pixels(promised)),
        ));
    }
}

/// A strip in the notation of font files.
pub(super) fn pixels(strip: u8) -> String {
    format!("{strip:08b}").replace('0', ".").replace('1', "#")
}
