//! Pictures: from palette indices to PNG.

use std::io;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use super::files::OutputFile;
use super::palette::Palette;
use crate::machine::{FRAME_HEIGHT, FRAME_WIDTH};

/// First column shown without overscan: colour clock $2C of a picture that begins at $22.
const CROP_LEFT: usize = 2 * (0x2C - 0x22);
/// Columns shown without overscan: colour clocks $2C to $D3.
const CROP_WIDTH: usize = 2 * (0xD3 - 0x2C + 1);

/// Which part of the machine's picture is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Area {
    /// 336 x 240: what a television shows.
    #[default]
    Visible,
    /// 376 x 240: all that GTIA puts out.
    Overscan,
}

impl Area {
    /// First column within the machine's picture, and number of columns.
    const fn columns(self) -> (usize, usize) {
        match self {
            Area::Visible => (CROP_LEFT, CROP_WIDTH),
            Area::Overscan => (0, FRAME_WIDTH),
        }
    }

    /// First half-clock pixel of the machine's picture that belongs to it.
    pub const fn left(self) -> usize {
        self.columns().0
    }

    /// Width in half-clock pixels.
    pub const fn width(self) -> usize {
        self.columns().1
    }
}

/// `picture` (as [`crate::machine::Machine::picture`] gives it) as rows of red, green, blue.
pub fn rgb(picture: &[u8], area: Area, palette: &Palette) -> Vec<u8> {
    let (left, width) = area.columns();
    let mut rgb = vec![0; picture.len() / FRAME_WIDTH * width * 3];
    let rows = rgb.chunks_exact_mut(3 * width).zip(picture.chunks_exact(FRAME_WIDTH));
    for (row, indices) in rows {
        for (pixel, &index) in row.as_chunks_mut::<3>().0.iter_mut().zip(&indices[left..]) {
            *pixel = palette.rgb(index);
        }
    }
    rgb
}

/// Writes red, green, blue rows of `width` pixels as a PNG file.
pub fn write_png(path: &Path, rgb: &[u8], width: usize) -> io::Result<()> {
    let height = rgb.len() / (3 * width);
    let mut file = OutputFile::create(path)?;
    PngEncoder::new_with_quality(&mut file, CompressionType::Fast, FilterType::NoFilter)
        .write_image(rgb, width as u32, height as u32, ExtendedColorType::Rgb8)
        .map_err(io::Error::other)?;
    file.commit()
}

/// Writes a picture of the machine as a PNG file.
pub fn screenshot(path: &Path, picture: &[u8], area: Area, palette: &Palette) -> io::Result<()> {
    debug_assert_eq!(picture.len(), FRAME_WIDTH * FRAME_HEIGHT);
    write_png(path, &rgb(picture, area, palette), area.width())
}
