//! Moving pictures as animated GIF.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom};
use std::path::Path;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use super::files::Temporary;
use super::palette::Palette;
use super::picture::{self, Area};

/// The last byte of every GIF file.
const GIF_TRAILER: u8 = 0x3B;

/// An animated GIF being written.
pub struct GifWriter {
    encoder: GifEncoder<BufWriter<File>>,
    temporary: Temporary,
    area: Area,
    palette: Palette,
    /// Duration of a picture in microseconds.
    picture_micros: u64,
    micros: u64,
    centiseconds: u64,
}

impl GifWriter {
    /// Begins the file. Each picture stands for `picture_micros` microseconds.
    pub fn create(path: &Path, area: Area, palette: Palette, picture_micros: u64) -> io::Result<Self> {
        let (temporary, file) = Temporary::create(path)?;
        // 1 = best, 30 = fastest; pictures of at most 256 colours come out exact either way.
        let mut encoder = GifEncoder::new_with_speed(file, 10);
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        Ok(GifWriter { encoder, temporary, area, palette, picture_micros, micros: 0, centiseconds: 0 })
    }

    /// Adds a picture of the machine.
    pub fn add(&mut self, picture: &[u8]) -> io::Result<()> {
        let rgb = picture::rgb(picture, self.area, &self.palette);
        let rgba: Vec<u8> = rgb.chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 0xFF]).collect();
        let width = self.area.width() as u32;
        let height = rgba.len() as u32 / (4 * width);
        let image = RgbaImage::from_raw(width, height, rgba)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a whole picture"))?;
        let delay = Delay::from_numer_denom_ms(self.next_delay() as u32 * 10, 1);
        self.encoder.encode_frame(Frame::from_parts(image, 0, 0, delay)).map_err(io::Error::other)
    }

    /// GIF counts in hundredths of a second: the remainder is carried, so that the length of
    /// the whole is right.
    fn next_delay(&mut self) -> u64 {
        self.micros += self.picture_micros;
        let end = (self.micros + 5_000) / 10_000;
        let delay = end - self.centiseconds;
        self.centiseconds = end;
        delay
    }

    /// Completes the file.
    pub fn finish(self) -> io::Result<()> {
        // The encoder writes the end of the file as it goes and cannot say whether it worked.
        drop(self.encoder);
        let mut last = [0];
        let mut file = File::open(self.temporary.path())?;
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != [GIF_TRAILER] {
            return Err(io::Error::new(io::ErrorKind::WriteZero, "the end of the file could not be written"));
        }
        self.temporary.commit()
    }
}
