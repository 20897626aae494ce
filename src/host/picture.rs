//! Pictures: from palette indices to PNG.

use std::io;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use super::palette::Palette;
use crate::files;
use crate::machine::{FRAME_HEIGHT, FRAME_WIDTH};

/// The colour clock at which a machine's picture begins.
const FIRST_CLOCK: usize = 0x22;
/// First column shown without overscan: colour clock $2C.
const CROP_LEFT: usize = 2 * (0x2C - FIRST_CLOCK);
/// Columns shown without overscan: colour clocks $2C to $D3.
const CROP_WIDTH: usize = 2 * (0xD3 - 0x2C + 1);

/// File name extensions of PNG.
pub const ENDINGS: &[&str] = &["png"];

/// A part of the machine's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Area {
    /// 336 x 240: what a television shows.
    #[default]
    Visible,
    /// 376 x 240: everything that GTIA puts out.
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

    /// The colour clock of a pixel of a row, as positions of players count them.
    pub const fn clock(self, column: usize) -> u8 {
        (FIRST_CLOCK + (self.columns().0 + column) / 2) as u8
    }

    /// Width in half-clock pixels.
    pub const fn width(self) -> usize {
        self.columns().1
    }
}

/// The part of `picture` (in the format of [`crate::machine::Machine::picture`]) in `area`, as palette indices.
pub fn crop(picture: &[u8], area: Area) -> Vec<u8> {
    let (left, width) = area.columns();
    let rows = picture.chunks_exact(FRAME_WIDTH).map(|row| &row[left..left + width]);
    rows.collect::<Vec<_>>().concat()
}

/// Refuses a picture of the wrong size.
pub(super) fn check(picture: &[u8]) -> io::Result<()> {
    let (found, expected) = (picture.len(), FRAME_WIDTH * FRAME_HEIGHT);
    if found == expected {
        return Ok(());
    }
    let message = format!(
        "{found} pixels are no picture of the machine: expected {FRAME_WIDTH} x {FRAME_HEIGHT}, {expected}"
    );
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Palette indices as red, green, blue.
pub fn coloured(indices: &[u8], palette: &Palette) -> Vec<u8> {
    let mut rgb = vec![0; 3 * indices.len()];
    for (pixel, &index) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(indices) {
        *pixel = palette.rgb(index);
    }
    rgb
}

/// `picture` (in the format of [`crate::machine::Machine::picture`]) as rows of red, green, blue.
pub fn rgb(picture: &[u8], area: Area, palette: &Palette) -> Vec<u8> {
    coloured(&crop(picture, area), palette)
}

/// Encodes rows of `width` pixels (red, green, blue) as PNG.
///
/// # Errors
/// The data are not whole rows.
pub fn png(rgb: &[u8], width: usize) -> io::Result<Vec<u8>> {
    let row = 3 * width;
    if row == 0 || !rgb.len().is_multiple_of(row) {
        let message = format!("{} bytes are no rows of {width} pixels of red, green, blue", rgb.len());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let mut bytes = Vec::new();
    // Most rows equal the one above, which this filter reduces to zeros.
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Up)
        .write_image(rgb, width as u32, (rgb.len() / row) as u32, ExtendedColorType::Rgb8)
        .map_err(io::Error::other)?;
    Ok(bytes)
}

/// Writes rows of `width` pixels (red, green, blue) to a PNG file.
///
/// # Errors
/// The data are not whole rows, the name's extension is of another format, or an error of the file system.
pub fn write_png(path: &Path, rgb: &[u8], width: usize) -> io::Result<()> {
    files::check_ending(path, ENDINGS)?;
    files::write(path, &png(rgb, width)?)
}

/// Encodes a picture of the machine (in the format of [`crate::machine::Machine::picture`]) as PNG.
///
/// # Errors
/// The picture has the wrong size.
pub fn screenshot_png(picture: &[u8], area: Area, palette: &Palette) -> io::Result<Vec<u8>> {
    check(picture)?;
    png(&rgb(picture, area, palette), area.width())
}

/// Writes a picture of the machine to a PNG file.
///
/// # Errors
/// The picture has the wrong size, the name's extension is of another format, or an error of the file system.
pub fn screenshot(path: &Path, picture: &[u8], area: Area, palette: &Palette) -> io::Result<()> {
    check(picture)?;
    write_png(path, &rgb(picture, area, palette), area.width())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_few_colours_is_a_small_file() {
        let mut picture = vec![0x94; FRAME_WIDTH * FRAME_HEIGHT];
        for (n, pixel) in picture.iter_mut().enumerate().filter(|(n, _)| n / 64 % 3 == 0) {
            *pixel = (n % 5) as u8;
        }
        let bytes = screenshot_png(&picture, Area::Overscan, &Palette::ntsc()).unwrap();
        assert!(bytes.len() < 6_000, "{}", bytes.len());
        let read = image::load_from_memory(&bytes).unwrap().into_rgb8();
        assert_eq!(read.into_raw(), rgb(&picture, Area::Overscan, &Palette::ntsc()));
        assert!(png(&[0; 7], 2).is_err() && png(&[], 0).is_err());
    }

    #[test]
    fn what_is_no_whole_picture_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.png");
        for size in [0, FRAME_WIDTH, FRAME_WIDTH * FRAME_HEIGHT - 1, FRAME_WIDTH * (FRAME_HEIGHT + 1)] {
            let picture = vec![0; size];
            let error = screenshot_png(&picture, Area::Visible, &Palette::ntsc()).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("{size} pixels are")) && error.contains("376 x 240"),
                "{error}"
            );
            assert!(screenshot(&file, &picture, Area::Overscan, &Palette::ntsc()).is_err());
        }
        assert!(!file.exists());
    }

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
