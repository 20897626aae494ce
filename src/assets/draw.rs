//! Draws pictures of the character sets and of the map.

use super::font::{Font, SIZE};
use super::square::{MAP_COLUMNS, MAP_ROWS, Square};
use super::theatre::{NORTHERN_HALF, TileSets};
use super::units::Unit;

/// A picture; its pixels are Atari colour values (hue in the high nibble, luminance in the
/// low one), row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` colour values.
    pub pixels: Vec<u8>,
}

impl Picture {
    fn new(width: usize, height: usize, colour: u8) -> Picture {
        Picture { width, height, pixels: vec![colour; width * height] }
    }

    /// Draws a character with its top left pixel at `x`, `y`; every pixel is `heights` high.
    fn glyph(&mut self, x: usize, y: usize, rows: &[u8; SIZE], heights: usize, colour: u8) {
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..SIZE).filter(|column| bits << column & 0x80 != 0) {
                for line in 0..heights {
                    self.pixels[(y + row * heights + line) * self.width + x + column] = colour;
                }
            }
        }
    }
}

/// Colours of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapColours {
    /// Ground of the season.
    pub ground: u8,
    /// Forests, by the month.
    pub trees: u8,
    /// Mountains.
    pub mountains: u8,
    /// Cities, German units, ice and the border.
    pub white: u8,
    /// Water.
    pub water: u8,
    /// Russian units.
    pub red: u8,
}

impl MapColours {
    /// A dry day in June.
    pub const JUNE: MapColours =
        MapColours { ground: 0x10, trees: 0xD6, mountains: 0x28, white: 0x0C, water: 0x94, red: 0x46 };

    /// The colour of a square's drawing.
    fn of(&self, code: u8, northern: bool) -> u8 {
        match code >> 6 {
            0 if northern => self.trees,
            0 => self.mountains,
            1 => self.white,
            2 => self.water,
            _ => self.red,
        }
    }
}

/// All characters of a set, sixteen in a row, one pixel apart.
pub fn draw_font_sheet(font: &Font) -> Picture {
    const ACROSS: usize = 16;
    let cell = SIZE + 1;
    let rows = font.glyphs.len().div_ceil(ACROSS);
    let mut picture = Picture::new(ACROSS * cell + 1, rows * cell + 1, 0x94);
    for (code, glyph) in font.glyphs.iter().enumerate() {
        let (x, y) = (1 + code % ACROSS * cell, 1 + code / ACROSS * cell);
        picture.glyph(x, y, &[0xFF; SIZE], 1, 0x00);
        picture.glyph(x, y, &glyph.rows, 1, 0x0C);
    }
    picture
}

/// The whole map, one pixel per pixel of a tile; `units` are drawn over it.
pub(super) fn draw_map(codes: &[u8], tiles: &TileSets, units: &[Unit], colours: MapColours) -> Picture {
    let mut codes = codes.to_vec();
    for unit in units {
        let (column, row) = unit.square.column_row();
        codes[row * MAP_COLUMNS + column] = unit.symbol();
    }
    let mut picture = Picture::new(MAP_COLUMNS * SIZE, MAP_ROWS * SIZE, colours.ground);
    for (square, code) in Square::all().zip(codes) {
        let (column, row) = square.column_row();
        let rows = &tiles.at(square).font.glyphs[usize::from(code & 0x3F)].rows;
        let colour = colours.of(code, square.y >= NORTHERN_HALF);
        picture.glyph(column * SIZE, row * SIZE, rows, 1, colour);
    }
    picture
}
