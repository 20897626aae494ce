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

    /// Width in half-clock pixels.
    pub const fn width(self) -> usize {
        self.columns().1
    }
}

/// The part of `picture` (as [`crate::machine::Machine::picture`] gives it) that is wanted: palette indices.
pub fn crop(picture: &[u8], area: Area) -> Vec<u8> {
    let (left, width) = area.columns();
    let rows = picture.chunks_exact(FRAME_WIDTH).map(|row| &row[left..left + width]);
    rows.collect::<Vec<_>>().concat()
}

/// Palette indices as red, green, blue.
pub fn coloured(indices: &[u8], palette: &Palette) -> Vec<u8> {
    let mut rgb = vec![0; 3 * indices.len()];
    for (pixel, &index) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(indices) {
        *pixel = palette.rgb(index);
    }
    rgb
}

/// `picture` (as [`crate::machine::Machine::picture`] gives it) as rows of red, green, blue.
pub fn rgb(picture: &[u8], area: Area, palette: &Palette) -> Vec<u8> {
    coloured(&crop(picture, area), palette)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_no_part_of_the_visible_picture() {
        let mut picture = vec![0x94; FRAME_WIDTH * FRAME_HEIGHT];
        let before = crop(&picture, Area::Visible);
        for row in picture.chunks_exact_mut(FRAME_WIDTH) {
            row[..CROP_LEFT].fill(0x0E);
            row[CROP_LEFT + CROP_WIDTH..].fill(0x0E);
        }
        assert!(crop(&picture, Area::Visible) == before);
        assert!(crop(&picture, Area::Overscan) == picture);
        picture[CROP_LEFT] = 0x0E;
        assert_eq!(crop(&picture, Area::Visible)[..2], [0x0E, 0x94]);
    }
}
