//! Animated GIFs.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, ImageError, RgbaImage};

use super::palette::Palette;
use super::picture::{self, Area};
use crate::files::{self, OutputFile};

/// File name extensions of GIF.
pub const ENDINGS: &[&str] = &["gif"];

/// The file, shared with the encoder, because the encoder does not return its writer.
#[derive(Clone, Debug)]
struct Shared(Rc<RefCell<OutputFile>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// An animated GIF being written.
pub struct GifWriter {
    encoder: GifEncoder<Shared>,
    file: Shared,
    area: Area,
    palette: Palette,
    /// Duration of a picture in microseconds.
    picture_micros: u64,
    micros: u64,
    centiseconds: u64,
}

impl fmt::Debug for GifWriter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("GifWriter")
            .field("file", &self.file)
            .field("area", &self.area)
            .finish_non_exhaustive()
    }
}

impl GifWriter {
    /// Begins the file. Each picture is shown for `picture_micros` microseconds.
    ///
    /// # Errors
    /// The name's extension is of another format, or an error of the file system.
    pub fn create(path: &Path, area: Area, palette: Palette, picture_micros: u64) -> io::Result<Self> {
        files::check_ending(path, ENDINGS)?;
        let file = Shared(Rc::new(RefCell::new(OutputFile::create(path)?)));
        // 1 = best, 30 = fastest; pictures of at most 256 colours come out exact either way.
        let mut encoder = GifEncoder::new_with_speed(file.clone(), 10);
        encoder.set_repeat(Repeat::Infinite).map_err(of_file)?;
        Ok(GifWriter { encoder, file, area, palette, picture_micros, micros: 0, centiseconds: 0 })
    }

    /// Whether it has no picture yet.
    pub fn is_empty(&self) -> bool {
        self.micros == 0
    }

    /// Adds a picture of the machine.
    ///
    /// # Errors
    /// The picture has the wrong size, or an error of the file system.
    pub fn add(&mut self, picture: &[u8]) -> io::Result<()> {
        picture::check(picture)?;
        let rgb = picture::rgb(picture, self.area, &self.palette);
        let rgba: Vec<u8> = rgb.chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 0xFF]).collect();
        let width = self.area.width() as u32;
        let height = rgba.len() as u32 / (4 * width);
        let image = RgbaImage::from_raw(width, height, rgba)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a whole picture"))?;
        let delay = Delay::from_numer_denom_ms(self.next_delay() as u32 * 10, 1);
        self.encoder.encode_frame(Frame::from_parts(image, 0, 0, delay)).map_err(of_file)
    }

    /// GIF delays are in hundredths of a second: the remainder is carried over so that the total duration is right.
    fn next_delay(&mut self) -> u64 {
        self.micros += self.picture_micros;
        let end = (self.micros + 5_000) / 10_000;
        let delay = end - self.centiseconds;
        self.centiseconds = end;
        delay
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Errors of the file system, in this call or in an earlier one.
    pub fn finish(self) -> io::Result<()> {
        // The encoder writes the end of the file when it is dropped; the file remembers whether that failed.
        drop(self.encoder);
        let file = Rc::into_inner(self.file.0).ok_or_else(|| io::Error::other("the file is in use"))?;
        file.into_inner().commit()
    }
}

/// The file system's error inside an encoder's error, if there is one.
fn of_file(error: ImageError) -> io::Error {
    match error {
        ImageError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{FRAME_HEIGHT, FRAME_WIDTH};

    #[test]
    fn what_is_no_whole_picture_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gif");
        let mut writer = GifWriter::create(&path, Area::Visible, Palette::ntsc(), 16_683).unwrap();
        let picture = vec![0x94; FRAME_WIDTH * FRAME_HEIGHT];
        for wrong in [&picture[..FRAME_WIDTH], &picture[1..], &[]] {
            let error = writer.add(wrong).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{error}");
        }
        assert!(writer.is_empty());
        writer.add(&picture).unwrap();
        writer.finish().unwrap();
        let read = image::open(&path).unwrap();
        assert_eq!((read.width() as usize, read.height() as usize), (Area::Visible.width(), FRAME_HEIGHT));
    }
}
